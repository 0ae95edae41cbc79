//! Keys as text and as files.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ghostreel_mark::{KeyError, PublicKey, SecretKey};

#[test]
fn a_public_key_is_read_back_from_its_text() {
    let key = SecretKey::from_random(&[1; 32]).public();
    let text = key.to_string();
    assert_eq!(text, "ed25519:iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w");
    assert_eq!(text.parse(), Ok(key));
    for wrong in [
        "",
        "ed25519:",
        "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w",
        &text[..50],
        &format!("{text}="),
    ] {
        assert_eq!(wrong.parse::<PublicKey>(), Err(KeyError::PublicText), "{wrong}");
    }
}

#[test]
fn a_secret_key_is_read_back_from_its_file() {
    let key = SecretKey::from_random(&[1; 32]);
    let plain = key.to_pem().unwrap();
    assert!(!SecretKey::is_encrypted(&plain));
    assert_eq!(SecretKey::from_pem(&plain, None).unwrap().public(), key.public());
    assert_eq!(format!("{key:?}"), format!("SecretKey(of {})", key.public()));

    let encrypted = key.to_encrypted_pem("a long sentence", &[4; 32]).unwrap();
    assert!(SecretKey::is_encrypted(&encrypted));
    let open = |passphrase| SecretKey::from_pem(&encrypted, passphrase).map(|key| key.public());
    assert_eq!(open(Some("a long sentence")), Ok(key.public()));
    assert_eq!(open(Some("another")), Err(KeyError::Passphrase));
    assert_eq!(open(None), Err(KeyError::NoPassphrase));
    assert_eq!(SecretKey::from_pem("nothing", None).unwrap_err(), KeyError::File);
}

#[test]
fn a_key_file_that_costs_too_much_is_refused() {
    let key = SecretKey::from_random(&[1; 32]);
    let pem = key.to_encrypted_pem("a long sentence", &[4; 32]).unwrap();
    let lines: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let mut der = STANDARD.decode(lines).unwrap();
    // The cost, an integer of three bytes: 2^17, and then 2^22.
    let cost = [2, 3, 2, 0, 0];
    let at = der.windows(5).position(|there| there == cost).unwrap();
    der[at + 2] = 0x40;
    let body: Vec<String> = STANDARD
        .encode(der)
        .as_bytes()
        .chunks(64)
        .map(|line| String::from_utf8_lossy(line).into())
        .collect();
    let label = "ENCRYPTED PRIVATE KEY";
    let pem = format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", body.join("\n"));
    assert_eq!(SecretKey::from_pem(&pem, Some("a long sentence")).unwrap_err(), KeyError::Cost);
}
