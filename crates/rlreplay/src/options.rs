//! How a file is decoded.

use std::collections::BTreeMap;

use ghostreel_core::{DecodeOptions, Error, Fault};

use crate::kinds::Kind;

/// How a file is decoded.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to do about damage.
    pub decode: DecodeOptions,
    /// What is known better than the table of attributes.
    pub attributes: Attributes,
}

/// Layouts of properties that the table of attributes does not have, or that differ from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    kinds: BTreeMap<String, Option<Kind>>,
}

impl Attributes {
    /// Reads rows like those of `data/attributes.tsv`: a property and a kind with a tab between them. Lines that are empty or
    /// begin with `#`, and a first row `property`, `kind`, are passed over. The kind `-` says that the layout is not known,
    /// `Opaque12` that it is twelve bits.
    ///
    /// # Errors
    /// If a line is no such row.
    pub fn parse(table: &str) -> Result<Self, Error> {
        let mut attributes = Self::default();
        let mut offset = 0_u64;
        for line in table.split_inclusive('\n') {
            let row = line.trim_end();
            if !(row.is_empty() || row.starts_with('#') || row == "property\tkind") {
                let fault = |expected: &str| {
                    Error::new(
                        Fault::Malformed,
                        offset,
                        "attributes",
                        expected.to_owned(),
                        row.to_owned(),
                    )
                };
                let (property, kind) =
                    row.split_once('\t').ok_or_else(|| fault("a property, a tab and a kind"))?;
                let kind = match kind {
                    "-" => None,
                    name => Some(Kind::named(name).ok_or_else(|| fault("a kind that is known"))?),
                };
                attributes.set(property, kind);
            }
            offset = offset.saturating_add(line.len() as u64);
        }
        Ok(attributes)
    }

    /// Lays a property out in another way; `None` if its layout is not known.
    pub fn set(&mut self, property: &str, kind: Option<Kind>) {
        self.kinds.insert(property.to_owned(), kind);
    }

    /// How the values of a property are laid out; `None` if nothing is said about it.
    pub(crate) fn kind(&self, property: &str) -> Option<Option<Kind>> {
        self.kinds.get(property).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_what_is_none_is_told() {
        let table = "# new\nproperty\tkind\nA.B:C\tBool\n\nA.B:D\tOpaque12\r\nA.B:E\t-\n";
        let attributes = Attributes::parse(table).unwrap();
        assert_eq!(attributes.kind("A.B:C"), Some(Some(Kind::Bool)));
        assert_eq!(attributes.kind("A.B:D"), Some(Some(Kind::Opaque(12))));
        assert_eq!(attributes.kind("A.B:E"), Some(None));
        assert_eq!(attributes.kind("A.B:F"), None);
        let error = Attributes::parse("A.B:C\tBool\nA.B:D\tBoule\n").unwrap_err();
        assert_eq!((error.offset, error.to_string().contains("a kind that is known")), (11, true));
        assert!(Attributes::parse("A.B:C Bool").is_err());
    }
}
