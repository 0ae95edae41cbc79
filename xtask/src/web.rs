//! `web`: the decoders as WebAssembly, modules for each game, and the page around them.

use std::{fs, path::PathBuf, process::Command, thread};

use anyhow::{Context, Result, bail};

use crate::{
    npm::{self, Npm},
    shell::{self, note, say},
    sizes, stamp,
    wasm_toolchain::{self, TARGET},
    workspace::Workspace,
};

/// Compiled for one game at a time, which is a feature of what it stands on, and for one of [`USES`].
const BINDING: &str = "ghostreel-wasm";
const BELOW: [&str; 2] = ["ghostreel-formats", "ghostreel-analysis"];

/// What a module is for: the feature, and what its name has behind the game's.
pub(crate) const USES: [(&str, &str); 2] = [("decoders", ""), ("samples", "-sample")];

/// What rustc's default wasm target uses and every browser of the last years has. The optimiser
/// takes nothing for granted: without these it refuses the module.
const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// For speed, but for two things. A function with a single caller that becomes part of it compresses worse, by a twentieth of
/// the module, and is no faster. And functions of the same name, made for other types, compress better side by side.
const OPTIMISATION: [&str; 4] = [
    "-O3",
    "--one-caller-inline-max-function-size=0",
    // The linker puts the stack first: what lies that low is the end of it.
    "--low-memory-unused",
    "--reorder-functions-by-name",
];

/// In `web/`, but no part of what the page is made of.
const NOT_INPUT: &[&str] = &["node_modules", "dist", "tests", "test-results"];

pub(crate) fn run(workspace: &Workspace, release: bool) -> Result<()> {
    build(workspace, release)?;
    if release { sizes::check(workspace) } else { Ok(()) }
}

/// Builds `web/dist`, or finds it up to date. With `insist`, a missing optimiser is an error.
pub(crate) fn build(workspace: &Workspace, insist: bool) -> Result<Npm> {
    let npm = npm::ensure(workspace)?;
    let modules = compile(workspace)?;
    // The optimiser takes longer than all the rest.
    thread::scope(|scope| {
        let publish = |module| publish(workspace, &npm, module, insist);
        let runs: Vec<_> =
            modules.iter().map(|module| scope.spawn(move || publish(module))).collect();
        runs.into_iter().try_for_each(|run| match run.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    withdraw(workspace, &modules)?;
    bundle(workspace, &npm)?;
    Ok(npm)
}

/// A game's decoders, or what makes its samples, as compiled.
struct Module {
    name: String,
    file: PathBuf,
}

impl Module {
    /// Where the page's build takes it from.
    fn published(&self, workspace: &Workspace) -> PathBuf {
        published(workspace).join(&self.name).with_extension("wasm")
    }
}

fn published(workspace: &Workspace) -> PathBuf {
    workspace.web().join("public").join("decoders")
}

fn compile(workspace: &Workspace) -> Result<Vec<Module>> {
    let toolchain = wasm_toolchain::ensure(workspace)?;
    say("Compiling the decoders to WebAssembly");
    let target = workspace.target.join("wasm");
    // Cargo tells compilers apart by version only. Of a standard library that was compiled anew by
    // the same version it knows nothing, and would link what no longer fits.
    let identity = toolchain.identity()?;
    let mark = target.join("toolchain");
    if !stamp::matches(&mark, &identity) {
        fs::remove_dir_all(&target)
            .or_else(|error| if shell::absent(&error) { Ok(()) } else { Err(error) })
            .with_context(|| format!("cannot empty {}", target.display()))?;
        stamp::write(&mark, &identity)?;
    }
    let products = target.join(TARGET).join("wasm");
    let module = |game: &str, (used, suffix): (&str, &str)| {
        let [formats, analysis] = BELOW.map(|below| format!("{below}/{game}"));
        let features = format!("{formats},{analysis},{used}");
        let mut cargo = workspace.cargo();
        cargo
            .args(["build", "--package", BINDING, "--no-default-features", "--features", &features])
            .args(["--profile=wasm", "--target", TARGET, "--target-dir"])
            .arg(&target);
        toolchain.apply(&mut cargo);
        shell::run(&mut cargo)?;
        // Cargo calls the product the same for every module, and knows whose is there.
        let name = format!("{game}{suffix}");
        let file = products.join(&name).with_extension("wasm");
        fs::copy(products.join("ghostreel.wasm"), &file)
            .with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Module { name, file })
    };
    let games = workspace.games();
    games.iter().flat_map(|game| USES.map(|used| module(&game.name, used))).collect()
}

/// Optimises a module into `web/public`.
fn publish(workspace: &Workspace, npm: &Npm, module: &Module, insist: bool) -> Result<()> {
    let optimiser = npm.package_program("wasm-opt");
    if insist && optimiser.is_none() {
        bail!("wasm-opt is not there; it comes with the package `binaryen`, see web/package.json");
    }
    let Module { name, file } = module;
    let published = module.published(workspace);
    let settings = if optimiser.is_some() { OPTIMISATION.join(" ") } else { "as compiled".into() };
    let source = stamp::digest(std::slice::from_ref(file), &settings)?;
    let stamp_file = stamp_file(workspace, name);
    if published.is_file()
        && stamp::matches(&stamp_file, &stamp::digest(std::slice::from_ref(&published), &source)?)
    {
        note(format!("{name}: unchanged"));
        return Ok(());
    }
    let made = match optimiser {
        Some(optimiser) => {
            say(format!("Optimising the module {name} with wasm-opt"));
            let optimised = file.with_extension("opt.wasm");
            let mut command = Command::new(optimiser);
            command.args(OPTIMISATION).args(FEATURES).arg(file).arg("-o").arg(&optimised);
            shell::run(&mut command)?;
            optimised
        }
        None => {
            note("wasm-opt is not installed: the module stays larger and slower");
            file.clone()
        }
    };
    let content = fs::read(&made).with_context(|| format!("cannot read {}", made.display()))?;
    // Left alone if it is the same: its time would make the page's watchers build again.
    if !fs::read(&published).is_ok_and(|old| old == content) {
        fs::create_dir_all(self::published(workspace)).context("cannot create web/public")?;
        fs::write(&published, &content)
            .with_context(|| format!("cannot write {}", published.display()))?;
        note(format!("{}: {:.0} KB", workspace.show(&published), content.len() as f64 / 1000.0));
    }
    stamp::write(&stamp_file, &stamp::digest(std::slice::from_ref(&published), &source)?)
}

/// Removes modules that are no more.
fn withdraw(workspace: &Workspace, modules: &[Module]) -> Result<()> {
    let current: Vec<PathBuf> = modules.iter().map(|module| module.published(workspace)).collect();
    for file in stamp::files(&published(workspace), &[])? {
        if !current.contains(&file) {
            fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
    }
    Ok(())
}

fn bundle(workspace: &Workspace, npm: &Npm) -> Result<()> {
    let web = workspace.web();
    let product = web.join("dist");
    let current = || -> Result<String> {
        let source = stamp::digest(&stamp::files(&web, NOT_INPUT)?, "page")?;
        stamp::digest(&stamp::files(&product, &[])?, &source)
    };
    let stamp_file = stamp_file(workspace, "page");
    if product.join("index.html").is_file() && stamp::matches(&stamp_file, &current()?) {
        say("The page is up to date");
        return Ok(());
    }
    say("Building the page");
    shell::run(npm.command().args(["run", "--silent", "build"]))?;
    if !product.join("index.html").is_file() {
        bail!("`npm run build` wrote no web/dist/index.html");
    }
    stamp::write(&stamp_file, &current()?)
}

/// With the packages, so that installing those anew builds the page anew.
fn stamp_file(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.web().join("node_modules/.cache/ghostreel").join(name)
}
