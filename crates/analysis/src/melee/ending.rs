//! The end of a game, and its winners.

use ghostreel_formats::slp::seconds;

use super::winners::won;
use super::{Report, StadiumStats, Units, WinnersBy};
use crate::ending::{Ending, EndingLine, counted, headline};

impl Report {
    /// The players who won, by port from 0 on: in teams all of the team, else whoever came first. Empty in modes in which there
    /// is no opponent.
    pub fn won(&self) -> Vec<u8> {
        won(&self.winners, self.is_teams, self.stadium.is_some())
    }

    /// The label of the winners.
    pub fn won_label(&self) -> &'static str {
        match self.winners_by {
            Some(WinnersBy::Standing) => "won by stocks",
            _ => "won",
        }
    }

    /// How the game ended: who won, or else the outcome, then what each player did.
    pub fn ending(&self, outcome: Option<&str>) -> Ending {
        let won = self.won();
        let has_won = |player: u8| won.contains(&player);
        let winners = self.players.iter().filter(|player| has_won(player.player_index));
        let names: Vec<&str> = winners.map(|player| &*player.name).collect();
        let headline = match names.len() {
            0 => headline(outcome),
            1 => format!("{} wins", names.join("")),
            _ => format!("{} win", names.join(" & ")),
        };
        let lines = self.players.iter().map(|player| {
            let mut overall = self.stats.overall.iter();
            let overall = overall.find(|overall| overall.player_index == player.player_index);
            let kills = counted(overall.map_or(0, |overall| overall.kill_count), "KO", "KOs");
            let damage = overall.map_or(0.0, |overall| overall.total_damage);
            EndingLine {
                name: player.introduced(),
                value: format!("{kills}, {damage:.0}% dealt"),
                won: has_won(player.player_index),
            }
        });
        Ending { headline, lines: lines.collect() }
    }

    /// The result of a stadium mode, in a sentence.
    pub fn stadium_line(&self) -> Option<String> {
        Some(match self.stadium.as_ref()? {
            StadiumStats::TargetTest { target_breaks } => {
                let broken = target_breaks.iter().filter_map(|target| target.frame_destroyed);
                let last = broken.clone().max().map(seconds);
                let last = last.map(|time| format!(", the last at {time:.2} s"));
                let (count, all) = (broken.count(), target_breaks.len());
                format!("Broke {count} of {all} targets{}", last.unwrap_or_default())
            }
            StadiumStats::HomeRunContest { distance, units } => {
                let units = match units {
                    Units::Meters => "m",
                    Units::Feet => "ft",
                };
                format!("Sandbag flew {distance:.1} {units}")
            }
        })
    }
}
