//! Statistics that slippi-js lacks must agree with those it has, and with each other.

use std::collections::BTreeMap;

use ghostreel_analysis::melee::*;
use ghostreel_corpus::files;
use ghostreel_formats::core::{DecodeOptions, Record};
use ghostreel_formats::slp::View;
use ghostreel_formats::slp::layout::PostFrame;

/// Sums in another order differ in the last bits.
fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn details_add_up_to_the_statistics() {
    let mut recoveries = 0;
    let Some(files) = files("slippi/good") else { return };
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let game = Game::new(&view);
        let stats = game.stats();
        let details = game.details(&stats);
        recoveries += details.recoveries.len();
        let kills: u32 = stats.overall.iter().map(|overall| overall.kill_count).sum();
        let killed = details.deaths.iter().filter(|death| death.killed_by.is_some()).count();
        assert_eq!(killed, kills as usize, "{name}: deaths by somebody's hand");
        for team in &details.teams {
            let members =
                stats.overall.iter().filter(|o| team.player_indices.contains(&o.player_index));
            let damage: f64 = members.map(|member| member.total_damage).sum();
            assert!(is_close(damage, team.total_damage), "{name}: damage by team");
        }
        assert_eq!(details.players.len(), game.players().len(), "{name}");
        for ((player, overall), counts) in
            details.players.iter().zip(&stats.overall).zip(&stats.action_counts)
        {
            let index = player.player_index;
            let damage: f64 = player.moves.iter().map(|m| m.damage).sum();
            assert!(is_close(damage, overall.total_damage), "{name} {index}: damage by move");
            let damage: f64 = player.versus.iter().map(|v| v.damage).sum();
            assert!(is_close(damage, overall.total_damage), "{name} {index}: by opponent");
            let conversions: u32 = player.versus.iter().map(|v| v.conversion_count).sum();
            assert_eq!(conversions, overall.conversion_count, "{name} {index}");
            let kills: u32 = player.versus.iter().map(|v| v.kill_count).sum();
            assert_eq!(kills, overall.kill_count, "{name} {index}");
            let Landings { nair, fair, bair, uair, dair } = player.landings;
            let aerials = [nair, fair, bair, uair, dair];
            let cancelled: u32 = aerials.iter().map(|landing| landing.success).sum();
            assert_eq!(
                i64::from(cancelled),
                i64::from(counts.l_cancel_count.success),
                "{name} {index}"
            );
            let techs = [player.techs.in_place, player.techs.towards, player.techs.away];
            let theirs = &counts.ground_tech_count;
            assert_eq!(
                techs.map(|tech| i64::from(tech.count)),
                [theirs.neutral, theirs.r#in, theirs.away].map(i64::from),
                "{name} {index}"
            );
            assert!(techs.iter().all(|tech| tech.punished <= tech.count), "{name} {index}");
            if let Some(control) = player.stage_control {
                assert!(control.control_frames + control.controlled_frames <= control.frames);
            }
            assert!(player.edgeguard_success_count <= player.edgeguard_count, "{name} {index}");
        }
    }
    println!("{recoveries} recoveries");
}

/// Damage by victim and attacker, as the game itself says on each frame who last hit whom.
fn damage_by_game(view: &View<'_>) -> BTreeMap<(u8, u8), f64> {
    let mut before: BTreeMap<u8, PostFrame> = BTreeMap::new();
    let mut damage = BTreeMap::new();
    for character in view.frames().characters.iter().filter(|c| !c.follower && c.post != 0) {
        let post = PostFrame::read(&view.bytes()[character.post as usize..]).unwrap();
        if let Some(before) = before.insert(post.player_index, post) {
            let taken = f64::from(post.percent) - f64::from(before.percent);
            *damage.entry((post.player_index, post.last_hit_by)).or_default() += taken.max(0.0);
        }
    }
    damage
}

#[test]
fn doubles_are_counted_by_opponent() {
    const DOUBLES: &str = "97b3db00__PMcca_go-slippi__doubles.slp";
    let Some(files) = files("slippi/good") else { return };
    let (_, bytes) = files.into_iter().find(|(name, _)| name == DOUBLES).unwrap();
    let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    let game = Game::new(&view);
    let stats = game.stats();
    let details = game.details(&stats);
    let truth = damage_by_game(&view);
    let opponents = [[2, 3], [2, 3], [0, 1], [0, 1]];
    for (player, opponents) in details.players.iter().zip(opponents) {
        let against: Vec<u8> = player.versus.iter().map(|v| v.opponent_index).collect();
        assert_eq!(against, opponents);
        for versus in &player.versus {
            let truth = truth[&(versus.opponent_index, player.player_index)];
            println!(
                "{} on {}: {:.1} % in conversions, {truth:.1} % in all",
                player.player_index, versus.opponent_index, versus.damage
            );
            assert!(versus.damage <= truth + 1e-6 && versus.damage > 0.9 * truth);
        }
    }
    let kills: Vec<u32> = stats.overall.iter().map(|overall| overall.kill_count).collect();
    assert_eq!(kills, [4, 3, 2, 2]);
    let teams: Vec<(&[u8], u32, u32)> = details
        .teams
        .iter()
        .map(|team| (&*team.player_indices, team.kill_count, team.stocks_lost))
        .collect();
    assert_eq!(teams, [(&[2, 3][..], 4, 8), (&[0, 1], 7, 7)]);
    // Port 2 gives port 1, who is out, a stock on frame 7783, and loses none by it.
    let lost = |player| {
        let ends = stats.stocks.iter().filter(|stock| stock.player_index == player);
        ends.filter_map(|stock| Some(stock.end_frame?.0)).collect::<Vec<_>>()
    };
    assert_eq!(lost(0), [991, 5112, 6186, 7695, 8177]);
    assert_eq!(lost(1), [4700, 7950]);
}
