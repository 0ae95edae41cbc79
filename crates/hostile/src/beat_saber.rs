//! Beat Saber.

use ghostreel_formats::bsor::layout::{Pause, UserData, Wall};
use ghostreel_formats::bsor::sample::{Options, generate};
use ghostreel_formats::bsor::{Replay, encode};
use ghostreel_formats::core::Record;

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] =
    &[("user data", user_data), ("walls", walls), ("pauses", pauses)];

fn grown(change: impl FnOnce(&mut Replay)) -> Vec<u8> {
    let mut replay = generate(&Options::default());
    replay.frames.truncate(10);
    replay.notes.truncate(10);
    change(&mut replay);
    encode(&replay)
}

/// Entries without a name or content.
fn user_data(bytes: usize) -> Vec<u8> {
    grown(|replay| {
        replay.user_data = vec![UserData::new("", Vec::new()); bytes / 8];
        if !replay.sections.contains(&ghostreel_formats::bsor::layout::SectionId::UserData) {
            replay.sections.push(ghostreel_formats::bsor::layout::SectionId::UserData);
        }
    })
}

fn walls(bytes: usize) -> Vec<u8> {
    grown(|replay| {
        if let Some(wall) = Wall::read(&[0; 16]) {
            replay.walls = vec![wall; bytes / 16];
        }
    })
}

fn pauses(bytes: usize) -> Vec<u8> {
    grown(|replay| {
        if let Some(pause) = Pause::read(&[0; 12]) {
            replay.pauses = vec![pause; bytes / 12];
        }
    })
}
