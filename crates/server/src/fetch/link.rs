//! The thing that a link leads to.

use axum::http::Uri;

/// The longest link, in bytes.
const LONGEST: usize = 500;
/// Digits of a hash, and of a map's key at most.
const HASH: usize = 40;
const KEY: usize = 8;

/// A thing on a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Map(MapName),
    /// A score of BeatLeader.
    Score(u64),
    /// A leaderboard of ScoreSaber.
    Leaderboard(u64),
}

/// How a map is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MapName {
    Hash(String),
    /// BeatSaver's own.
    Key(String),
}

impl MapName {
    pub(super) fn of_hash(text: &str) -> Option<Self> {
        let is_hash = text.len() == HASH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then(|| Self::Hash(text.to_ascii_lowercase()))
    }

    fn of_key(text: &str) -> Option<Self> {
        let is_key =
            (1..=KEY).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| Self::Key(text.to_ascii_lowercase()))
    }
}

/// Reads a link to a replay, a map or a leaderboard; the hash of a map; or `!bsr` and its key. `None` of anything else.
pub(super) fn read(text: &str) -> Option<Wanted> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    if let Some(hash) = MapName::of_hash(text) {
        return Some(Wanted::Map(hash));
    }
    if let Some(key) = text.strip_prefix("!bsr ") {
        return MapName::of_key(key.trim()).map(Wanted::Map);
    }
    let with_scheme = match text.contains("://") {
        true => text.to_owned(),
        false => format!("https://{text}"),
    };
    let uri: Uri = with_scheme.parse().ok()?;
    let host = uri.host()?.to_ascii_lowercase();
    let parts: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    let asked = |name: &str| {
        let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    };
    match (host.as_str(), &parts[..]) {
        ("beatsaver.com" | "www.beatsaver.com", ["maps", key, ..]) => {
            MapName::of_key(key).map(Wanted::Map)
        }
        (
            "scoresaber.com" | "www.scoresaber.com" | "new.scoresaber.com",
            ["leaderboard", id, ..],
        ) => number(id).map(Wanted::Leaderboard),
        (host, parts) if is_beatleader(host) => match parts {
            ["score", id, ..] => number(id).map(Wanted::Score),
            _ => number(asked("scoreId")?).map(Wanted::Score),
        },
        _ => None,
    }
}

fn is_beatleader(host: &str) -> bool {
    let domain = ["www.", "replay."].iter().find_map(|prefix| host.strip_prefix(prefix));
    ["beatleader.com", "beatleader.net", "beatleader.xyz"].contains(&domain.unwrap_or(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A_HASH: &str = "3207BF34817963A4D75DD7812A537D2504D414F0";

    #[test]
    fn links_and_names_are_read() {
        let hash = Wanted::Map(MapName::Hash(A_HASH.to_lowercase()));
        let key = Wanted::Map(MapName::Key("3a1f2".into()));
        for (link, wanted) in [
            (A_HASH, &hash),
            (" 3207bf34817963a4d75dd7812a537d2504d414f0\n", &hash),
            ("!bsr 3A1F2", &key),
            ("https://beatsaver.com/maps/3a1f2", &key),
            ("beatsaver.com/maps/3a1f2?tab=1#reviews", &key),
            ("https://beatleader.com/score/123", &Wanted::Score(123)),
            ("https://www.beatleader.xyz/score/123/", &Wanted::Score(123)),
            ("https://replay.beatleader.com/?scoreId=123&time=4", &Wanted::Score(123)),
            ("https://scoresaber.com/leaderboard/77?page=2", &Wanted::Leaderboard(77)),
        ] {
            assert_eq!(read(link).as_ref(), Some(wanted), "{link}");
        }
        for other in [
            "",
            "3207BF",
            "https://beatsaver.com/profile/3a1f2",
            "https://beatsaver.com/maps/../admin",
            "https://beatsaver.com.evil.example/maps/3a1f2",
            "https://evil.example/maps/3a1f2",
            "https://beatleader.com/score/-1",
            "http://127.0.0.1/score/1",
            "file:///etc/passwd",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
        assert_eq!(read(&format!("https://beatsaver.com/maps/3a1f2?{}", "a".repeat(600))), None);
    }
}
