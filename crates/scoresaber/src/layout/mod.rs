//! One file per structure of the format: the struct with its reading and its writing.

mod combo;
mod energy;
mod height;
mod keyframe;
mod lzma_header;
mod metadata;
mod multiplier;
mod note;
mod pointers;
mod pose;
mod score;
mod section;
mod text;

pub use combo::Combo;
pub use energy::Energy;
pub use height::Height;
pub use keyframe::Keyframe;
pub use lzma_header::LzmaHeader;
pub(crate) use metadata::DIFFICULTIES;
pub use metadata::{Metadata, MetadataValue, MetadataValueMut};
pub use multiplier::Multiplier;
pub use note::{Note, NoteCut, NoteEvent, NoteHead, NoteKind, NotePlace, NoteV2, NoteV3};
pub use pointers::Pointers;
pub use pose::PoseFrame;
pub use score::{Score, ScoreV2, ScoreV3};
pub use section::SectionId;
pub use text::Text;
