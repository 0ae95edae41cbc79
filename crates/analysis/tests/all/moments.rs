//! The table `moments` of every game: rules for each row, and agreement with the statistics.

use std::collections::BTreeSet;

use ghostreel_analysis::{Analysis, Moment};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::timeline::{PlayerIndex, Table};
use ghostreel_formats::{open, sample, sample_variants};

fn analysis(bytes: Vec<u8>) -> Analysis<'static> {
    Analysis::new(open(bytes, &DecodeOptions::RECOVER).unwrap())
}

fn samples() -> impl Iterator<Item = (String, Analysis<'static>)> {
    sample_variants().into_iter().flat_map(|(game, variants)| {
        variants.into_iter().map(move |variant| {
            let bytes = sample(game, Some(variant), 1).unwrap();
            (format!("{game}/{variant}"), analysis(bytes))
        })
    })
}

fn check(name: &str, analysis: &Analysis<'_>) {
    let players = analysis.view().timeline().table("players").unwrap().rows();
    let mut last = f64::NEG_INFINITY;
    for moment in analysis.moments() {
        let Moment { time, kind, player, other, severity, label, .. } = moment;
        let context = format!("{name}: {moment:?}");
        assert!(time.is_finite() && *time >= last, "{context}");
        last = *time;
        let known = analysis.moment_kinds().iter().find(|known| known.name == *kind);
        assert!(known.is_some(), "{context}");
        let is_row = |player: &Option<PlayerIndex>| player.is_none_or(|row| row.place() < players);
        assert!(is_row(player) && is_row(other), "{context}");
        assert!(*severity <= 2 && !label.is_empty(), "{context}");
    }
    #[cfg(feature = "default")]
    counted(name, analysis);
}

/// The counts of single games are among their moments.
#[cfg(feature = "default")]
fn counted(name: &str, analysis: &Analysis<'_>) {
    use ghostreel_analysis::Statistics;

    let count = |kind: &str| analysis.moments().iter().filter(|moment| moment.kind == kind).count();
    match analysis.stats().unwrap() {
        Statistics::BeatSaber(report) => {
            let kinds = ["miss", "bad", "bomb", "wall", "combo-lost"];
            let mistakes = kinds.map(count);
            assert_eq!(mistakes.iter().sum::<usize>(), report.details.mistakes.len(), "{name}");
        }
        Statistics::Melee(report) => {
            assert_eq!(count("stock"), report.details.deaths.len(), "{name}");
            let conversions = count("conversion") + count("kill");
            assert_eq!(conversions, report.stats.conversions.len(), "{name}");
            let edgeguards = report.details.players.iter().map(|player| player.edgeguard_count);
            let edgeguards: u32 = edgeguards.sum();
            assert_eq!(u32::try_from(count("edgeguard")), Ok(edgeguards), "{name}");
        }
        Statistics::RocketLeague(report) => {
            let events = &report.events;
            assert_eq!(count("goal"), events.goals.len(), "{name}");
            assert_eq!(count("save"), events.saves.len(), "{name}");
            assert_eq!(count("demolition"), events.demolitions.len(), "{name}");
            // A save that is also a shot is one moment.
            assert!(count("shot") <= events.shots.len(), "{name}");
        }
        _ => {}
    }
}

#[test]
fn samples_have_moments_that_their_statistics_count() {
    let (mut games, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for (name, analysis) in samples() {
        check(&name, &analysis);
        if !analysis.moments().is_empty() {
            games.insert(analysis.view().format().game);
        }
        kinds.extend(analysis.moments().iter().map(|moment| moment.kind));
    }
    assert_eq!(games.len(), sample_variants().len(), "only {games:?} have moments");
    if cfg!(feature = "default") {
        every_kind_is_tried(&kinds);
    }
}

/// Kinds without a sample are not tried.
fn every_kind_is_tried(kinds: &BTreeSet<&str>) {
    for kind in [
        "miss",
        "bad",
        "bomb",
        "wall",
        "combo-lost",
        "pause",
        "fail",
        "stock",
        "kill",
        "combo",
        "goal",
        "shot",
        "save",
    ] {
        assert!(kinds.contains(kind), "no sample has a {kind}: {kinds:?}");
    }
    for kind in ["kick-off", "item", "panel", "dribble", "50-50", "flip"] {
        assert!(kinds.contains(kind), "no sample has a {kind}: {kinds:?}");
    }
}

#[cfg(feature = "default")]
#[test]
fn real_replays_have_moments_that_their_statistics_count() {
    for folder in ["beat-saber/bsor", "slippi/good", "rocket-league/good"] {
        let Some(files) = ghostreel_corpus::files(folder) else { return };
        for (name, bytes) in files {
            check(&name, &analysis(bytes));
        }
    }
}

#[test]
fn a_timeline_has_its_moments_after_the_tables_of_the_game() {
    for (name, analysis) in samples() {
        let timeline = analysis.timeline();
        let table = timeline.table("moments").unwrap();
        assert_eq!(table.rows(), analysis.moments().len(), "{name}");
        let kinds = table.column("kind").unwrap();
        let codes = analysis.moments().len();
        assert_eq!(kinds.len(), codes, "{name}");
        // Tables that are worked out later come last, and moments before the others.
        let own = analysis.tables().tables().len();
        let later: Vec<_> = timeline.tables().iter().skip(own).map(Table::schema).collect();
        assert_eq!((later[0].name.as_ref(), later), ("moments", analysis.lazy_schemas()));
    }
}

#[test]
fn columns_of_statistics_are_those_of_moments_and_of_tables_made_of_the_report() {
    for (name, analysis) in samples() {
        let tables = analysis.timeline();
        let of_statistics = tables
            .tables()
            .iter()
            .map(|table| table.schema().name.as_ref())
            .filter(|table| analysis.is_of_statistics(&format!("{table}.any")));
        let (reports, others): (Vec<&str>, Vec<&str>) =
            of_statistics.partition(|table| table.ends_with("_stats"));
        let has_heat_map = tables.table("heat_map").is_ok();
        assert_eq!(
            others,
            if has_heat_map { vec!["moments", "heat_map"] } else { vec!["moments"] }
        );
        assert!(reports.contains(&"player_stats"), "{name}: {reports:?}");
        assert!(!analysis.is_of_statistics("moments") && !analysis.is_of_statistics("moment.time"));
    }
}
