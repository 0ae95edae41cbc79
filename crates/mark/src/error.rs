//! Why a message is refused.

use crate::key::PublicKey;

/// Why a message is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It has more bytes than a message of its kind may have.
    #[error("the message has {0} bytes, and may have {1}")]
    TooLong(usize, usize),
    /// It is not written as messages are.
    #[error("this is no signed message of kind {0}")]
    Malformed(&'static str),
    /// It has members that messages of its kind have not.
    #[error("this {0} has members that are not known")]
    UnknownMembers(&'static str),
    /// It was not signed by the key that it names.
    #[error("the signature of this {kind} is not of key {key}, or of something else")]
    Signature {
        /// The kind of the message.
        kind: &'static str,
        /// The key that it names.
        key: PublicKey,
    },
    /// A member of the payload is missing or wrong.
    #[error("member {member} of this {kind} is missing or wrong")]
    Member {
        /// The kind of the message.
        kind: &'static str,
        /// The member.
        member: &'static str,
    },
    /// It was signed by another key than the one that may sign it.
    #[error("the {kind} is signed by {found}, not by {expected}")]
    OtherKey {
        /// The kind of the message.
        kind: &'static str,
        /// The key that may sign it.
        expected: PublicKey,
        /// The key that signed it.
        found: PublicKey,
    },
    /// It belongs to another session, or answers another message.
    #[error("the {0} belongs to another session")]
    OtherSession(&'static str),
    /// It does not go on from the message before.
    #[error("the {kind} has {member} {found}, where {expected} follows")]
    Order {
        /// The kind of the message.
        kind: &'static str,
        /// The member that is wrong.
        member: &'static str,
        /// The value in it.
        found: String,
        /// The value expected.
        expected: String,
    },
    /// The session is closed, and nothing of it may follow.
    #[error("the session is closed")]
    Closed,
}
