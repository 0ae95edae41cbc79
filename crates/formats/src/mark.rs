//! Marks inside the files of games.

use crate::AnyView;

macro_rules! marks {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        impl AnyView<'_> {
            /// The file without its marks, and the marks that lie in it.
            pub fn split_marks(&self) -> (Vec<u8>, Vec<Vec<u8>>) {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => $crate_name::mark::split(view),)* }
            }

            /// The file with one mark more; `None` if it has no place for one.
            pub fn with_mark(&self, mark: &[u8]) -> Option<Vec<u8>> {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => $crate_name::mark::add(view, mark),)* }
            }
        }
    };
}

with_formats!(marks);
