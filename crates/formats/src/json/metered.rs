//! JSON on its way out, counted.

use std::io;

use ghostreel_core::work::Meter;

/// Bytes between two looks at the meter.
const CHUNK: usize = 1 << 16;
/// A unit of work is about as long as it takes to write so many bytes.
const BYTES_PER_UNIT: u64 = 8;

/// Hands everything on, and fails once the replay's meter was cancelled.
pub(super) struct Metered<'m, W> {
    out: W,
    meter: Option<&'m Meter>,
    unreported: usize,
}

impl<'m, W> Metered<'m, W> {
    pub(super) fn new(out: W, meter: Option<&'m Meter>) -> Self {
        Self { out, meter, unreported: 0 }
    }

    /// Counts the bytes written since the last call.
    ///
    /// # Errors
    /// If the work is to stop.
    pub(super) fn report(&mut self) -> io::Result<()> {
        let units = std::mem::take(&mut self.unreported) as u64 / BYTES_PER_UNIT;
        self.meter.map_or(Ok(()), |meter| meter.spend(units)).map_err(io::Error::other)
    }

    #[inline]
    fn count(&mut self, bytes: usize) -> io::Result<()> {
        self.unreported = self.unreported.saturating_add(bytes);
        if self.unreported < CHUNK { Ok(()) } else { self.report() }
    }
}

impl<W: io::Write> io::Write for Metered<'_, W> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.count(written)?;
        Ok(written)
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.count(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
