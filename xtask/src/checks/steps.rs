//! The steps themselves, in the order in which a lane takes them.

use std::time::Duration;

use anyhow::Result;

use super::{Lane, Results, Step, nextest, page::page_tests};
use crate::{
    attack, bench, c_interface, distribution, example_game, faults, fuzz, lint, mark_verifier,
    newcomer, npm, publish, python, query, ratchet, reel_reader,
    shell::{self, say},
    site, sizes, soak, tidy, web,
    workspace::Workspace,
};

/// How long all fuzz targets together run as one of the checks, and by night.
const FUZZING: Duration = Duration::from_secs(60);
const FUZZING_BY_NIGHT: Duration = Duration::from_secs(3600);

/// The checks of what a change can break.
pub(crate) const TEST: &[Step] = &[
    Step { name: "tidy", run: |w| Results::nothing(tidy::run(w)), ..CARGO },
    Step { name: "page", run: draft_of_page, ..BESIDE },
    Step { name: "build", run: |w| Results::nothing(nextest::build(w)), ..CARGO },
    Step { name: "browser", run: browser, needs: &["page", "build"], is_slow: true, ..BESIDE },
    // The server's tests look at the page that it hands out.
    Step { name: "rust", run: nextest::all, needs: &["build", "page"], ..CARGO },
    // Compiles on top of the tests' dependencies, while they run: other steps that compile would wait for it.
    Step { name: "fuzz", run: |w| fuzzing(w, FUZZING), needs: &["build"], is_slow: true, ..BESIDE },
    Step { name: "no corpus", run: nextest::without_corpus, needs: &["rust"], ..CARGO },
    Step {
        name: "lint",
        run: |w| Results::nothing(lint::run(w)),
        needs: &["build", "page"],
        ..EITHER
    },
    // It compiles modules, too, in the page's folder: their products have one name.
    Step { name: "example game", run: example_game::check, needs: &["build", "page"], ..EITHER },
    Step { name: "docs", run: docs, needs: &["build"], ..EITHER },
    Step { name: "examples", run: nextest::documentation, needs: &["build"], ..EITHER },
    Step { name: "C interface", run: c, needs: &["build"], ..EITHER },
    Step { name: "Python package", run: python::check, needs: &["build"], ..EITHER },
    Step {
        name: "mark verifier",
        run: |w| Results::nothing(mark_verifier::check(w)),
        needs: &["build"],
        ..EITHER
    },
    Step {
        name: "reel reader",
        run: |w| Results::nothing(reel_reader::check(w)),
        needs: &["tidy"],
        ..EITHER
    },
    Step {
        name: "ratchet",
        run: |w| Results::nothing(ratchet::run(w, &ratchet::Options::default())),
        needs: &["build"],
        ..EITHER
    },
];

/// The checks that need time, beside [`TEST`].
pub(crate) const NIGHTLY: &[Step] = &[
    Step { name: "build", run: |w| Results::nothing(nextest::build(w)), ..CARGO },
    Step { name: "whole loops", run: nextest::whole, needs: &["build"], ..CARGO },
    Step { name: "attack", run: |w| Results::nothing(attack::run(w)), needs: &["build"], ..CARGO },
    // Its engine of SQL takes as long to compile as everything else together.
    Step { name: "query", run: query::check, needs: &["build"], ..CARGO },
    Step { name: "readers of exports", run: query::check_readers, needs: &["query"], ..CARGO },
    Step { name: "site", run: |w| Results::nothing(site::build(w)), needs: &["query"], ..CARGO },
    Step { name: "peers", run: nextest::beside_peers, ..CARGO },
    Step {
        name: "soak",
        run: |w| Results::nothing(soak::run(w, soak::TIME)),
        needs: &["build"],
        ..CARGO
    },
    Step { name: "page", run: page, ..CARGO },
    Step { name: "browser", run: browser_by_the_clock, needs: &["build", "page"], ..CARGO },
    Step { name: "whole page", run: whole_page, needs: &["build", "page"], ..CARGO },
    Step { name: "sizes", run: |w| Results::nothing(sizes::check(w)), needs: &["page"], ..CARGO },
    Step { name: "bench", run: |w| Results::nothing(bench::run(w, Vec::new())), ..CARGO },
    Step { name: "lint all", run: |w| Results::nothing(lint::everything(w)), ..CARGO },
    Step {
        name: "ratchet",
        run: |w| Results::nothing(ratchet::run(w, &ratchet::Options::all())),
        ..CARGO
    },
    Step { name: "Python package", run: python::check_installed, ..CARGO },
    Step { name: "packages", run: |w| Results::nothing(publish::check(w)), ..CARGO },
    Step { name: "distribution", run: |w| Results::nothing(distribution::check(w)), ..CARGO },
    Step { name: "newcomer", run: newcomer, ..CARGO },
    Step { name: "faults", run: |w| faults::check(w, &[]), ..CARGO },
    Step { name: "example game", run: example_game::check_whole, ..CARGO },
    Step { name: "fuzz", run: |w| fuzzing(w, FUZZING_BY_NIGHT), ..CARGO },
];

/// The usual step.
const CARGO: Step = Step {
    name: "",
    lane: Lane::Cargo,
    needs: &[],
    is_slow: false,
    run: |_| Ok(Results::default()),
};
const BESIDE: Step = Step { lane: Lane::Beside, ..CARGO };
const EITHER: Step = Step { lane: Lane::Either, ..CARGO };

/// The page that the tests open: as published, but for the size and speed of its modules.
fn draft_of_page(workspace: &Workspace) -> Result<Results> {
    Results::nothing(web::build_draft(workspace, &npm::find(workspace)?))
}

fn page(workspace: &Workspace) -> Result<Results> {
    Results::nothing(web::build(workspace, true).map(drop))
}

fn docs(workspace: &Workspace) -> Result<Results> {
    say("Checking the documentation's links");
    let mut doc = workspace.cargo();
    doc.args(["doc", "--no-deps", "--document-private-items", "--quiet"]);
    Results::nothing(shell::run(doc.env("RUSTDOCFLAGS", "-Dwarnings")))
}

fn c(workspace: &Workspace) -> Result<Results> {
    Ok(Results { skipped: c_interface::check(workspace)?, ..Results::default() })
}

fn browser(workspace: &Workspace) -> Result<Results> {
    page_tests(workspace, &[])
}

fn browser_by_the_clock(workspace: &Workspace) -> Result<Results> {
    page_tests(workspace, &["--nightly"])
}

/// The page's tests with all replays in place of samples, and with pictures to look at.
fn whole_page(workspace: &Workspace) -> Result<Results> {
    page_tests(workspace, &["--whole", "--pictures"])
}

fn newcomer(workspace: &Workspace) -> Result<Results> {
    let skipped = newcomer::run(workspace)?.into_iter().collect();
    Ok(Results { skipped, ..Results::default() })
}

/// The same inputs each time: a red run is about the change, not about luck.
fn fuzzing(workspace: &Workspace, time: Duration) -> Result<Results> {
    let options = fuzz::Options { time: fuzz::Time::All(time), seed: Some(1) };
    Results::nothing(fuzz::run(workspace, &options, &[]))
}
