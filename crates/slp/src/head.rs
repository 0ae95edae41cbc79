//! The beginning of a file, before its events.

use ghostreel_core::io::Reader;
use ghostreel_core::{Error, Fault, Result};

use crate::layout::{PayloadSizes, command};
use crate::limits;
use crate::model::Wrapper;

/// The beginning of a file, before its events.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) wrapper: Wrapper,
    pub(crate) sizes: PayloadSizes,
    /// Where the first event after the sizes begins.
    pub(crate) events: usize,
    /// Where the file says that the events end, be there as much or not; `None` where it says nothing.
    pub(crate) declared_end: Option<u64>,
}

impl Head {
    /// Refuses a file that is too long.
    pub(crate) fn check_length(bytes: &[u8]) -> Result<()> {
        if bytes.len() as u64 <= limits::FILE {
            return Ok(());
        }
        let (expected, found) = ("a file of less than 4 GiB", "a longer one");
        Err(Error::new(Fault::Limit, limits::FILE, "raw", expected, found))
    }

    /// Reads the beginning of a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        Self::check_length(bytes)?;
        let mut reader = Reader::new(bytes, "raw");
        match bytes.first() {
            Some(&command::GAME_START) => Ok(Self {
                wrapper: Wrapper::Bare { has_sizes: false },
                sizes: PayloadSizes::before_0_1(),
                events: 0,
                declared_end: None,
            }),
            Some(&command::EVENT_PAYLOADS) => Ok(Self {
                wrapper: Wrapper::Bare { has_sizes: true },
                sizes: PayloadSizes::read(&mut reader)?,
                events: reader.position(),
                declared_end: None,
            }),
            _ => {
                let start = reader.clone();
                let head = reader.take(Wrapper::HEAD.len(), "the head of raw")?;
                if head != Wrapper::HEAD {
                    return Err(start.error(Fault::Malformed, "{U\\x03raw[$U#l", "other bytes"));
                }
                let raw_length = reader.u32_be("the length of raw")?;
                let raw = reader.position() as u64;
                reader.enter("eventPayloads");
                let sizes = PayloadSizes::read(&mut reader)?;
                Ok(Self {
                    wrapper: Wrapper::Ubjson { raw_length },
                    sizes,
                    events: reader.position(),
                    declared_end: (raw_length > 0)
                        .then(|| raw.saturating_add(u64::from(raw_length))),
                })
            }
        }
    }
}
