//! A list of moments that no file can make longer than a game.

use ghostreel_formats::timeline::Moment;

/// Moments that are listed at most. Real replays have a few hundred; a song of ten minutes has some ten thousand notes.
const LISTED: usize = 1 << 14;

/// What is worth a look in a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    /// By time; those of one time in the order of their kinds.
    pub list: Vec<Moment>,
    /// Why there are more than are listed, where there are: the limit of the list itself, or of the statistics it is made of.
    pub limit: Option<String>,
}

impl Moments {
    pub(crate) fn push(&mut self, moment: Moment) {
        if self.list.len() < LISTED {
            self.list.push(moment);
        } else {
            self.limit.get_or_insert_with(|| {
                format!("limit: more than {LISTED} moments; the others are not listed")
            });
        }
    }

    /// Makes no more of them than are listed.
    pub(crate) fn extend(&mut self, moments: impl IntoIterator<Item = Moment>) {
        for moment in moments {
            self.push(moment);
            if self.limit.is_some() {
                break;
            }
        }
    }
}
