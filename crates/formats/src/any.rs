//! A replay of whatever format.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ghostreel_core::redact::Removals;
use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Format, FormatInfo, Outcome, Result};
use ghostreel_timeline::{Meta, Timeline};

use crate::not_a_replay;
use crate::options::Options;
use crate::registry::{FORMATS, PROBE_LENGTH, probe};

/// The names of each format.
macro_rules! formats {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        $(#[cfg(feature = $game)] use crate::$module;)*

        /// A file read in place: the view of its game, e.g. [`bsor::View`](crate::bsor::View). It borrows or holds the file's bytes.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        #[allow(
            clippy::large_enum_variant,
            reason = "one at a time is held, and its lists are on the heap anyway"
        )]
        pub enum AnyView<'a> {
            $(#[doc = $doc] #[cfg(feature = $game)] $format($module::View<'a>),)*
        }

        /// A replay as plain data, which can be changed and encoded: the `Replay` of its game. It comes from a view or from JSON.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        #[allow(
            clippy::large_enum_variant,
            reason = "one at a time is held, and its lists are on the heap anyway"
        )]
        pub enum AnyReplay {
            $(#[doc = $doc] #[cfg(feature = $game)] $format($module::Replay),)*
        }

        /// Opens a file of any format, with options for all formats and for single ones.
        ///
        /// # Errors
        /// As [`open`].
        pub fn open_with<'a>(
            bytes: impl Into<Cow<'a, [u8]>>,
            options: &Options,
        ) -> Result<AnyView<'a>> {
            let bytes = bytes.into();
            let Options { decode, formats } = options;
            let head = bytes.get(..PROBE_LENGTH).unwrap_or(&bytes);
            match probe(head) {
                $(
                    #[cfg(feature = $game)]
                    Some(format) if format.id == $module::$format::INFO.id => {
                        Ok(AnyView::$format($module::$format::open(bytes, decode, &formats.$module)?))
                    }
                )*
                _ => Err(unknown(&bytes)),
            }
        }

        impl<'a> AnyView<'a> {
            /// The format.
            pub fn format(&self) -> &'static FormatInfo {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(_) => &$module::$format::INFO,)*
                }
            }

            /// Version of the format.
            pub fn version(&self) -> String {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(view) => view.version().to_string(),)*
                }
            }

            /// Players, map, version and whatever else identifies the replay.
            pub fn meta(&self) -> Meta {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => view.meta(),)* }
            }

            /// With what the name of the file says of the replay where the file itself does not: of ScoreSaber's who played, and the song.
            /// It shows in the metadata alone, and proves nothing.
            #[must_use]
            pub fn with_file_name(mut self, name: &str) -> Self {
                match &mut self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(view) => $module::$format::read_file_name(view, name),
                    )*
                }
                self
            }

            /// The replay as named tables of columns.
            pub fn timeline(&self) -> Timeline<'_> {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => view.timeline(),)* }
            }

            /// The file's bytes.
            pub fn bytes(&self) -> &[u8] {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => view.bytes(),)* }
            }

            /// The file's bytes.
            pub fn into_bytes(self) -> Cow<'a, [u8]> {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(view) => $module::$format::into_bytes(view),)*
                }
            }

            /// Adds bytes at the end of the file. The replay is then as if the longer file had been opened. `options`: those that it was
            /// opened with.
            ///
            /// Slippi's files, which grow during a game, are decoded on from where they ended. Others are opened again, from their start.
            ///
            /// # Errors
            /// As [`open_with`] for the longer file.
            pub fn append(self, more: &[u8], options: &Options) -> Result<Self> {
                let Options { decode, formats } = options;
                match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(view) => {
                            let view = $module::$format::append(view, more, decode, &formats.$module);
                            view.map(Self::$format)
                        }
                    )*
                }
            }

            /// As [`timeline`](Self::timeline), but of each table only the rows at its end that the last [`append`](Self::append) added
            /// or changed; all rows where the file was opened again.
            pub fn appended_timeline(&self) -> Timeline<'_> {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(view) => view.appended_timeline(),)*
                }
            }

            /// The meter of the options that it was opened with: it counts the work on this replay, and can stop it.
            pub fn meter(&self) -> Option<&Meter> {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => view.meter(),)* }
            }

            /// The diagnostics of opening.
            pub fn diagnostics(&self) -> &[Diagnostic] {
                match self { $(#[cfg(feature = $game)] Self::$format(view) => view.diagnostics(),)* }
            }

            /// The whole replay as plain data, in place of the view: takes less memory than [`to_replay`](Self::to_replay).
            ///
            /// # Errors
            /// If the meter was cancelled.
            pub fn into_replay(self) -> Result<AnyReplay> {
                let meter = self.meter().cloned();
                metered(meter.as_ref(), self.bytes().len(), || match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(view) => AnyReplay::$format(view.into_replay()),
                    )*
                })
            }

            /// The whole replay as plain data.
            ///
            /// # Errors
            /// If the meter was cancelled.
            pub fn to_replay(&self) -> Result<AnyReplay> {
                metered(self.meter(), self.bytes().len(), || match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(view) => AnyReplay::$format(view.to_replay()),
                    )*
                })
            }
        }

        impl AnyReplay {
            /// The format.
            pub fn format(&self) -> &'static FormatInfo {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(_) => &$module::$format::INFO,)*
                }
            }

            /// Writes the file: for a decoded one, the very bytes it was decoded from.
            pub fn encode(&self) -> Vec<u8> {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(replay) => $module::encode(replay),)*
                }
            }

            /// Makes a damaged replay whole: counts are corrected, and bytes that were not understood are dropped. A strict
            /// decoder with these options then accepts it.
            ///
            /// # Errors
            /// If no replay is left that can be read: one sentence says why.
            pub fn repair(&mut self, options: &Options) -> Result<()> {
                let Options { decode, formats } = options;
                match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(replay) => {
                            $module::$format::repair(replay, decode, &formats.$module)
                        }
                    )*
                }
            }

            /// Takes out the players, the date and the platform, as far as the format has them, and returns what that was. The play stays: the
            /// motion and the inputs identify who played nevertheless. A game's `redact` says what stays besides. It is for whole replays.
            ///
            /// # Errors
            /// If part of the replay was not understood, in which names would stay.
            pub fn redact(&mut self) -> Result<Removals> {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(replay) => $module::redact(replay),)*
                }
            }

            /// Brings lengths and checksums up to date where the format has them, and nothing else.
            pub fn update_lengths_and_checksums(&mut self) {
                match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(replay) => $module::$format::update_lengths_and_checksums(replay),
                    )*
                }
            }
        }

        /// Makes a synthetic replay; the same arguments give the same bytes everywhere. `None`: no such game or variant.
        ///
        /// A variant is one of those of all formats of the game; without one, it is the default of the game's first format.
        pub fn sample(game: &str, variant: Option<&str>, seed: u64) -> Option<Vec<u8>> {
            $(
                #[cfg(feature = $game)]
                if game == $game {
                    use $module::sample::{self, Options};
                    if let Some(options) = variant.map_or(Some(Options::default()), sample::variant) {
                        return Some($module::encode(&sample::generate(&Options { seed, ..options })));
                    }
                }
            )*
            None
        }

        /// The games that samples can be made of, each with the variants of all its formats, the default first.
        pub fn sample_variants() -> Vec<(&'static str, Vec<&'static str>)> {
            let mut games: Vec<(&str, Vec<&str>)> = Vec::new();
            $(
                #[cfg(feature = $game)]
                {
                    let names = $module::sample::variants().into_iter().map(|(name, _)| name);
                    match games.iter_mut().find(|(game, _)| *game == $game) {
                        Some((_, variants)) => variants.extend(names),
                        None => games.push(($game, names.collect())),
                    }
                }
            )*
            games
        }
    };
}

with_formats!(formats);

/// Opens a file of any format.
///
/// # Errors
/// If no format recognises the first bytes; else as the format's own opening.
pub fn open<'a>(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<AnyView<'a>> {
    open_with(bytes, &Options::new(options.clone()))
}

/// Plain data of a file of so many bytes, made by `work`.
fn metered(
    meter: Option<&Meter>,
    bytes: usize,
    work: impl FnOnce() -> AnyReplay,
) -> Result<AnyReplay> {
    /// A unit of work is longer than it takes to copy so many bytes.
    const BYTES_PER_UNIT: u64 = 64;
    let Some(meter) = meter else { return Ok(work()) };
    meter.spend(bytes as u64 / BYTES_PER_UNIT)?;
    let replay = work();
    // A network stream that was still to be decoded may have been left unread.
    meter.spend(0)?;
    Ok(replay)
}

impl AnyView<'_> {
    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.diagnostics())
    }

    /// The file made whole, if anything was noticed about it: where something was lost, as [`AnyReplay::repair`] does; else as
    /// [`AnyReplay::update_lengths_and_checksums`] does. `None` if there is nothing to mend.
    ///
    /// # Errors
    /// If no replay is left that can be read, or the meter was cancelled.
    pub fn repaired(&self, options: &Options) -> Result<Option<Vec<u8>>> {
        if self.diagnostics().is_empty() {
            return Ok(None);
        }
        let mut replay = self.to_replay()?;
        match self.outcome() {
            Outcome::Ok => replay.update_lengths_and_checksums(),
            Outcome::Recovered => replay.repair(options)?,
        }
        Ok(Some(replay.encode()).filter(|bytes| bytes != self.bytes()))
    }
}

/// A replay, with the endings of its files unless some games are left out here and read elsewhere.
fn replay() -> Cow<'static, str> {
    if cfg!(not(feature = "games")) {
        return "a replay".into();
    }
    let extensions = FORMATS.iter().flat_map(|format| format.extensions);
    let extensions: BTreeSet<&str> = extensions.copied().collect();
    let opened: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
    format!("a replay that Ghostreel opens ({}, .reel)", opened.join(", ")).into()
}

/// The error for a file that is no replay, with its kind as far as the first bytes show it.
pub(crate) fn unknown(head: &[u8]) -> Error {
    Error::of_other_kind(replay(), not_a_replay::describe(head))
}
