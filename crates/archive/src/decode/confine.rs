//! The limits of a worker, set by the worker itself before it looks at a single byte. The system holds it to that.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Address space of a worker besides what its files weigh: the program, its stacks, and the decoder's own 64 MiB.
pub const MEMORY: u64 = 192 << 20;
/// Address space for each byte of the files. Decoders promise 4; an allocator needs more than it hands out.
pub const MEMORY_PER_BYTE: u64 = 6;
/// Seconds of processor time for any file …
pub const CPU_S: u64 = 5;
/// … and more for each MiB of it: four times what decoders promise on a slow machine.
pub const CPU_S_PER_MIB: u64 = 1;

/// Address space for a file of so many bytes.
pub(super) fn memory(size: u64) -> u64 {
    MEMORY.saturating_add(size.saturating_mul(MEMORY_PER_BYTE))
}

/// Seconds of processor time for a file of so many bytes.
pub(super) fn cpu_s(size: u64) -> u64 {
    CPU_S.saturating_add(size.div_ceil(1 << 20).saturating_mul(CPU_S_PER_MIB))
}

#[cfg(unix)]
mod system {
    use std::io;

    use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    /// How far a worker stands back where processors are short: answers come before decoding.
    const NICENESS: i32 = 15;

    /// No files may be opened or written, and a crash leaves no image of the memory.
    pub(crate) fn for_good() -> io::Result<()> {
        // Standard input, output and error are all there is.
        for (resource, most) in [(Resource::Core, 0), (Resource::Fsize, 0), (Resource::Nofile, 3)] {
            let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
            setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
        }
        nice(NICENESS)?;
        Ok(())
    }

    /// Memory and processor time for the next files, of so many bytes together.
    pub(crate) fn for_files(size: u64) -> io::Result<()> {
        let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
        // The time so far is rounded down: one more, so that the file has all of its own.
        soft(Resource::Cpu, used.saturating_add(super::cpu_s(size)).saturating_add(1))?;
        // Elsewhere address space is not what is used of it, or the limit is not held to.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        soft(Resource::As, super::memory(size))?;
        Ok(())
    }

    fn soft(resource: Resource, most: u64) -> io::Result<()> {
        let maximum = getrlimit(resource).maximum;
        let most = maximum.map_or(most, |hard| hard.min(most));
        Ok(setrlimit(resource, Rlimit { current: Some(most), maximum })?)
    }
}

/// Elsewhere a worker is bounded by the server's clock alone, and its memory is freed when it ends.
#[cfg(not(unix))]
mod system {
    use std::io;

    pub(crate) fn for_good() -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn for_files(_: u64) -> io::Result<()> {
        Ok(())
    }
}

pub(super) use system::{for_files, for_good};

/// How much memory this process holds, as far as the system says. Opened before files may be opened no more.
#[derive(Debug)]
pub(super) struct MemoryMeter(Option<File>);

impl MemoryMeter {
    pub(super) fn open() -> Self {
        Self(File::open("/proc/self/status").ok())
    }

    /// In bytes; `None` if the system does not say. Not `getrusage`: its peak begins with that of the parent.
    pub(super) fn bytes(&mut self) -> Option<u64> {
        let status = self.0.as_mut()?;
        let mut text = String::new();
        status.seek(SeekFrom::Start(0)).ok()?;
        status.read_to_string(&mut text).ok()?;
        let kib =
            text.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
        Some(kib?.parse::<u64>().ok()? << 10)
    }
}
