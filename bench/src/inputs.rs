//! What is measured on.

/// Files of a folder of the corpus by name, or `None` where there is no corpus.
pub(crate) fn corpus(folder: &str) -> Option<Vec<(String, Vec<u8>)>> {
    Some(ghostreel_corpus::files(folder)).filter(|files| !files.is_empty())
}
