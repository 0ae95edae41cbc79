//! Which maps to list.

use crate::index::query::{BadQuery, Query};
use crate::records::map::MapRecord;

/// Which maps, from where on; those that came last in front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapQuery {
    /// Words that must all appear in the title, the names of author and mappers, the hash or the file's name.
    pub text: Option<String>,
    /// How many at most; between 1 and [`Query::MAX_LIMIT`].
    pub limit: u32,
    /// Go on after this place, which a page before gave.
    pub after: Option<i64>,
}

impl MapQuery {
    /// Whether the text is within its bounds.
    ///
    /// # Errors
    /// As [`Query::check`].
    pub fn check(&self) -> Result<(), BadQuery> {
        self.as_query().check()
    }

    pub(crate) fn page_size(&self) -> u32 {
        self.as_query().page_size()
    }

    fn as_query(&self) -> Query {
        Query { text: self.text.clone(), limit: self.limit, ..Query::default() }
    }
}

/// One page of a list of maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapPage {
    /// The maps, in order.
    pub maps: Vec<MapRecord>,
    /// Where the next page begins, if there is one.
    pub next: Option<i64>,
}
