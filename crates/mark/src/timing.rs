//! The witnessed stretches of a session: those in which its time went on as the server's clock did.

use crate::limits;
use crate::report::seconds;

/// A head that was answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Answered {
    /// The session's time that it covers, in seconds.
    pub(crate) session_s: f64,
    /// When the server had it, in milliseconds.
    pub(crate) server_ms: i64,
}

impl Answered {
    /// How many seconds of the server and of the session lie between this and a later one.
    fn to(&self, later: &Self) -> (f64, f64) {
        let server_ms = later.server_ms.saturating_sub(self.server_ms);
        (seconds(server_ms), later.session_s - self.session_s)
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
        self.last.session_s - self.first.session_s >= limits::LEAST_RUN_S
    }
}

/// The times of a session by its receipts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Timing {
    /// Stretches that were witnessed, in seconds of the session, in order and apart.
    pub(crate) covered: Vec<(f64, f64)>,
    /// The unwitnessed stretches between the first and the last receipt, a sentence each.
    pub(crate) gaps: Vec<String>,
    /// Seconds that the server's time advanced more than the session's, in all stretches together.
    drift_s: f64,
}

impl Timing {
    /// The timing by the answered heads, in their order.
    pub(crate) fn of(answered: &[Answered]) -> Self {
        let mut timing = Self::default();
        let [Some(first), Some(last)] = [answered.first(), answered.last()] else { return timing };
        let (mut run, mut begin) = (Run::of(*first), *first);
        for at in answered.iter().skip(1) {
            let (server_s, session_s) = run.last.to(at);
            let is_jump = !(0.0..=limits::RECEIPT_DISTANCE_S).contains(&server_s)
                || (server_s - session_s).abs() > limits::DRIFT_S;
            let (server_in_all, session_in_all) = run.first.to(at);
            let is_alike = (server_in_all - session_in_all).abs() <= limits::DRIFT_S;
            if !is_jump && is_alike {
                run.last = *at;
                continue;
            }
            // A pause or a lost connection says nothing about earlier stretches. If the session went on at another speed, or its first head was
            // late, all of the run was not as it seemed.
            if is_jump && session_s - server_s <= limits::DRIFT_S {
                timing.add(&run, &mut begin);
            }
            run = Run::of(*at);
        }
        timing.add(&run, &mut begin);
        timing.name_gap(&begin, last);
        timing.judge_drift();
        timing
    }

    /// Discards all stretches if their time went on otherwise than the server's. In each of them a late head may explain it:
    /// leaving receipts out makes many short ones of a game that was played slowly.
    fn judge_drift(&mut self) {
        let covered: f64 = self.covered.iter().map(|(from, to)| to - from).sum();
        let drift = self.drift_s.abs();
        if drift > limits::DRIFT_IN_ALL_S && drift > covered * limits::DRIFT_SHARE {
            self.covered.clear();
            self.gaps = vec![format!(
                "In {covered:.1} s of the session {:.1} s passed at the server, so none of it is witnessed.",
                covered + self.drift_s
            )];
        }
    }

    /// Adds a run that ends in order, if it counts. `begin` is where the last one ended.
    fn add(&mut self, run: &Run, begin: &mut Answered) {
        if run.counts() {
            self.name_gap(begin, &run.first);
            self.covered.push((run.first.session_s, run.last.session_s));
            let (server_s, session_s) = run.first.to(&run.last);
            self.drift_s += server_s - session_s;
            *begin = run.last;
        }
    }

    fn name_gap(&mut self, from: &Answered, to: &Answered) {
        let (server_s, session_s) = from.to(to);
        if session_s > 0.0 || server_s > limits::RECEIPT_DISTANCE_S {
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
