//! Events of real matches, compared with the game's own.
#![cfg(feature = "rocket-league")]

use std::cell::Cell;

use ghostreel_analysis::rocket_league::{Demolition, Report, Touch};
use ghostreel_corpus::files;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE};
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, TeamNumber};
use ghostreel_formats::{sample, sample_variants};

const GAME: &str = "rocket-league";

/// The game may send a touch so many frames apart from it.
const FRAMES: u32 = 4;
/// Whole matches, and how many kick-offs they have.
const MATCHES: [(&str, usize); 3] = [("127d794a", 2), ("215a4e00", 5), ("c1994003", 13)];

fn each(files: &[(String, Vec<u8>)], check: impl Fn(&str, &View<'_>, &Report)) {
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        check(name, &view, &Report::new(&view));
    }
}

#[test]
fn a_team_that_the_game_says_hit_the_ball_touched_it() {
    let Some(files) = files("rocket-league/good") else { return };
    let counts = Cell::new((0, 0));
    each(&files, |name, view, report| {
        let sent = &view.world().touches;
        let touches = &report.events.touches;
        let is_found = |frame: u32, team: TeamNumber| {
            let is_it = |touch: &Touch| {
                touch.team == Some(team)
                    && FrameNumber::from(frame).0.abs_diff(touch.frame.0) <= FRAMES
            };
            touches.iter().any(is_it)
        };
        let found = sent.iter().filter(|row| is_found(row.frame, row.team)).count();
        // With several balls, or one that sticks to cars, it is not always known who did.
        assert!(
            sent.len() < 10 || found * 4 >= sent.len() * 3,
            "{name}: {found} of {}",
            sent.len()
        );
        assert!(touches.is_sorted_by(|a, b| a.time <= b.time), "{name}");
        let (all, most) = counts.get();
        counts.set((all + found, most + sent.len()));
    });
    let (found, sent) = counts.get();
    assert!(found * 100 >= sent * 99, "{found} of {sent}");
}

#[test]
fn the_assists_of_goals_are_those_of_the_scoreboard() {
    let Some(files) = files("rocket-league/good") else { return };
    let counts = Cell::new((0, 0));
    each(&files, |name, view, report| {
        let players = &view.world().players;
        let counted = |player: PlayerIndex| {
            let found = report.events.goals.iter().filter(|goal| goal.assist == Some(player));
            u32::try_from(found.count()).unwrap()
        };
        let (mut found, mut all) = (0, 0);
        for (at, row) in players.iter().enumerate() {
            let (own, sent) = (counted(PlayerIndex::at(at)), row.assists.max(0) as u32);
            assert!(own <= sent, "{name}: {} has {sent} assists, not {own}", row.name);
            (found, all) = (found + own, all + sent);
        }
        for goal in &report.events.goals {
            let Some(assist) = goal.assist else { continue };
            assert_ne!(Some(assist), goal.player, "{name}: nobody passes to themselves");
            assert_eq!(players[assist.place()].team, goal.team, "{name}");
        }
        if found < all {
            println!("{name}: {found} of {all} assists");
        }
        let before = counts.get();
        counts.set((before.0 + found, before.1 + all));
    });
    let (found, all) = counts.get();
    assert!(all > 100 && found * 100 >= all * 95, "{found} of {all}");
}

#[test]
fn shots_are_those_of_the_scoreboard() {
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, view, report| {
        for (player, row) in (0..).map(PlayerIndex::new).zip(&view.world().players) {
            let shots = report.events.shots.iter().filter(|shot| shot.action.player == player);
            let shots = i32::try_from(shots.count()).unwrap();
            // Some joined with shots, and some shot in the last moment.
            assert!(shots <= row.shots.max(0), "{name}: {} {shots} of {}", row.name, row.shots);
            if MATCHES.iter().any(|(start, _)| name.starts_with(start)) && row.first_frame == 0 {
                assert_eq!(shots, row.shots, "{name}: {}", row.name);
            }
        }
    });
}

#[test]
fn goals_saves_and_demolitions_are_those_that_are_counted() {
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, view, report| {
        let world = view.world();
        for team in [&report.blue, &report.orange] {
            let is_orange = team.color == "orange";
            let color = Some(if is_orange { ORANGE } else { BLUE });
            if MATCHES.iter().any(|(start, _)| name.starts_with(start)) {
                let goals = report.events.goals.iter().filter(|goal| goal.team == color).count();
                // One was on the board before the recording began.
                let before = world
                    .scoreboard
                    .first()
                    .map_or(0, |row| [row.blue, row.orange][usize::from(is_orange)]);
                assert_eq!(goals, team.stats.core.goals as usize - before as usize, "{name}");
            }
            for player in &team.players {
                let saves =
                    report.events.saves.iter().filter(|save| save.action.player == player.index);
                let saves = u32::try_from(saves.count()).unwrap();
                assert!(saves <= player.stats.core.saves, "{name}: {}", player.name);
                let is_attacker = |d: &&Demolition| d.action.player == player.index;
                let demolitions = report.events.demolitions.iter().filter(is_attacker).count();
                assert!(demolitions <= player.stats.demo.inflicted as usize, "{name}");
                if MATCHES.iter().any(|(start, _)| name.starts_with(start)) {
                    assert_eq!(demolitions, player.stats.demo.inflicted as usize, "{name}");
                    if world.players[player.index.place()].first_frame == 0 {
                        assert_eq!(saves, player.stats.core.saves, "{name}: {}", player.name);
                    }
                }
            }
        }
    });
}

/// Items, panels and dribbles of all files together; none of the first two in a plain match.
fn modes(files: &[(String, Vec<u8>)]) -> [usize; 3] {
    let counts = Cell::new([0; 3]);
    each(files, |name, view, report| {
        let events = &report.events;
        let mode = view.meta().mode.unwrap_or_default();
        let is_plain = ["duels", "doubles", "standard"].iter().any(|plain| mode.ends_with(plain));
        let has_none = events.items.is_empty() && events.panels.is_empty();
        assert!(has_none || !is_plain, "{name}: {mode}");
        for dribble in &events.dribbles {
            assert!(
                (1.0..20.0).contains(&(dribble.end_time - dribble.action.time)),
                "{name}: {dribble:?}"
            );
        }
        let [items, panels, dribbles] = counts.get();
        counts.set([
            items + events.items.len(),
            panels + events.panels.len(),
            dribbles + events.dribbles.len(),
        ]);
    });
    println!("items, panels, dribbles: {:?}", counts.get());
    counts.get()
}

#[test]
fn modes_have_what_is_theirs() {
    let variants = sample_variants().into_iter().find(|(game, _)| *game == GAME).unwrap().1;
    let samples: Vec<_> = variants
        .into_iter()
        .map(|variant| (variant.to_owned(), sample(GAME, Some(variant), 1).unwrap()))
        .collect();
    let [items, panels, dribbles] = modes(&samples);
    assert!(items > 8 && panels > 8 && dribbles > 2, "samples: {items} {panels} {dribbles}");
    let Some(files) = files("rocket-league/good") else { return };
    let [items, panels, dribbles] = modes(&files);
    assert!(items > 20 && panels > 20 && dribbles > 20, "{items} {panels} {dribbles}");
}

#[test]
fn every_kickoff_of_a_match_is_touched() {
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, _, report| {
        if let Some((_, count)) = MATCHES.iter().find(|(start, _)| name.starts_with(start)) {
            assert_eq!(report.events.kickoffs.len(), *count, "{name}");
            for kickoff in &report.events.kickoffs {
                let wait = kickoff.first_time.unwrap() - kickoff.time;
                assert!((0.5..10.0).contains(&wait), "{name}: {kickoff:?}");
            }
        }
    });
}

#[test]
fn passes_go_to_team_mates_and_contests_are_between_teams() {
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, view, report| {
        let team = |player: PlayerIndex| view.world().players[player.place()].team;
        for pass in &report.events.passes {
            assert!(pass.player != pass.receiver && pass.end_time > pass.time, "{name}: {pass:?}");
            assert_eq!(team(pass.player), team(pass.receiver), "{name}: {pass:?}");
        }
        for contest in &report.events.fifty_fifties {
            assert_eq!(
                (team(contest.blue), team(contest.orange)),
                (Some(BLUE), Some(ORANGE)),
                "{name}: {contest:?}"
            );
        }
    });
}
