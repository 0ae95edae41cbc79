//! The object graph of a legacy replay, as .NET's `BinaryFormatter` writes it ([MS-NRBF]).
//!
//! Only as much of that format is read as a graph of this one class needs:
//!
//! - records: header, library, class with members and types, class with id, array, reference, string, null and runs of them, end;
//! - members are numbers, or references to other objects; keyframes have the 24 numbers that make them, and perhaps more;
//! - keyframes come in the order of the stream, which is the order of the array that refers to them.
//!
//! Any other record ends the reading, and earlier records are kept.

mod class;
mod read;
mod record_type;
mod saved_data;
mod write;

pub use saved_data::SavedData;

pub(crate) use read::read;

#[cfg(test)]
mod tests;
