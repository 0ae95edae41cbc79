//! An object graph as an old plugin would have written it.

use ghostreel_core::Record;
use ghostreel_core::io::Writer;

use super::SavedData;
use super::class::{INT32, KeyframePlaces, SINGLE};
use super::record_type as types;
use crate::layout::Keyframe;

const LIBRARY: &str = "ScoreSaber, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
const SAVED_DATA: &str = "Z+SavedData";
const KEYFRAME: &str = "Z+SavedData+KeyframeSerializable";
const KEYFRAMES: &str = "Z+SavedData+KeyframeSerializable[]";

const LIBRARY_ID: i32 = 2;
const ROOT_ID: i32 = 1;
const ARRAY_ID: i32 = 3;
const FIRST_KEYFRAME_ID: i32 = 4;

const PRIMITIVE: u8 = 0;
const CLASS: u8 = 4;
const SINGLE_DIMENSION: u8 = 0;

impl SavedData {
    /// Whether the graph is as [`from_iter`](Self::from_iter) writes it for its keyframes: then these say everything.
    pub fn is_canonical(&self) -> bool {
        *self == self.iter().collect()
    }
}

impl FromIterator<Keyframe> for SavedData {
    /// The graph that an old plugin would have written for these keyframes.
    fn from_iter<I: IntoIterator<Item = Keyframe>>(keyframes: I) -> Self {
        let keyframes: Vec<Keyframe> = keyframes.into_iter().collect();
        let (bytes, places) = graph(&keyframes);
        Self::of(bytes, KeyframePlaces::CANONICAL, places)
    }
}

/// The graph of some keyframes, and where the values of each begin.
fn graph(keyframes: &[Keyframe]) -> (Vec<u8>, Vec<u32>) {
    const AROUND: usize = 1 << 10;
    const BYTES_PER_KEYFRAME: usize = 5 + 9 + Keyframe::SIZE;
    let room = keyframes.len().saturating_mul(BYTES_PER_KEYFRAME).saturating_add(AROUND);
    let mut writer = Writer::with_capacity(room);
    let mut places = Vec::with_capacity(keyframes.len());
    let count = i32::try_from(keyframes.len()).unwrap_or(i32::MAX);
    let id_of = |index: i32| FIRST_KEYFRAME_ID.saturating_add(index);

    writer.u8(types::SERIALIZED_STREAM_HEADER);
    [ROOT_ID, -1, 1, 0].into_iter().for_each(|number| writer.i32_le(number));
    writer.u8(types::BINARY_LIBRARY);
    writer.i32_le(LIBRARY_ID);
    string(LIBRARY, &mut writer);

    class(ROOT_ID, SAVED_DATA, &["_keyframes"], &mut writer);
    writer.u8(CLASS);
    string(KEYFRAMES, &mut writer);
    writer.i32_le(LIBRARY_ID);
    writer.i32_le(LIBRARY_ID);
    reference(ARRAY_ID, &mut writer);

    writer.u8(types::BINARY_ARRAY);
    writer.i32_le(ARRAY_ID);
    writer.u8(SINGLE_DIMENSION);
    writer.i32_le(1);
    writer.i32_le(count);
    writer.u8(CLASS);
    string(KEYFRAME, &mut writer);
    writer.i32_le(LIBRARY_ID);
    (0..count).for_each(|index| reference(id_of(index), &mut writer));

    for (index, keyframe) in (0..count).zip(keyframes) {
        if index == 0 {
            class(id_of(index), KEYFRAME, &Keyframe::MEMBERS, &mut writer);
            Keyframe::MEMBERS.iter().for_each(|_| writer.u8(PRIMITIVE));
            for member in 0..Keyframe::MEMBERS.len() {
                writer.u8(if member < Keyframe::FLOATS { SINGLE } else { INT32 });
            }
            writer.i32_le(LIBRARY_ID);
        } else {
            writer.u8(types::CLASS_WITH_ID);
            writer.i32_le(id_of(index));
            writer.i32_le(FIRST_KEYFRAME_ID);
        }
        places.push(u32::try_from(writer.len()).unwrap_or(u32::MAX));
        writer.record(keyframe);
    }
    writer.u8(types::MESSAGE_END);
    (writer.finish(), places)
}

/// `ClassWithMembersAndTypes` up to the types of its members.
fn class(id: i32, name: &str, members: &[&str], writer: &mut Writer) {
    writer.u8(types::CLASS_WITH_MEMBERS_AND_TYPES);
    writer.i32_le(id);
    string(name, writer);
    writer.i32_le(i32::try_from(members.len()).unwrap_or(i32::MAX));
    members.iter().for_each(|member| string(member, writer));
}

fn reference(id: i32, writer: &mut Writer) {
    writer.u8(types::MEMBER_REFERENCE);
    writer.i32_le(id);
}

/// A string with its length in front, seven bits at a time. All of ours are short.
fn string(text: &str, writer: &mut Writer) {
    writer.u8(u8::try_from(text.len()).unwrap_or(0x7f) & 0x7f);
    writer.bytes(text.as_bytes());
}
