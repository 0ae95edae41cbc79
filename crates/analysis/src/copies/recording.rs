//! The parts of a replay that are compared.

use ghostreel_formats::AnyView;
use ghostreel_formats::timeline::{Column, Timeline};

use crate::compared_game;

/// The movements in a replay, as they were recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// The game's short name, e.g. `beat-saber`.
    pub game: String,
    /// The moving things. Names are for people: copies are found whatever things are called.
    pub tracks: Vec<Track>,
    /// The match, where several may record one.
    pub contest: Option<Match>,
}

/// One thing that moves, or a player's inputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Its name, e.g. `left hand`.
    pub name: String,
    /// Seconds, rising.
    pub times: Vec<f64>,
    /// For each time: aside, up, and along. Places in the game's unit, or deflections of a controller.
    pub places: Vec<[f32; 3]>,
}

/// A match that each of its players may record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Match {
    /// The match's own id.
    pub id: String,
    /// The players, by id and name, sorted.
    pub players: Vec<String>,
    /// Values that differ from recorder to recorder of one match: when frames came (bits of their times), or which had to be played again.
    pub traces: Vec<u64>,
}

impl Recording {
    /// The movements in a replay; `None` for a game that declares no thresholds of its own: its replays are not compared.
    pub fn of(view: &AnyView<'_>) -> Option<Self> {
        let timeline = view.timeline();
        let game = compared_game(timeline.meta.game)?;
        Some(Self {
            game: timeline.meta.game.to_owned(),
            tracks: (game.tracks)(&timeline),
            contest: (game.contest)(view, &timeline),
        })
    }
}

/// The players by id and by the name that is shown, sorted: under other names it is another's play, whatever the ids.
#[cfg(any(feature = "melee", feature = "rocket-league"))]
pub(crate) fn players(timeline: &Timeline<'_>) -> Vec<String> {
    let players = timeline.meta.players.iter();
    let mut players: Vec<String> = players
        .map(|player| format!("{} {}", player.id.as_deref().unwrap_or_default(), player.name))
        .collect();
    players.sort();
    players
}

/// A detail of the replay, if it is a text that is not empty.
#[cfg(feature = "rocket-league")]
pub(crate) fn detail(timeline: &Timeline<'_>, name: &str) -> Option<String> {
    use ghostreel_formats::timeline::Detail;
    timeline.meta.details.iter().find_map(|(known, detail)| match detail {
        Detail::Text(text) if *known == name && !text.is_empty() => Some(text.clone()),
        _ => None,
    })
}

/// Columns of a table, or none if one is not there.
pub(crate) fn columns<const N: usize>(
    timeline: &Timeline<'_>,
    table: &str,
    names: [&str; N],
) -> Option<[Column; N]> {
    timeline.table(table).ok()?.columns(&names).ok()?.try_into().ok()
}

impl Track {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a moment. One that is not later than the last, or has no place, is left out.
    pub(crate) fn push(&mut self, time: f64, place: [f32; 3]) {
        let is_later = self.times.last().is_none_or(|&last| time > last);
        if time.is_finite() && is_later && place.iter().all(|axis| axis.is_finite()) {
            self.times.push(time);
            self.places.push(place);
        }
    }
}

#[cfg(all(test, feature = "melee", feature = "rocket-league"))]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::{open, sample};

    use super::players;

    /// Attack: the same match under other names, with the ids as they were.
    #[test]
    fn a_player_under_another_name_is_another() {
        for game in ["melee", "rocket-league"] {
            let bytes = sample(game, None, 1).unwrap();
            let view = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
            let mut timeline = view.timeline();
            let before = players(&timeline);
            assert_eq!(players(&view.timeline()), before, "{game}");
            timeline.meta.players[0].name = "Thief".into();
            assert_ne!(players(&timeline), before, "{game}: the name");
            timeline.meta.players[0].name = view.meta().players[0].name.clone();
            timeline.meta.players[0].id = Some("thief".into());
            assert_ne!(players(&timeline), before, "{game}: the id");
        }
    }
}
