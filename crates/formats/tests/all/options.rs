//! Options of formats: each is declared so that it can be given by name, and recognised by the ending of its file.

use std::collections::BTreeSet;
use std::path::Path;

use ghostreel_formats::{
    FORMATS, FormatOption, FormatOptions, OptionError, format_option, format_options,
};

#[test]
fn names_and_endings_are_each_ones_own() {
    let mut names = BTreeSet::new();
    let mut endings: BTreeSet<&str> = FORMATS.iter().flat_map(|f| f.extensions).copied().collect();
    for format in FORMATS {
        for option in format.options {
            assert!(option.name.starts_with(&format!("{}-", format.game)), "{}", option.name);
            assert!(names.insert(option.name) && endings.insert(option.extension));
            assert_eq!(format_option(option.name), Some(option));
            assert!(!option.meaning.is_empty() && !option.file.is_empty() && option.limit > 0);
        }
    }
    assert_eq!(names.len(), format_options().count());
    // Rocket League has one.
    assert!(!names.is_empty() || cfg!(not(feature = "rocket-league")));
}

#[test]
fn invalid_options_are_refused_and_long_files_are_not_read() {
    for option in format_options() {
        let mut formats = FormatOptions::default();
        formats.set(option.name, b"").unwrap();
        let long = vec![b'\n'; option.limit + 1];
        formats.set(option.name, &long[1..]).unwrap();
        let error = formats.set(option.name, &long).unwrap_err().to_string();
        assert!(error.contains(&format!("expected at most {} bytes", option.limit)), "{error}");
        let given = FormatOption { name: option.name.to_owned(), file: Vec::new() };
        let twice = FormatOptions::read(&[given.clone(), given]).unwrap_err();
        assert!(matches!(twice, OptionError::Twice { name } if name == option.name), "{twice}");
    }
    let long = "x".repeat(140_000);
    let unknown = FormatOptions::default().set(&long, b"").unwrap_err().to_string();
    assert!(unknown.starts_with("no format has the option xxx") && unknown.len() < 1000);
}

/// The page knows formats before it has fetched any decoder.
#[test]
fn the_page_says_the_same_of_each_format() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games");
    for format in FORMATS {
        let manifest = games.join(format.game).join("manifest.ts");
        let manifest = std::fs::read_to_string(&manifest).unwrap_or_else(|e| panic!("{e}"));
        let says = |words: String| assert!(manifest.contains(&words), "{}: {words}", format.id);
        says(format!("id: '{}'", format.game));
        says(format!("name: '{}'", format.game_name));
        says(format!("id: '{}'", format.id));
        says(format!("name: '{}'", format.name));
        says(format!("extension: '.{}'", format.extensions[0]));
        for option in format.options {
            says(format!("{{ name: '{}', extension: '.{}' }}", option.name, option.extension));
        }
        let count = manifest.matches("{ name: ").count();
        assert_eq!(count, format.options.len(), "{} has other options on the page", format.id);
    }
}
