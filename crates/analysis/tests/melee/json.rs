//! Our statistics in the shape of slippi-js's JSON.

use ghostreel_analysis::melee::*;
use serde_json::{Map, Value, json};

/// Everything in slippi-js's shape: what is undefined there is left out here.
pub(crate) fn as_slippi_js(game: &Game<'_>) -> Value {
    let stats = game.stats();
    let rollbacks = game.rollback_frames();
    json!({
        "latestFrame": game.latest_frame(),
        "winners": game.winners().iter().map(placement).collect::<Vec<_>>(),
        "rollbackFrames": {
            "count": rollbacks.count,
            "lengths": rollbacks.lengths,
            "nframes": rollbacks.frames.len(),
        },
        "stadiumStats": game.stadium_stats().as_ref().map(stadium),
        "stats": {
            "lastFrame": stats.last_frame,
            "playableFrameCount": stats.playable_frame_count,
            "gameComplete": stats.game_complete,
            "stocks": stats.stocks.iter().map(stock).collect::<Vec<_>>(),
            "conversions": stats.conversions.iter().map(conversion).collect::<Vec<_>>(),
            "combos": stats.combos.iter().map(combo).collect::<Vec<_>>(),
            "actionCounts": stats.action_counts.iter().map(action_counts).collect::<Vec<_>>(),
            "overall": stats.overall.iter().map(overall).collect::<Vec<_>>(),
        },
    })
}

/// Members that are null are left out, as undefined ones are in JavaScript's JSON.
fn defined(value: Value) -> Value {
    let Value::Object(members) = value else { return value };
    Value::Object(members.into_iter().filter(|(_, v)| !v.is_null()).collect::<Map<_, _>>())
}

fn placement(place: &Placement) -> Value {
    defined(json!({ "playerIndex": place.player_index, "position": place.position }))
}

fn stadium(stats: &StadiumStats) -> Value {
    match stats {
        StadiumStats::TargetTest { target_breaks } => json!({
            "type": "target-test",
            "targetBreaks": target_breaks.iter().map(|target| json!({
                "spawnId": target.spawn_id,
                "frameDestroyed": target.frame_destroyed,
                "positionX": target.position_x,
                "positionY": target.position_y,
            })).collect::<Vec<_>>(),
        }),
        StadiumStats::HomeRunContest { distance, units } => json!({
            "type": "home-run-contest",
            "distance": distance,
            "units": match units { Units::Meters => "meters", Units::Feet => "feet" },
        }),
        _ => Value::Null,
    }
}

fn stock(stock: &Stock) -> Value {
    defined(json!({
        "playerIndex": stock.player_index,
        "startFrame": stock.start_frame,
        "endFrame": stock.end_frame,
        "startPercent": stock.start_percent,
        "endPercent": stock.end_percent,
        "currentPercent": stock.current_percent,
        "count": stock.count,
        "deathAnimation": stock.death_animation,
    }))
}

fn moves(moves: &[MoveLanded]) -> Vec<Value> {
    let one = |landed: &MoveLanded| {
        json!({
            "playerIndex": landed.player_index,
            "frame": landed.frame,
            "moveId": landed.move_id,
            "hitCount": landed.hit_count,
            "damage": landed.damage,
        })
    };
    moves.iter().map(one).collect()
}

fn conversion(conversion: &Conversion) -> Value {
    defined(json!({
        "playerIndex": conversion.player_index,
        "lastHitBy": conversion.last_hit_by,
        "startFrame": conversion.start_frame,
        "endFrame": conversion.end_frame,
        "startPercent": conversion.start_percent,
        "currentPercent": conversion.current_percent,
        "endPercent": conversion.end_percent,
        "moves": moves(&conversion.moves),
        "didKill": conversion.did_kill,
        "openingType": conversion.opening_type.name(),
    }))
}

fn combo(combo: &Combo) -> Value {
    defined(json!({
        "playerIndex": combo.player_index,
        "lastHitBy": combo.last_hit_by,
        "startFrame": combo.start_frame,
        "endFrame": combo.end_frame,
        "startPercent": combo.start_percent,
        "currentPercent": combo.current_percent,
        "endPercent": combo.end_percent,
        "moves": moves(&combo.moves),
        "didKill": combo.did_kill,
    }))
}

fn action_counts(counts: &ActionCounts) -> Value {
    let success = |count: &SuccessCount| json!({ "success": count.success, "fail": count.fail });
    let (attack, throw) = (&counts.attack_count, &counts.throw_count);
    let (tech, edge) = (&counts.ground_tech_count, &counts.edge_cancel_count);
    json!({
        "playerIndex": counts.player_index,
        "wavedashCount": counts.wavedash_count,
        "wavelandCount": counts.waveland_count,
        "airDodgeCount": counts.air_dodge_count,
        "dashDanceCount": counts.dash_dance_count,
        "spotDodgeCount": counts.spot_dodge_count,
        "ledgegrabCount": counts.ledgegrab_count,
        "rollCount": counts.roll_count,
        "tauntCount": counts.taunt_count,
        "edgeCancelCount": { "success": edge.success, "slow": edge.slow },
        "lCancelCount": success(&counts.l_cancel_count),
        "attackCount": {
            "jab1": attack.jab1, "jab2": attack.jab2, "jab3": attack.jab3, "jabm": attack.jabm,
            "dash": attack.dash,
            "ftilt": attack.ftilt, "utilt": attack.utilt, "dtilt": attack.dtilt,
            "fsmash": attack.fsmash, "usmash": attack.usmash, "dsmash": attack.dsmash,
            "nair": attack.nair, "fair": attack.fair, "bair": attack.bair, "uair": attack.uair,
            "dair": attack.dair,
        },
        "grabCount": success(&counts.grab_count),
        "throwCount": {
            "up": throw.up, "forward": throw.forward, "back": throw.back, "down": throw.down,
        },
        "groundTechCount": {
            "away": tech.away, "in": tech.r#in, "neutral": tech.neutral, "fail": tech.fail,
        },
        "wallTechCount": success(&counts.wall_tech_count),
    })
}

fn overall(overall: &Overall) -> Value {
    let ratio = |ratio: &Ratio| {
        defined(json!({ "count": ratio.count, "total": ratio.total, "ratio": ratio.ratio }))
    };
    let inputs = &overall.input_counts;
    json!({
        "playerIndex": overall.player_index,
        "inputCounts": {
            "buttons": inputs.buttons, "triggers": inputs.triggers, "cstick": inputs.cstick,
            "joystick": inputs.joystick, "total": inputs.total,
        },
        "conversionCount": overall.conversion_count,
        "totalDamage": overall.total_damage,
        "killCount": overall.kill_count,
        "successfulConversions": ratio(&overall.successful_conversions),
        "inputsPerMinute": ratio(&overall.inputs_per_minute),
        "digitalInputsPerMinute": ratio(&overall.digital_inputs_per_minute),
        "openingsPerKill": ratio(&overall.openings_per_kill),
        "damagePerOpening": ratio(&overall.damage_per_opening),
        "neutralWinRatio": ratio(&overall.neutral_win_ratio),
        "counterHitRatio": ratio(&overall.counter_hit_ratio),
        "beneficialTradeRatio": ratio(&overall.beneficial_trade_ratio),
    })
}
