//! The moments of a replay, in a list of limited length.

use ghostreel_formats::timeline::Moment;

/// How many moments are listed at most. Real replays have a few hundred; a song of ten minutes has some ten thousand notes.
const MAX_LISTED: usize = 1 << 14;

/// The noteworthy moments of a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    /// By time; those of one time in the order of their kinds.
    pub list: Vec<Moment>,
    /// Why there are more than are listed, where there are: the limit of the list itself, or of the statistics it is made of.
    pub limit: Option<String>,
}

impl Moments {
    /// Makes a moment of each item, and none that is not listed.
    pub(crate) fn extend<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut moment_of: impl FnMut(T) -> Moment,
    ) {
        for item in items {
            if !self.has_room() {
                break;
            }
            self.list.push(moment_of(item));
        }
    }

    /// Whether the list has room for one more; if not, sets the limit.
    fn has_room(&mut self) -> bool {
        let has_room = self.list.len() < MAX_LISTED;
        if !has_room {
            self.limit.get_or_insert_with(|| {
                format!("limit: more than {MAX_LISTED} moments; the others are not listed")
            });
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_moment_is_made_that_is_not_listed() {
        let mut moments = Moments::default();
        let mut count = 0;
        for items in [MAX_LISTED - 1, 1, 0] {
            moments.extend(0..items, |_| {
                count += 1;
                Moment::default()
            });
        }
        assert_eq!((moments.list.len(), count, &moments.limit), (MAX_LISTED, MAX_LISTED, &None));
        for items in [1, 2] {
            moments.extend(0..items, |_| unreachable!("the list is full"));
        }
        assert_eq!(moments.list.len(), MAX_LISTED);
        assert!(moments.limit.is_some_and(|limit| limit.starts_with("limit: more than 16384")));
    }
}
