//! The table `heat_map`: how long each player was in which part of the field.

use std::sync::LazyLock;

use ghostreel_formats::timeline::{PlayerIndex, Schema, TableKind, rows, table_rows};

use super::samples::Sample;

rows! {
    /// How long a player was in a square of the field, 256 uu wide.
    pub struct HeatMapRow {
        player: PlayerIndex, "", "Row of the table players";
        x: f32, "uu", "Middle of the square";
        y: f32, "uu", "Middle of the square; blue's goal is at negative y";
        seconds: f64, "s", "Seconds played with the player's car there; as in the statistics, demolished and unmoved cars have none";
    }
}

table_rows! { HeatMapRow: "heat_map"; }

/// Width of a square, in uu.
pub(super) const SQUARE: f32 = 256.0;
/// Squares along each axis, half of them on either side of the middle: the longest field ends at some 7,400 uu.
const SQUARES: usize = 80;

pub(super) static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<HeatMapRow>(
        "heat_map",
        TableKind::Events,
        None,
        "how long a player was in a square of the field",
    )
});

/// By player, then along the field and across.
pub(super) fn heat_map(samples: &[Vec<Sample<'_>>]) -> Vec<HeatMapRow> {
    let all = (0..).map(PlayerIndex::new).zip(samples);
    all.flat_map(|(player, samples)| rows_of(player, samples)).collect()
}

fn rows_of(
    player: PlayerIndex,
    samples: &[Sample<'_>],
) -> impl Iterator<Item = HeatMapRow> + use<> {
    let mut lines = vec![[0.0; SQUARES]; SQUARES];
    for sample in samples {
        let [x, y] = [sample.row.position.x, sample.row.position.y].map(square);
        let line = y.and_then(|y| lines.get_mut(y));
        if let (Some(line), Some(x)) = (line, x)
            && let Some(seconds) = line.get_mut(x)
        {
            *seconds += sample.seconds;
        }
    }
    let places = |(y, line): (usize, [f64; SQUARES])| {
        line.into_iter().enumerate().map(move |(x, seconds)| (middle(x), middle(y), seconds))
    };
    let places = lines.into_iter().enumerate().flat_map(places);
    places.filter(|(.., seconds)| *seconds > 0.0).map(move |(x, y, seconds)| HeatMapRow {
        player,
        x,
        y,
        seconds,
    })
}

/// The square that a place along an axis is in, counted from the one with the lowest places.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held to the range")]
fn square(place: f32) -> Option<usize> {
    let from_edge = place / SQUARE + SQUARES as f32 / 2.0;
    (0.0..SQUARES as f32).contains(&from_edge).then_some(from_edge as usize)
}

/// The middle of a square, along the same axis.
fn middle(square: usize) -> f32 {
    (square as f32 + 0.5 - SQUARES as f32 / 2.0) * SQUARE
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::rlreplay::View;

    use super::super::Report;
    use super::*;

    #[test]
    fn squares_add_up_to_the_time_on_the_field() {
        let bytes = ghostreel_formats::sample("rocket-league", None, 1).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let report = Report::new(&view);
        for player in report.blue.players.iter().chain(&report.orange.players) {
            let squares = report.heat_map.iter().filter(|row| row.player == player.index);
            let (count, seconds) =
                squares.fold((0, 0.0), |(count, sum), row| (count + 1, sum + row.seconds));
            let position = &player.stats.positioning;
            let thirds = position.time_defensive_third
                + position.time_neutral_third
                + position.time_offensive_third;
            assert!(count > 20 && (seconds - thirds).abs() < 0.02, "{count}: {seconds}, {thirds}");
        }
    }

    #[test]
    fn a_square_has_its_middle() {
        for (place, wanted) in [(0.0, 128.0), (255.9, 128.0), (256.0, 384.0), (-0.1, -128.0)] {
            assert_eq!(square(place).map(middle), Some(wanted), "{place}");
        }
        assert_eq!([f32::NAN, f32::INFINITY, -10_241.0, 10_240.0].map(square), [None; 4]);
    }
}
