//! How many bytes of unfinished uploads each client has on our disk.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes in progress by client; clients without any are not remembered.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    each: u64,
    clients: Arc<Mutex<BTreeMap<IpAddr, u64>>>,
}

/// The bytes of one upload; dropping this takes them off the client again.
#[derive(Debug)]
pub(crate) struct Weight {
    weights: Weights,
    client: IpAddr,
    bytes: u64,
}

impl Weights {
    /// So many bytes for each client.
    pub(crate) fn new(each: u64) -> Self {
        Self { each, clients: Arc::default() }
    }

    pub(crate) fn of(&self, client: IpAddr) -> Weight {
        Weight { weights: self.clone(), client, bytes: 0 }
    }

    fn clients(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u64>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Weight {
    /// Adds bytes, unless that is too much for the client.
    pub(crate) fn add(&mut self, bytes: usize) -> bool {
        let bytes = bytes as u64;
        let mut clients = self.weights.clients();
        let all = clients.get(&self.client).copied().unwrap_or(0).saturating_add(bytes);
        let fits = all <= self.weights.each;
        if fits && bytes > 0 {
            clients.insert(self.client, all);
            self.bytes += bytes;
        }
        fits
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        let mut clients = self.weights.clients();
        let left = clients.get(&self.client).map(|all| all.saturating_sub(self.bytes));
        match left {
            Some(left) if left > 0 => _ = clients.insert(self.client, left),
            _ => _ = clients.remove(&self.client),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_count_for_the_client_until_the_upload_ends() {
        let weights = Weights::new(10);
        let (one, other) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        let (mut a, mut b, mut c) = (weights.of(one), weights.of(one), weights.of(other));
        assert!(a.add(6) && b.add(4) && c.add(10));
        assert!(!a.add(1) && !b.add(1));
        drop(b);
        assert!(a.add(4) && !a.add(1));
        drop((a, c));
        assert!(weights.clients().is_empty());
    }
}
