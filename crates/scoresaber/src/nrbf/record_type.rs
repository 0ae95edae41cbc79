//! The numbers of `RecordTypeEnumeration` that are understood.

pub(super) const SERIALIZED_STREAM_HEADER: u8 = 0;
pub(super) const CLASS_WITH_ID: u8 = 1;
pub(super) const CLASS_WITH_MEMBERS_AND_TYPES: u8 = 5;
pub(super) const BINARY_OBJECT_STRING: u8 = 6;
pub(super) const BINARY_ARRAY: u8 = 7;
pub(super) const MEMBER_REFERENCE: u8 = 9;
pub(super) const OBJECT_NULL: u8 = 10;
pub(super) const MESSAGE_END: u8 = 11;
pub(super) const BINARY_LIBRARY: u8 = 12;
pub(super) const OBJECT_NULL_MULTIPLE_256: u8 = 13;
pub(super) const OBJECT_NULL_MULTIPLE: u8 = 14;
