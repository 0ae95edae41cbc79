//! A Rust compiler that can target `wasm32-unknown-unknown`.
//!
//! On nearly every machine `rustup target add` is the whole story. Where rustup may not or cannot
//! fetch anything and the system is Debian, the compiler that Debian keeps current for its
//! browsers is unpacked into the user's cache. It comes without a standard library for wasm, but
//! with the library's sources, from which that is compiled once. Nothing is installed, and the
//! user's own toolchain stays as it is.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::{
    debian,
    shell::{self, find_program, note, say, succeeds, succeeds_within},
    workspace::Workspace,
};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Long enough for a slow line, short enough not to look hung where there is no way out.
const RUSTUP_TIME_LIMIT: Duration = Duration::from_secs(180);

/// Counts up when the steps below change, so that older unpacked toolchains are made anew.
const RECIPE: &str = "1";

/// The compiler to call for the target.
#[derive(Debug, PartialEq)]
pub(crate) enum Toolchain {
    /// The one cargo uses anyway.
    Active,
    /// This one, through `RUSTC`.
    Unpacked(PathBuf),
}

impl Toolchain {
    /// Makes a cargo command use this toolchain, and drops settings meant for the host.
    pub(crate) fn apply(&self, cargo: &mut Command) {
        forget_host_settings(cargo);
        if let Toolchain::Unpacked(rustc) = self {
            cargo.env("RUSTC", rustc);
        }
    }

    /// A text that differs for two toolchains whose products must not be mixed.
    pub(crate) fn identity(&self) -> Result<String> {
        let Toolchain::Unpacked(rustc) = self else { return Ok("active".to_owned()) };
        let library = library_folder(rustc.parent().context("the compiler is in no folder")?);
        crate::stamp::digest(&list(&library), "unpacked")
    }
}

pub(crate) fn ensure(workspace: &Workspace) -> Result<Toolchain> {
    if active_has_target(workspace) {
        return Ok(Toolchain::Active);
    }
    // Absolute, because the compiler is called from other folders.
    let prefix = std::path::absolute(cache_folder(workspace))?.join("rustc-web");
    if is_complete(&prefix) {
        return Ok(Toolchain::Unpacked(wrapper(&prefix)));
    }
    if rustup_may_download() {
        say(format!("Adding the Rust target {TARGET} with rustup"));
        let mut add = Command::new("rustup");
        add.args(["target", "add", TARGET]).current_dir(&workspace.root);
        if succeeds_within(&mut add, RUSTUP_TIME_LIMIT) && active_has_target(workspace) {
            return Ok(Toolchain::Active);
        }
        note("rustup could not add it");
    }
    if debian::is_here() {
        return unpack_from_debian(&prefix).context(format!(
            "cannot set up Debian's Rust compiler for {TARGET}; with rustup, `rustup target add {TARGET}` is all it takes"
        ));
    }
    bail!("the Rust compiler has no target {TARGET}; install it with `rustup target add {TARGET}`");
}

fn active_has_target(workspace: &Workspace) -> bool {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "target-libdir", "--target", TARGET]).current_dir(&workspace.root);
    shell::read(&mut rustc).is_ok_and(|folder| has_std(Path::new(folder.trim())))
}

fn has_std(folder: &Path) -> bool {
    list(folder)
        .iter()
        .any(|file| name(file).starts_with("libstd-") && name(file).ends_with(".rlib"))
}

fn rustup_may_download() -> bool {
    let set = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // A CI run that fetched toolchains would test something else each time.
    let forbidden = env::var_os("CI").is_some()
        || set("GHOSTREEL_NO_RUSTUP", "1")
        || set("RUSTUP_AUTO_INSTALL", "0");
    !forbidden && find_program(&["rustup"]).is_some()
}

/// Survives `cargo clean`: making the toolchain again costs a minute and 150 MB of downloads.
fn cache_folder(workspace: &Workspace) -> PathBuf {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("GHOSTREEL_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("ghostreel")))
        .or_else(|| set("HOME").map(|home| home.join(".cache").join("ghostreel")))
        .unwrap_or_else(|| workspace.target.join("cache"))
}

fn wrapper(prefix: &Path) -> PathBuf {
    prefix.join("rustc")
}

/// Where the compiler looks for the target's standard library.
fn library_folder(prefix: &Path) -> PathBuf {
    prefix.join("usr/lib/rustlib").join(TARGET).join("lib")
}

fn stamp(prefix: &Path) -> PathBuf {
    prefix.join("complete")
}

/// A system upgrade can take away a library the unpacked compiler needs, so it is asked to start.
fn is_complete(prefix: &Path) -> bool {
    fs::read_to_string(stamp(prefix)).is_ok_and(|recipe| recipe == RECIPE)
        && succeeds(Command::new(wrapper(prefix)).arg("--version"))
}

fn unpack_from_debian(prefix: &Path) -> Result<Toolchain> {
    fs::create_dir_all(prefix).with_context(|| format!("cannot create {}", prefix.display()))?;
    let rustc = wrapper(prefix);
    // The second of two runs at once waits here, and then finds the work done.
    let lock =
        File::create(prefix.with_extension("lock")).context("cannot create the lock file")?;
    if lock.try_lock().is_err() {
        say("Waiting for another run that sets up the WebAssembly toolchain");
        lock.lock().context("cannot lock the toolchain's folder")?;
    }
    if is_complete(prefix) {
        return Ok(Toolchain::Unpacked(rustc));
    }
    fs::remove_dir_all(prefix).with_context(|| format!("cannot empty {}", prefix.display()))?;
    let packages = prefix.join("packages");
    fs::create_dir_all(&packages)
        .with_context(|| format!("cannot create {}", packages.display()))?;

    say(format!("Unpacking Debian's Rust compiler for the web into {}", prefix.display()));
    let llvm = fetch_compiler(prefix, &packages)?;
    write_wrapper(prefix, &rustc)?;
    fetch_missing_libraries(prefix, &packages, &llvm)?;
    link_linker(prefix, &rustc, &llvm)?;

    say(format!("Compiling Rust's standard library for {TARGET} (a minute, once)"));
    compile_std(prefix, &rustc)?;
    smoke_test(prefix, &rustc)?;
    for leftover in
        [packages, prefix.join("usr/src"), prefix.join("usr/lib/rustlib/src"), prefix.join("std")]
    {
        remove(&leftover)?;
    }
    fs::write(stamp(prefix), RECIPE).context("cannot write the toolchain's stamp")?;
    Ok(Toolchain::Unpacked(rustc))
}

/// Fetches and unpacks compiler, standard library and its sources, all of one version, with the
/// LLVM they were built for. Returns LLVM's major version.
fn fetch_compiler(prefix: &Path, packages: &Path) -> Result<String> {
    // Done each time: security updates replace this compiler often and delete its predecessor.
    debian::update();
    let version =
        debian::candidate("rust-web-src").context("Debian offers no package rust-web-src here")?;
    let exactly = |package: &str| format!("{package}={version}");
    let needs = |package: &str, prefix: &str| -> Result<String> {
        let dependency = debian::dependencies(&exactly(package))?
            .into_iter()
            .find(|name| name.starts_with(prefix));
        dependency.with_context(|| format!("Debian's {package} {version} depends on no {prefix}…"))
    };
    let std = needs("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm_library = needs(&std, "libllvm")?;
    let llvm = llvm_library.trim_start_matches("libllvm").to_owned();
    note(format!("rustc-web {version} with LLVM {llvm}"));

    let wanted = [
        exactly("rustc-web"),
        exactly("libstd-rust-web-dev"),
        exactly(&std),
        exactly("rust-web-src"),
        llvm_library,
        format!("lld-{llvm}"),
    ];
    debian::download(packages, &wanted)?;
    for package in list(packages) {
        let filter: &[&str] = if name(&package).starts_with("rust-web-src_") {
            &["--wildcards", "./usr/src/rustc-*/library", "./usr/lib/rustlib/src*"]
        } else {
            &["--exclude=./usr/share"]
        };
        debian::unpack(&package, prefix, filter)?;
        remove(&package)?;
    }
    Ok(llvm)
}

/// The compiler finds its sysroot from where it lies, but not its shared libraries.
fn write_wrapper(prefix: &Path, rustc: &Path) -> Result<()> {
    let quote = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
    let libraries: Vec<_> = library_folders(prefix)?.iter().map(|folder| quote(folder)).collect();
    let script = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH={}\"${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}\" exec {} \"$@\"\n",
        libraries.join(":"),
        quote(&prefix.join("usr/bin/rustc")),
    );
    fs::write(rustc, script).context("cannot write the compiler's wrapper")?;
    make_executable(rustc)
}

/// Where libraries are unpacked to: `usr/lib/<triple>`, and `lib/<triple>` for packages that
/// still use it.
fn library_folders(prefix: &Path) -> Result<[PathBuf; 2]> {
    let lib = prefix.join("usr/lib");
    let is_compiler = |file: &PathBuf| name(file).starts_with("librustc_driver");
    let folder = list(&lib).into_iter().find(|folder| list(folder).iter().any(is_compiler));
    let folder = folder.context("the unpacked packages hold no librustc_driver")?;
    let other = prefix.join("lib").join(folder.file_name().unwrap_or_default());
    Ok([folder, other])
}

/// For wasm, rustc calls the linker `rust-lld` from its own sysroot; Debian calls it `lld`.
fn link_linker(prefix: &Path, rustc: &Path, llvm: &str) -> Result<()> {
    let version = shell::read(Command::new(rustc).arg("-vV"))
        .context("the unpacked compiler does not start")?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("the unpacked compiler has no host")?;
    note(version.lines().next().unwrap_or_default());
    let bin = prefix.join("usr/lib/rustlib").join(host).join("bin");
    fs::create_dir_all(&bin).with_context(|| format!("cannot create {}", bin.display()))?;
    symlink(&Path::new("../../../").join(format!("llvm-{llvm}/bin/lld")), &bin.join("rust-lld"))
}

/// A lean system may lack libraries that LLVM loads; they are unpacked beside it.
fn fetch_missing_libraries(prefix: &Path, packages: &Path, llvm: &str) -> Result<()> {
    let programs =
        [prefix.join("usr/bin/rustc"), prefix.join(format!("usr/lib/llvm-{llvm}/bin/lld"))];
    let search = library_folders(prefix)?.map(|folder| folder.display().to_string()).join(":");
    let missing = |program: &PathBuf| {
        let linked = shell::read(
            Command::new("ldd").arg(program).env("LD_LIBRARY_PATH", &search).env("LC_ALL", "C"),
        );
        linked.is_ok_and(|linked| linked.contains("not found"))
    };
    if !programs.iter().any(missing) {
        return Ok(());
    }
    note("this system lacks some of LLVM's libraries: unpacking them too");
    let mut wanted: Vec<String> = vec![format!("libllvm{llvm}")];
    let mut next = 0;
    while let Some(package) = wanted.get(next) {
        for found in debian::dependencies(package)? {
            let library = found.starts_with("lib") || found.starts_with("zlib");
            // Every system that runs Rust programs has these.
            let everywhere =
                ["libc6", "libgcc-s1", "libstdc++6", "libcrypt1"].contains(&found.as_str());
            if library
                && !everywhere
                && !wanted.contains(&found)
                && debian::candidate(&found).is_some()
            {
                wanted.push(found);
            }
        }
        next += 1;
    }
    debian::download(packages, &wanted[1..])?;
    for package in list(packages) {
        debian::unpack(&package, prefix, &["--exclude=./usr/share"])?;
    }
    match programs.iter().find(|program| missing(program)) {
        None => Ok(()),
        Some(program) => {
            bail!("`ldd {}` still names libraries that are not found", program.display())
        }
    }
}

/// Builds std as cargo's own `-Zbuild-std` does for an empty crate, and puts the result where the
/// compiler looks for an installed one. Every cargo can drive it: the compiler's version decides.
fn compile_std(prefix: &Path, rustc: &Path) -> Result<()> {
    let project = prefix.join("std");
    const NAME: &str = "std_for_wasm";
    crate::stamp::write(&project.join("src/lib.rs"), "#![no_std]\n")?;
    let manifest = format!(
        "[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n"
    );
    crate::stamp::write(&project.join("Cargo.toml"), &manifest)?;

    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    forget_host_settings(&mut cargo);
    cargo
        .args([
            "build",
            "--quiet",
            "--release",
            "-Zbuild-std=std,panic_abort",
            "--target",
            TARGET,
            "--target-dir",
            "target",
        ])
        .current_dir(&project)
        .env("RUSTC", rustc)
        // `-Zbuild-std` is for nightly compilers, or for a distribution that builds its own std.
        .env("RUSTC_BOOTSTRAP", "1")
        // Link-time optimisation reaches into std only if that brings its bitcode along.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes");
    shell::run(&mut cargo)?;

    let library = library_folder(prefix);
    remove(&library)?;
    fs::create_dir_all(&library).with_context(|| format!("cannot create {}", library.display()))?;
    for file in list(&project.join("target").join(TARGET).join("release/deps")) {
        let name = name(&file);
        if name.ends_with(".rlib") && !name.contains(NAME) {
            fs::copy(&file, library.join(&name)).with_context(|| format!("cannot copy {name}"))?;
        }
    }
    if has_std(&library) { Ok(()) } else { bail!("cargo built no libstd for {TARGET}") }
}

/// Uses the allocator, formatting, hashing and LTO: the stumbling blocks of a real module.
fn smoke_test(prefix: &Path, rustc: &Path) -> Result<()> {
    let source = prefix.join("smoke.rs");
    let module = prefix.join("smoke.wasm");
    let program = "use std::collections::HashMap;\n\
        #[unsafe(no_mangle)]\n\
        pub extern \"C\" fn digits(number: u32) -> usize {\n\
            let words = HashMap::from([(number, number.to_string())]);\n\
            words.values().map(String::len).sum()\n\
        }\n";
    fs::write(&source, program).context("cannot write the smoke test")?;
    let mut compile = Command::new(rustc);
    compile.args([
        "--edition=2024",
        "--crate-type=cdylib",
        "--target",
        TARGET,
        "-O",
        "-Clto=fat",
        "-Cpanic=abort",
        "-o",
    ]);
    shell::read(compile.arg(&module).arg(&source))
        .context("the unpacked compiler cannot build a WebAssembly module")?;
    let module_bytes =
        fs::read(&module).context("the unpacked compiler wrote no WebAssembly module")?;
    if !module_bytes.starts_with(b"\0asm") {
        bail!("the unpacked compiler wrote something that is not WebAssembly");
    }
    remove(&source)?;
    remove(&module)
}

fn forget_host_settings(cargo: &mut Command) {
    for name in [
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "CARGO_TARGET_DIR",
    ] {
        cargo.env_remove(name);
    }
}

/// The content of a folder, in order; nothing if it is not there.
fn list(folder: &Path) -> Vec<PathBuf> {
    let mut list: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    list.sort();
    list
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Removes a file, link or folder, if there is one.
fn remove(path: &Path) -> Result<()> {
    let result = match path.symlink_metadata() {
        Err(_) => return Ok(()),
        Ok(meta) if meta.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    };
    result.with_context(|| format!("cannot remove {}", path.display()))
}

#[cfg(unix)]
fn make_executable(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make {} executable", file.display()))
}

#[cfg(unix)]
fn symlink(original: &Path, link: &Path) -> Result<()> {
    remove(link)?;
    std::os::unix::fs::symlink(original, link)
        .with_context(|| format!("cannot create {}", link.display()))
}

// Debian's packages are of no use elsewhere; these only let the file compile.
#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<()> {
    bail!("only Debian's packages need this");
}

#[cfg(not(unix))]
fn symlink(_: &Path, _: &Path) -> Result<()> {
    bail!("only Debian's packages need this");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unpacked_toolchain_counts_only_with_its_stamp_and_a_compiler_that_starts() {
        let prefix = env::temp_dir().join(format!("ghostreel-wasm-{}", std::process::id()));
        fs::create_dir_all(&prefix).unwrap();
        assert!(!is_complete(&prefix));
        fs::write(stamp(&prefix), RECIPE).unwrap();
        assert!(!is_complete(&prefix), "there is no compiler yet");
        #[cfg(unix)]
        {
            fs::write(wrapper(&prefix), "#!/bin/sh\nexit 0\n").unwrap();
            make_executable(&wrapper(&prefix)).unwrap();
            assert!(is_complete(&prefix));
            fs::write(stamp(&prefix), "an older recipe").unwrap();
            assert!(!is_complete(&prefix));
        }
        fs::remove_dir_all(&prefix).unwrap();
    }

    #[test]
    fn a_target_folder_without_std_is_no_target() {
        let folder = env::temp_dir().join(format!("ghostreel-std-{}", std::process::id()));
        assert!(!has_std(&folder));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("libcore-1.rlib"), "").unwrap();
        assert!(!has_std(&folder));
        fs::write(folder.join("libstd-1.rlib"), "").unwrap();
        assert!(has_std(&folder));
        fs::remove_dir_all(&folder).unwrap();
    }
}
