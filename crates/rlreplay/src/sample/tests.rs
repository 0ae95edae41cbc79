use super::*;
use crate::view::View;
use ghostreel_core::Severity;

fn view(options: &Options) -> View<'static> {
    View::open(encode(&generate(options)), &DecodeOptions::RECOVER).unwrap()
}

fn rows(view: &View<'_>, table: &str) -> usize {
    view.timeline().table(table).unwrap().rows()
}

#[test]
fn every_variant_round_trips() {
    for (name, options) in variants() {
        let bytes = encode(&generate(&options));
        assert_eq!(bytes, encode(&generate(&options)), "{name}");
        let view = View::open(&*bytes, &DecodeOptions::RECOVER).unwrap();
        let lost: Vec<_> =
            view.diagnostics().iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(lost.is_empty(), "{name}: {lost:?}");
        assert_eq!(
            view.inferences().len(),
            usize::from(options.kind == FileKind::UnknownAttribute)
        );
        assert_eq!(encode(&view.to_replay()), bytes, "{name}");
        assert!(bytes.len() < 400_000, "{name} has {} bytes", bytes.len());
    }
}

#[test]
fn samples_show_what_happens_in_a_match() {
    for name in ["full", "old"] {
        let view = view(&variant(name).unwrap());
        for table in ["goals", "touches", "pickups", "demolitions", "boost", "cameras", "inputs"] {
            assert!(rows(&view, table) > 0, "{name} has no {table}");
        }
        assert_eq!(rows(&view, "players"), 2, "{name}");
        assert_eq!(rows(&view, "frames"), 1500, "{name}");
        assert!(view.plan().parts.len() > 4 && !view.plan().is_fallback, "{name}");
        let players = view.meta().players;
        let ids: Vec<&str> = players.iter().filter_map(|player| player.id.as_deref()).collect();
        assert!(ids.iter().any(|id| id.starts_with("steam:7656")), "{name}: {players:?}");
        // 30 frames a second, and no goal is shown again.
        let seconds = view.duration_s();
        assert!((seconds - 1499.0 / 30.0).abs() < 0.01, "{name} lasts {seconds} s");
    }
}

#[test]
fn most_seeds_show_a_goal_and_a_demolition() {
    let (mut goals, mut demolitions) = (0, 0);
    for seed in 0..12 {
        let view = view(&Options { seed, ..Options::default() });
        goals += usize::from(rows(&view, "goals") > 0);
        demolitions += usize::from(rows(&view, "demolitions") > 0);
    }
    assert!(goals >= 9 && demolitions >= 6, "{goals} {demolitions} of 12");
}

#[test]
fn modes_show_what_is_theirs() {
    for (name, table) in [("rumble", "items"), ("dropshot", "damage")] {
        let view = view(&variant(name).unwrap());
        assert!(rows(&view, table) > 15, "{name} has {} {table}", rows(&view, table));
        assert!(rows(&view, "touches") > 2, "{name} has {} touches", rows(&view, "touches"));
        assert!(view.meta().mode.is_some_and(|mode| mode == name));
    }
}
