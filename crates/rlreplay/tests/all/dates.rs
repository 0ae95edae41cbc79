//! When a replay was recorded: an invalid date is none, and a warning.

use ghostreel_core::{DecodeOptions, Outcome, Severity};
use ghostreel_rlreplay::layout::{PropertyValue, Text};
use ghostreel_rlreplay::{View, encode, sample};

/// The date of a sample whose `Date` is this text, and the warnings of reading it strictly.
fn date(text: &str) -> (Option<String>, Vec<String>) {
    let mut replay = sample::generate(&sample::variant("small").unwrap());
    let properties = &mut replay.header.properties.0;
    let property = properties.iter_mut().find(|property| property.name == *"Date").unwrap();
    property.value = PropertyValue::Str(Text::new(text));
    replay.update_derived().unwrap();
    let bytes = encode(&replay);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    assert_eq!(view.outcome(), Outcome::Ok);
    let warnings = view.diagnostics().iter().filter(|d| d.severity == Severity::Warning);
    let warnings = warnings.map(|warning| warning.message.clone()).collect();
    let listed = view.meta().details.iter().any(|(key, _)| *key == "date");
    assert_eq!(listed, view.header().date().is_some());
    (view.header().date(), warnings)
}

#[test]
fn both_forms_are_read() {
    let read = |text| (Some(String::from(text)), Vec::new());
    assert_eq!(date("2022-12-31 23-59-08"), read("2022-12-31T23:59:08"));
    assert_eq!(date("2016-01-01:12-30"), read("2016-01-01T12:30:00"));
}

#[test]
fn an_invalid_date_is_none() {
    for text in
        ["2022-13-45 99-99-99", "2021-02-29 00-00-00", "yesterday, I think", "2022-12-31", ""]
    {
        let (date, warnings) = date(text);
        assert_eq!(date, None, "{text}");
        assert_eq!(warnings, [format!("Date is no date: {text:?}")]);
    }
}
