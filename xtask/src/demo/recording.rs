//! The sample, recorded while the server witnesses it: so the page shows its badge.
//!
//! It takes as long as the sample lasts, so it happens while the page shows the sample already: in a process of its own, as the server takes
//! the place of ours.

use std::{
    env, fs,
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::shell::{self, note, say};

/// The command that does it; not meant to be typed.
pub(crate) const COMMAND: &str = "demo-recording";

/// How long the server may take until it answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// The game and program to record, and the server's address.
#[derive(Debug)]
pub(crate) struct Recording {
    pub ghostreel: PathBuf,
    pub sample: PathBuf,
    pub server: String,
}

impl Recording {
    /// Begins to record as soon as the server answers.
    pub(super) fn begin(&self) -> Result<()> {
        Command::new(env::current_exe().context("cannot find this program")?)
            .arg(COMMAND)
            .args([&self.ghostreel, &self.sample])
            .arg(&self.server)
            .stdin(Stdio::null())
            .spawn()
            .context("cannot start the recording of the sample")?;
        Ok(())
    }

    /// Records, uploads, and says where to look.
    pub(crate) fn run(&self) -> Result<()> {
        let Some(server) = reachable(&self.server) else {
            note("The sample is not recorded, as the server's port is not known beforehand");
            return Ok(());
        };
        let page = |id: &str| format!("http://{server}/player?replay={id}");
        let list = replays(server)?;
        if let Some(id) = self.witnessed(&list) {
            say(format!("The server witnessed how the sample was recorded: {}", page(id)));
            return Ok(());
        }
        let folder = self.sample.with_file_name("recording");
        fs::remove_dir_all(&folder)
            .or_else(|error| if shell::absent(&error) { Ok(()) } else { Err(error) })
            .with_context(|| format!("cannot empty {}", folder.display()))?;
        let key = self.key()?;
        say(
            "The sample is recorded as if it were played now, for as long as it lasts; the server witnesses it",
        );
        let printed = shell::read(
            Command::new(&self.ghostreel)
                .args(["record", "replay", "--upload", "--server", &format!("http://{server}")])
                .arg("--key")
                .arg(&key)
                .arg("--output")
                .arg(&folder)
                .arg(&self.sample),
        )?;
        let id = printed.lines().last().context("the recording was not uploaded")?;
        say(format!("It is recorded: {}", page(id)));
        note("Press the badge “witnessed” below its title to see what that proves, and why");
        Ok(())
    }

    /// The id of the sample, if the server has witnessed it before.
    fn witnessed<'l>(&self, list: &'l Value) -> Option<&'l str> {
        let size = fs::metadata(&self.sample).ok()?.len();
        let is_sample = |replay: &&Value| {
            replay["size"] == size
                && replay["file_name"].as_str().map(Path::new).and_then(Path::file_name)
                    == self.sample.file_name()
                && replay["proof"]["level"] == "witnessed"
        };
        list["replays"].as_array()?.iter().find(is_sample)?["id"].as_str()
    }

    /// A key of the demo's own.
    fn key(&self) -> Result<PathBuf> {
        let key = self.sample.with_file_name("key.pem");
        if !key.exists() {
            shell::read(Command::new(&self.ghostreel).args(["key", "new", "--key"]).arg(&key))?;
        }
        Ok(key)
    }
}

/// Where a server that listens there is reached from this machine; `None` if it takes any free port.
fn reachable(listen: &str) -> Option<SocketAddr> {
    let mut address = listen.to_socket_addrs().ok()?.next()?;
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    (address.port() != 0).then_some(address)
}

/// The server's list of replays, as soon as it answers.
fn replays(server: SocketAddr) -> Result<Value> {
    let begun = Instant::now();
    loop {
        match get(server, "/api/replays?limit=200") {
            Ok(list) => return Ok(list),
            Err(error) if begun.elapsed() > PATIENCE => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(200)),
        }
    }
}

fn get(server: SocketAddr, path: &str) -> Result<Value> {
    let mut stream = TcpStream::connect(server)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {server}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { bail!("the answer broke off") };
    if head.split(' ').nth(1) != Some("200") {
        bail!("the server answered {}", head.lines().next().unwrap_or_default());
    }
    Ok(serde_json::from_str(body)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_reached_where_it_listens() {
        let at = |listen| reachable(listen).map(|address| address.to_string());
        assert_eq!(at("127.0.0.1:4747").as_deref(), Some("127.0.0.1:4747"));
        assert_eq!(at("0.0.0.0:80").as_deref(), Some("127.0.0.1:80"));
        assert_eq!(at("[::]:80").as_deref(), Some("[::1]:80"));
        assert_eq!(at("127.0.0.1:0"), None);
    }
}
