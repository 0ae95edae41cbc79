use ghostreel_core::DecodeOptions;

use super::*;
use crate::encode;
use crate::sample::{self, FileKind};

/// The row that holds in a frame.
fn at(rows: &[StadiumForms], frame: i32) -> &StadiumForms {
    &rows[rows.partition_point(|row| row.frame <= frame) - 1]
}

fn parts(row: &StadiumForms) -> [f32; 5] {
    [row.normal, row.fire, row.grass, row.rock, row.water]
}

#[test]
fn feet_are_on_the_ground_that_is_there() {
    let folders = ["slippi/good", "slippi/seen"];
    let files = folders.into_iter().filter_map(ghostreel_corpus::files).flatten();
    for (name, bytes) in files.filter(|(name, _)| name.ends_with(".slp")) {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        if view.game_start().is_none_or(|start| start.stage() != STAGE) {
            continue;
        }
        let rows = rows(&view);
        let (mut worst, mut count, mut sinking) = (0.0_f32, 0, 0);
        for feet in standing(&view) {
            let Some(line) = feet.ground.and_then(line_of) else { continue };
            let form = FORMS.iter().position(|form| form.is_of(line.id)).unwrap();
            let part = parts(at(&rows, feet.frame))[form];
            count += 1;
            if part < LOW {
                // It goes down as a whole, by 1/6 a frame, and who stands on it goes along.
                sinking += 1;
            } else {
                worst = worst.max((part * line.height_at(feet.x) - feet.y).abs());
            }
        }
        assert!(worst < 1.0 && sinking * 200 <= count, "{name}: {worst}, {sinking} of {count}");
    }
}

#[test]
fn forms_come_and_go_by_and_by() {
    let files = ghostreel_corpus::files("slippi/good").into_iter().flatten();
    for (name, bytes) in files.filter(|(name, _)| name.contains("Falco_v_Fox_PS")) {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let rows = rows(&view);
        let seen = |frame| parts(at(&rows, frame)).map(|part| (part * 100.0).round() / 100.0);
        assert_eq!(seen(3950), [1.0, 0.0, 0.0, 0.0, 0.0], "{name}");
        assert_eq!(seen(4100), [0.05, 0.0, 0.0, 0.0, 0.0], "{name}");
        assert_eq!(seen(4239), [0.0, 0.0, 0.69, 0.0, 0.0], "{name}");
        assert_eq!(seen(5000), [0.0, 0.0, 1.0, 0.0, 0.0], "{name}");
        assert_eq!(seen(7000), [1.0, 0.0, 0.0, 0.0, 0.0], "{name}");
        let steps = rows.windows(2).map(|pair| {
            let (a, b) = (parts(&pair[0]), parts(&pair[1]));
            a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        });
        let worst = steps.fold(0.0, f32::max);
        assert!(worst < 0.06, "{name}: a form snaps by {worst}");
        assert!(rows.iter().all(|row| row.is_known || row.frame > 8955), "{name}");
    }
}

/// The sample, with what `change` does to its Game Start and to each Post-Frame Update.
fn sample(kind: FileKind, change: impl Fn(u8, &mut [u8])) -> Vec<u8> {
    let mut bytes = encode(&sample::generate(&sample::Options { kind, frames: 240, seed: 1 }));
    let view = View::open(bytes.clone(), &DecodeOptions::STRICT).unwrap();
    for event in view.placed_events() {
        let at = event.at as usize;
        change(event.code, &mut bytes[at..at + event.bytes.len()]);
    }
    bytes
}

#[test]
fn files_that_do_not_name_grounds_show_no_fire() {
    let bytes = sample(FileKind::Old, |code, event| {
        if code == command::GAME_START {
            event[0x13..0x15].copy_from_slice(&STAGE.to_be_bytes());
        }
    });
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    assert!(standing(&view).count() > 10 && standing(&view).all(|feet| feet.ground.is_none()));
    let rows = rows(&view);
    assert_eq!(rows.iter().map(parts).collect::<Vec<_>>(), [[1.0, 0.0, 0.0, 0.0, 0.0]]);
}

#[test]
fn the_height_says_the_ground_where_no_number_does() {
    let feet = |x, y| Standing { frame: 0, ground: None, x, y };
    let form = |x, y| sighting_by_height(&feet(x, y)).map(|seen| FORMS[seen.form].number);
    assert_eq!(form(-30.0, 25.0001), Some(5));
    assert_eq!(form(30.0, 26.0001), Some(3));
    assert_eq!(form(-30.0, 2.5001), Some(4));
    assert_eq!(form(50.0, 35.0001), Some(9));
    // Every form has a floor.
    assert_eq!(form(0.0, 0.0001), None);
}

#[test]
fn a_character_on_the_windmill_shows_where_a_blade_is() {
    let bytes = sample(FileKind::Stadium, |code, event| {
        if code == command::POST_FRAME {
            event[0x2f] = 0;
            event[0x30..0x32].copy_from_slice(&115_u16.to_be_bytes());
        }
    });
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let feet = standing(&view).find(|feet| feet.frame == 50).unwrap();
    let row = rows(&view).into_iter().rfind(|row| row.frame <= 50).unwrap();
    assert_eq!((row.blade_x, row.blade_y), (Some(feet.x), Some(feet.y)));
}

#[test]
fn recorded_changes_are_shown_step_by_step() {
    let options = sample::Options { kind: FileKind::Everything, frames: 420, seed: 1 };
    let bytes = encode(&sample::generate(&options));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let rows = rows(&view);
    // The old one goes from frame 80 on, the new one comes from 120 on.
    let [before, going, coming, over] = [79, 100, 180, 241].map(|frame| parts(at(&rows, frame)));
    assert_eq!(before[..2], [1.0, 0.0]);
    assert!(going[0] < 0.9 && going[0] > 0.5 && going[1] == 0.0, "{going:?}");
    assert!(coming[0] < 0.06 && coming[1] > 0.4 && coming[1] < 0.6, "{coming:?}");
    assert_eq!(over[..2], [0.0, 1.0]);
}
