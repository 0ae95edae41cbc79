//! Keys as text and as files.

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
