//! How files are opened: options of all formats, and of single ones.

use ghostreel_core::{DecodeOptions, Error, Fault, Format, OptionInfo, Result, brief};

use crate::registry::FORMATS;

/// The options of opening a replay.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The treatment of damage.
    pub decode: DecodeOptions,
    /// The options of single formats.
    pub formats: FormatOptions,
}

impl Options {
    /// With no options of single formats.
    pub fn new(decode: DecodeOptions) -> Self {
        Self { decode, formats: FormatOptions::default() }
    }
}

/// An option of a format, as it is given and passed on. Only the format reads its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatOption {
    /// One of the names that [`format_options`] lists.
    pub name: String,
    /// The content of the file that the option was given.
    pub file: Vec<u8>,
}

/// Why an option is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No format has it.
    #[error("no format has the option {}; there is {}", brief(name.clone().into()), names())]
    Unknown {
        /// The text given as its name.
        name: String,
    },
    /// It was given before.
    #[error("the option {name} is given twice")]
    Twice {
        /// Its name.
        name: &'static str,
    },
    /// Its file is longer than allowed, or malformed.
    #[error("{name}: {error}")]
    File {
        /// Its name.
        name: &'static str,
        /// The error and its place. The offset is one in the option's file.
        error: Error,
    },
}

fn names() -> String {
    let names: Vec<&str> = format_options().map(|option| option.name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The options of all formats.
pub fn format_options() -> impl Iterator<Item = &'static OptionInfo> {
    FORMATS.iter().flat_map(|format| format.options)
}

/// The option of that name.
pub fn format_option(name: &str) -> Option<&'static OptionInfo> {
    format_options().find(|option| option.name == name)
}

macro_rules! options {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        /// The options of single formats, read from their files.
        #[derive(Clone, Debug, Default)]
        pub struct FormatOptions {
            $(
                #[cfg(feature = $game)]
                pub(crate) $module: <crate::$module::$format as Format>::Options,
            )*
        }

        impl FormatOptions {
            /// Sets an option from the content of its file, in place of its earlier content.
            ///
            /// # Errors
            /// If no format has the option, or its file is longer than allowed or malformed.
            pub fn set(&mut self, name: &str, file: &[u8]) -> Result<(), OptionError> {
                $(
                    #[cfg(feature = $game)]
                    {
                        use crate::$module::$format;
                        if let Some(option) = named($format::INFO.options, name) {
                            return set_from(option, file, |file| {
                                $format::set_option(&mut self.$module, option.name, file)
                            });
                        }
                    }
                )*
                Err(OptionError::Unknown { name: name.to_owned() })
            }
        }
    };
}

with_formats!(options);

impl FormatOptions {
    /// Reads the files of all options that are given.
    ///
    /// # Errors
    /// As [`set`](Self::set), or if an option is given twice.
    pub fn read(given: &[FormatOption]) -> Result<Self, OptionError> {
        let mut options = Self::default();
        let mut before: Vec<&str> = Vec::new();
        for FormatOption { name, file } in given {
            options.set(name, file)?;
            if let (true, Some(option)) = (before.contains(&name.as_str()), format_option(name)) {
                return Err(OptionError::Twice { name: option.name });
            }
            before.push(name);
        }
        Ok(options)
    }
}

fn named(options: &'static [OptionInfo], name: &str) -> Option<&'static OptionInfo> {
    options.iter().find(|option| option.name == name)
}

fn set_from(
    option: &'static OptionInfo,
    file: &[u8],
    set: impl FnOnce(&[u8]) -> Result<()>,
) -> Result<(), OptionError> {
    let result = match file.len() <= option.limit {
        true => set(file),
        false => {
            let (expected, found) =
                (format!("at most {} bytes", option.limit), format!("{}", file.len()));
            Err(Error::new(Fault::Limit, option.limit as u64, "file", expected, found))
        }
    };
    result.map_err(|error| OptionError::File { name: option.name, error })
}
