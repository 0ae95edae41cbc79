//! The verdict on a vector, in the words that both implementations use.

use ghostreel_mark::{
    Accept, Challenge, Close, FileMark, Head, Message, Receipt, Revoke, Rotate, ServerRotation,
    open, verify_file,
};
use serde_json::{Value, json};

use super::trust;

/// The verdict on a reel, with a mark beside it if there is one.
pub(crate) fn of_reel(reel: &[u8], beside: Option<&[u8]>) -> Value {
    let report = verify_file(reel, beside, &trust());
    let mut kinds: Vec<&str> = report.findings.iter().map(|finding| finding.kind.name()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    json!({"level": report.level.name(), "findings": kinds, "covered": report.covered})
}

/// The verdict on a message: its kind, if it is one.
pub(crate) fn of_message(bytes: &[u8]) -> Value {
    fn is<M: Message>(bytes: &[u8]) -> Option<&'static str> {
        open::<M>(bytes).ok().map(|_| M::KIND)
    }
    let kinds = [
        is::<Challenge>,
        is::<Head>,
        is::<Receipt>,
        is::<Close>,
        is::<FileMark>,
        is::<Rotate>,
        is::<Accept>,
        is::<Revoke>,
        is::<ServerRotation>,
    ];
    json!({"message": kinds.iter().find_map(|is| is(bytes))})
}
