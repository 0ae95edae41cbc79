//! The preview of a link to a replay where it is pasted: chats and search engines read the head of the page and run nothing of it.

use ghostreel_archive::Record;

/// The placeholder in the built page for the facts of a replay.
const TITLE: &str = "<title>Ghostreel player</title>";
/// The description that the built page has for every replay.
const DESCRIPTION: &str =
    r#"<meta name="description" content="Play back game replays in the browser." />"#;

/// The page with title and description of a replay in its head; `None` if the page has no place for them.
pub(crate) fn insert(page: &str, record: &Record) -> Option<String> {
    let title = escaped(&title(record));
    let description = escaped(&description(record));
    let head = format!(
        "<title>{title} · Ghostreel</title>\n    \
         <meta name=\"description\" content=\"{description}\">\n    \
         <meta property=\"og:site_name\" content=\"Ghostreel\">\n    \
         <meta property=\"og:type\" content=\"video.other\">\n    \
         <meta property=\"og:title\" content=\"{title}\">\n    \
         <meta property=\"og:description\" content=\"{description}\">\n    \
         <meta name=\"twitter:card\" content=\"summary\">"
    );
    page.contains(TITLE).then(|| page.replacen(DESCRIPTION, "", 1).replacen(TITLE, &head, 1))
}

/// The players and the map.
fn title(record: &Record) -> String {
    let map = record.map.as_ref().map(|map| map.name.as_str()).filter(|name| !name.is_empty());
    let names: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
    let players = names.iter().filter(|name| !name.is_empty()).copied().collect::<Vec<_>>();
    match (map, players.as_slice()) {
        (None, []) => record.file_name.clone(),
        (None, players) => players.join(", "),
        (Some(map), []) => map.to_owned(),
        (Some(map), players) => format!("{map} – {}", players.join(", ")),
    }
}

/// How hard it was and how it went.
fn description(record: &Record) -> String {
    let map = record.map.as_ref();
    let length = record.duration_s.max(0.0).round();
    let parts = [
        map.and_then(|map| map.difficulty.clone()),
        record.mode.clone(),
        map.and_then(|map| Some(format!("by {}", map.author.as_ref()?))),
        record.score.map(|score| format!("{score} points")),
        Some(format!("{:.0}:{:02.0}", (length / 60.0).floor(), length % 60.0)),
    ];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Names are whatever a file says: none of it may end an attribute or begin a tag.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_it() {
        let page = include_str!("../../../web/player.html");
        assert!(page.contains(TITLE) && page.contains(DESCRIPTION));
    }

    #[test]
    fn names_stay_text() {
        assert_eq!(escaped("<b> \"a\" & 'b'\n"), "&lt;b&gt; &quot;a&quot; &amp; &#39;b&#39; ");
    }
}
