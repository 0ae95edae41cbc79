//! How often each client may ask.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

/// Clients remembered at once, each with a few dozen bytes. Those who come when there are more share what one has.
const REMEMBERED: usize = 1 << 16;
/// Questions between two looks for clients that need not be remembered any more.
const TIDY_EVERY: usize = 4096;

/// So many requests a second for each client, and some more at once for one that was quiet.
#[derive(Debug)]
pub(crate) struct Rates {
    limiter: Option<RateLimiter<Option<IpAddr>, HashMapStateStore<Option<IpAddr>>, DefaultClock>>,
    asked: AtomicUsize,
    is_full: std::sync::atomic::AtomicBool,
}

impl Rates {
    /// No rate at all means no limit.
    pub(crate) fn new(per_second: u32, burst: u32) -> Self {
        let quota = NonZeroU32::new(per_second).map(|rate| {
            Quota::per_second(rate).allow_burst(NonZeroU32::new(burst).unwrap_or(rate))
        });
        let limiter = quota.map(RateLimiter::hashmap);
        Self { limiter, asked: AtomicUsize::new(0), is_full: false.into() }
    }

    /// Whether a client may ask now.
    pub(crate) fn allow(&self, client: IpAddr) -> bool {
        let Some(limiter) = &self.limiter else { return true };
        if self.asked.fetch_add(1, Ordering::Relaxed) % TIDY_EVERY == TIDY_EVERY - 1 {
            // A client that could ask as much as an unknown one is forgotten.
            limiter.retain_recent();
            limiter.shrink_to_fit();
            self.is_full.store(limiter.len() >= REMEMBERED, Ordering::Relaxed);
        }
        let key = (!self.is_full.load(Ordering::Relaxed)).then_some(client);
        limiter.check_key(&key).is_ok()
    }

    #[cfg(test)]
    fn remembered(&self) -> usize {
        self.limiter.as_ref().map_or(0, RateLimiter::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u32) -> IpAddr {
        number.to_be_bytes().into()
    }

    #[test]
    fn each_client_has_its_own_rate() {
        let rates = Rates::new(1, 3);
        let allowed = (0..10).filter(|_| rates.allow(client(1))).count();
        assert_eq!(allowed, 3);
        assert!(rates.allow(client(2)));
        let all = Rates::new(0, 0);
        assert!((0..10_000).all(|_| all.allow(client(1))));
    }

    /// A network with addresses without number does not fill the memory with them.
    #[test]
    fn the_memory_of_clients_is_bounded() {
        let slow = Rates::new(1, 1);
        (0..200_000).for_each(|number| _ = slow.allow(client(number)));
        assert!(slow.remembered() <= REMEMBERED + TIDY_EVERY, "{}", slow.remembered());
        let quick = Rates::new(1_000_000, 1);
        (0..200_000).for_each(|number| _ = quick.allow(client(number)));
        assert!(quick.remembered() <= 2 * TIDY_EVERY, "{}", quick.remembered());
    }
}
