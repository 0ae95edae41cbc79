//! A C++ compiler, which libFuzzer and an example of the C interface need. (C comes with Rust's own linker set-up.)

use std::env;

use anyhow::{Result, bail};

use crate::{debian, shell::find_program};

pub(crate) fn ensure() -> Result<()> {
    // MSVC's compiler is not on the search path; the `cc` crate finds it by itself.
    if cfg!(windows)
        || env::var_os("CXX").is_some()
        || find_program(&["c++", "g++", "clang++"]).is_some()
    {
        return Ok(());
    }
    if debian::can_install() {
        return debian::install(&["g++"]);
    }
    if cfg!(target_os = "macos") {
        bail!("there is no C++ compiler; install one with `xcode-select --install`");
    }
    bail!("there is no C++ compiler; install `g++` or `clang++` with the system's package manager");
}
