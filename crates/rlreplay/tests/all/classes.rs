//! Reading real replays when the table of classes is older than the game: each object and each class that a replay's
//! actors are of is taken out of it.

use std::collections::BTreeSet;
use std::thread;

use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;
use ghostreel_rlreplay::network::Segment;
use ghostreel_rlreplay::{Options, View, encode, names};

/// The objects that appear, and the classes above them.
fn names_of(view: &View<'_>) -> BTreeSet<String> {
    let spawns = view.network().iter().flat_map(|segment| &segment.spawns);
    let objects: BTreeSet<i32> = spawns.map(|spawn| spawn.object).collect();
    let mut all = BTreeSet::new();
    for object in objects {
        let name = view.body().objects[usize::try_from(object).unwrap()].to_string();
        let chain =
            std::iter::successors(Some(name), |name| names::parent(name).map(str::to_owned));
        all.extend(chain.filter(|name| names::parent(name).is_some()));
    }
    all
}

fn lost(segments: &[Segment]) -> usize {
    let gaps = segments.iter().flat_map(|segment| &segment.gaps);
    gaps.map(|gap| gap.lost_frames as usize + 1).sum()
}

#[derive(Default)]
struct Tally {
    cases: usize,
    kept: usize,
    reported: usize,
    /// The number of frames read as with the unchanged table.
    same: usize,
    failures: Vec<String>,
}

fn simulate(files: &[(String, Vec<u8>)], is_tried: impl Fn(usize, usize) -> bool + Sync) -> Tally {
    let half = |first: usize| {
        let mut tally = Tally::default();
        for (file, (name, bytes)) in files.iter().enumerate().skip(first).step_by(2) {
            let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
            assert!(view.catalog().inferred().is_empty(), "{name}");
            let frames: usize = view.network().iter().map(|segment| segment.frames.len()).sum();
            for (index, class) in names_of(&view).iter().enumerate() {
                if !is_tried(file, index) {
                    continue;
                }
                let mut options = Options { decode: DecodeOptions::RECOVER, ..Options::default() };
                options.attributes.set_parent(class, None);
                let other = View::open_with(&bytes[..], &options).unwrap();
                tally.same += usize::from(other.network() == view.network());
                let kept = 1.0 - lost(other.network()) as f64 / frames as f64;
                let is_reported = other.diagnostics().iter().any(|d| d.message.contains(class));
                assert!(encode(&other.to_replay()) == *bytes, "{name} without {class}");
                tally.cases += 1;
                tally.kept += usize::from(kept >= 0.95);
                tally.reported += usize::from(is_reported);
                if kept < 0.95 || !is_reported {
                    let messages: Vec<_> =
                        other.diagnostics().iter().take(3).map(|d| &d.message).collect();
                    tally
                        .failures
                        .push(format!("{name} without {class}: kept {kept:.3}: {messages:?}"));
                }
            }
        }
        tally
    };
    let [mut tally, other] = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()]
    });
    tally.cases += other.cases;
    tally.kept += other.kept;
    tally.reported += other.reported;
    tally.same += other.same;
    tally.failures.extend(other.failures);
    let Tally { cases, kept, reported, same, .. } = tally;
    eprintln!(
        "{cases} cases, {kept} keep 95 % of the frames, {reported} are reported by name, {same} are the same"
    );
    tally.failures.iter().take(60).for_each(|failure| eprintln!("  {failure}"));
    tally
}

#[track_caller]
fn check(tally: &Tally) {
    let Tally { cases, kept, reported, same, .. } = tally;
    assert_eq!([kept, reported, same], [cases; 3]);
}

#[test]
fn replays_survive_some_new_classes() {
    let Some(files) = files("rocket-league/good") else { return };
    check(&simulate(&files, |file, class| (file + class * 7) % 40 == 0));
}

/// Tests that take minutes.
mod nightly {
    use super::*;

    #[test]
    #[ignore = "takes minutes: every file with every class"]
    fn replays_survive_all_new_classes() {
        let Some(files) = files("rocket-league/good") else { return };
        check(&simulate(&files, |_, _| true));
    }
}
