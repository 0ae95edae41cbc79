//! One file per structure of the specification: the struct with its reading and its writing.

mod cut_info;
mod frame;
mod height;
mod info;
mod note;
mod offsets;
mod pause;
mod section;
mod space;
mod text;
mod user_data;
mod wall;

pub use cut_info::CutInfo;
pub use frame::Frame;
pub use height::Height;
pub use info::{CUSTOM_LEVEL, Info, InfoValue, InfoValueMut, TEXT_FIELDS};
pub use note::{EventType, Note, NoteHead};
pub use offsets::ControllerOffsets;
pub use pause::Pause;
pub use section::SectionId;
pub use space::{Pose, Quaternion, Vector3};
pub use text::Text;
pub(crate) use user_data::read_entries;
pub use user_data::{UserData, UserEntries};
pub use wall::Wall;

pub(crate) use info::{InfoRead, read_info};
pub(crate) use note::{NoteLength, NoteWalk};
