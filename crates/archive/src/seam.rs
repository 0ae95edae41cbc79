//! TEMPORARY stand-in for `ghostreel_formats`, until that crate lands.
#![allow(missing_docs)]
pub use ghostreel_core as core;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, FormatInfo, Outcome};
pub use ghostreel_timeline as timeline;
use ghostreel_timeline::{Map, Meta, Player};

pub static INFO: FormatInfo = FormatInfo {
    id: "bsor",
    name: "BS Open Replay",
    game: "beat-saber",
    game_name: "Beat Saber",
    extensions: &["bsor"],
    media_type: "application/x-bsor",
    spec: "",
};

#[derive(Debug)]
pub struct AnyReplay(Vec<String>);

/// `FAKE|player id|player name|map|map id|mode|started|duration|score|seed|END`
pub fn open<'a>(
    bytes: impl Into<std::borrow::Cow<'a, [u8]>>,
    _: &DecodeOptions,
) -> Result<AnyReplay, Error> {
    let bytes = bytes.into();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if !text.starts_with("FAKE|") {
        return Err(Error::new(
            Fault::Unsupported,
            0,
            "file",
            "a replay of a known format",
            "none of them",
        ));
    }
    if text.contains("|PANIC|") {
        panic!("asked to");
    }
    if !text.ends_with("|END") {
        return Err(Error::new(Fault::Truncated, bytes.len() as u64, "notes", "more", "the end"));
    }
    Ok(AnyReplay(text.split('|').map(str::to_owned).collect()))
}

impl AnyReplay {
    pub fn format(&self) -> &'static FormatInfo {
        &INFO
    }
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &[]
    }
    pub fn outcome(&self) -> Outcome {
        Outcome::Ok
    }
    pub fn meta(&self) -> Meta {
        let f = |i: usize| self.0.get(i).cloned().unwrap_or_default();
        Meta {
            format: "bsor",
            format_name: "",
            game: "beat-saber",
            version: "1".into(),
            players: vec![Player { id: Some(f(1)), name: f(2) }],
            map: Some(Map { name: f(3), id: Some(f(4)), author: None, difficulty: None }),
            mode: Some(f(5)),
            started_at: f(6).parse().ok(),
            duration_s: f(7).parse().unwrap_or(0.0),
            score: f(8).parse().ok(),
            ..Meta::default()
        }
    }
}
