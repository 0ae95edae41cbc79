//! Settings of a writer.

/// When chunks are closed, and how they are packed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// A chunk is closed when its rows span so many seconds.
    pub seconds: f64,
    /// A chunk is closed when it has so many bytes, unpacked; 16 MiB at most.
    pub bytes: usize,
    /// The level of zstd, 1 to 22.
    pub level: i32,
}

impl Default for Settings {
    /// As one writes live: a crash costs a second.
    fn default() -> Self {
        Self { seconds: 1.0, bytes: 64 << 10, level: 3 }
    }
}
