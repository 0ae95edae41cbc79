//! Identities: the same people in the header, on the scoreboard and in the stream, each once.

use std::collections::BTreeMap;

use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;
use ghostreel_rlreplay::layout::{PropertyValue, Text};
use ghostreel_rlreplay::project::{BLUE, ORANGE, PlayerRow, World};
use ghostreel_rlreplay::sample::{self, FileKind, Options};
use ghostreel_rlreplay::{Replay, View, encode};
use ghostreel_timeline::PlayerIndex;

/// Samples of a kind with goals.
fn samples(kind: FileKind, team_size: u8) -> Vec<Replay> {
    let options = |seed| Options { seed, kind, team_size, ..Options::default() };
    let all: Vec<Replay> = (1..7).map(|seed| sample::generate(&options(seed))).collect();
    let goals = all.iter().map(|replay| replay.header.properties.array("Goals").len());
    assert!(goals.sum::<usize>() >= 6, "{kind:?}");
    all
}

fn each(kind: FileKind, team_size: u8, check: impl Fn(&Replay, &World)) {
    for replay in samples(kind, team_size) {
        let bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(view.score(), score_of(&replay));
        check(&replay, view.world());
    }
}

fn score_of(replay: &Replay) -> [i32; 2] {
    ["Team0Score", "Team1Score"].map(|key| replay.header.properties.int(key).unwrap_or(0))
}

/// Goals of the header by name and team.
fn listed(replay: &Replay) -> BTreeMap<(String, i32), i32> {
    let mut all = BTreeMap::new();
    for goal in replay.header.properties.array("Goals") {
        let who = (goal.text("PlayerName").unwrap(), goal.int("PlayerTeam").unwrap());
        *all.entry(who).or_default() += 1;
    }
    all
}

/// Goals of the table by player.
fn of_player(world: &World, player: usize) -> i32 {
    let player = Some(PlayerIndex::at(player));
    i32::try_from(world.goals.iter().filter(|goal| goal.player == player).count()).unwrap()
}

/// Goals belong to the players whose figures count them, and each has a player.
fn check_goals(world: &World) {
    for (index, row) in world.players.iter().enumerate() {
        assert_eq!(of_player(world, index), row.goals, "{row:?}");
    }
    assert!(world.goals.iter().all(|goal| goal.player.is_some()));
}

#[test]
fn a_returning_player_has_the_sum_of_all_stays() {
    each(FileKind::Rejoin, 1, |replay, world| {
        let [first, second] = &world.players[..] else { panic!("{:?}", world.players) };
        assert_ne!(first.account, second.account);
        let listed = listed(replay);
        for row in [first, second] {
            let goals =
                listed.get(&(row.name.to_string(), row.team.unwrap().0)).copied().unwrap_or(0);
            assert_eq!(row.goals, goals, "{row:?}");
        }
        check_goals(world);
        // Nothing that was on the board is ever taken away.
        for pair in world
            .player_scores
            .iter()
            .filter(|row| row.player == PlayerIndex::new(0))
            .collect::<Vec<_>>()
            .windows(2)
        {
            assert!(pair[0].score <= pair[1].score && pair[0].goals <= pair[1].goals);
        }
    });
    // And in the header there is less.
    let in_header = |replay: &Replay| {
        let stats = replay.header.properties.array("PlayerStats");
        stats[0].int("Goals").unwrap()
    };
    let all = samples(FileKind::Rejoin, 1);
    let is_less = |replay: &&Replay| {
        let name = replay.header.properties.array("PlayerStats")[0].text("Name").unwrap();
        listed(replay).get(&(name, 0)).is_some_and(|goals| *goals > in_header(replay))
    };
    assert!(all.iter().filter(is_less).count() > 0);
}

#[test]
fn a_player_who_changes_sides_counts_for_each() {
    let mut on_both = 0;
    for replay in samples(FileKind::OtherSide, 2) {
        let bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let world = view.world();
        let of_first: Vec<&PlayerRow> =
            world.players.iter().filter(|row| row.account == world.players[0].account).collect();
        let [blue, orange] = of_first[..] else { panic!("{of_first:?}") };
        assert_eq!((blue.team, orange.team), (Some(BLUE), Some(ORANGE)));
        let listed = listed(&replay);
        let name = blue.name.to_string();
        for row in [blue, orange] {
            let goals = listed.get(&(name.clone(), row.team.unwrap().0)).copied().unwrap_or(0);
            assert_eq!(row.goals, goals, "{row:?}");
        }
        check_goals(world);
        on_both += usize::from(blue.score > 0 && orange.score > 0);
        let stats = &replay.header.properties.array("PlayerStats")[0];
        assert_eq!(blue.score + orange.score, stats.int("Score").unwrap());
    }
    assert!(on_both > 0);
}

#[test]
fn people_of_one_name_and_of_one_account_are_distinguished() {
    for kind in [FileKind::OneName, FileKind::SplitScreen] {
        each(kind, 2, |replay, world| {
            assert_eq!(world.players.len(), 4);
            let stats = replay.header.properties.array("PlayerStats");
            for (row, stats) in world.players.iter().zip(stats) {
                let keys = ["Score", "Goals", "Assists", "Saves", "Shots"];
                let listed = keys.map(|key| stats.int(key).unwrap());
                assert_eq!([row.score, row.goals, row.assists, row.saves, row.shots], listed);
            }
            let ids: Vec<String> =
                world.players.iter().map(|row| row.id.clone().unwrap().to_string()).collect();
            for (at, id) in ids.iter().enumerate() {
                assert!(!ids[..at].contains(id), "{ids:?}");
            }
            check_goals(world);
        });
    }
}

/// The account identifies a player, whatever the name in the header; a name without a player stays unmatched.
#[test]
fn other_names_in_the_header_change_nothing_where_accounts_are_known() {
    for replay in samples(FileKind::Online, 2) {
        let world = |replay: &Replay| {
            let bytes = encode(replay);
            let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
            (view.world().players.clone(), view.world().goals.clone())
        };
        let mut renamed = replay.clone();
        rename(&mut renamed, |name| format!("{name} as others know them"));
        assert_eq!(world(&renamed), world(&replay));
        // Everybody by the next one's name.
        let names: Vec<String> = world(&replay).0.iter().map(|row| row.name.to_string()).collect();
        let mut swapped = replay.clone();
        rename(&mut swapped, |name| {
            let at = names.iter().position(|known| known == name).unwrap();
            names[(at + 1) % names.len()].clone()
        });
        let (players, _) = world(&swapped);
        assert_eq!(players, world(&replay).0);
    }
}

/// Gives all people of the header other names.
fn rename(replay: &mut Replay, to: impl Fn(&str) -> String) {
    let lists = [("PlayerStats", "Name"), ("Goals", "PlayerName")];
    for (list, key) in lists {
        let property =
            replay.header.properties.0.iter_mut().find(|property| property.name == *list);
        let Some(PropertyValue::Array(list)) = property.map(|property| &mut property.value) else {
            continue;
        };
        for entry in list {
            for property in entry.0.iter_mut().filter(|property| property.name == *key) {
                if let PropertyValue::Str(name) = &mut property.value {
                    *name = Text::new(&to(&name.to_string()));
                }
            }
        }
    }
    replay.update_derived().unwrap();
}

/// Cases that others reported, with the results that they give.
#[test]
fn reported_matches_have_the_figures_of_each_player() {
    let Some(files) = files("reports/rocket-league") else { return };
    let world = |name: &str, check: &dyn Fn(&View<'_>)| {
        let (_, bytes) = files.iter().find(|(known, _)| known == name).unwrap();
        check(&View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap());
    };
    let row = |view: &View<'_>, name: &str| {
        let rows = view.world().players.iter().filter(|row| row.name == *name);
        rows.cloned().collect::<Vec<_>>()
    };
    world("boxcars-windows_1252.replay", &|view| {
        assert_eq!(view.score(), [8, 2]);
        assert_eq!(row(view, "caudillman6000³(2)")[0].score, 1420);
        assert_eq!(row(view, "caudillman6000³")[0].score, 350);
    });
    world("carball-ISSUE_PLAYER_REJOIN.replay", &|view| {
        let [glitza] = &row(view, "Glitza")[..] else { panic!("twice") };
        assert_eq!((glitza.score, glitza.saves), (240, 3));
    });
    world("carball-WEIRD_KICKOFFS.replay", &|view| assert_eq!(view.score(), [0, 2]));
    world("boxcars-d5d6c.replay", &|view| {
        let of = |team| view.world().goals.iter().filter(|goal| goal.team == team).count();
        assert_eq!([of(Some(BLUE)), of(Some(ORANGE))].map(|count| count as i32), view.score());
    });
    world("renamed-in-header.replay", &|view| {
        assert!(view.world().goals.iter().all(|goal| goal.player.is_some()));
        check_goals(view.world());
    });
    world("same-name-one-team.replay", &|view| check_goals(view.world()));
}

#[test]
fn players_who_left_are_listed_as_such() {
    let Some(files) = files("reports/rocket-league") else { return };
    let (_, bytes) = files.iter().find(|(name, _)| name == "boxcars-windows_1252.replay").unwrap();
    let meta = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap().meta();
    let orange = meta.details.iter().find(|(key, _)| *key == "orange").unwrap();
    let text = format!("{:?}", orange.1);
    assert!(text.contains("pcho409 260 (left)") && !text.contains("KTJ 20 (left)"), "{text}");
    assert_eq!(meta.players.iter().filter(|player| player.name == "KTJ").count(), 1);
}

/// A header that ends too soon has all properties before that, and the sentence names the rest.
#[test]
fn a_cut_header_gives_what_is_before_the_cut() {
    let whole = encode(&sample::generate(&Options::default()));
    let all = View::open(&whole[..], &DecodeOptions::STRICT).unwrap().header().properties.clone();
    let end = 8 + u32::from_le_bytes(whole[..4].try_into().unwrap()) as usize;
    let mut most = 0;
    for length in 60..end {
        assert!(View::open(&whole[..length], &DecodeOptions::STRICT).is_err());
        let view = View::open(&whole[..length], &DecodeOptions::RECOVER).unwrap();
        let properties = &view.header().properties.0;
        assert!(all.0.starts_with(properties) && properties.len() >= most, "{length}");
        most = properties.len();
        let said: Vec<String> = view.diagnostics().iter().map(|d| d.message.clone()).collect();
        let left = length - 8;
        let wanted = format!(
            "expected header ({} bytes), found {left} bytes before the end of the input",
            end - 8
        );
        assert!(said.contains(&wanted), "{said:?}");
        assert!(view.world().players.is_empty());
    }
    assert_eq!(most, all.0.len());
}
