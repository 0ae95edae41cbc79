//! The witnessed stretches of a session: those in which its time went on as the server's clock did.

use crate::limits;
use crate::report::seconds;

/// A head that was answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Answered {
    /// The session's time that it covers, in seconds.
    pub(crate) session_s: f64,
    /// Real seconds that the session took up to it, by its own time and speed.
    pub(crate) played_s: f64,
    /// When the server had it, in milliseconds.
    pub(crate) server_ms: i64,
}

impl Answered {
    /// How many seconds lie between this and a later one: those of the server, and those that the session says it took.
    fn to(&self, later: &Self) -> (f64, f64) {
        let server_ms = later.server_ms.saturating_sub(self.server_ms);
        (seconds(server_ms), later.played_s - self.played_s)
    }
}

/// Heads that follow each other, from the first to the last, in which the session's time went on as the server's clock.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: Answered,
    last: Answered,
}

impl Run {
    fn of(first: Answered) -> Self {
        Self { first, last: first }
    }

    /// Whether it is long enough for its speed to be known.
    fn counts(&self) -> bool {
        self.last.played_s - self.first.played_s >= limits::LEAST_RUN_S
    }
}

/// The times of a session by its receipts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Timing {
    /// Stretches that were witnessed, in seconds of the session, in order and apart.
    pub(crate) covered: Vec<(f64, f64)>,
    /// The unwitnessed stretches between the first and the last receipt, a sentence each.
    pub(crate) gaps: Vec<String>,
    /// Seconds of the session in all stretches together, and in those that were discarded as too slow.
    session_s: f64,
    /// Seconds that it says these took.
    played_s: f64,
    /// Seconds that the server's time advanced more in them.
    drift_s: f64,
}

impl Timing {
    /// The timing by the answered heads, in their order.
    pub(crate) fn of(answered: &[Answered]) -> Self {
        let mut timing = Self::default();
        let [Some(first), Some(last)] = [answered.first(), answered.last()] else { return timing };
        let (mut run, mut begin) = (Run::of(*first), *first);
        for at in answered.iter().skip(1) {
            let (server_s, played_s) = run.last.to(at);
            let is_jump = !(0.0..=limits::RECEIPT_DISTANCE_S).contains(&server_s)
                || (server_s - played_s).abs() > limits::DRIFT_S;
            let (server_in_all, played_in_all) = run.first.to(at);
            let is_alike = (server_in_all - played_in_all).abs() <= limits::DRIFT_S;
            if !is_jump && is_alike {
                run.last = *at;
                continue;
            }
            // A pause or a lost connection says nothing about earlier stretches. If the session went on at another speed, or its first head was
            // late, all of the run was not as it seemed.
            if is_jump && played_s - server_s <= limits::DRIFT_S {
                timing.add(&run, &mut begin);
            } else if !is_jump && server_in_all > played_in_all {
                timing.count(&run.first, at);
            }
            run = Run::of(*at);
        }
        timing.add(&run, &mut begin);
        timing.name_gap(&begin, last);
        timing.judge_drift();
        timing
    }

    /// Discards all stretches if their time, and that of those that were too slow, went on otherwise than the server's. In each of them a late head may
    /// explain it: leaving receipts out makes many short ones of a game that was played slowly, and the last one is too short to show it.
    fn judge_drift(&mut self) {
        let drift = self.drift_s.abs();
        if drift > limits::DRIFT_IN_ALL_S && drift > self.played_s * limits::DRIFT_SHARE {
            self.covered.clear();
            self.gaps = vec![format!(
                "In {:.1} s of the session {:.1} s passed at the server, so none of it is witnessed.",
                self.session_s,
                self.played_s + self.drift_s
            )];
        }
    }

    /// Adds a run that ends in order, if it counts. `begin` is where the last one ended.
    fn add(&mut self, run: &Run, begin: &mut Answered) {
        if run.counts() {
            self.name_gap(begin, &run.first);
            self.covered.push((run.first.session_s, run.last.session_s));
            self.count(&run.first, &run.last);
            *begin = run.last;
        }
    }

    fn count(&mut self, first: &Answered, last: &Answered) {
        let (server_s, played_s) = first.to(last);
        self.session_s += last.session_s - first.session_s;
        self.played_s += played_s;
        self.drift_s += server_s - played_s;
    }

    fn name_gap(&mut self, from: &Answered, to: &Answered) {
        let (server_s, played_s) = from.to(to);
        if played_s > 0.0 || server_s > limits::RECEIPT_DISTANCE_S {
            let [from, to] = [from.session_s, to.session_s];
            self.gaps.push(format!(
                "From {from:.1} to {to:.1} s it is not witnessed: {server_s:.1} s passed at the server."
            ));
        }
    }

    /// How much of a span is covered, from 0 to 1.
    pub(crate) fn share(&self, [start, end]: [f64; 2]) -> f64 {
        let inside = |(from, to): &(f64, f64)| (to.min(end) - from.max(start)).max(0.0);
        let covered: f64 = self.covered.iter().map(inside).sum();
        if end > start { (covered / (end - start)).clamp(0.0, 1.0) } else { 0.0 }
    }
}
