//! `redact`.

use ghostreel_corpus::variants;

use crate::kit::{Place, samples};

#[test]
fn every_sample_is_redacted_and_its_mark_is_gone() {
    let place = Place::new();
    place.check("key new --key my.pem", 0, &[]);
    // One of two by day.
    let tried = samples().into_iter().enumerate();
    for (_, sample) in tried.filter(|(at, _)| variants(*at, 2).contains(&0)) {
        let name = sample.name();
        place.write(&name, &sample.bytes());
        if place.run(&format!("check {name}")).code != 0 {
            place.check(&format!("redact {name} -o no.{name}"), 1, &["repair"]);
            continue;
        }
        place.check(&format!("mark --key my.pem {name}"), 0, &[]);
        let run = place.check(
            &format!("redact --json {name} -o out.{name}"),
            0,
            &["still identifies", "55,541 players"],
        );
        let line = &run.json_lines()[0];
        assert!(line["removed"].is_array(), "{line}");
        let verdict = place.run(&format!("verify --json out.{name}")).json_lines().swap_remove(0);
        assert_eq!(verdict["level"], "unmarked", "{name}");
        place.check(&format!("check out.{name}"), 0, &[]);
        // Once more, and nothing is left to take out but the stand-ins for players.
        place.check(&format!("redact --json out.{name} -o again.{name}"), 0, &[]);
        let (out, again) = (format!("out.{name}"), format!("again.{name}"));
        assert!(place.read(&again) == place.read(&out), "{name}");
    }
}

#[test]
fn of_a_reel_the_game_s_own_file_is_redacted() {
    let place = Place::new();
    let bytes = place.sample("a.bsor", "full");
    place.check("pack a.bsor", 0, &[]);
    let run = place.check("redact a.bsor.reel -o b.bsor", 0, &["wrote b.bsor"]);
    assert!(run.stdout.contains("info.playerName: Ghost"), "{}", run.stdout);
    assert!(place.read("b.bsor").len() < bytes.len());
    place.check("redact a.bsor -o b.bsor", 1, &["exists already"]);
    let info = place.run("info b.bsor").stdout;
    for gone in ["Ghost (", "Synthetic HMD", "2026", "steam"] {
        assert!(!info.contains(gone), "{gone}: {info}");
    }
    assert!(info.contains("142,517"), "{info}");
}
