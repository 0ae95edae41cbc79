//! The rules, one by one, on games made up for them.

use ghostreel_analysis::melee::*;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::slp::View;
use ghostreel_formats::timeline::FrameNumber;

use super::script::Script;

const GAME: u8 = 2;
const TIME: u8 = 1;
const NO_CONTEST: u8 = 7;
const UNRESOLVED: u8 = 0;

#[test]
fn a_conversion_ends_when_the_victim_was_in_control_for_45_frames() {
    let script = Script::new(&[0, 1], 400).hit(0, 1, 0..20, 8.0).end(GAME, -1);
    let stats = script.ask(|game| game.stats());
    let [conversion] = &*stats.conversions else { panic!("{:?}", stats.conversions) };
    assert_eq!((conversion.player_index, conversion.last_hit_by), (1, 0));
    assert_eq!(
        (conversion.start_frame, conversion.end_frame),
        (FrameNumber(0), Some(FrameNumber(20 + 45)))
    );
    assert_eq!(conversion.opening_type, OpeningType::NeutralWin);
    let [landed] = &*conversion.moves else { panic!("{:?}", conversion.moves) };
    assert_eq!((landed.hit_count, landed.damage), (1, 8.0));
}

#[test]
fn a_stock_ends_conversions_and_combos_as_kills() {
    let script = Script::new(&[0, 1], 400)
        .hit(0, 1, 0..20, 30.0)
        .state(0, 20..30, 0x41)
        .hit(0, 1, 20..40, 12.0)
        .death(1, 40)
        .end(GAME, -1);
    let stats = script.ask(|game| game.stats());
    let overall = &stats.overall[0];
    assert_eq!((overall.conversion_count, overall.kill_count), (1, 1));
    assert_eq!(overall.total_damage, 42.0);
    assert_eq!(overall.successful_conversions.count, 1.0);
    assert!(stats.conversions[0].did_kill && stats.combos[0].did_kill);
    assert_eq!(stats.stocks[1].end_percent, Some(42.0));
    assert_eq!(stats.stocks[1].death_animation, Some(0));
}

#[test]
fn openings_are_neutral_wins_counter_attacks_and_trades() {
    let script = Script::new(&[0, 1], 800)
        // A neutral win, and a counter-attack while it goes on.
        .hit(0, 1, 0..20, 5.0)
        .hit(1, 0, 30..50, 5.0)
        // A trade.
        .hit(0, 1, 300..320, 5.0)
        .hit(1, 0, 300..320, 9.0)
        .end(GAME, -1);
    let stats = script.ask(|game| game.stats());
    let types: Vec<OpeningType> = stats.conversions.iter().map(|c| c.opening_type).collect();
    use OpeningType::{CounterAttack, NeutralWin, Trade};
    assert_eq!(types, [NeutralWin, CounterAttack, Trade, Trade]);
    let trades: Vec<f64> = stats.overall.iter().map(|o| o.beneficial_trade_ratio.count).collect();
    assert_eq!(trades, [0.0, 1.0]);
}

#[test]
fn an_air_dodge_out_of_a_jump_into_the_ground_is_a_wavedash() {
    const KNEE_BEND: u16 = 0x18;
    const AIR_DODGE: u16 = 0xec;
    const LANDING: u16 = 0x2b;
    let script = Script::new(&[0, 1], 300)
        .state(0, 0..3, KNEE_BEND)
        .state(0, 3..4, AIR_DODGE)
        .state(0, 4..14, LANDING)
        .state(0, 100..130, AIR_DODGE)
        .state(0, 130..140, LANDING)
        .end(GAME, -1);
    let counts = script.ask(|game| game.stats()).action_counts[0].clone();
    assert_eq!((counts.wavedash_count, counts.waveland_count), (1, 0));
    assert_eq!(counts.air_dodge_count, 1);
}

/// One air dodge is taken back once, and one missed L-cancel, with anything after them.
#[test]
fn a_count_is_taken_back_once() {
    const AIR_DODGE: u16 = 0xec;
    const LANDING: u16 = 0x2b;
    const JUMP: u16 = 0x19;
    const LANDING_AIR_N: u16 = 0x46;
    const FALL: u16 = 0x1d;
    let script = Script::new(&[0, 1], 300)
        .state(0, 3..5, AIR_DODGE)
        .state(0, 5..6, JUMP)
        .state(0, 6..8, LANDING)
        .state(0, 8..9, JUMP)
        .state(0, 9..12, LANDING)
        .state(1, 100..102, LANDING_AIR_N)
        .with(1, 100..102, |_, post| post.l_cancel_status = 2)
        .state(1, 102..110, FALL)
        .state(1, 120..122, LANDING_AIR_N)
        .state(1, 122..130, FALL)
        .end(GAME, -1);
    let counts = script.ask(|game| game.stats()).action_counts;
    assert_eq!(
        (counts[0].waveland_count + counts[0].wavedash_count, counts[0].air_dodge_count),
        (2, 0)
    );
    assert_eq!(counts[1].l_cancel_count, SuccessCount { success: 0, fail: 0 });
}

#[test]
fn inputs_are_presses_and_regions_entered_once_play_has_begun() {
    let script = Script::new(&[0, 1], 300)
        .with(0, -100..-90, |pre, _| pre.physical_buttons = 0x100)
        .with(0, 0..10, |pre, _| pre.physical_buttons = 0x1100)
        .with(0, 20..30, |pre, _| pre.joystick_x = 1.0)
        .with(0, 25..30, |pre, _| pre.joystick_y = 0.5)
        .with(0, 40..41, |pre, _| pre.c_stick_y = -0.2875)
        .with(0, 50..52, |pre, _| pre.physical_r_trigger = 0.31)
        .end(GAME, -1);
    let inputs = script.ask(|game| game.stats()).overall[0].input_counts;
    let expected = InputCounts { buttons: 1, triggers: 1, cstick: 0, joystick: 2, total: 4 };
    // The single nearest to 0.2875 is less than the double: not far enough.
    assert_eq!(inputs, expected);
}

#[test]
fn winners_are_those_who_stayed_or_have_more() {
    let winners = |script: Script| -> Vec<u8> {
        script.ask(|game| game.winners()).iter().map(|winner| winner.player_index).collect()
    };
    let duel = || Script::new(&[0, 1], 200);
    assert_eq!(winners(duel().end(NO_CONTEST, 0)), [1]);
    assert_eq!(winners(duel().end(NO_CONTEST, -1)), [] as [u8; 0], "none quit");
    assert_eq!(winners(duel().hit(0, 1, 0..20, 8.0).end(TIME, -1)), [0]);
    assert_eq!(winners(duel().hit(0, 1, 0..20, 8.0).death(0, 30).end(TIME, -1)), [1]);
    assert_eq!(winners(duel().end(TIME, -1)), [0, 1], "a tie");
    let teams = || Script::new(&[0, 1, 2], 200).teams([0, 1, 0, 0]);
    assert_eq!(winners(teams().end(TIME, -1)), [0, 2]);
    assert_eq!(winners(duel()), [] as [u8; 0], "no Game End");
}

/// Before 3.13 nothing says who came in where: the one with the most left has won, and the result says so.
#[test]
fn without_placements_those_have_won_who_have_the_most_left() {
    let winners = |script: Script| {
        let bytes = script.without_placements().bytes();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let report = Report::new(&view);
        let winners = report.winners.iter().map(|winner| winner.player_index);
        (winners.collect::<Vec<u8>>(), report.winners_by)
    };
    let out = |script: Script, player| {
        script.with(player, 50..i32::MAX, |_, post| post.stocks_remaining = 0)
    };
    let duel = || Script::new(&[0, 1], 200);
    let by_standing = Some(WinnersBy::Standing);
    assert_eq!(winners(out(duel(), 0).end(GAME, -1)), (vec![1], by_standing));
    assert_eq!(winners(duel().hit(0, 1, 0..20, 8.0).end(GAME, -1)), (vec![0], by_standing));
    assert_eq!(winners(out(out(duel(), 0), 1).end(GAME, -1)), (vec![], None), "all are out");
    assert_eq!(
        winners(duel().hit(0, 1, 0..20, 8.0).end(TIME, -1)),
        (vec![0], Some(WinnersBy::Time))
    );
    assert_eq!(winners(out(duel(), 0).end(NO_CONTEST, 1)), (vec![0], Some(WinnersBy::Quit)));
    assert_eq!(winners(out(duel(), 0).end(UNRESOLVED, -1)), (vec![], None), "not decided");
    assert_eq!(winners(Script::new(&[0], 200).end(GAME, -1)), (vec![], None), "no opponent");
    let teams = || out(Script::new(&[0, 1, 2, 3], 200).teams([0, 1, 0, 1]), 1);
    assert_eq!(winners(out(teams(), 3).end(GAME, -1)), (vec![0, 2], by_standing));
    let one_left = out(out(teams(), 3), 2).without(Some(2), 100..i32::MAX).end(GAME, -1);
    assert_eq!(
        winners(one_left),
        (vec![0, 2], by_standing),
        "a player who is out wins with the team"
    );
}

#[test]
fn a_stock_is_taken_by_the_last_move_of_those_who_punish() {
    // 0 begins first and hits last; 1 begins while that goes on.
    let script = Script::new(&[0, 1, 2], 400)
        .hit(0, 2, 0..20, 10.0)
        .hit(1, 2, 20..40, 7.0)
        .state(0, 35..40, 0x41)
        .hit(0, 2, 40..60, 9.0)
        .death(2, 60)
        .end(GAME, -1);
    let (stats, details) = script.ask(|game| {
        let stats = game.stats();
        let details = game.details(&stats);
        (stats, details)
    });
    let kills = |by: u8| {
        let runs = stats.conversions.iter().map(|run| (run.opener(), run.did_kill));
        let combos = stats.combos.iter().map(|run| (run.opener(), run.did_kill));
        let of = runs.chain(combos).filter(|(opener, _)| *opener == by);
        of.map(|(_, did_kill)| did_kill).collect::<Vec<bool>>()
    };
    assert_eq!([kills(0), kills(1)], [vec![true, true], vec![false, false]]);
    let counts: Vec<u32> = stats.overall.iter().map(|overall| overall.kill_count).collect();
    assert_eq!(counts, [1, 0, 0]);
    let [death] = &*details.deaths else { panic!("{:?}", details.deaths) };
    assert_eq!((death.killed_by, death.percent, death.stocks_left), (Some(0), 26.0, 3));
    let conversion = death.conversion(&stats.conversions).unwrap();
    assert_eq!(conversion.last_hit_by, 0);
    // Without the last move, it is that of the other.
    let script = Script::new(&[0, 1, 2], 400)
        .hit(0, 2, 0..20, 10.0)
        .hit(1, 2, 20..40, 7.0)
        .death(2, 60)
        .end(GAME, -1);
    let details = script.ask(|game| game.details(&game.stats()));
    assert_eq!(details.deaths[0].killed_by, Some(1));
}

#[test]
fn teams_share_conversions_and_give_stocks_away() {
    // 0 and 1 against 2 and 3: a conversion by both, and friendly fire, which does not count.
    let script = Script::new(&[0, 1, 2, 3], 600)
        .teams([0, 0, 1, 1])
        .hit(0, 2, 0..20, 10.0)
        .hit(1, 2, 20..40, 7.0)
        .hit(3, 2, 300..320, 50.0)
        .with(2, 400..i32::MAX, |_, post| post.stocks_remaining -= 1)
        .end(GAME, -1);
    let (stats, details) = script.ask(|game| {
        let stats = game.stats();
        let details = game.details(&stats);
        (stats, details)
    });
    let [conversion] = &*stats.conversions else { panic!("{:?}", stats.conversions) };
    let by: Vec<u8> = conversion.moves.iter().map(|landed| landed.player_index).collect();
    assert_eq!((conversion.player_index, by), (2, vec![0, 1]));
    let damage: Vec<f64> = stats.overall.iter().map(|overall| overall.total_damage).collect();
    assert_eq!(damage, [10.0, 7.0, 0.0, 0.0]);
    assert_eq!(details.players[1].versus[0].damage, 7.0);
    assert!(stats.stocks.iter().all(|stock| stock.end_frame.is_none()));
}

#[test]
fn a_recovery_is_a_way_back_that_one_could_act_on() {
    const BELOW: f32 = -30.0;
    const OFF: f32 = 100.0;
    const FALL: u16 = 0x1d;
    let off = |script: Script, frames: std::ops::Range<i32>| {
        script.with(1, frames, |_, post| {
            post.position_x = OFF;
            post.position_y = BELOW;
        })
    };
    // Back to the ledge; straight into the blast zone; lost on the way back; jumped off unhurt.
    let script = off(Script::new(&[0, 1], 1500), 10..60).hit(0, 1, 0..30, 10.0);
    let script = script.state(1, 30..60, FALL).state(1, 60..70, 0xfc);
    let script = off(script, 210..230).hit(0, 1, 200..230, 10.0).death(1, 230);
    let script = off(script, 510..560).hit(0, 1, 500..530, 10.0).state(1, 530..560, FALL);
    let script = off(script.death(1, 560), 900..930).state(1, 900..930, FALL);
    let details = script.end(GAME, -1).ask(|game| game.details(&game.stats()));
    let outcomes: Vec<RecoveryOutcome> = details.recoveries.iter().map(|r| r.outcome).collect();
    assert_eq!(outcomes, [RecoveryOutcome::Ledge, RecoveryOutcome::Death]);
    let player = &details.players[0];
    assert_eq!((player.edgeguard_count, player.edgeguard_success_count), (0, 0), "nobody guarded");
}

/// Without doing anything against it, who hit somebody off the stage guards no edge.
#[test]
fn an_edgeguard_is_a_hit_a_leap_or_the_ledge() {
    const FALL: u16 = 0x1d;
    fn below(script: Script, player: usize, frames: std::ops::Range<i32>, x: f32) -> Script {
        script.with(player, frames, move |_, post| {
            post.position_x = x;
            post.position_y = -30.0;
        })
    }
    let recovery = |guard: fn(Script) -> Script| {
        let script = below(Script::new(&[0, 1], 400), 1, 10..60, 100.0).hit(0, 1, 0..30, 10.0);
        let script = guard(script.state(1, 30..60, FALL).state(1, 60..70, 0xfc)).end(GAME, -1);
        let details = script.ask(|game| game.details(&game.stats()));
        let [recovery] = &*details.recoveries else { panic!("{:?}", details.recoveries) };
        assert_eq!(u32::from(recovery.is_edgeguarded), details.players[0].edgeguard_count);
        recovery.is_edgeguarded
    };
    assert!(!recovery(|script| script), "stood and watched");
    assert!(recovery(|script| below(script.state(0, 40..45, FALL), 0, 40..45, 110.0)), "leapt");
    assert!(recovery(|script| script.state(0, 40..45, 0xfc)), "took the ledge");
    assert!(recovery(|script| script.hit(0, 1, 40..45, 5.0)), "hit again");
}
