//! The events of a game, a line each.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use ghostreel_analysis::Statistics;
use ghostreel_analysis::melee::{Conversion, Death, Player, Report, on_screen};
use ghostreel_formats::timeline::{FrameNumber, Meta};
use ghostreel_formats::{AnyEvent, bsor, slp};
use ghostreel_live::EndReason;

use super::Printer;
use super::running::Running;
use crate::say::{BAD, FAINT, STRONG};
use crate::text::{self, clean};

#[derive(Debug, Default)]
pub(super) struct Commentary {
    /// Whether the players were printed.
    is_introduced: bool,
    /// Whether the players are known and still to be printed.
    must_introduce: bool,
    /// The last frame that is final.
    frame: Option<FrameNumber>,
    /// By port: stocks in that frame.
    stocks: [Option<u8>; 4],
    /// Whether a stock was lost and is still to be printed.
    has_lost_stock: bool,
    /// How many lost stocks were printed.
    printed_stocks: usize,
}

impl Printer for Commentary {
    fn began(&mut self, _: &str, _: &mut dyn Write) -> Result<()> {
        *self = Self::default();
        Ok(())
    }

    fn event(&mut self, event: &AnyEvent, _: &mut dyn Write) -> Result<()> {
        match event {
            AnyEvent::Bsor(bsor::Event::Info(_)) | AnyEvent::Slp(slp::Event::GameStart(_)) => {
                self.must_introduce = true;
            }
            AnyEvent::Slp(slp::Event::Frame(frame)) => self.frame(frame),
            _ => {}
        }
        Ok(())
    }

    fn pause(&mut self, game: &Running, out: &mut dyn Write) -> Result<()> {
        if self.must_introduce && !self.is_introduced {
            self.is_introduced = true;
            let Some(replay) = game.replay() else { return Ok(()) };
            let who = match ghostreel_analysis::stats(&replay) {
                Some(Statistics::Melee(report)) => melee_players(&report),
                _ => who_plays(&replay.meta()),
            };
            writeln!(out, "{STRONG}{}{STRONG:#}: {}", game.name, clean(&who))?;
        }
        if std::mem::take(&mut self.has_lost_stock)
            && let Some(Statistics::Melee(report)) = game.statistics()
        {
            self.print_stocks(&report, out)?;
        }
        Ok(())
    }

    fn ended(&mut self, game: &Running, why: EndReason, out: &mut dyn Write) -> Result<()> {
        let Some(replay) = game.replay() else { return Ok(()) };
        let meta = replay.meta();
        let result = match ghostreel_analysis::stats(&replay) {
            Some(Statistics::Melee(report)) => {
                self.print_stocks(&report, out)?;
                melee_result(&report, &meta)
            }
            _ => result(&meta),
        };
        let result = match why {
            EndReason::Finished => result,
            EndReason::Replaced => "another replay takes its place".to_owned(),
            EndReason::Gone => "the file is gone".to_owned(),
            _ => "it breaks off: there is a newer one".to_owned(),
        };
        let time = match self.frame {
            Some(frame) => moment(frame),
            None => text::duration(meta.duration_s),
        };
        Ok(writeln!(out, "{FAINT}{time:>8}{FAINT:#}  {}", clean(&result))?)
    }
}

impl Commentary {
    fn frame(&mut self, frame: &slp::Frame) {
        self.frame = Some(FrameNumber(frame.number));
        for character in frame.characters.iter().filter(|character| !character.follower) {
            let now = character.post.map(|post| post.stocks_remaining);
            if let Some(before) = self.stocks.get_mut(usize::from(character.port))
                && now.is_some()
            {
                self.has_lost_stock |= now < *before;
                *before = now;
            }
        }
    }

    /// Prints the stocks that were lost up to the last final frame: later frames may be rolled back.
    fn print_stocks(&mut self, report: &Report, out: &mut dyn Write) -> Result<()> {
        let lost = report.details.deaths.iter();
        let lost: Vec<&Death> = lost.filter(|death| Some(death.frame) <= self.frame).collect();
        for death in lost.iter().skip(self.printed_stocks) {
            let mut line = format!(
                "{} {BAD}loses a stock{BAD:#} at {} %, {} left",
                clean(&player(report, death.player_index)),
                on_screen(death.percent),
                death.stocks_left
            );
            if let Some(conversion) = death.conversion(&report.stats.conversions) {
                write!(line, ": {}", clean(&punish(report, conversion)))?;
            }
            writeln!(out, "{FAINT}{:>8}{FAINT:#}  {line}", moment(death.frame))?;
        }
        self.printed_stocks = self.printed_stocks.max(lost.len());
        Ok(())
    }
}

/// The move that took the stock.
fn punish(report: &Report, conversion: &Conversion) -> String {
    let by = player(report, conversion.last_hit_by);
    let from = on_screen(conversion.start_percent);
    let last = conversion.moves.last().map(|last| last.move_name);
    let opening = conversion.opening_type.label();
    let moves = text::counted(conversion.moves.len() as u64, "move", "moves");
    match last {
        Some(last) => format!("{by}, {moves} from {from} %, {last} ({opening})"),
        None => format!("{by} from {from} % ({opening})"),
    }
}

/// `P1 Fox (Ghost) against P2 Falco, Battlefield`
fn melee_players(report: &Report) -> String {
    let against = if report.players.len() == 2 { " against " } else { ", " };
    let players: Vec<String> = report.players.iter().map(introduced).collect();
    let stage = report.stage.as_ref().map(|stage| format!(", {}", stage.name));
    format!("{}{}", players.join(against), stage.unwrap_or_default())
}

fn introduced(player: &Player) -> String {
    let Player { port, name, character, .. } = player;
    match player.goes_by_character() {
        false => format!("P{port} {character} ({name})"),
        true => format!("P{port} {character}"),
    }
}

fn player(report: &Report, index: u8) -> String {
    match report.players.iter().find(|player| player.player_index == index) {
        Some(Player { port, character, .. }) => format!("P{port} {character}"),
        None => format!("P{}", index.saturating_add(1)),
    }
}

/// `the game ends (game), P1 Fox wins`
fn melee_result(report: &Report, meta: &Meta) -> String {
    let mut line = match meta.outcome {
        Some(outcome) => format!("the game ends ({outcome})"),
        None => "the recording ends".to_owned(),
    };
    let won: Vec<String> = report.won().into_iter().map(|index| player(report, index)).collect();
    if !won.is_empty() {
        let win = text::plural(won.len() as u64, "wins", "win");
        let _ = write!(line, ", {} {win}", won.join(" and "));
    }
    line
}

/// `Ghost plays Synthetic Sample (ExpertPlus)`
fn who_plays(meta: &Meta) -> String {
    let names: Vec<&str> = meta.players.iter().map(|player| player.name.as_str()).collect();
    let map = meta.map.as_ref();
    let map = map.map(|map| {
        let difficulty = map.difficulty.as_ref().map(|difficulty| format!(" ({difficulty})"));
        format!(" plays {}{}", map.name, difficulty.unwrap_or_default())
    });
    format!("{}{}", names.join(", "), map.unwrap_or_default())
}

/// `cleared, score 142517`
fn result(meta: &Meta) -> String {
    let outcome = meta.outcome.unwrap_or("it ends");
    let score = meta.score.map(|score| format!(", score {score}"));
    format!("{outcome}{}", score.unwrap_or_default())
}

/// `2:31.4`, where the game's timer begins at 0.
fn moment(frame: FrameNumber) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "a frame fits, and so does its time")]
    let tenths = (f64::from(frame.0.max(0)) * 10.0 / slp::FRAME_RATE) as i64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_begin_with_the_timer() {
        assert_eq!(moment(FrameNumber(-123)), "0:00.0");
        assert_eq!(moment(FrameNumber(59)), "0:00.9");
        assert_eq!(moment(FrameNumber(60 * 151 + 24)), "2:31.4");
    }
}
