//! The tables of `docs/spec/rocket-league.md` that are not a structure's are those of the code; `src/attributes/spec_tests.rs` has
//! the others.

use std::collections::BTreeSet;

use ghostreel_rlreplay::Version;
use ghostreel_rlreplay::attributes::{AttributeType, Context, Loadout, LoadoutOnline, UniqueId};

const SPEC: &str = include_str!("../../../../docs/spec/rocket-league.md");

/// The rows of the table with this head, cell by cell.
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let (_, table) = SPEC.split_once(&format!("\n{head}\n")).unwrap_or_else(|| panic!("no {head}"));
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The texts between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The gates that a version opens, by name.
fn gates(version: Version, build: Option<&str>) -> BTreeSet<&'static str> {
    // All members, so that none is forgotten here.
    let Context {
        has_fine_units,
        has_quaternions,
        has_wide_states,
        has_actor_names,
        has_wide_paints,
        has_transition_speed,
        has_camera_extras,
        has_whole_colors,
        has_long_ps4_ids,
        has_short_psynet_ids,
        has_server_names,
        ..
    } = Context::new(version, build, false);
    let gates = [
        ("has_fine_units", has_fine_units),
        ("has_quaternions", has_quaternions),
        ("has_wide_states", has_wide_states),
        ("has_actor_names", has_actor_names),
        ("has_wide_paints", has_wide_paints),
        ("has_transition_speed", has_transition_speed),
        ("has_camera_extras", has_camera_extras),
        ("has_whole_colors", has_whole_colors),
        ("has_long_ps4_ids", has_long_ps4_ids),
        ("has_short_psynet_ids", has_short_psynet_ids),
        ("has_server_names", has_server_names),
    ];
    gates.into_iter().filter(|(_, is_open)| *is_open).map(|(name, _)| name).collect()
}

#[test]
fn gates_open_with_the_versions_that_are_named() {
    let rows = table("| since | members that are there, or longer | name |");
    for row in &rows {
        let [since, _, name] = row[..] else { panic!("{row:?}") };
        let [name] = quoted(name)[..] else { panic!("{name}") };
        let opens = |before: BTreeSet<&str>, after: BTreeSet<&str>| {
            assert!(!before.contains(name) && after.contains(name), "{name} since {since}");
        };
        if let Some(build) = since.strip_prefix("build ") {
            opens(gates(Version::default(), Some("2")), gates(Version::default(), Some(build)));
        } else if let Some(net) = since.strip_prefix("net ") {
            let at = |net| gates(Version::new(868, 34, net), None);
            let net = net.parse().unwrap();
            opens(at(net - 1), at(net));
        } else {
            let numbers: Vec<i32> =
                since.split('.').map(|number| number.parse().unwrap()).collect();
            match numbers[..] {
                [major, minor] => opens(
                    gates(Version::new(major, minor - 1, 99), None),
                    gates(Version::new(major, minor, 0), None),
                ),
                [major, minor, net] => opens(
                    gates(Version::new(major, minor, net - 1), None),
                    gates(Version::new(major, minor, net), None),
                ),
                _ => panic!("{since}"),
            }
        }
    }
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(row[2])).collect();
    assert_eq!(named, gates(Version::new(999, 0, 99), Some("9")));
}

#[test]
fn every_kind_is_described() {
    let rows = table("| kind | values |");
    let described: Vec<&str> = rows.iter().flat_map(|row| quoted(row[0])).collect();
    let names: BTreeSet<&str> = AttributeType::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(described.len(), names.len());
    assert_eq!(described.into_iter().collect::<BTreeSet<_>>(), names);
}

#[test]
fn loadouts_have_the_slots_that_are_named() {
    let rows = table("| since version | slots |");
    let slots: Vec<&str> = rows.iter().flat_map(|row| quoted(row[1])).collect();
    assert_eq!(slots, Loadout::SLOTS);
    let mut count = 0;
    for row in &rows {
        let version: u8 = row[0].parse().unwrap();
        let slots = |version| Loadout { version, ..Loadout::default() }.products().len();
        if let Some(before) = version.checked_sub(1) {
            assert_eq!(slots(before), count, "before {version}");
        }
        count += quoted(row[1]).len();
        assert_eq!(slots(version), count, "{version}");
    }
    let rows = table("| slot | is |");
    let named: Vec<(u8, &str)> =
        rows.iter().map(|row| (row[0].parse().unwrap(), quoted(row[1])[0])).collect();
    let slots = (0..=u8::MAX).filter_map(|slot| Some((slot, LoadoutOnline::slot_name(slot)?)));
    assert_eq!(named, slots.collect::<Vec<_>>());
}

#[test]
fn platforms_are_those_that_are_named() {
    let rows = table("| platform | | account |");
    let named: BTreeSet<u8> =
        rows.iter().flat_map(|row| row[0].split(", ")).map(|id| id.parse().unwrap()).collect();
    let is_known =
        |system: &u8| UniqueId { system: *system, ..UniqueId::default() }.platform().is_some();
    assert_eq!(named, (0..=u8::MAX).filter(is_known).collect());
}
