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

/// Offers a download under `name`: in full for who reads `filename*`, in ASCII for who does not.
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
    let parameters = || value.split(';').skip(1).filter_map(|part| part.split_once('='));
    let find = |wanted: &str| {
        parameters()
            .find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value.trim())
    };
    if let Some(encoded) =
        find("filename*").and_then(|value| value.get(..7).map(|head| (head, value)))
        && encoded.0.eq_ignore_ascii_case("utf-8''")
    {
        return percent_decoded(&encoded.1[7..]);
    }
    let value = find("filename")?;
    let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    Some(unquoted.unwrap_or(value).to_owned())
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
