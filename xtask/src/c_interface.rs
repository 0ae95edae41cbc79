//! The C interface: its header, its files as a program finds them, and its examples, built and run.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{
    checks::nextest,
    cxx, debian,
    shell::{self, find_program, note, say},
    stamp,
    workspace::Workspace,
};

const PACKAGE: &str = "ghostreel-c";
const FOLDER: &str = "bindings/c";

/// Makes the header anew.
pub(crate) fn header(workspace: &Workspace) -> Result<()> {
    say("Making the header of the C interface");
    let mut test = workspace.cargo();
    test.args(["test", "--quiet", "--package", PACKAGE, "--test", "header", "--", "--ignored"]);
    shell::run(&mut test)
}

/// Builds the libraries and puts them with the header and the pkg-config file under a prefix.
pub(crate) fn install(workspace: &Workspace, prefix: &Path) -> Result<()> {
    say(format!("Installing the C interface into {}", prefix.display()));
    let mut build = workspace.cargo();
    shell::run(build.args(["build", "--quiet", "--release", "--package", PACKAGE]))?;
    put(workspace, &workspace.target.join("release"), prefix)
}

/// Puts libraries that are built, the header and the pkg-config file under a prefix.
fn put(workspace: &Workspace, built: &Path, prefix: &Path) -> Result<()> {
    let [include, lib] = ["include", "lib"].map(|folder| prefix.join(folder));
    fs::create_dir_all(&include)?;
    fs::create_dir_all(lib.join("pkgconfig"))?;
    let from = workspace.root.join(FOLDER);
    fs::copy(from.join("include/ghostreel.h"), include.join("ghostreel.h"))?;
    for name in libraries() {
        let library = built.join(name);
        fs::copy(&library, lib.join(name))
            .with_context(|| format!("cannot copy {}", library.display()))?;
    }
    let prefix = prefix.canonicalize()?;
    let pc = fs::read_to_string(from.join("ghostreel.pc.in"))?
        .replace("@PREFIX@", &prefix.to_string_lossy());
    fs::write(lib.join("pkgconfig/ghostreel.pc"), pc)?;
    Ok(())
}

fn libraries() -> &'static [&'static str] {
    if cfg!(windows) {
        &["ghostreel_c.dll", "ghostreel_c.dll.lib", "ghostreel_c.lib"]
    } else if cfg!(target_os = "macos") {
        &["libghostreel_c.dylib", "libghostreel_c.a"]
    } else {
        &["libghostreel_c.so", "libghostreel_c.a"]
    }
}

/// Builds the examples as a program would, and runs them: plainly, with the address sanitizer and under valgrind.
/// Returns the parts that could not be tried here.
pub(crate) fn check(workspace: &Workspace) -> Result<Vec<String>> {
    say("Building and running the examples of the C interface");
    if !cfg!(target_os = "linux") {
        return Ok(vec!["the examples are built on Linux only".to_owned()]);
    }
    cxx::ensure()?;
    let place = workspace.target.join("c-interface");
    if place.exists() {
        fs::remove_dir_all(&place).context("cannot remove what was there before")?;
    }
    let prefix = place.join("prefix");
    nextest::build(workspace)?;
    // The folder where cargo leaves libraries that test programs link; only those asked for by name go a folder up.
    put(workspace, &workspace.target.join("debug/deps"), &prefix)?;
    let examples = Examples { folder: workspace.root.join(FOLDER).join("examples"), place, prefix };
    let skipped = [examples.c()?, examples.cpp()?, examples.c_sharp()?];
    examples.arrow(workspace)?;
    Ok(skipped.into_iter().flatten().map(str::to_owned).collect())
}

struct Examples {
    folder: PathBuf,
    /// The folder of programs and their output.
    place: PathBuf,
    prefix: PathBuf,
}

impl Examples {
    fn c(&self) -> Result<Option<&'static str>> {
        let source = self.folder.join("record_poses.c");
        let compile = |name: &str, flags: &[&str]| {
            let mut cc = Command::new(env::var_os("CC").unwrap_or("cc".into()));
            cc.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"]).args(flags);
            self.link(cc.arg(&source), name, !flags.is_empty())
        };
        let plain = compile("record_poses", &[])?;
        self.run("c", &mut Command::new(&plain))?;
        let checked = compile("record_poses_asan", &["-fsanitize=address,undefined"])?;
        self.run("c-asan", Command::new(checked).env("ASAN_OPTIONS", "detect_leaks=1"))?;
        if find_program(&["valgrind"]).is_none() && debian::can_install() {
            debian::install(&["valgrind"])?;
        }
        if find_program(&["valgrind"]).is_none() {
            return Ok(Some("valgrind is not there and cannot be installed by apt"));
        }
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
        valgrind.arg("--errors-for-leak-kinds=definite,indirect").arg(plain);
        self.run("c-valgrind", &mut valgrind)?;
        Ok(None)
    }

    /// Reads tables through the C stream interface of Arrow: of a replay, and of the reel that the example in C recorded.
    fn arrow(&self, workspace: &Workspace) -> Result<()> {
        let compile = |name: &str, flags: &[&str]| {
            let mut cc = Command::new(env::var_os("CC").unwrap_or("cc".into()));
            cc.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"]).args(flags);
            self.link(cc.arg(self.folder.join("arrow_means.c")), name, !flags.is_empty())
        };
        let programs = [
            compile("arrow_means", &[])?,
            compile("arrow_means_asan", &["-fsanitize=address,undefined"])?,
        ];
        let ghostreel = workspace.target.join("debug").join("ghostreel");
        let replay = self.place.join("arrow.slp");
        shell::read(Command::new(&ghostreel).args(["sample", "melee", "--force"]).arg(&replay))?;
        let described =
            shell::read(Command::new(&ghostreel).args(["info", "--json"]).arg(&replay))?;
        let described: Value = serde_json::from_str(&described)?;
        let tables = described["tables"].as_array().context("there are no tables")?;
        let frames = tables.iter().find(|table| table["name"] == "frames");
        let frames = frames.context("there is no table of frames")?;
        let is_number = |column: &&Value| {
            !["bool", "dict", "u64"].contains(&column["type"].as_str().unwrap_or_default())
        };
        let columns = frames["columns"].as_array().into_iter().flatten().filter(is_number).count();
        let recorded = stamp::files(&self.place.join("c"), &[])?;
        let reel = recorded.iter().find(|file| file.extension().is_some_and(|ext| ext == "reel"));
        let reel = reel.context("no reel was recorded")?;
        let of_replay = (&replay, "frames", frames["rows"].to_string(), columns);
        // 20 seconds of 90, each with a time and a place.
        let of_reel = (reel, "poses", "1800".to_owned(), 4);
        for (file, table, rows, columns) in [of_replay, of_reel] {
            for program in &programs {
                let mut program = Command::new(program);
                program.arg(file).arg(table).env("LD_LIBRARY_PATH", self.prefix.join("lib"));
                let means = shell::read(program.env("ASAN_OPTIONS", "detect_leaks=1"))?;
                ensure!(means.lines().next() == Some(&format!("{rows} rows")), "{rows}: {means}");
                ensure!(means.lines().count() == 1 + columns, "{columns} columns, and {means}");
            }
            note(format!("arrow: {columns} columns of {table}"));
        }
        Ok(())
    }

    fn cpp(&self) -> Result<Option<&'static str>> {
        let compile = |name: &str, flags: &[&str]| {
            let mut cxx = Command::new(env::var_os("CXX").unwrap_or("c++".into()));
            cxx.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-g"]).args(flags);
            self.link(cxx.arg(self.folder.join("quest_mod.cpp")), name, !flags.is_empty())
        };
        self.run("c++", &mut Command::new(compile("quest_mod", &[])?))?;
        let checked = compile("quest_mod_asan", &["-fsanitize=address,undefined"])?;
        self.run("c++-asan", &mut Command::new(checked))?;
        Ok(None)
    }

    fn c_sharp(&self) -> Result<Option<&'static str>> {
        let is_there = || find_program(&["mcs"]).is_some() && find_program(&["mono"]).is_some();
        if !is_there() && debian::can_install() {
            debian::install(&["mono-mcs", "mono-runtime"])?;
        }
        if !is_there() {
            return Ok(Some(
                "the example in C#: there is no Mono, and no apt that could install it",
            ));
        }
        let program = self.place.join("PcMod.exe");
        let mut mcs = Command::new("mcs");
        mcs.arg(format!("-out:{}", program.display())).arg(self.folder.join("PcMod.cs"));
        shell::read(mcs.arg("-warnaserror"))?;
        self.run("c-sharp", Command::new("mono").arg(program))?;
        Ok(None)
    }

    /// Links with the library, as pkg-config says where it is there: the shared one, or the static one.
    fn link(&self, compiler: &mut Command, name: &str, is_static: bool) -> Result<PathBuf> {
        let program = self.place.join(name);
        if is_static {
            compiler.arg("-I").arg(self.prefix.join("include"));
            compiler.arg(self.prefix.join("lib/libghostreel_c.a"));
            compiler.args(["-lpthread", "-ldl", "-lm"]);
        } else {
            match self.flags() {
                Some(flags) => compiler.args(flags?.split_whitespace()),
                None => compiler
                    .arg(format!("-I{}", self.prefix.join("include").display()))
                    .arg(format!("-L{}", self.prefix.join("lib").display()))
                    .arg("-lghostreel_c"),
            };
            compiler.arg("-lm");
        }
        shell::read(compiler.arg("-o").arg(&program))?;
        Ok(program)
    }

    fn flags(&self) -> Option<Result<String>> {
        let mut config = Command::new(find_program(&["pkg-config", "pkgconf"])?);
        config.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        Some(shell::read(config.args(["--cflags", "--libs", "ghostreel"])))
    }

    /// Runs a program that writes into a folder of its own.
    fn run(&self, name: &str, program: &mut Command) -> Result<()> {
        let folder = self.place.join(name);
        let printed =
            shell::read(program.arg(&folder).env("LD_LIBRARY_PATH", self.prefix.join("lib")))?;
        ensure!(!printed.trim().is_empty(), "{name} says nothing");
        note(format!("{name}: {}", printed.trim()));
        Ok(())
    }
}
