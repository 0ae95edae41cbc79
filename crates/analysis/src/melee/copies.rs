//! How copies are found: by the players' inputs.

use ghostreel_formats::timeline::Timeline;
use ghostreel_formats::{AnyView, GameView};

use crate::copies::recording::{Match, Track, columns, players};
use crate::copies::{ComparedGame, Rules};

pub(crate) const COPIES: Option<ComparedGame> = Some(ComparedGame {
    tracks,
    contest,
    rules: Rules {
        rate: 60.0,
        is_place: false,
        fastest: f32::INFINITY,
        is_without_waves: false,
        knee: 0.3,
        longest_gap: 0.5,
        never_alike_for: 15.0,
        window: 1.0,
        least_correlation: 0.99,
    },
});

/// Buttons that are pressed in play, with how much each counts: each is different, and none is as much as a stick.
const BUTTONS: [(u16, f32); 6] =
    [(0x100, 0.6), (0x200, -0.6), (0x400, 0.4), (0x800, 0.4), (0x10, -0.4), (0x60, -0.8)];
/// How much the C-stick counts beside the stick.
const C_STICK: f32 = 0.7;

/// A controller in each port: aside and up are the sticks, along the buttons.
fn tracks(timeline: &Timeline<'_>) -> Vec<Track> {
    controllers(timeline).unwrap_or_default()
}

fn controllers(timeline: &Timeline<'_>) -> Option<Vec<Track>> {
    let names = ["time", "port", "follower", "pre.joystick_x", "pre.joystick_y", "pre.c_stick_x"];
    let [time, port, follower, x, y, c_x] = columns(timeline, "frames", names)?;
    let [c_y, buttons] = columns(timeline, "frames", ["pre.c_stick_y", "pre.physical_buttons"])?;
    let mut tracks = [1, 2, 3, 4].map(|port| Track::new(format!("port {port}")));
    let (time, port, follower) = (time.as_f64()?, port.as_u8()?, follower.as_bool()?);
    let sticks = x.as_f32()?.iter().zip(y.as_f32()?);
    let sticks = sticks.zip(c_x.as_f32()?.iter().zip(c_y.as_f32()?));
    let inputs = sticks.zip(buttons.as_u16()?);
    let rows = time.iter().zip(port).zip(follower).zip(inputs);
    for (((&time, &port), &follower), (((x, y), (c_x, c_y)), &buttons)) in rows {
        if let Some(track) = tracks.get_mut(usize::from(port)).filter(|_| follower == 0) {
            let pressed = BUTTONS.iter().filter(|(button, _)| buttons & button != 0);
            let pressed = pressed.map(|(_, counts)| counts).sum();
            track.push(time, [x + C_STICK * c_x, y + C_STICK * c_y, pressed]);
        }
    }
    Some(tracks.into_iter().filter(|track| !track.times.is_empty()).collect())
}

/// The match by the id that matchmaking gave it. Over a network, each side has its own frames that it had to play again.
fn contest(view: &AnyView<'_>, timeline: &Timeline<'_>) -> Option<Match> {
    let GameView::Slp(view) = view.game_view() else { return None };
    let start = view.game_start()?;
    let id = start.match_id().filter(|id| !id.is_empty())?;
    let id = format!("{id}, game {}", start.game_number().unwrap_or_default());
    let mut traces = Vec::new();
    let mut newest = i32::MIN;
    for character in &view.frames_with_rollbacks().characters {
        if character.frame < newest {
            traces.push(u64::from(character.frame.unsigned_abs()));
        }
        newest = newest.max(character.frame);
    }
    traces.dedup();
    Some(Match { id, players: players(timeline), traces })
}
