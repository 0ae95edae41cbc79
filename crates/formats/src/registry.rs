//! The formats by name and by their first bytes.

use ghostreel_bsor::Bsor;
use ghostreel_core::{Format, FormatInfo, Probe};
use ghostreel_slp::Slp;

/// All formats, in a fixed order.
pub static FORMATS: &[&FormatInfo] = &[&Bsor::INFO, &Slp::INFO];

/// So many bytes from the start of a file are enough to [`probe`] it.
pub const PROBE_LENGTH: usize = 64;

const PROBES: &[fn(&[u8]) -> Probe] = &[Bsor::probe, Slp::probe];

/// The format of that short name, e.g. `bsor`.
pub fn format(id: &str) -> Option<&'static FormatInfo> {
    FORMATS.iter().copied().find(|format| format.id == id)
}

/// The format that recognises a file by its first bytes best.
pub fn probe(head: &[u8]) -> Option<&'static FormatInfo> {
    FORMATS
        .iter()
        .zip(PROBES)
        .map(|(format, probe)| (probe(head), *format))
        .filter(|(probe, _)| *probe != Probe::No)
        .max_by_key(|(probe, _)| *probe)
        .map(|(_, format)| format)
}
