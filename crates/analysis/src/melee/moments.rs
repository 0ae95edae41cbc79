//! The noteworthy moments of a game: stocks, conversions, combos and edgeguards.

use std::borrow::Cow;

use ghostreel_formats::slp::{View, seconds};
use ghostreel_formats::timeline::{FrameNumber, Moment, MomentKind, PlayerIndex, TeamNumber};

use super::combos::Combo;
use super::conversions::Conversion;
use super::deaths::{Death, Direction};
use super::move_landed::MoveLanded;
use super::number::on_screen;
use super::recoveries::{Recovery, RecoveryOutcome};
use super::report::{Player, Report};
use crate::Moments;
use crate::moment_members::{measured, short};
use crate::sheet::capitalized;

const STOCK: MomentKind = MomentKind::new("stock", "Deaths", "stock", 2, "%");
const KILL: MomentKind = MomentKind::new("kill", "Conversions", "kill", 2, "%");
const CONVERSION: MomentKind = MomentKind::new("conversion", "Conversions", "hit", 1, "%");
const COMBO: MomentKind = MomentKind::new("combo", "Combos", "combo", 1, "%");

/// A detail: the stock that it may end with is worth a look of its own.
const EDGEGUARD: MomentKind = MomentKind::new("edgeguard", "Edgeguards", "hit", 0, "%");

/// All kinds.
pub(crate) const KINDS: &[MomentKind] = &[KILL, CONVERSION, COMBO, EDGEGUARD, STOCK];

/// Moves that make a combo worth a look.
const COMBO_MOVES: usize = 3;

pub(crate) fn moments(_: &View<'_>, report: &Report) -> Moments {
    let names = Names(&report.players);
    // A conversion that is listed as a combo too is a detail.
    let is_worth_a_look = |combo: &&Combo| combo.moves.len() >= COMBO_MOVES;
    let mut combos: Vec<_> = report
        .stats
        .combos
        .iter()
        .filter(is_worth_a_look)
        .map(|combo| MoveSequence::from(combo).key())
        .collect();
    combos.sort_unstable();
    let mut moments = Moments::default();
    moments.extend(&report.stats.conversions, |conversion| {
        let sequence = MoveSequence::from(conversion);
        let kind = if sequence.did_kill { &KILL } else { &CONVERSION };
        let opening = conversion.opening_type.label();
        let moment = names.sequence(kind, &sequence, "hit conversion", opening);
        let severity = if !sequence.did_kill && combos.binary_search(&sequence.key()).is_ok() {
            0
        } else {
            kind.severity
        };
        Moment { severity, ..moment }
    });
    let combos = report.stats.combos.iter().filter(|combo| combo.moves.len() > 1);
    moments.extend(combos, |combo| {
        let severity = u8::from(is_worth_a_look(&combo));
        Moment { severity, ..names.sequence(&COMBO, &combo.into(), "move combo", "") }
    });
    let edgeguards = report.details.recoveries.iter().filter(|recovery| recovery.is_edgeguarded);
    let edgeguards =
        edgeguards.filter_map(|recovery| recovery.last_hit_by.map(|guard| (guard, recovery)));
    moments.extend(edgeguards, |(guard, recovery)| names.edgeguard(guard, recovery));
    moments.extend(&report.details.deaths, |death| names.death(death));
    moments
}

/// The common part of conversions and combos.
struct MoveSequence<'a> {
    opener: u8,
    victim: u8,
    start_frame: FrameNumber,
    moves: &'a [MoveLanded],
    did_kill: bool,
}

impl MoveSequence<'_> {
    /// The same for a conversion and the combo that it begins with.
    fn key(&self) -> (u8, FrameNumber) {
        (self.victim, self.start_frame)
    }
}

impl<'a> From<&'a Conversion> for MoveSequence<'a> {
    fn from(conversion: &'a Conversion) -> Self {
        let Conversion { player_index, start_frame, moves, did_kill, .. } = conversion;
        let (victim, start_frame, did_kill) = (*player_index, *start_frame, *did_kill);
        Self { opener: conversion.opener(), victim, start_frame, moves, did_kill }
    }
}

impl<'a> From<&'a Combo> for MoveSequence<'a> {
    fn from(combo: &'a Combo) -> Self {
        let Combo { player_index, start_frame, moves, did_kill, .. } = combo;
        let (victim, start_frame, did_kill) = (*player_index, *start_frame, *did_kill);
        Self { opener: combo.opener(), victim, start_frame, moves, did_kill }
    }
}

/// The players, for their names and rows.
struct Names<'a>(&'a [Player]);

impl Names<'_> {
    /// The row of a player in the table `players`.
    fn row(&self, index: u8) -> Option<PlayerIndex> {
        self.0.iter().position(|player| player.player_index == index).map(PlayerIndex::at)
    }

    fn team(&self, index: u8) -> Option<TeamNumber> {
        let player = self.0.iter().find(|player| player.player_index == index)?;
        player.team_id.map(|team| TeamNumber(team.into()))
    }

    /// The name, as in the title.
    fn of(&self, index: u8) -> Cow<'_, str> {
        let player = self.0.iter().find(|player| player.player_index == index);
        player.map_or("Nobody".into(), |player| short(&player.name))
    }

    fn sequence(
        &self,
        kind: &MomentKind,
        sequence: &MoveSequence<'_>,
        what: &str,
        how: &str,
    ) -> Moment {
        let MoveSequence { opener, victim, start_frame, moves, did_kill } = *sequence;
        let damage: f64 = moves.iter().map(|landed| landed.damage).sum();
        let damage_text = measured(damage, kind.unit);
        let mut label = format!("{}: {}-{what}, {damage_text}", self.of(opener), moves.len());
        if let Some(last) = moves.last().filter(|_| did_kill) {
            label.push_str(", kill with ");
            label.push_str(last.move_name);
        }
        Moment {
            player: self.row(opener),
            other: self.row(victim),
            team: self.team(opener),
            label,
            detail: joined([&capitalized(&names_of(moves)), how], " · "),
            value: Some(damage),
            ..Moment::new(kind, seconds(start_frame), Some(start_frame))
        }
    }

    /// `guard`: the player who hit the recovering one last.
    fn edgeguard(&self, guard: u8, recovery: &Recovery) -> Moment {
        let percent = format!("{} {}", on_screen(recovery.start_percent), EDGEGUARD.unit);
        let outcome = match recovery.outcome {
            RecoveryOutcome::Death => "stock lost",
            RecoveryOutcome::Ledge => "back at the ledge",
            RecoveryOutcome::Stage => "back on the stage",
            RecoveryOutcome::Open => "still off the stage",
        };
        let (guarding, recovering) = (self.of(guard), self.of(recovery.player_index));
        Moment {
            player: self.row(guard),
            other: self.row(recovery.player_index),
            team: self.team(guard),
            label: format!("{guarding} edgeguards {recovering} at {percent}"),
            detail: outcome.to_owned(),
            value: Some(recovery.start_percent),
            ..Moment::new(&EDGEGUARD, seconds(recovery.start_frame), Some(recovery.start_frame))
        }
    }

    fn death(&self, death: &Death) -> Moment {
        let cause = match death.killed_by {
            None => "Self-destruct",
            Some(_) => death.move_name.unwrap_or("grab"),
        };
        let percent = format!("{} {}", on_screen(death.percent), STOCK.unit);
        let side = death.direction.map_or("", Direction::label);
        Moment {
            player: death.killed_by.and_then(|killer| self.row(killer)),
            other: self.row(death.player_index),
            team: death.killed_by.and_then(|killer| self.team(killer)),
            label: format!("{} loses a stock at {percent}", self.of(death.player_index)),
            detail: joined([&capitalized(cause), side], ", "),
            value: Some(death.percent),
            ..Moment::new(&STOCK, seconds(death.frame), Some(death.frame))
        }
    }
}

/// Up to two moves by name, more by number.
fn names_of(moves: &[MoveLanded]) -> String {
    match moves {
        [] => "grab".to_owned(),
        [one] => one.move_name.to_owned(),
        [one, two] => [one.move_name, two.move_name].join(", "),
        more => format!("{} moves", more.len()),
    }
}

/// The parts that are not empty, with the separator between them.
fn joined(parts: [&str; 2], separator: &str) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(player_index: u8, character_id: u8, name: &str) -> Player {
        Player {
            player_index,
            port: player_index + 1,
            name: name.to_owned(),
            code: None,
            character_id,
            character: format!("character {character_id}"),
            team_id: None,
        }
    }

    fn combo(moves: &[(&'static str, f64)], did_kill: bool) -> Combo {
        let landed = |&(move_name, damage): &(&'static str, f64)| MoveLanded {
            player_index: 0,
            frame: FrameNumber(60),
            move_id: 13,
            move_name,
            hit_count: 1,
            damage,
        };
        Combo {
            player_index: 1,
            last_hit_by: 0,
            start_frame: FrameNumber(60),
            end_frame: None,
            start_percent: 10.0,
            current_percent: 48.0,
            end_percent: None,
            moves: moves.iter().map(landed).collect(),
            did_kill,
        }
    }

    #[test]
    fn labels_say_who_did_what_and_how_it_ended() {
        let players = [player(0, 2, "Ghost"), player(1, 20, "Reel")];
        let names = Names(&players);
        let kill = combo(&[("utilt", 9.4), ("nair", 12.0), ("usmash", 17.0)], true);
        let moment = names.sequence(&KILL, &(&kill).into(), "hit conversion", "neutral win");
        assert_eq!(moment.label, "Ghost: 3-hit conversion, 38 %, kill with usmash");
        assert_eq!(moment.detail, "3 moves · neutral win");
        assert_eq!((moment.time, moment.frame), (1.0, Some(FrameNumber(60))));
        let (first, second) = (Some(PlayerIndex::new(0)), Some(PlayerIndex::new(1)));
        assert_eq!((moment.player, moment.other), (first, second));
        let two = combo(&[("nair", 12.0), ("Shine", 10.0)], false);
        let moment = names.sequence(&COMBO, &(&two).into(), "move combo", "");
        assert_eq!((&*moment.label, &*moment.detail), ("Ghost: 2-move combo, 22 %", "Nair, Shine"));
    }

    #[test]
    fn edgeguards_are_of_who_hit_last_and_say_how_they_ended() {
        let players = [player(0, 2, "Ghost"), player(1, 9, "Reel")];
        let recovery = Recovery {
            player_index: 1,
            last_hit_by: Some(0),
            start_frame: FrameNumber(120),
            end_frame: Some(FrameNumber(200)),
            start_percent: 64.3,
            current_percent: 70.0,
            is_edgeguarded: true,
            outcome: RecoveryOutcome::Ledge,
        };
        let moment = Names(&players).edgeguard(0, &recovery);
        assert_eq!(
            (&*moment.label, &*moment.detail),
            ("Ghost edgeguards Reel at 64 %", "back at the ledge")
        );
        assert_eq!((moment.time, moment.severity), (2.0, 0));
        let (first, second) = (Some(PlayerIndex::new(0)), Some(PlayerIndex::new(1)));
        assert_eq!((moment.player, moment.other), (first, second));
    }

    #[test]
    fn a_stock_is_lost_by_somebody_or_by_oneself() {
        let players = [player(0, 2, "Ghost"), player(1, 2, "Reel")];
        let death = Death {
            player_index: 1,
            frame: FrameNumber(180),
            percent: 101.0,
            direction: Some(Direction::Up),
            stocks_left: 3,
            killed_by: None,
            move_id: None,
            move_name: None,
        };
        let moment = Names(&players).death(&death);
        assert_eq!(
            (&*moment.label, &*moment.detail),
            ("Reel loses a stock at 101 %", "Self-destruct, off the top")
        );
        assert_eq!((moment.time, moment.severity), (3.0, 2));
        assert_eq!((moment.player, moment.other), (None, Some(PlayerIndex::new(1))));
    }
}
