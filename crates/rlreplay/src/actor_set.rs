//! Numbers of actors, each once.

/// A set of numbers of actors. To go through it, or to empty it, takes no longer than there are any.
#[derive(Clone, Debug)]
pub(crate) struct ActorSet {
    /// In the order in which they were added.
    numbers: Vec<u16>,
    /// By number, whether it is among them.
    is_in: Vec<bool>,
}

impl ActorSet {
    /// An empty set of `count` numbers.
    pub(crate) fn new(count: usize) -> Self {
        Self { numbers: Vec::new(), is_in: vec![false; count] }
    }

    /// Adds a number, unless it is among them or one that there cannot be.
    #[inline]
    pub(crate) fn insert(&mut self, number: u16) {
        let is_in = self.is_in.get_mut(usize::from(number));
        if is_in.is_some_and(|is_in| !std::mem::replace(is_in, true)) {
            self.numbers.push(number);
        }
    }

    /// Their number.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// In the order in which they were added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> {
        self.numbers.iter().copied()
    }

    /// Takes away those that `keep` says no to.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(u16) -> bool) {
        self.numbers.retain(|&number| {
            let is_kept = keep(number);
            if let Some(is_in) = self.is_in.get_mut(usize::from(number)) {
                *is_in = is_kept;
            }
            is_kept
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_there_once_and_in_order() {
        let mut set = ActorSet::new(10);
        [3, 1, 3, 20, 2].into_iter().for_each(|number| set.insert(number));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 1, 2]);
        set.retain(|number| number != 1);
        assert_eq!(set.len(), 2);
        [1, 3].into_iter().for_each(|number| set.insert(number));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 2, 1]);
    }
}
