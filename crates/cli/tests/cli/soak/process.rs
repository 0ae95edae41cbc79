//! The server under test: the program as people run it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A running server; it is killed when dropped.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) address: SocketAddr,
    child: Child,
    _data: TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_ghostreel"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path());
        // A log of what hostile clients do is long.
        command.env_remove("RUST_LOG").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        let url = url.trim_end_matches('/').to_owned();
        let address = url.trim_start_matches("http://").parse().unwrap();
        Self { url, address, child, _data: data }
    }

    /// The memory of the server itself, without its decoders; `None` where the system does not say.
    pub(crate) fn memory_mib(&self) -> Option<u64> {
        self.memory_mib_of("VmRSS:")
    }

    /// The same, or the most of it so far: `VmRSS:` or `VmHWM:`.
    pub(crate) fn memory_mib_of(&self, what: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let kib =
            status.lines().find_map(|line| line.strip_prefix(what)?.trim().strip_suffix(" kB"))?;
        Some(kib.parse::<u64>().ok()? >> 10)
    }

    /// Asks the server to stop, and expects that it does, in order and in time.
    pub(crate) fn stop(mut self) {
        crate::kit::signal("TERM", self.child.id());
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(began.elapsed() < Duration::from_secs(25), "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success(), "{status}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
