//! The records of the sections as typed rows.

use crate::layout::{Frame, Height, Note, Pause, Wall};
use crate::view::View;

/// A record of a section: what [`View::rows`] gives.
pub trait Row: Sized {
    /// The records of the section.
    fn of(view: &View<'_>) -> impl Iterator<Item = Self>;
}

macro_rules! rows {
    ($($record:ty: $section:ident;)*) => {$(
        impl Row for $record {
            fn of(view: &View<'_>) -> impl Iterator<Item = Self> {
                view.$section().iter()
            }
        }
    )*};
}

rows! { Frame: frames; Note: notes; Wall: walls; Height: heights; Pause: pauses; }

impl View<'_> {
    /// The records of a kind, in the file's order, each decoded when it is its turn.
    ///
    /// ```
    /// use ghostreel_bsor::{EventType, Note, View, encode, sample};
    /// use ghostreel_core::DecodeOptions;
    ///
    /// let bytes = encode(&sample::generate(&sample::Options::default()));
    /// let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
    /// let misses =
    ///     view.rows::<Note>().filter(|note| note.event_type() == Some(EventType::Miss)).count();
    /// assert!(misses < view.notes().len());
    /// # Ok::<(), ghostreel_core::Error>(())
    /// ```
    pub fn rows<R: Row>(&self) -> impl Iterator<Item = R> {
        R::of(self)
    }
}
