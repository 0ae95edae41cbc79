use ghostreel_core::DecodeOptions;

use super::*;

/// Files of the stage, by name.
fn files() -> Vec<(String, Vec<u8>)> {
    let all = ghostreel_corpus::files("slippi/good").into_iter().flatten();
    all.filter(|(_, bytes)| {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        view.game_start().is_some_and(|start| start.stage() == STAGE)
    })
    .collect()
}

/// The row that holds in a frame.
fn at(rows: &[FodHeights], frame: i32) -> &FodHeights {
    &rows[rows.partition_point(|row| row.frame <= frame) - 1]
}

/// How far feet are from the platforms that they stand on: all of them, and those who stand where the height is said to be known.
fn misses(view: &View<'_>, rows: &[FodHeights], counts: impl Fn(i32) -> bool) -> [Vec<f32>; 2] {
    let mut misses = [Vec::new(), Vec::new()];
    for feet in standing(view).filter(|feet| counts(feet.frame)) {
        let Some((side, y)) = stood_on(feet.ground, feet.x, feet.y) else { continue };
        let row = at(rows, feet.frame);
        let (height, is_known) =
            [(row.left, row.is_left_known), (row.right, row.is_right_known)][side];
        misses[0].push((height - y).abs());
        if is_known {
            misses[1].push((height - y).abs());
        }
    }
    misses
}

#[test]
fn feet_are_on_the_platforms_wherever_somebody_stands() {
    for (name, bytes) in files() {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let [all, _] = misses(&view, &rows(&view), |_| true);
        let worst = all.iter().copied().fold(0.0, f32::max);
        assert!(all.len() > 100 && worst < 0.001, "{name}: {worst}");
    }
}

/// Unused sightings show how good a guess is: every other stretch of a game is hidden.
#[test]
fn known_heights_are_right_where_feet_were_hidden() {
    let (mut close, mut count) = (0, 0);
    for (name, bytes) in files() {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        for stretch in [30, 120, 300, 600, 1200] {
            let is_hidden = move |frame: i32| frame.rem_euclid(2 * stretch) >= stretch;
            let rows = inferred(&view, |frame| !is_hidden(frame));
            let [all, known] = misses(&view, &rows, is_hidden);
            let near = all.iter().filter(|miss| **miss < 1.0).count();
            let worst = known.iter().copied().fold(0.0, f32::max);
            assert!(worst < 1.0, "{name}, {stretch} frames: {worst}");
            close += near;
            count += all.len();
        }
    }
    assert!(close * 4 >= count * 3, "{close} of {count}");
}

/// The events of the only file that has them confirm the guesses without them.
#[test]
fn inferred_heights_are_the_recorded_ones() {
    for (name, bytes) in files() {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        if !is_recorded(&view) {
            continue;
        }
        let (truth, guess) = (recorded(&view), inferred(&view, |_| true));
        for character in &view.frames().characters {
            let (truth, guess) = (at(&truth, character.frame), at(&guess, character.frame));
            let is_right = |is_known: bool, a: f32, b: f32| !is_known || (a - b).abs() < 1.0;
            assert!(is_right(guess.is_left_known, truth.left, guess.left), "{name}: {guess:?}");
            assert!(is_right(guess.is_right_known, truth.right, guess.right), "{name}: {guess:?}");
        }
    }
}

/// A way from one sighting to the next, and the heights at frames of it.
fn check(a: (i32, f32, f32), b: (i32, f32, f32), expected: &[(i32, f32, bool)]) {
    let sighting =
        |(frame, y, speed)| Sighting { speeds: [Some(speed); 2], ..Sighting::new(frame, y) };
    let mut way = Way::new(vec![sighting(a), sighting(b)]);
    for &(frame, y, is_known) in expected {
        let height = way.at(frame);
        assert!((height.y - y).abs() < 0.2, "{a:?} to {b:?} at {frame}: {height:?}, not {y}");
        assert_eq!(height.is_known, is_known, "{a:?} to {b:?} at {frame}");
    }
}

#[test]
fn a_platform_moves_as_it_can() {
    // Rests; stood on at one height and, not long after, at the same.
    check((0, 18.0, 0.0), (2000, 18.0, 0.0), &[(1000, 18.0, true)]);
    // It may have been in the floor in between.
    check((0, 19.875, 0.0), (2000, 19.875, 0.0), &[(0, 19.875, true), (1000, 19.875, false)]);
    // A move that was seen on its way goes on until it is there.
    check(
        (0, 15.0, RISE),
        (400, 20.0, 0.0),
        &[(20, 17.25, true), (44, 20.0, true), (300, 20.0, true)],
    );
    check(
        (0, 20.0, 0.0),
        (400, 15.0, -SINK),
        &[(300, 20.0, true), (367, 17.5, true), (400, 15.0, true)],
    );
    // One that was not seen took place some time between.
    check(
        (0, 15.0, 0.0),
        (900, 20.0, 0.0),
        &[(0, 15.0, true), (10, 15.0, false), (890, 20.0, false)],
    );
    // No platform rests low: it goes into the floor, and comes again.
    check(
        (0, 7.5, -SINK),
        (900, 19.875, 0.0),
        &[(50, 3.75, true), (110, 0.0, false), (890, 19.875, false)],
    );
}
