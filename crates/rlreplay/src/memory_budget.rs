//! A limit for the memory of lists that grow.

/// The memory that some lists may still take up together. It also predicts how long they will get.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBudget {
    /// Bytes that may still be reserved.
    left: usize,
    /// How much of the input that fills the lists was read.
    done: usize,
    /// How much input there is.
    all: usize,
}

/// Bytes of a list that may grow to four times its length at once; a longer one grows by half at most.
const SHORT: usize = 4 << 20;

impl MemoryBudget {
    /// Memory of so many bytes. A list counts twice while it moves to a larger place.
    pub(crate) const fn of(bytes: usize) -> Self {
        Self { left: bytes, done: 0, all: 0 }
    }

    /// Notes how much of the input was read: lists get memory for as many elements as the rest will add at this rate.
    pub(crate) const fn progress(&mut self, done: usize, all: usize) {
        self.done = done;
        self.all = all;
    }

    /// Takes off memory that is held beside the lists' elements.
    #[inline(always)]
    pub(crate) fn take(&mut self, bytes: usize) {
        if bytes > 0 {
            self.left = self.left.saturating_sub(bytes);
        }
    }

    /// Reserves memory for one more element, where there is none. Returns false if that would take up too much.
    #[inline(always)]
    pub(crate) fn make_room<T>(&mut self, list: &mut Vec<T>) -> bool {
        list.len() < list.capacity() || self.grow(list, 1)
    }

    /// Appends an element. Returns false if there is no memory for it.
    #[inline(always)]
    pub(crate) fn push<T>(&mut self, list: &mut Vec<T>, element: T) -> bool {
        let has_room = self.make_room(list);
        if has_room {
            list.push(element);
        }
        has_room
    }

    /// Reserves memory for at least `least` more elements of a list that is full. Returns false if that would take up too much.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow<T>(&mut self, list: &mut Vec<T>, least: usize) -> bool {
        let before = list.capacity();
        let Some(more) = self.allowed(before, size_of::<T>(), least) else { return false };
        list.reserve_exact(more);
        let grown = list.capacity().saturating_sub(before);
        self.take(grown.saturating_mul(size_of::<T>()));
        true
    }

    /// How many elements of a size a list may get in addition to those it has.
    fn allowed(&self, count: usize, size: usize, least: usize) -> Option<usize> {
        let left = self.all.saturating_sub(self.done);
        let left = left.saturating_add(left / 16);
        let expected = count.saturating_mul(left).checked_div(self.done).unwrap_or(usize::MAX);
        let is_short = count.saturating_mul(size) < SHORT;
        let most = if is_short { count.saturating_mul(3) } else { count / 2 };
        let fewest = least.max(count / 8).max(8);
        // The old list is still there while the new one is filled.
        let fits = |more: &usize| count.saturating_add(*more).saturating_mul(size) <= self.left;
        [expected.min(most).max(fewest), fewest].into_iter().find(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a list gets, and how many bytes it took up at most while it grew.
    fn filled(
        memory: &mut MemoryBudget,
        progress: impl Fn(usize) -> (usize, usize),
    ) -> (usize, usize) {
        let (mut list, mut most) = (Vec::new(), 0);
        loop {
            let (done, all) = progress(list.len());
            memory.progress(done, all);
            let before = list.capacity();
            if list.len() == 1 << 22 || !memory.push(&mut list, 0_u64) {
                return (list.len(), most);
            }
            if list.capacity() > before {
                most = most.max((before + list.capacity()) * size_of::<u64>());
            }
        }
    }

    #[test]
    fn memory_of_a_list_while_it_moves_counts() {
        for all in [0, 1, 1000, usize::MAX] {
            let (count, most) = filled(&mut MemoryBudget::of(4 << 20), |count| (count, all));
            assert!(most <= 4 << 20, "{most} bytes");
            // Not much less than half of them are of use.
            assert!(count * size_of::<u64>() > 3 << 19, "{count} elements");
        }
    }

    #[test]
    fn a_list_gets_room_for_as_much_as_there_will_be() {
        let memory = &mut MemoryBudget::of(usize::MAX);
        let (count, most) = filled(memory, |count| (count, 1 << 22));
        assert_eq!(count, 1 << 22);
        // It moved last when it was half as long or longer, and there is a sixteenth to spare.
        assert!(most < 18 * count, "{most} bytes");
    }

    #[test]
    fn memory_taken_away_is_not_there_for_lists() {
        let mut memory = MemoryBudget::of(100);
        memory.take(90);
        assert!(!memory.push(&mut Vec::new(), 0_u64));
        assert!(memory.push(&mut Vec::new(), 0_u8));
    }
}
