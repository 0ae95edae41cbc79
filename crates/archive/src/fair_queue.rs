//! Places for work that few may do at once, shared out fairly between clients.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// A client to be fair to: its address, already cut to what counts as one client. `None` is the operator.
pub type Client = Option<IpAddr>;

/// A set number of places. Those who wait are served in turn by client, not in the order they came: a client with a long
/// queue keeps others waiting for no more than the current work.
///
/// Clients that took too long before are *slow* for a while: their turn comes when nobody else waits, and together they
/// leave one place free, if there are two.
#[derive(Clone, Debug)]
pub struct FairQueue {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    places: usize,
    /// The most places of one client.
    each: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    taken: usize,
    /// Of those, by slow clients.
    taken_slowly: usize,
    /// Those who have a place, wait for one, or are slow.
    clients: BTreeMap<Client, Standing>,
    /// Clients with someone waiting; the first is served next.
    order: VecDeque<Client>,
}

#[derive(Debug, Default)]
struct Standing {
    taken: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
    slow_until: Option<Instant>,
}

impl Standing {
    fn is_slow(&self) -> bool {
        self.slow_until.is_some_and(|until| until > Instant::now())
    }
}

/// A place; dropping it gives it back.
#[derive(Debug)]
pub struct Turn {
    shared: Arc<Shared>,
    client: Client,
    slowly: bool,
}

impl FairQueue {
    /// How many slow clients are remembered; beyond that, the one to be forgiven soonest is forgotten.
    const REMEMBERED: usize = 1024;

    /// So many places; one client may have `each` of them.
    pub fn new(places: usize, each: usize) -> Self {
        let (places, each) = (places.max(1), each.max(1));
        Self { shared: Arc::new(Shared { places, each, state: Mutex::default() }) }
    }

    /// Waits for a place. Dropping the future leaves the queue.
    pub async fn take(&self, client: Client) -> Turn {
        let turn = {
            let mut state = self.shared.state();
            let (sender, turn) = oneshot::channel();
            let standing = state.clients.entry(client).or_default();
            standing.waiting.retain(|waiting| !waiting.is_closed());
            standing.waiting.push_back(sender);
            if !state.order.contains(&client) {
                state.order.push_back(client);
            }
            turn
        };
        Shared::serve(&self.shared);
        match turn.await {
            Ok(turn) => turn,
            // A waiting client is served or still in the queue, so this is never reached.
            Err(_) => std::future::pending().await,
        }
    }

    /// A place if one is free for this client right now.
    pub fn try_take(&self, client: Client) -> Option<Turn> {
        let mut state = self.shared.state();
        let standing = state.clients.entry(client).or_default();
        let (taken, slowly) = (standing.taken, standing.is_slow());
        if taken < self.shared.each && self.shared.has_room(&state, slowly) {
            return Some(Shared::hand_out(&self.shared, &mut state, client, slowly));
        }
        state.tidy(client);
        None
    }

    /// How many places a client has.
    pub fn places_taken(&self, client: Client) -> usize {
        self.shared.state().clients.get(&client).map_or(0, |standing| standing.taken)
    }

    /// Makes a client slow for so long.
    pub fn mark_slow(&self, client: Client, period: Duration) {
        let mut state = self.shared.state();
        state.clients.entry(client).or_default().slow_until = Instant::now().checked_add(period);
        let forgivable: Vec<Client> = state.clients.keys().copied().collect();
        forgivable.into_iter().for_each(|client| state.tidy(client));
        let slow = state
            .clients
            .iter()
            .filter_map(|(client, standing)| Some((standing.slow_until?, *client)));
        let slow: Vec<_> = slow.collect();
        if slow.len() > Self::REMEMBERED
            && let Some((_, client)) = slow.into_iter().min()
        {
            state.clients.entry(client).or_default().slow_until = None;
            state.tidy(client);
        }
    }

    /// How many clients are remembered for any reason.
    #[cfg(test)]
    fn remembered(&self) -> usize {
        self.shared.state().clients.len()
    }
}

impl Shared {
    /// A panic elsewhere leaves nothing here half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, state: &State, slowly: bool) -> bool {
        let for_slow = self.places.saturating_sub(1).max(1);
        state.taken < self.places && (!slowly || state.taken_slowly < for_slow)
    }

    /// Hands free places to those who wait.
    fn serve(shared: &Arc<Self>) {
        loop {
            let mut state = shared.state();
            let Some((client, sender, slowly)) = shared.next(&mut state) else { return };
            let turn = Self::hand_out(shared, &mut state, client, slowly);
            drop(state);
            // A client that went away in this moment drops the turn, which gives it back.
            let _ = sender.send(turn);
        }
    }

    fn hand_out(shared: &Arc<Self>, state: &mut State, client: Client, slowly: bool) -> Turn {
        state.taken += 1;
        state.taken_slowly += usize::from(slowly);
        state.clients.entry(client).or_default().taken += 1;
        Turn { shared: Arc::clone(shared), client, slowly }
    }

    /// The client to serve next: first those that are not slow.
    fn next(&self, state: &mut State) -> Option<(Client, oneshot::Sender<Turn>, bool)> {
        let mut gone = Vec::new();
        let State { clients, order, .. } = state;
        order.retain(|client| {
            let waits = clients.get_mut(client).is_some_and(|standing| {
                standing.waiting.retain(|waiting| !waiting.is_closed());
                !standing.waiting.is_empty()
            });
            if !waits {
                gone.push(*client);
            }
            waits
        });
        gone.into_iter().for_each(|client| state.tidy(client));
        for slowly in [false, true] {
            if !self.has_room(state, slowly) {
                continue;
            }
            let is_next = |client: &Client| {
                let standing = state.clients.get(client);
                standing.is_some_and(|s| s.taken < self.each && s.is_slow() == slowly)
            };
            if let Some(place) = state.order.iter().position(is_next) {
                let client = state.order.remove(place)?;
                let standing = state.clients.get_mut(&client)?;
                let sender = standing.waiting.pop_front()?;
                if !standing.waiting.is_empty() {
                    state.order.push_back(client);
                }
                return Some((client, sender, slowly));
            }
        }
        None
    }
}

impl State {
    /// Forgets a client about whom there is nothing to remember.
    fn tidy(&mut self, client: Client) {
        let Some(standing) = self.clients.get_mut(&client) else { return };
        standing.waiting.retain(|waiting| !waiting.is_closed());
        if standing.taken == 0 && standing.waiting.is_empty() && !standing.is_slow() {
            self.clients.remove(&client);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let mut state = self.shared.state();
            state.taken -= 1;
            state.taken_slowly -= usize::from(self.slowly);
            if let Some(standing) = state.clients.get_mut(&self.client) {
                standing.taken -= 1;
            }
            state.tidy(self.client);
        }
        Shared::serve(&self.shared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    fn client(number: u8) -> Client {
        Some([127, 0, 0, number].into())
    }

    /// Whether a turn has come.
    fn came(turn: std::pin::Pin<&mut impl Future<Output = Turn>>) -> Option<Turn> {
        match turn.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_long_queue_of_one_client_keeps_others_waiting_for_one_turn_only() {
        let queue = FairQueue::new(1, 1);
        let first = queue.try_take(client(1)).unwrap();
        let mut own: Vec<_> = (0..50).map(|_| Box::pin(queue.take(client(1)))).collect();
        assert!(own.iter_mut().all(|turn| came(turn.as_mut()).is_none()));
        let mut other = pin!(queue.take(client(2)));
        assert!(came(other.as_mut()).is_none());
        drop(first);
        let next = came(own[0].as_mut()).expect("the first in the queue");
        assert!(came(other.as_mut()).is_none());
        drop(next);
        let others = came(other.as_mut()).expect("then the other client");
        drop((own, others));
        assert_eq!(queue.remembered(), 0, "a client that went away is forgotten");
        assert!(queue.try_take(client(3)).is_some());
    }

    #[test]
    fn no_client_has_more_than_its_share() {
        let queue = FairQueue::new(4, 2);
        let taken: Vec<_> = std::iter::from_fn(|| queue.try_take(client(1))).collect();
        assert_eq!(taken.len(), 2);
        let mut third = pin!(queue.take(client(1)));
        assert!(came(third.as_mut()).is_none());
        let others: Vec<_> = std::iter::from_fn(|| queue.try_take(client(2))).collect();
        assert_eq!(others.len(), 2);
        assert!(queue.try_take(client(3)).is_none());
        drop(taken);
        assert!(came(third.as_mut()).is_some());
    }

    #[test]
    fn slow_clients_come_last_and_leave_a_place_free() {
        let queue = FairQueue::new(2, 2);
        queue.mark_slow(client(1), Duration::from_secs(60));
        queue.mark_slow(client(2), Duration::from_secs(60));
        let slow = queue.try_take(client(1)).unwrap();
        assert!(queue.try_take(client(1)).is_none() && queue.try_take(client(2)).is_none());
        let quick = queue.try_take(client(3)).unwrap();
        let mut slow_waits = pin!(queue.take(client(2)));
        let mut quick_waits = pin!(queue.take(client(4)));
        assert!(came(slow_waits.as_mut()).is_none() && came(quick_waits.as_mut()).is_none());
        drop(slow);
        let quick_next = came(quick_waits.as_mut()).expect("first the client that is not slow");
        assert!(came(slow_waits.as_mut()).is_none());
        drop(quick_next);
        assert!(came(slow_waits.as_mut()).is_some());
        drop(quick);
        queue.mark_slow(client(1), Duration::ZERO);
        assert_eq!(queue.remembered(), 1, "a forgiven client is forgotten");
    }

    #[test]
    fn the_memory_of_clients_is_bounded() {
        let queue = FairQueue::new(2, 2);
        for number in 0..5000_u32 {
            queue.mark_slow(Some(IpAddr::from(number.to_be_bytes())), Duration::from_secs(60));
        }
        assert_eq!(queue.remembered(), FairQueue::REMEMBERED);
    }
}
