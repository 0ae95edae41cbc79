//! `newcomer`: the README's commands typed by a newcomer with Debian, the README's requirements, and a fresh clone.
//!
//! A machine that builds this project every day has packages that the README may fail to ask for. Here there are none: the system is
//! made by debootstrap, and gets the toolchains of this machine and nothing else.

use std::{
    env, fs,
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    debian,
    shell::{self, note, say},
    workspace::Workspace,
};

/// The README's requirements, by Debian's names; `git` fetched the clone.
const ASKED_FOR: &str = "ca-certificates,build-essential,git";

/// Where the clone is, inside.
const CLONE: &str = "/srv/ghostreel";

/// How long `demo` may take until it shows a replay.
const DEMO: Duration = Duration::from_secs(20 * 60);

/// Runs both commands; `None` where no such system can be made, with the reason said.
pub(crate) fn run(workspace: &Workspace) -> Result<Option<String>> {
    if !debian::can_install() {
        return Ok(Some("a bare system is made by root on Debian alone".to_owned()));
    }
    debian::install(&["debootstrap"])?;
    let system = System::make(workspace)?;
    let demo = system.demo()?;
    note(format!("`cargo xtask demo` showed a replay after {} s", demo.as_secs()));
    let start = Instant::now();
    system.run("cargo xtask test")?;
    note(format!("`cargo xtask test` passed after {} s", start.elapsed().as_secs()));
    Ok(None)
}

/// A bare Debian in a folder.
struct System {
    folder: PathBuf,
    /// Folders of this machine that are seen inside, at the same place.
    lent: Vec<PathBuf>,
}

impl System {
    fn make(workspace: &Workspace) -> Result<System> {
        let folder = workspace.target.join("newcomer");
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        let release =
            fs::read_to_string("/etc/os-release").context("cannot find out which Debian")?;
        let codename = release
            .lines()
            .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
            .context("/etc/os-release names no version")?;
        say(format!("Making a bare Debian ({codename}) in {}", workspace.show(&folder)));
        let mut make = Command::new("debootstrap");
        make.args(["--variant=minbase", &format!("--include={ASKED_FOR}"), codename]);
        shell::read(make.arg(&folder))?;
        // As Debian's installer leaves them; debootstrap knows the first source alone.
        let suites = [
            ("debian", codename.to_owned()),
            ("debian", format!("{codename}-updates")),
            ("debian-security", format!("{codename}-security")),
        ];
        let sources: String = suites
            .iter()
            .map(|(archive, suite)| format!("deb http://deb.debian.org/{archive} {suite} main\n"))
            .collect();
        let name_itself = "127.0.0.1 localhost\n::1 localhost\n".to_owned();
        for (file, text) in [("etc/apt/sources.list", sources), ("etc/hosts", name_itself)] {
            fs::write(folder.join(file), text).with_context(|| format!("cannot write {file}"))?;
        }
        let inside = folder.join(CLONE.trim_start_matches('/'));
        shell::read(
            Command::new("git")
                .args(["clone", "--quiet", "--no-hardlinks"])
                .arg(&workspace.root)
                .arg(&inside),
        )?;
        let home = env::var_os("HOME").map_or_else(|| "/root".into(), PathBuf::from);
        let rust = [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")]
            .map(|(name, usual)| env::var_os(name).map_or(home.join(usual), PathBuf::from));
        let trusted = ["/etc/ssl/certs", "/usr/local/share/ca-certificates", "/etc/apt/apt.conf.d"];
        let mut lent: Vec<PathBuf> = rust.into_iter().chain(trusted.map(PathBuf::from)).collect();
        for program in ["node", "npm"] {
            let path = shell::find_program(&[program]).with_context(|| format!("no {program}"))?;
            let path = path.canonicalize().with_context(|| format!("no {program}"))?;
            let link = folder.join("usr/local/bin").join(program);
            shell::read(Command::new("ln").arg("-s").arg(&path).arg(link))?;
            // npm is a file of a folder of many.
            let all = path.ancestors().find(|folder| folder.ends_with("npm"));
            lent.push(all.unwrap_or(&path).to_owned());
        }
        lent.retain(|path| path.exists());
        Ok(System { folder, lent })
    }

    /// The command in the clone, with its output shown.
    fn command(&self, words: &str) -> Command {
        let mut script = String::from("set -e\n");
        let root = self.folder.display();
        for place in ["/dev", "/sys"] {
            script += &format!("mount --rbind {place} {root}{place}\n");
        }
        script += &format!("mount -t proc proc {root}/proc\n");
        for path in &self.lent {
            let path = path.display();
            script += &format!(
                "if [ -d {path} ]; then mkdir -p {root}{path}; else mkdir -p $(dirname {root}{path}); touch {root}{path}; fi\n\
                 mount --bind {path} {root}{path}\n"
            );
        }
        script += &format!("exec chroot {root} sh -c 'cd {CLONE} && exec {words}'\n");
        let mut command = Command::new("unshare");
        // All that it starts ends with it.
        command.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", &script]);
        for name in ["CARGO_TARGET_DIR", "GHOSTREEL_CORPUS", "GHOSTREEL_BROWSER"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, words: &str) -> Result<()> {
        say(format!("As a newcomer: {words}"));
        shell::run(&mut self.command(words))
    }

    /// How long it takes until the page answers.
    fn demo(&self) -> Result<Duration> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let words = format!("cargo xtask demo --listen 127.0.0.1:{port}");
        say(format!("As a newcomer: {words}"));
        let start = Instant::now();
        let mut command = self.command(&words);
        let mut demo = Ended(command.spawn().with_context(|| shell::cannot_start(&command))?);
        let page = format!("http://127.0.0.1:{port}/api/replays");
        loop {
            if let Some(status) = demo.0.try_wait()? {
                bail!("`{words}` ended ({status})");
            }
            let list = shell::read(Command::new("curl").args(["-sf", "-m", "5", &page]));
            if list.is_ok_and(|list| list.contains("\"id\"")) {
                return Ok(start.elapsed());
            }
            if start.elapsed() > DEMO {
                bail!("`{words}` shows no replay after {} minutes", DEMO.as_secs() / 60);
            }
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// A program that ends with whoever started it.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // Nothing more can be done about a child that will not die.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
