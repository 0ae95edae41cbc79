//! The ways in which other programs write the same values.

use std::io::Write as _;

use super::Options;
use crate::cursor::{Cursor, Place};
use crate::encode::encode_values;
use crate::model::Replay;
use crate::number;

/// How JSON is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spelling {
    /// Without white space, each number as short as it can be.
    #[default]
    Short,
    /// As the .NET Framework writes numbers: `0.0`, `1E-05`.
    DotNet,
    /// Each value on a line of its own.
    Pretty,
}

/// The replay in the text that the options ask for.
pub(super) fn spell(replay: Replay, options: &Options) -> Replay {
    let mut text = encode_values(&replay);
    if options.unknown_members {
        text = with_unknown_members(&text);
    }
    text = match options.spelling {
        Spelling::Short => text,
        Spelling::DotNet => dot_net(&text),
        Spelling::Pretty => pretty(&text),
    };
    Replay { layout: Some(text), ..replay }
}

fn with_unknown_members(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let text = text.replace(r#","i":"#, r#","fov":[90,"°"],"i":"#);
    let text = text.replacen(r#"{"info":{"#, r#"{"info":{"exporter":"synthetic","#, 1);
    let body = text.strip_suffix('}').unwrap_or(&text);
    [body, r#","comment":{"nested":[1,"]",{}]}}"#].concat().into_bytes()
}

/// The members whose numbers are whole.
const WHOLE: [&[u8]; 4] = [b"difficulty", b"i", b"scores", b"combos"];

fn dot_net(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut name: &[u8] = b"";
    for token in tokens(text) {
        match token {
            Token::Text(text) => {
                name = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
                out.extend(text);
            }
            Token::Scalar(text) => match number::float(text) {
                Some(value) if !WHOLE.contains(&name) => write_dot_net(&mut out, value),
                _ => out.extend(text),
            },
            Token::Punctuation(byte) => out.push(byte),
        }
    }
    out
}

/// At least one digit after the point; below 10⁻⁴ an exponent of two digits.
fn write_dot_net(out: &mut Vec<u8>, value: f32) {
    // Writing to a vector cannot fail.
    let _ = if value != 0.0 && value.abs() < 1e-4 {
        let text = format!("{value:E}");
        let (digits, exponent) = text.split_once("E-").unwrap_or((&text, "0"));
        write!(out, "{digits}E-{exponent:0>2}")
    } else {
        write!(out, "{value:?}")
    };
}

fn pretty(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len().saturating_mul(2));
    let mut depth = 0_usize;
    let mut previous = b' ';
    for token in tokens(text) {
        let begins_line = matches!(previous, b'{' | b'[' | b',');
        let first = match token {
            Token::Punctuation(byte) => byte,
            Token::Text(text) | Token::Scalar(text) => text.first().copied().unwrap_or(b' '),
        };
        if matches!(first, b'}' | b']') {
            depth = depth.saturating_sub(1);
            if !matches!(previous, b'{' | b'[') {
                new_line(&mut out, depth);
            }
        } else if begins_line {
            new_line(&mut out, depth);
        }
        match token {
            Token::Punctuation(byte) => out.push(byte),
            Token::Text(text) | Token::Scalar(text) => out.extend(text),
        }
        match first {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b':' => out.push(b' '),
            _ => {}
        }
        previous = first;
    }
    out.extend(b"\r\n");
    out
}

fn new_line(out: &mut Vec<u8>, depth: usize) {
    out.extend(b"\r\n");
    out.resize(out.len().saturating_add(depth.saturating_mul(2)), b' ');
}

enum Token<'a> {
    /// With its quotes.
    Text(&'a [u8]),
    Scalar(&'a [u8]),
    Punctuation(u8),
}

/// The tokens of JSON that we wrote.
fn tokens(text: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut cursor = Cursor::new(text);
    std::iter::from_fn(move || {
        let byte = cursor.peek().ok()?;
        if matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':') {
            cursor.take(byte, "punctuation").ok()?;
            return Some(Token::Punctuation(byte));
        }
        let place: Place = cursor.skip().ok()?;
        let text = cursor.bytes(&place);
        Some(if byte == b'"' { Token::Text(text) } else { Token::Scalar(text) })
    })
}
