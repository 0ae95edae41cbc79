//! Which replays of a collection are wanted.

use ghostreel_analysis::Side;
use ghostreel_analysis::sides;
use ghostreel_formats::core::FormatInfo;

use crate::Replay;

/// The conditions on a replay, all of which must hold. Each is looked at before anything is decoded.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    pub(super) games: Vec<String>,
    pub(super) player: Option<String>,
    pub(super) opponent: Option<String>,
    pub(super) character: Option<String>,
    pub(super) map: Option<String>,
    /// Seconds since 1970.
    pub(super) since: Option<i64>,
    pub(super) until: Option<i64>,
}

impl Conditions {
    /// False if no file that begins like this format is wanted; `None` of those that any may be in.
    pub(super) fn may_hold(&self, format: Option<&FormatInfo>) -> bool {
        format.is_none_or(|format| self.is_game(format.game))
    }

    fn is_game(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|wanted| wanted == game)
    }

    pub(super) fn hold(&self, replay: &Replay<'_>) -> bool {
        let meta = replay.meta();
        let is_map = self.map.as_deref().is_none_or(|wanted| {
            meta.map.as_ref().is_some_and(|map| {
                map.id.as_deref().is_some_and(|id| is_same(id, wanted))
                    || is_same(&map.name, wanted)
            })
        });
        let is_between = match (self.since, self.until) {
            (None, None) => true,
            (since, until) => meta.started_at.is_some_and(|at| {
                since.is_none_or(|since| at >= since) && until.is_none_or(|until| at < until)
            }),
        };
        self.is_game(meta.game)
            && is_map
            && is_between
            && self.hold_for_people(replay, &meta.players)
    }

    fn hold_for_people(&self, replay: &Replay<'_>, players: &[crate::timeline::Player]) -> bool {
        let Self { player, opponent, character, .. } = self;
        if player.is_none() && opponent.is_none() && character.is_none() {
            return true;
        }
        let sides = sides(replay.as_any());
        if sides.is_empty() {
            // Nobody plays against anybody, as nobody in particular.
            let is_there = |wanted: &String| {
                let is_it =
                    |id: &Option<String>| id.as_deref().is_some_and(|id| is_same(id, wanted));
                players.iter().any(|one| is_it(&one.id) || is_same(&one.name, wanted))
            };
            return opponent.is_none()
                && character.is_none()
                && player.as_ref().is_none_or(is_there);
        }
        let is_own = |side: &&Side| side_has(side, player.as_deref(), character.as_deref());
        let is_against = |own: &Side| {
            opponent.as_deref().is_none_or(|wanted| {
                let others = sides.iter().filter(|side| !std::ptr::eq(*side, own));
                others.into_iter().any(|side| side_has(side, Some(wanted), None))
            })
        };
        sides.iter().filter(is_own).any(is_against)
    }
}

/// Whether a side has a player of that name or id, with that character.
fn side_has(side: &Side, player: Option<&str>, character: Option<&str>) -> bool {
    side.players.iter().any(|one| {
        let is_player = player.is_none_or(|wanted| {
            is_same(&one.name, wanted)
                || one.person.as_deref().is_some_and(|person| is_same(person, wanted))
        });
        let plays = |wanted| one.character.as_deref().is_some_and(|its| is_same(its, wanted));
        is_player && character.is_none_or(plays)
    })
}

/// Whatever the case.
fn is_same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}
