//! The formats by name and by their first bytes.

use ghostreel_core::{Format, FormatInfo, Probe};

macro_rules! registry {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        /// All formats, in a fixed order.
        pub static FORMATS: &[&FormatInfo] =
            &[$(#[cfg(feature = $game)] &crate::$module::$format::INFO,)*];

        static PROBES: &[fn(&[u8]) -> Probe] =
            &[$(#[cfg(feature = $game)] crate::$module::$format::probe,)*];
    };
}

with_formats!(registry);

/// So many bytes from the start of a file are enough to [`probe`] it.
pub const PROBE_LENGTH: usize = 64;

/// The format of that short name, e.g. `bsor`.
pub fn format(id: &str) -> Option<&'static FormatInfo> {
    FORMATS.iter().copied().find(|format| format.id == id)
}

/// Whether files with that extension are replays. Of a [shared](is_shared_extension) one that is not said.
pub fn is_replay_extension(extension: &str) -> bool {
    let is_it = |known: &&str| known.eq_ignore_ascii_case(extension);
    !is_shared_extension(extension)
        && FORMATS.iter().flat_map(|format| format.extensions).any(is_it)
}

/// Whether files with that extension may be replays, but are mostly something else, a map's for example: only their content decides.
pub fn is_shared_extension(extension: &str) -> bool {
    const SHARED: [&str; 2] = ["json", "dat"];
    SHARED.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// The format that recognises a file by its first bytes best.
pub fn probe(head: &[u8]) -> Option<&'static FormatInfo> {
    judge(head).map(|(_, format)| format)
}

/// The format that recognises a file by its first bytes best, and how sure it is. Of two that are as sure, the first in [`FORMATS`]:
/// Rocket League's signature is not at the start, and the formats before it may have any text at its place.
pub fn judge(head: &[u8]) -> Option<(Probe, &'static FormatInfo)> {
    PROBES
        .iter()
        .zip(FORMATS)
        .map(|(probe, format)| (probe(head), *format))
        .filter(|(probe, _)| *probe != Probe::No)
        // The last of the greatest is taken.
        .rev()
        .max_by_key(|(probe, _)| *probe)
}
