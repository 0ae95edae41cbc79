//! What the page draws Pong by.

use ghostreel_formats::pong::{HEIGHT, PADDLE, WIDTH};
use serde_json::json;

use crate::page_rules::PageRule;

pub(crate) fn page_rules() -> Vec<PageRule> {
    vec![
        PageRule::new(
            "FIELD",
            "The field, in its units.",
            json!({ "width": WIDTH, "height": HEIGHT }),
        ),
        PageRule::new("PADDLE", "Height of a paddle.", PADDLE),
    ]
}
