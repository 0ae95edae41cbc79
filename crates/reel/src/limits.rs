//! The limits of a reader, each with its reason. `docs/spec/reel.md` has the same list.

/// Bytes of a chunk's payload, packed or not. A writer closes its chunks far below; only a whole game file in one chunk is long.
pub const PAYLOAD: u32 = 64 << 20;

/// Bytes of a header's payload: it is held as a tree, which takes several times its bytes.
pub const HEADER: u32 = 1 << 20;

/// Bytes of a signed head, a receipt or the close: each is read whole before its signature is known.
pub const MARK: usize = 64 << 10;

/// Streams of a reel. Each takes memory before any of its chunks is read.
pub const STREAMS: usize = 1024;

/// Columns of a table.
pub const COLUMNS: usize = 4096;

/// Rows of a chunk: a column of equal values packs to nearly nothing, and unpacks to all of them.
pub const ROWS: u32 = 1 << 20;

/// Bytes that are unpacked of a reel at once, besides [`UNPACKED_PER_BYTE`].
pub const UNPACKED_BASE: u64 = 64 << 20;

/// Bytes that are unpacked at once for each byte of a reel. Replays pack to a twentieth; only hostile data packs to less than this.
pub const UNPACKED_PER_BYTE: u64 = 64;
