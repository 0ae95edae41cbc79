//! Work that is counted instead of timed: a file's allowance follows from its size, and is the same on every machine.
//!
//! Reading each byte once needs no permission. Work that may look at the same bytes again (learning layouts, following links
//! between rows, comparing everything with everything) spends from a [`Budget`] first, and stops where it is used up. A
//! [`Meter`] lets the caller see the cost of a replay, and stop the work on it.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{Diagnostic, Error, Fault, Severity, limits};

/// Units between two looks at the meter.
const REPORTED: u64 = 1 << 16;

/// Counts the work on replays, and stops it. Clones share it.
///
/// A replay keeps the meter that it was opened with: its columns, its plain data and its JSON are counted and stopped too. Those fail
/// with [`Cancelled`]; a decode keeps what it has.
///
/// ```
/// use ghostreel_core::{DecodeOptions, work::Meter};
///
/// let meter = Meter::default();
/// let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
/// // … decode with `options` in another thread, then, if it takes too long:
/// meter.cancel();
/// assert!(meter.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    spent: AtomicU64,
    limit: Option<u64>,
    is_cancelled: AtomicBool,
}

impl Meter {
    /// A meter that is cancelled as soon as it has counted more than so many units.
    pub fn limited(units: u64) -> Self {
        Self { inner: Arc::new(Inner { limit: Some(units), ..Inner::default() }) }
    }

    /// Units spent so far, by all that was given this meter.
    pub fn spent(&self) -> u64 {
        self.inner.spent.load(Ordering::Relaxed)
    }

    /// Stops all that soon.
    pub fn cancel(&self) {
        self.inner.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.inner.is_cancelled.load(Ordering::Relaxed)
    }

    /// Counts units that are spent without a [`Budget`], since nothing is looked at again.
    ///
    /// # Errors
    /// If the work is to stop.
    pub fn spend(&self, units: u64) -> Result<(), Cancelled> {
        self.add(units);
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    fn add(&self, units: u64) {
        let before = self.inner.spent.fetch_add(units, Ordering::Relaxed);
        if self.inner.limit.is_some_and(|limit| before.saturating_add(units) > limit) {
            self.cancel();
        }
    }
}

/// The same meter, not the same count.
impl PartialEq for Meter {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for Meter {}

/// The [`Meter`] of a replay was cancelled, so there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was cancelled")
    }
}

impl std::error::Error for Cancelled {}

impl From<Cancelled> for Error {
    fn from(cancelled: Cancelled) -> Self {
        Self::new(Fault::Limit, 0, "file", "time for the work", cancelled.to_string())
    }
}

/// Why a step gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget is used up.
    Limit,
    /// The [`Meter`] was cancelled.
    Cancelled,
}

/// The work that one step may do: learning, projecting, counting statistics.
///
/// A unit is about ten nanoseconds on a machine of 2024, as long as it takes to look at a row. Budgets are shared by reference within
/// a step; each step has its own, so that the result of one never depends on earlier questions.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
    unreported: Cell<u64>,
    stopped: Cell<Option<Stop>>,
    meter: Option<Meter>,
}

impl Budget {
    /// The budget of a step over an input of so many bytes: [`limits::WORK_BASE`] and [`limits::WORK_PER_INPUT_BYTE`] for each.
    pub fn for_input(bytes: usize, meter: Option<&Meter>) -> Self {
        let units = limits::WORK_PER_INPUT_BYTE.saturating_mul(bytes as u64);
        Self::of(limits::WORK_BASE.saturating_add(units), meter)
    }

    /// A budget of so many units.
    pub fn of(units: u64, meter: Option<&Meter>) -> Self {
        let meter = meter.cloned();
        Self { left: Cell::new(units), unreported: Cell::new(0), stopped: Cell::new(None), meter }
    }

    /// Spends units, and says whether they were there. Once they were not, none are again.
    #[inline]
    pub fn spend(&self, units: usize) -> bool {
        let units = units as u64;
        let unreported = self.unreported.get().saturating_add(units);
        match self.left.get().checked_sub(units) {
            Some(left) if unreported < REPORTED => {
                self.left.set(left);
                self.unreported.set(unreported);
                true
            }
            left => self.report(left, unreported),
        }
    }

    #[cold]
    fn report(&self, left: Option<u64>, unreported: u64) -> bool {
        self.unreported.set(0);
        let is_cancelled = self.meter.as_ref().is_some_and(|meter| {
            meter.add(unreported);
            meter.is_cancelled()
        });
        self.left.set(left.unwrap_or(0));
        if is_cancelled || left.is_none() {
            self.left.set(0);
            let stop = if is_cancelled { Stop::Cancelled } else { Stop::Limit };
            self.stopped.set(self.stopped.get().or(Some(stop)));
            return false;
        }
        true
    }

    /// Units that may still be spent.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Why the step gave up, if it did.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped.get()
    }

    /// The diagnostic of a step that gave up; `None` if it did not. `what` names the step: `learning layouts`.
    pub fn diagnostic(&self, section: &'static str, what: &str) -> Option<Diagnostic> {
        let message = match self.stopped()? {
            Stop::Limit => {
                format!(
                    "limit: {what} takes more work than a file of this size may cost; it stops there"
                )
            }
            Stop::Cancelled => format!("{what} was cancelled"),
        };
        Some(Diagnostic::new(Severity::Warning, 0, section, message))
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        if let Some(meter) = &self.meter {
            meter.add(self.unreported.get());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_stays_spent() {
        let budget = Budget::of(100, None);
        assert!(budget.spend(60));
        assert!(!budget.spend(60));
        assert!(!budget.spend(1), "nothing is left for smaller steps either");
        assert_eq!(budget.stopped(), Some(Stop::Limit));
        let diagnostic = budget.diagnostic("test", "counting").unwrap();
        assert!(diagnostic.message.starts_with("limit: counting"), "{diagnostic}");
        assert_eq!(Budget::of(100, None).diagnostic("test", "counting"), None);
    }

    #[test]
    fn a_meter_adds_up_and_stops() {
        let meter = Meter::default();
        let budget = Budget::of(u64::MAX, Some(&meter));
        assert!(budget.spend(5));
        drop(budget);
        assert_eq!(meter.spent(), 5);
        let budget = Budget::of(u64::MAX, Some(&meter));
        meter.cancel();
        let steps = (0..1_000_000).take_while(|_| budget.spend(1)).count() as u64;
        assert!(steps < REPORTED, "{steps} steps after it was cancelled");
        assert_eq!(budget.stopped(), Some(Stop::Cancelled));
    }

    #[test]
    fn a_limited_meter_cancels_itself() {
        let meter = Meter::limited(10);
        assert_eq!((meter.spend(10), meter.is_cancelled()), (Ok(()), false));
        assert_eq!((meter.spend(1), meter.is_cancelled()), (Err(Cancelled), true));
        assert_eq!(meter.spend(0), Err(Cancelled), "it stays so");
        let budget = Budget::of(u64::MAX, Some(&Meter::limited(1_000_000)));
        let steps = (0..2_000_000).take_while(|_| budget.spend(1)).count() as u64;
        assert!((1_000_000..1_000_000 + 2 * REPORTED).contains(&steps), "{steps} steps");
    }

    #[test]
    fn budgets_grow_with_the_input() {
        let [small, large] = [1_000, 2_000].map(|bytes| Budget::for_input(bytes, None).left());
        assert_eq!(large - small, 1_000 * limits::WORK_PER_INPUT_BYTE);
    }
}
