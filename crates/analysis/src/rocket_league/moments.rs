//! The noteworthy moments of a match: goals, shots, saves, demolitions, and other actions of players.

use std::borrow::Cow;

use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE};
use ghostreel_formats::timeline::{Moment, MomentKind, PlayerIndex, TeamNumber};

use super::TEAM_NAMES;
use super::events::Events;
use super::mechanics::{Mechanic, MechanicKind};
use super::mistakes::{Mistake, MistakeKind};
use super::player_action::PlayerAction;
use super::report::{Player, Report};
use crate::Moments;
use crate::moment_members::{measured, short, whole};

const GOAL: MomentKind = MomentKind::new("goal", "Goals", "team", 2, "km/h");
const SHOT: MomentKind = MomentKind::new("shot", "Shots", "shot", 1, "");
const SAVE: MomentKind = MomentKind::new("save", "Saves", "save", 1, "");
const DEMOLITION: MomentKind = MomentKind::new("demolition", "Demolitions", "demolition", 1, "");
const KICKOFF: MomentKind = MomentKind::new("kick-off", "Kick-offs", "kick-off", 1, "");
const PASS: MomentKind = MomentKind::new("pass", "Passes", "team", 0, "uu");
const FIFTY_FIFTY: MomentKind = MomentKind::new("50-50", "50-50s", "team", 0, "");
const AERIAL: MomentKind = MomentKind::new("aerial", "Aerials", "team", 0, "km/h");
const DRIBBLE: MomentKind = MomentKind::new("dribble", "Dribbles", "team", 0, "s");
const FLIP: MomentKind = MomentKind::new("flip", "Flips", "team", 0, "");
const DOUBLE_COMMIT: MomentKind = MomentKind::new("double-commit", "Double commits", "team", 0, "");
const LAST_MAN_OUT: MomentKind = MomentKind::new("last-man-out", "Last man out", "team", 0, "");
const BOOST_STARVATION: MomentKind =
    MomentKind::new("boost-starvation", "Boost starvation", "team", 0, "s");
const ITEM: MomentKind = MomentKind::new("item", "Items", "team", 0, "");
const PANEL: MomentKind = MomentKind::new("panel", "Panels", "team", 0, "");

/// The kinds before and after those of mechanics.
const BEFORE: [MomentKind; 9] =
    [GOAL, SHOT, SAVE, DEMOLITION, KICKOFF, PASS, FIFTY_FIFTY, AERIAL, DRIBBLE];
const AFTER: [MomentKind; 6] = [FLIP, DOUBLE_COMMIT, LAST_MAN_OUT, BOOST_STARVATION, ITEM, PANEL];

/// All kinds.
pub(crate) const KINDS: &[MomentKind] = &all_kinds();

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "it runs only while it is compiled"
)]
const fn all_kinds() -> [MomentKind; BEFORE.len() + MechanicKind::COUNT + AFTER.len()] {
    let mut all = [GOAL; BEFORE.len() + MechanicKind::COUNT + AFTER.len()];
    let mut at = 0;
    while at < all.len() {
        let mechanic = at.wrapping_sub(BEFORE.len());
        all[at] = if at < BEFORE.len() {
            BEFORE[at]
        } else if mechanic < MechanicKind::COUNT {
            MechanicKind::ALL[mechanic].moment()
        } else {
            AFTER[mechanic - MechanicKind::COUNT]
        };
        at += 1;
    }
    all
}

/// Speeds are in uu/s; the game shows them as this many km/h each.
const KMH: f64 = 0.036;

pub(crate) fn moments(_: &View<'_>, report: &Report) -> Moments {
    let names = Names { blue: &report.blue.players, orange: &report.orange.players };
    let Events { goals, shots, saves, touches, passes, fifty_fifties, .. } = &report.events;
    let Events { kickoffs, demolitions, dribbles, mechanics, flips, .. } = &report.events;
    let Events { mistakes, items, panels, .. } = &report.events;
    let mut moments = Moments::default();
    moments.extend(goals, |goal| names.goal(goal));
    // A moment that is both is listed as a save.
    moments.extend(shots.iter().filter(|shot| !shot.is_save), |shot| {
        // The goal itself is worth the look.
        let severity = u8::from(!shot.is_goal);
        let detail = if shot.is_goal { "goal" } else { "" }.to_owned();
        Moment { severity, detail, ..names.alone(&SHOT, &shot.action, "Shot") }
    });
    moments.extend(saves, |save| {
        let detail = if save.is_shot { "also a shot" } else { "" }.to_owned();
        Moment { detail, ..names.alone(&SAVE, &save.action, "Save") }
    });
    moments.extend(demolitions, |demolition| {
        let (attacker, victim) = (demolition.action.player, demolition.victim);
        Moment {
            other: Some(victim),
            label: format!("{} demolishes {}", names.of(Some(attacker)), names.of(Some(victim))),
            ..names.unlabelled(&DEMOLITION, &demolition.action)
        }
    });
    moments.extend(kickoffs, |kickoff| {
        let detail = match (kickoff.goal, kickoff.winner) {
            (Some(team), _) => format!("goal for {}", team_name(team)),
            (None, Some(team)) => format!("to {}", team_name(team)),
            _ => "even".to_owned(),
        };
        Moment {
            player: kickoff.first,
            team: kickoff.first.and_then(|first| names.team(first)),
            label: "Kick-off".to_owned(),
            detail,
            ..Moment::new(&KICKOFF, kickoff.time.into(), Some(kickoff.frame))
        }
    });
    moments.extend(passes, |pass| Moment {
        player: Some(pass.player),
        other: Some(pass.receiver),
        team: names.team(pass.player),
        label: format!(
            "Pass: {} to {}",
            names.of(Some(pass.player)),
            names.of(Some(pass.receiver))
        ),
        detail: measured(pass.distance, PASS.unit),
        value: Some(pass.distance),
        ..Moment::new(&PASS, pass.time.into(), Some(pass.frame))
    });
    moments.extend(fifty_fifties, |contest| Moment {
        player: Some(contest.blue),
        other: Some(contest.orange),
        team: contest.winner,
        label: format!(
            "50-50: {} and {}",
            names.of(Some(contest.blue)),
            names.of(Some(contest.orange))
        ),
        detail: contest.winner.map_or("even".to_owned(), |team| format!("to {}", team_name(team))),
        ..Moment::new(&FIFTY_FIFTY, contest.time.into(), Some(contest.frame))
    });
    moments.extend(touches.iter().filter(|touch| touch.is_aerial), |touch| {
        let value = (touch.ball_speed * KMH).round();
        Moment {
            player: Some(touch.player),
            team: touch.team,
            label: format!("Aerial: {}", names.of(Some(touch.player))),
            detail: measured(value, AERIAL.unit),
            value: Some(value),
            ..Moment::new(&AERIAL, touch.time.into(), Some(touch.frame))
        }
    });
    moments.extend(dribbles, |dribble| {
        let value = f64::from(dribble.end_time - dribble.action.time);
        let tenths = whole(value * 10.0);
        let detail = format!("{}.{} {}", tenths / 10, tenths % 10, DRIBBLE.unit);
        Moment { detail, value: Some(value), ..names.alone(&DRIBBLE, &dribble.action, "Dribble") }
    });
    moments.extend(mechanics, |mechanic| names.mechanic(mechanic));
    moments.extend(mistakes, |mistake| names.mistake(mistake));
    moments.extend(flips, |flip| names.alone(&FLIP, flip, "Flip"));
    moments.extend(items, |item| {
        let detail = item.item.clone();
        Moment { detail, ..names.alone(&ITEM, &item.action, "Item") }
    });
    moments.extend(panels.iter().filter(|panel| panel.is_direct_hit), |panel| Moment {
        player: panel.player,
        team: panel.player.and_then(|player| names.team(player)),
        label: format!("Panel: {}", names.of(panel.player)),
        detail: if panel.is_open { "open" } else { "damaged" }.to_owned(),
        ..Moment::new(&PANEL, panel.time.into(), Some(panel.frame))
    });
    moments
}

/// The names of players.
struct Names<'a> {
    blue: &'a [Player],
    orange: &'a [Player],
}

impl Names<'_> {
    fn of(&self, index: Option<PlayerIndex>) -> Cow<'_, str> {
        let mut players = self.blue.iter().chain(self.orange);
        let player = players.find(|player| Some(player.index) == index);
        player.map_or("someone".into(), |player| short(&player.name))
    }

    fn team(&self, index: PlayerIndex) -> Option<TeamNumber> {
        let is_in = |team: &[Player]| team.iter().any(|player| player.index == index);
        let teams = [(BLUE, self.blue), (ORANGE, self.orange)];
        teams.into_iter().find(|(_, players)| is_in(players)).map(|(team, _)| team)
    }

    /// An action of one player, labelled with its kind and the player's name.
    fn alone(&self, kind: &MomentKind, action: &PlayerAction, what: &str) -> Moment {
        let label = format!("{what}: {}", self.of(Some(action.player)));
        Moment { label, ..self.unlabelled(kind, action) }
    }

    /// An action of a player, with an empty label.
    fn unlabelled(&self, kind: &MomentKind, action: &PlayerAction) -> Moment {
        Moment {
            player: Some(action.player),
            team: self.team(action.player),
            ..Moment::new(kind, action.time.into(), Some(action.frame))
        }
    }

    fn mechanic(&self, mechanic: &Mechanic) -> Moment {
        let kind = mechanic.kind.moment();
        let value = mechanic.touches.map(f64::from);
        let touches = value.map(|touches| measured(touches, kind.unit));
        let direction = mechanic.direction.map(|direction| direction.word().to_owned());
        let detail = touches.or(direction).unwrap_or_default();
        Moment { detail, value, ..self.alone(&kind, &mechanic.action, mechanic.kind.label()) }
    }

    fn mistake(&self, mistake: &Mistake) -> Moment {
        let Mistake { action, kind, mate, end_time } = mistake;
        match kind {
            MistakeKind::DoubleCommit => Moment {
                other: *mate,
                label: format!(
                    "Double commit: {} and {}",
                    self.of(Some(action.player)),
                    self.of(*mate)
                ),
                ..self.unlabelled(&DOUBLE_COMMIT, action)
            },
            MistakeKind::LastManOut => self.alone(&LAST_MAN_OUT, action, "Last man out"),
            MistakeKind::BoostStarvation => {
                let value = end_time.map(|end| f64::from(end - action.time).round());
                let detail = value.map(|value| measured(value, BOOST_STARVATION.unit));
                let detail = detail.unwrap_or_default();
                Moment { detail, value, ..self.alone(&BOOST_STARVATION, action, "No boost") }
            }
        }
    }

    fn goal(&self, goal: &super::plays::Goal) -> Moment {
        let speed = (goal.ball_speed * KMH).round();
        let name = goal.player.map_or("nobody known".into(), |_| self.of(goal.player));
        let mut label = format!("Goal for {}: {name}", goal.team.map_or("nobody", team_name));
        if speed > 0.0 {
            label.push_str(", ");
            label.push_str(&measured(speed, GOAL.unit));
        }
        let assist = goal.assist.map(|_| format!("assist by {}", self.of(goal.assist)));
        Moment {
            player: goal.player,
            other: goal.assist,
            team: goal.team,
            label,
            detail: assist.unwrap_or_default(),
            value: Some(speed).filter(|speed| *speed > 0.0),
            ..Moment::new(&GOAL, goal.time.into(), Some(goal.frame))
        }
    }
}

fn team_name(team: TeamNumber) -> &'static str {
    let name = usize::try_from(team.0).ok().and_then(|team| TEAM_NAMES.get(team));
    name.copied().unwrap_or("nobody")
}
