//! Games that others reported: winners, players and dates.

use ghostreel_analysis::melee::Report;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::slp::View;

fn each(names: &[&str], check: impl Fn(&str, &View<'_>)) {
    let Some(files) = ghostreel_corpus::files("reports/slippi") else { return };
    for wanted in names {
        let (name, bytes) = files.iter().find(|(name, _)| name == wanted).unwrap();
        check(name, &View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap());
    }
}

fn winners(view: &View<'_>) -> Vec<u8> {
    Report::new(view).winners.iter().map(|winner| winner.player_index).collect()
}

#[test]
fn sheik_is_sheik_everywhere() {
    each(&["js_sheik_vs_ics_yoshis.slp"], |_, view| {
        let played = "Sheik, Ice Climbers";
        let meta = view.meta();
        let listed = meta.details.iter().find(|(key, _)| *key == "characters").unwrap();
        assert!(format!("{:?}", listed.1).contains(played), "{:?}", listed.1);
        let players = Report::new(view).players;
        let names: Vec<String> = players.iter().map(|player| player.character.clone()).collect();
        assert_eq!(names.join(", "), played);
        let table = view.timeline();
        let table = table.table("players").unwrap();
        let names = table.column("character_name").unwrap();
        assert!(format!("{names:?}").contains("Sheik"));
    });
}

#[test]
fn the_player_who_did_not_quit_has_won_and_else_the_games_own_word_counts() {
    // No player quit, and none is placed.
    each(&["nocontest_nobody.slp"], |name, view| assert!(winners(view).is_empty(), "{name}"));
    // Placements are there, though the game says it is not decided.
    each(&["unresolved_placed.slp"], |name, view| {
        let end = view.game_end().unwrap();
        let first = [end.placement_0, end.placement_1, end.placement_2, end.placement_3];
        let first = first.iter().position(|place| *place == 0).unwrap();
        assert_eq!(winners(view), [first as u8], "{name}");
    });
    // A length that the header does not say changes nothing.
    each(&["raw0_meta.slp"], |name, view| {
        assert_eq!(winners(view).len(), 1, "{name}");
        let warning = "the events are 126898 bytes long, the file says 0";
        assert!(view.diagnostics().iter().any(|d| d.message == warning), "{name}");
    });
    // Before 3.13, and in teams: the players with stocks left, and their team with them.
    each(&["2-0-1-doubles-irl.slp"], |name, view| assert_eq!(winners(view), [1, 3], "{name}"));
}

#[test]
fn an_end_has_its_name_whatever_the_version() {
    each(&["2-0-1-doubles-irl.slp"], |name, view| {
        assert!(matches!(view.meta().outcome, Some("resolved" | "unresolved")), "{name}");
    });
}

#[test]
fn a_zone_counts_and_what_is_no_date_is_none() {
    each(&["start_offset.slp"], |_, view| {
        // 18:17:27 at +09:00.
        assert_eq!(view.meta().started_at, Some(1_661_851_047));
    });
    each(&["start_bad.slp"], |_, view| {
        assert_eq!(view.meta().started_at, None);
        let said: Vec<&str> = view.diagnostics().iter().map(|d| &*d.message).collect();
        assert!(said.iter().any(|said| said.contains("startAt is no date")), "{said:?}");
    });
}
