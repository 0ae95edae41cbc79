//! `web`: the decoders as WebAssembly, modules for each game and one for reels, and the page around them.

mod parts;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Sender},
    },
    thread,
};

use anyhow::{Context, Result, bail};

use crate::{
    npm::{self, Npm},
    progress::Reporter,
    shell::{self, Run, note, say},
    stamp,
    wasm_toolchain::{self, TARGET},
    workspace::{Game, Workspace},
};

/// Compiled for one game at a time, which is a feature of its dependencies, and for one of [`USES`]; and once for [`REEL`].
const BINDING: &str = "ghostreel-wasm";
const BELOW: [&str; 2] = ["ghostreel-formats", "ghostreel-analysis"];

/// The use of a module.
#[derive(Debug)]
pub(crate) struct Use {
    /// As `[package.metadata.ghostreel.budgets]` calls it.
    pub name: &'static str,
    /// The part of its name after the game's.
    pub suffix: &'static str,
    /// Its features, besides its game.
    features: &'static [&'static str],
    /// The condition on a game for it.
    needs: Needs,
}

/// The condition on a game for a module of a kind.
#[derive(Debug)]
enum Needs {
    Nothing,
    /// Its crate has that feature.
    Feature(&'static str),
    /// A crate of a further format says that it is read by the module.
    FurtherFormats,
    /// Its replays are played on maps that can be read.
    Maps,
    /// Its replays have bodies that are placed between their samples.
    Bodies,
}

pub(crate) const USES: [Use; 8] = [
    Use { name: "decoders", suffix: "", features: &["decoders"], needs: Needs::Nothing },
    Use { name: "samples", suffix: "-sample", features: &["samples"], needs: Needs::Nothing },
    // Decoders once more, which also infer facts missing in the tables: fetched for files that need it.
    Use {
        name: "inference",
        suffix: "-inference",
        features: &["decoders", "ghostreel-formats/inference"],
        needs: Needs::Feature("inference"),
    },
    // Decoders once more, which also read the further formats of the game: fetched for a file of one.
    Use {
        name: "further",
        suffix: "-further",
        features: &["decoders", "ghostreel-formats/further-formats"],
        needs: Needs::FurtherFormats,
    },
    // The same for drafts, and for reading maps: other viewers fetch nothing more for them.
    Use {
        name: "draft",
        suffix: "-draft",
        features: &["decoders", "maps", "ghostreel-formats/drafts"],
        needs: Needs::FurtherFormats,
    },
    // All decoders of the game but those of drafts, and what reads its maps: fetched for a replay with a map.
    Use {
        name: "map",
        suffix: "-map",
        features: &["decoders", "maps", "ghostreel-formats/further-formats"],
        needs: Needs::Maps,
    },
    // The places of objects that come towards the player at a time: fetched by the page itself, which asks it for each picture.
    Use { name: "flight", suffix: "-flight", features: &["flight"], needs: Needs::Maps },
    // The places of bodies between their samples: fetched and asked by the page in the same way.
    Use { name: "motion", suffix: "-motion", features: &["motion"], needs: Needs::Bodies },
];

/// The module that opens reels, of whatever game: its name and its feature.
pub(crate) const REEL: &str = "reel";

/// The module that answers all that the library does, of all games: its name and its feature. The npm package has it, the page has not.
const VERBS: &str = "verbs";

impl Use {
    fn is_made_for(&self, game: &Game) -> bool {
        match self.needs {
            Needs::Nothing => true,
            Needs::Feature(feature) => game.features.iter().any(|has| has == feature),
            Needs::FurtherFormats => game.further_modules.contains(self.name),
            Needs::Maps => game.has_maps,
            Needs::Bodies => game.has_bodies,
        }
    }

    /// The features of the module that stands in for it and others. None reads a format more for it that the page has another module for.
    fn features_of_stand_in(&self, game: &Game) -> &'static [&'static str] {
        match self.name {
            "decoders" | "samples" | "motion" if game.has_bodies => OF_USUAL_FILES_AND_BODIES,
            "decoders" | "samples" => OF_USUAL_FILES,
            "further" | "map" | "flight" if game.has_maps => OF_MAPS_AND_FURTHER_FORMATS,
            _ => self.features,
        }
    }

    /// Decoders come in two parts: what shows a replay, and what works out its statistics, which the page fetches by itself.
    fn is_in_parts(&self) -> bool {
        self.features.contains(&"decoders")
    }
}

/// The features of rustc's default wasm target, which every browser of the last years has. The optimiser
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
const OPTIMISATION: [&str; 6] = [
    "-O3",
    "--one-caller-inline-max-function-size=0",
    // The linker puts the stack first: what lies that low is the end of it.
    "--low-memory-unused",
    "--reorder-functions-by-name",
    // The producers of a module, which are not needed.
    "--strip-producers",
    "--strip-target-features",
];

/// The features of a module of all games and uses, and of one of reels, whose exports have the same names. The code below them
/// has the same features in both, and is compiled once.
const OF_ALL_GAMES: &str =
    "decoders,maps,samples,flight,motion,ghostreel-analysis/games,ghostreel-formats/default";
const OF_ALL_REELS: &str = "reel,ghostreel-formats/default";

/// The features of modules that stand in for several uses of a game.
const OF_USUAL_FILES: &[&str] = &["decoders", "samples"];
const OF_USUAL_FILES_AND_BODIES: &[&str] = &["decoders", "samples", "motion"];
const OF_MAPS_AND_FURTHER_FORMATS: &[&str] =
    &["decoders", "maps", "flight", "ghostreel-formats/further-formats"];

/// The profile of modules that are not downloaded from afar.
const DRAFT: &str = "wasm-draft";

/// In `web/`, but no input of the page.
const NOT_INPUT: &[&str] = &["node_modules", "dist", "tests", "test-results"];

/// The optimisation of the modules' size and speed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Optimiser {
    /// It is an error if it is missing.
    Insist,
    IfThere,
    No,
}

/// Which modules are compiled as one, which stands in for each of them. That is less to compile, and more to download.
#[derive(Clone, Copy, Debug, PartialEq)]
enum StandIn {
    /// None: each has the features that its game and use take.
    None,
    /// Uses of a game whose code below them has the same features, or some more of them.
    OfUses,
    /// All games and uses.
    OfAll,
}

/// How the modules are made.
#[derive(Clone, Copy)]
struct Recipe<'r> {
    /// Cargo's profile, of those in the workspace's `Cargo.toml`.
    profile: &'static str,
    optimiser: Optimiser,
    stand_in: StandIn,
    run: Run<'r>,
    /// Is called with how many modules are compiled, and how many there will be.
    at: &'r (dyn Fn(usize, usize) + Sync),
}

/// Builds `web/dist`, or finds it up to date. With `insist`, a missing optimiser is an error.
pub(crate) fn build(workspace: &Workspace, insist: bool) -> Result<Npm> {
    let npm = npm::find(workspace)?;
    let recipe = as_published(insist);
    build_as(workspace, &npm, recipe)?;
    build_verbs(workspace, &npm, recipe)?;
    Ok(npm)
}

/// As modules are made that are downloaded. With `insist`, a missing optimiser is an error, and so is a warning.
fn as_published(insist: bool) -> Recipe<'static> {
    Recipe {
        profile: "wasm",
        optimiser: if insist { Optimiser::Insist } else { Optimiser::IfThere },
        stand_in: StandIn::None,
        run: if insist { &shell::run_without_warnings } else { &shell::run },
        at: &|_, _| {},
    }
}

/// The module that the npm package has and the page has not, alone.
pub(crate) fn build_for_package(workspace: &Workspace) -> Result<()> {
    let npm = npm::find(workspace)?;
    npm.install(&shell::run)?;
    build_verbs(workspace, &npm, as_published(false))
}

fn build_verbs(workspace: &Workspace, npm: &Npm, recipe: Recipe<'_>) -> Result<()> {
    let wanted = Wanted { name: VERBS.into(), features: VERBS.into(), is_in_parts: false };
    let (send, compiled) = mpsc::channel();
    compile(workspace, recipe, vec![wanted], send)?;
    compiled.iter().try_for_each(|module| publish(workspace, npm, &module, recipe).map(drop))
}

/// The same in less time, for tests: its modules are larger and slower, and fewer.
pub(crate) fn build_draft(workspace: &Workspace, npm: &Npm) -> Result<()> {
    let run: Run<'_> = &shell::run_without_warnings;
    let recipe = Recipe {
        profile: DRAFT,
        optimiser: Optimiser::No,
        stand_in: StandIn::OfUses,
        run,
        at: &|_, _| {},
    };
    build_as(workspace, npm, recipe)
}

/// The modules of one game alone, as tests open them.
pub(crate) fn build_draft_of(workspace: &Workspace, npm: &Npm, game: &str) -> Result<()> {
    let recipe = Recipe {
        profile: DRAFT,
        optimiser: Optimiser::No,
        stand_in: StandIn::OfUses,
        run: &shell::run_without_warnings,
        at: &|_, _| {},
    };
    let is_of_game = |name: &str| name == game || name.starts_with(&format!("{game}-"));
    let mut wanted = modules(workspace, StandIn::None);
    wanted.retain(|module| is_of_game(&module.name));
    let (send, compiled) = mpsc::channel();
    compile(workspace, recipe, wanted, send)?;
    compiled.iter().try_for_each(|module| publish(workspace, npm, &module, recipe).map(drop))
}

/// The same in still less time, for the demo: one module of all games stands in for each.
pub(crate) fn build_for_demo(
    workspace: &Workspace,
    npm: &Npm,
    reporter: Reporter<'_>,
) -> Result<()> {
    let run = |command: &mut Command| reporter.run(command);
    let at = |done, all: usize| reporter.stretch(done, all + 1);
    let recipe = Recipe {
        profile: DRAFT,
        optimiser: Optimiser::No,
        stand_in: StandIn::OfAll,
        run: &run,
        at: &at,
    };
    build_as(workspace, npm, recipe)
}

fn build_as(workspace: &Workspace, npm: &Npm, recipe: Recipe<'_>) -> Result<()> {
    npm.install(recipe.run)?;
    let (send, compiled) = mpsc::channel::<Module>();
    let compiled = Mutex::new(compiled);
    // Module after module is optimised, one a core, while the next ones compile.
    let optimise = || -> Result<Vec<PathBuf>> {
        let mut done = Vec::new();
        loop {
            let next = compiled.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(module) = next else { return Ok(done) };
            done.append(&mut publish(workspace, npm, &module, recipe)?);
        }
    };
    let published = thread::scope(|scope| -> Result<Vec<PathBuf>> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let runs: Vec<_> = (0..cores).map(|_| scope.spawn(optimise)).collect();
        compile(workspace, recipe, modules(workspace, recipe.stand_in), send)?;
        let mut published = Vec::new();
        for run in runs {
            match run.join() {
                Ok(done) => published.append(&mut done?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(published)
    })?;
    withdraw(workspace, &published)?;
    bundle(workspace, npm, recipe.run)
}

/// A game's decoders, what makes its samples, or what opens reels.
struct Wanted {
    name: String,
    features: String,
    is_in_parts: bool,
}

/// One of them, as compiled.
struct Module {
    name: String,
    file: PathBuf,
    is_in_parts: bool,
}

/// Where the page's build takes modules from.
fn published(workspace: &Workspace) -> PathBuf {
    workspace.web().join("public").join("decoders")
}

/// The folder that a module is put into.
fn folder_of(workspace: &Workspace, module: &str) -> PathBuf {
    match module {
        VERBS => workspace.web().join("packages/replay").join("decoders"),
        _ => published(workspace),
    }
}

/// Compiles modules and hands each on as soon as it is there.
fn compile(
    workspace: &Workspace,
    recipe: Recipe<'_>,
    wanted: Vec<Wanted>,
    done: Sender<Module>,
) -> Result<()> {
    let toolchain = wasm_toolchain::ensure(workspace)?;
    say("Compiling the decoders to WebAssembly");
    let target = workspace.target.join("wasm");
    // Cargo distinguishes compilers by version only. Of a standard library that was compiled anew by
    // the same version it knows nothing, and would link what no longer fits.
    let identity = toolchain.identity()?;
    let mark = target.join("toolchain");
    if !stamp::matches(&mark, &identity) {
        fs::remove_dir_all(&target)
            .or_else(|error| if shell::absent(&error) { Ok(()) } else { Err(error) })
            .with_context(|| format!("cannot empty {}", target.display()))?;
        stamp::write(&mark, &identity)?;
    }
    let products = target.join(TARGET).join(recipe.profile);
    // Cargo would link each module again, as all of them are one file to it.
    let sources = stamp::digest(&sources(workspace)?, &identity)?;
    let module = |Wanted { name, features, is_in_parts }: Wanted| -> Result<Module> {
        let file = products.join(&name).with_extension("wasm");
        let stamp_file = file.with_extension("stamp");
        let current =
            || stamp::digest(std::slice::from_ref(&file), &format!("{sources} {features}"));
        if file.is_file() && stamp::matches(&stamp_file, &current()?) {
            return Ok(Module { name, file, is_in_parts });
        }
        let mut cargo = workspace.cargo();
        cargo
            .args(["build", "--package", BINDING, "--no-default-features", "--features", &features])
            .args(["--profile", recipe.profile, "--target", TARGET, "--target-dir"])
            .arg(&target);
        toolchain.apply(&mut cargo);
        (recipe.run)(&mut cargo)?;
        // Cargo calls the product the same for every module, and knows whose is there.
        fs::copy(products.join("ghostreel.wasm"), &file)
            .with_context(|| format!("cannot write {}", file.display()))?;
        stamp::write(&stamp_file, &current()?)?;
        Ok(Module { name, file, is_in_parts })
    };
    let count = wanted.len();
    for (at, wanted) in wanted.into_iter().enumerate() {
        (recipe.at)(at, count);
        done.send(module(wanted)?).context("the thread that optimises the modules is gone")?;
    }
    (recipe.at)(count, count);
    Ok(())
}

/// Each module.
fn modules(workspace: &Workspace, stand_in: StandIn) -> Vec<Wanted> {
    let games = workspace.games();
    let of_game = |game: &Game, used: &Use| {
        let features = match stand_in {
            StandIn::OfAll => return OF_ALL_GAMES.to_owned(),
            StandIn::OfUses => used.features_of_stand_in(game),
            StandIn::None => used.features,
        };
        let [formats, analysis] = BELOW.map(|below| format!("{below}/{}", game.name));
        format!("{formats},{analysis},{}", features.join(","))
    };
    // The smallest comes first: what compiles last should keep all cores busy.
    let of_reels = if stand_in == StandIn::OfAll { OF_ALL_REELS } else { REEL };
    let reels = Wanted { name: REEL.to_owned(), features: of_reels.to_owned(), is_in_parts: false };
    let mut modules = vec![reels];
    modules.extend(games.iter().flat_map(|game| {
        let uses = USES.iter().filter(|used| used.is_made_for(game));
        uses.map(|used| Wanted {
            name: format!("{}{}", game.name, used.suffix),
            features: of_game(game, used),
            is_in_parts: used.is_in_parts() && stand_in != StandIn::OfAll,
        })
    }));
    modules
}

/// Clippy for the modules of page and package, each with its own features.
pub(crate) fn lint(workspace: &Workspace) -> Result<()> {
    let all = modules(workspace, StandIn::None).into_iter().map(|wanted| wanted.features);
    for features in all.chain([VERBS.to_owned()]) {
        let mut clippy = workspace.cargo();
        clippy.args(["clippy", "--quiet", "--package", BINDING, "--no-default-features"]).args([
            "--features",
            &features,
            "--",
            "-Dwarnings",
        ]);
        shell::run(&mut clippy).with_context(|| format!("with the features {features}"))?;
    }
    Ok(())
}

/// Makes the folder that the page is built into. A server that is compiled where it is missing does not find the page that comes later.
pub(crate) fn make_folder(workspace: &Workspace) -> Result<()> {
    let page = workspace.web().join("dist");
    fs::create_dir_all(&page).with_context(|| format!("cannot make {}", page.display()))
}

/// All that a module may be compiled from.
fn sources(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let root = &workspace.root;
    let mut sources = ["Cargo.toml", "Cargo.lock"].map(|file| root.join(file)).to_vec();
    for folder in ["crates", "bindings/wasm"] {
        sources.extend(stamp::files(&root.join(folder), &[])?);
    }
    Ok(sources)
}

/// Puts a module into its folder, each of its parts as a file, optimised. Returns the files.
fn publish(
    workspace: &Workspace,
    npm: &Npm,
    module: &Module,
    recipe: Recipe<'_>,
) -> Result<Vec<PathBuf>> {
    let wasm_opt = npm.package_program("wasm-opt");
    match (recipe.optimiser, &wasm_opt) {
        (Optimiser::Insist, None) => bail!(
            "wasm-opt is not there; it comes with the package `binaryen`, see web/package.json"
        ),
        (Optimiser::IfThere, None) => {
            note("wasm-opt is not installed: the module stays larger and slower");
        }
        _ => {}
    }
    let Module { name, file, is_in_parts } = module;
    // They come with wasm-opt. The page takes a module that is whole, too.
    let text_programs = is_in_parts
        .then(|| Some((npm.package_program("wasm-dis")?, npm.package_program("wasm-as")?)))
        .flatten();
    let mut names = vec![name.clone()];
    names.extend(text_programs.is_some().then(|| format!("{name}{}", parts::SECOND)));
    let products: Vec<PathBuf> = names
        .iter()
        .map(|part| folder_of(workspace, name).join(part).with_extension("wasm"))
        .collect();
    let optimiser = wasm_opt.filter(|_| recipe.optimiser != Optimiser::No);
    let settings = if optimiser.is_some() { OPTIMISATION.join(" ") } else { "as compiled".into() };
    let source =
        stamp::digest(std::slice::from_ref(file), &format!("{settings} {:?}", parts::BORDERS))?;
    let current = || stamp::digest(&products, &source);
    let stamp_file = stamp_file(workspace, name);
    if products.iter().all(|file| file.is_file()) && stamp::matches(&stamp_file, &current()?) {
        note(format!("{name}: unchanged"));
        return Ok(products);
    }
    let files = match text_programs {
        Some((reader, writer)) => take_apart(file, &reader, &writer, recipe.run)?.to_vec(),
        None => vec![file.clone()],
    };
    for (file, product) in files.iter().zip(&products) {
        publish_part(workspace, file, product, optimiser.as_deref(), recipe.run)?;
    }
    stamp::write(&stamp_file, &current()?)?;
    Ok(products)
}

/// Both parts of a module, as files beside it.
fn take_apart(file: &Path, reader: &Path, writer: &Path, run: Run<'_>) -> Result<[PathBuf; 2]> {
    let text_file = file.with_extension("wat");
    run(Command::new(reader).args(FEATURES).arg(file).arg("-o").arg(&text_file))?;
    let text = fs::read_to_string(&text_file)
        .with_context(|| format!("cannot read {}", text_file.display()))?;
    let parts::Parts { first, second } = parts::take_apart(&text, &parts::BORDERS)
        .with_context(|| format!("cannot take {} apart", file.display()))?;
    let write = |text: &str, extension: &str| -> Result<PathBuf> {
        let part = file.with_extension(extension);
        fs::write(&text_file, text)
            .with_context(|| format!("cannot write {}", text_file.display()))?;
        // With the names, which put functions in their order.
        run(Command::new(writer)
            .args(FEATURES)
            .arg("--debuginfo")
            .arg(&text_file)
            .arg("-o")
            .arg(&part))?;
        Ok(part)
    };
    let written = [write(&first, "first.wasm")?, write(&second, "second.wasm")?];
    fs::remove_file(&text_file)
        .with_context(|| format!("cannot remove {}", text_file.display()))?;
    Ok(written)
}

fn publish_part(
    workspace: &Workspace,
    file: &Path,
    published: &Path,
    optimiser: Option<&Path>,
    run: Run<'_>,
) -> Result<()> {
    let name = published.file_stem().unwrap_or_default().display();
    let optimised_module = match optimiser {
        Some(optimiser) => {
            say(format!("Optimising the module {name} with wasm-opt"));
            let optimised = file.with_extension("opt.wasm");
            let mut command = Command::new(optimiser);
            command.args(OPTIMISATION).args(FEATURES).arg(file).arg("-o").arg(&optimised);
            run(&mut command)?;
            optimised
        }
        None => file.to_owned(),
    };
    let content = fs::read(&optimised_module)
        .with_context(|| format!("cannot read {}", optimised_module.display()))?;
    // Left alone if it is the same: its time would make the page's watchers build again.
    if !fs::read(published).is_ok_and(|old| old == content) {
        let folder = published.parent().unwrap_or(published);
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        fs::write(published, &content)
            .with_context(|| format!("cannot write {}", published.display()))?;
        note(format!("{}: {:.0} KB", workspace.show(published), content.len() as f64 / 1000.0));
    }
    Ok(())
}

/// Removes modules that are no more.
fn withdraw(workspace: &Workspace, current: &[PathBuf]) -> Result<()> {
    for file in stamp::files(&published(workspace), &[])? {
        if !current.contains(&file) {
            fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
    }
    Ok(())
}

fn bundle(workspace: &Workspace, npm: &Npm, run: Run<'_>) -> Result<()> {
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
    run(npm.command().args(["run", "--silent", "build"]))?;
    if !product.join("index.html").is_file() {
        bail!("`npm run build` wrote no web/dist/index.html");
    }
    stamp::write(&stamp_file, &current()?)
}

/// With the packages, so that installing those anew builds the page anew.
fn stamp_file(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.web().join("node_modules/.cache/ghostreel").join(name)
}
