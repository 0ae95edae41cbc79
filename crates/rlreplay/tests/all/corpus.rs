//! Real replays, where they are at hand.

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_corpus::files;
use ghostreel_rlreplay::attributes::{Loadout, LoadoutOnline, Rows};
use ghostreel_rlreplay::network::ActorEvent;
use ghostreel_rlreplay::{View, decode, encode};

#[test]
fn every_good_replay_is_read_whole_and_written_exactly() {
    let Some(files) = files("rocket-league/good") else { return };
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(view.outcome(), Outcome::Ok, "{name}: {:?}", view.diagnostics());
        let replay =
            decode(&bytes, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(encode(&replay.value) == bytes, "{name} is written differently");
    }
}

#[test]
fn every_table_of_every_replay_is_whole() {
    let Some(files) = files("rocket-league/good") else { return };
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let timeline = view.timeline();
        for table in timeline.tables() {
            for (column, schema) in table.all_columns().unwrap().iter().zip(&table.schema().columns)
            {
                let what = format!("{name}: {}.{}", table.schema().name, schema.name);
                assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind), "{what}");
            }
        }
    }
}

/// Attributes of a player's products are those of products that the player has: the slots are named rightly.
#[test]
fn products_with_attributes_are_there() {
    let Some(files) = files("rocket-league/good") else { return };
    let mut attributes = 0;
    for (name, bytes) in &files {
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        for segment in view.network() {
            // By actor, the last loadout.
            let mut loadouts = std::collections::BTreeMap::new();
            segment.walk(|frame, events| {
                for event in events {
                    let ActorEvent::Updated { slot, .. } = event.what else { continue };
                    let online = match &segment.rows[usize::from(slot)] {
                        Rows::TeamLoadout(rows) => {
                            loadouts.insert(event.actor, &rows[event.row]);
                            continue;
                        }
                        Rows::LoadoutsOnline(rows) => &rows[event.row],
                        _ => continue,
                    };
                    let Some(loadout) = loadouts.get(&event.actor) else { continue };
                    let teams = [(&loadout.blue, &online.blue), (&loadout.orange, &online.orange)];
                    for (loadout, online) in teams {
                        for (slot, _) in &online.products {
                            let slot = LoadoutOnline::slot_name(*slot).unwrap();
                            let place =
                                Loadout::SLOTS.iter().position(|name| *name == slot).unwrap();
                            let product = loadout.products().get(place);
                            let what = format!("{name}, frame {}: {slot}", frame.number);
                            assert!(product.is_some_and(|id| *id != 0), "{what}: {loadout:?}");
                            attributes += 1;
                        }
                    }
                }
            });
        }
    }
    assert!(attributes > 0);
}
