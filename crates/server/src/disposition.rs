//! `Content-Disposition`: file names on their way in and out (RFC 6266 and 8187).

use std::borrow::Cow;

use axum::http::HeaderValue;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but RFC 8187's `attr-char`.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// Offers a download under `name`: in full for clients that read `filename*`, in ASCII for others.
pub(crate) fn attachment(name: &str) -> HeaderValue {
    let ascii: String = name
        .chars()
        .map(|c| match c {
            // A percent sign would be decoded by some browsers, quotes and backslashes end the string.
            '"' | '\\' | '%' => '_',
            ' '..='~' => c,
            _ => '_',
        })
        .collect();
    let escaped = utf8_percent_encode(name, ESCAPED);
    HeaderValue::from_str(&format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{escaped}"))
        .unwrap_or(HeaderValue::from_static("attachment"))
}

/// The file name in a `Content-Disposition`, `filename*` before `filename`.
pub(crate) fn file_name(value: &str) -> Option<String> {
    let parameters = parameters(value);
    let find = |wanted: &str| {
        parameters
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value)
    };
    if let Some(value) = find("filename*")
        && let Some((head, encoded)) = value.split_at_checked("utf-8''".len())
        && head.eq_ignore_ascii_case("utf-8''")
    {
        return percent_decoded(encoded);
    }
    find("filename").cloned()
}

/// The parameters after the disposition's type. A value in quotes may hold semicolons, and a
/// backslash in it stands for the character after it.
fn parameters(value: &str) -> Vec<(String, String)> {
    let mut pieces = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for c in value.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ';' if !quoted => {
                pieces.push(String::new());
                continue;
            }
            _ => {}
        }
        pieces.last_mut().unwrap_or(&mut String::new()).push(c);
    }
    let parameters = pieces.iter().skip(1).filter_map(|piece| piece.split_once('='));
    parameters.map(|(name, value)| (name.trim().to_owned(), unquoted(value.trim()))).collect()
}

/// A token as it is, a quoted string without its quotes and backslashes.
fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) else {
        return value.to_owned();
    };
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(c) = characters.next() {
        text.extend(if c == '\\' { characters.next() } else { Some(c) });
    }
    text
}

/// Text that was percent-encoded, if it is UTF-8 then.
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_out_safe_and_come_back_whole() {
        for name in ["a.bsor", "ü \"x\" 100%;.bsor", "日本.bsor", "a'b*c.bsor"] {
            let header = attachment(name);
            let text = header.to_str().unwrap();
            assert_eq!(file_name(text).as_deref(), Some(name), "{text}");
        }
        assert_eq!(
            attachment("ü \"1\".bsor").to_str().unwrap(),
            "attachment; filename=\"_ _1_.bsor\"; filename*=UTF-8''%C3%BC%20%221%22.bsor"
        );
    }

    #[test]
    fn names_come_in_from_either_parameter() {
        let cases = [
            ("attachment; filename=a.bsor", Some("a.bsor")),
            ("attachment; FileName=\"a b.bsor\"", Some("a b.bsor")),
            ("attachment; filename=\"x\"; filename*=utf-8''%C3%BC", Some("ü")),
            ("attachment; filename=\"a;b.bsor\"", Some("a;b.bsor")),
            (
                "attachment; x=\"; filename=no\"; filename = \"q\\\"\\\\;.bsor\" ; y",
                Some("q\"\\;.bsor"),
            ),
            ("attachment; filename=\"half", Some("\"half")),
            ("attachment; filename=\"", Some("\"")),
            ("attachment; filename=\"a\\", Some("\"a\\")),
            ("attachment; filename*=utf-8''%FF", None),
            ("attachment; filename*=ü; filename=b", Some("b")),
            ("attachment", None),
            ("", None),
        ];
        for (value, expected) in cases {
            assert_eq!(file_name(value).as_deref(), expected, "{value}");
        }
    }
}
