//! One file per structure of the draft. Frames, heights and poses are those of BSOR.

mod cut_info;
mod header;
mod info;
mod info_member;
mod note;
mod pause;
mod row;
mod text;
mod wall;

pub use cut_info::NoteCutInfo;
pub use ghostreel_bsor::layout::{EventType, Frame, Height, Pose, Quaternion, Vector3};
pub use header::Header;
pub use info::{Info, InfoItem};
pub use info_member::{InfoValue, InfoValueMut};
pub use note::{Note, NoteId, NoteScore};
pub use pause::Pause;
pub use row::{Extent, SectionId, SectionName, TableRow};
pub use text::{StringRef, Text, WideText};
pub use wall::{Wall, WallId};
