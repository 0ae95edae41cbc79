//! Options of decoding.

use std::collections::BTreeMap;

use ghostreel_core::{DecodeOptions, Error, Fault};

use crate::attributes::AttributeType;

/// Options of decoding a file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The treatment of damage.
    pub decode: DecodeOptions,
    /// Layouts and classes that take precedence over the tables in `data/`.
    pub attributes: Attributes,
}

impl Options {
    /// Options made of these parts.
    pub(crate) fn of(decode: &DecodeOptions, attributes: &Attributes) -> Self {
        Self { decode: decode.clone(), attributes: attributes.clone() }
    }
}

/// Layouts of properties and classes of objects that take precedence over `data/attributes.tsv` and `data/classes.tsv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// Sorted by name: properties have a colon in theirs, and no class above them.
    rows: Vec<(String, Row)>,
}

/// The fact in a row about a name: the type of a property, or the class above an object or a class.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    Type(Option<AttributeType>),
    Parent(Option<String>),
}

impl Attributes {
    /// Reads a file of rows, as [`parse`](Self::parse) does.
    ///
    /// # Errors
    /// If it is not UTF-8, or a line is no such row.
    pub(crate) fn read(file: &[u8]) -> Result<Self, Error> {
        let text = std::str::from_utf8(file).map_err(|error| {
            let offset = error.valid_up_to() as u64;
            Error::new(Fault::Malformed, offset, "attributes", "UTF-8", "other bytes")
        })?;
        Self::parse(text)
    }

    /// Reads rows like those of `data/attributes.tsv`: a property and a kind with a tab between them. Lines that are empty or
    /// begin with `#`, and a first row `property`, `kind`, are passed over. The kind `-` says that the layout is not known,
    /// `Opaque12` that it is twelve bits. Rows like those of `data/classes.tsv` are read, too: an object or a class, and the class
    /// above it, which has a dot in its name and kinds have none.
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
                match kind {
                    "-" => attributes.set(property, None),
                    class if class.contains('.') => attributes.set_parent(property, Some(class)),
                    name => {
                        let kind = AttributeType::named(name)
                            .ok_or_else(|| fault("a kind that is known"))?;
                        attributes.set(property, Some(kind));
                    }
                }
            }
            offset = offset.saturating_add(line.len() as u64);
        }
        Ok(attributes)
    }

    /// Rows that set the classes above objects and classes, by name.
    pub fn with_parents(classes: &BTreeMap<String, String>) -> Self {
        let row =
            |(name, parent): (&String, &String)| (name.clone(), Row::Parent(Some(parent.clone())));
        Self { rows: classes.iter().map(row).collect() }
    }

    /// Sets the layout of a property; `None` if its layout is not known.
    pub fn set(&mut self, property: &str, kind: Option<AttributeType>) {
        self.put(property, Row::Type(kind));
    }

    /// Sets the class above an object or a class; `None` if it is not known which.
    pub fn set_parent(&mut self, name: &str, parent: Option<&str>) {
        self.put(name, Row::Parent(parent.map(str::to_owned)));
    }

    fn put(&mut self, name: &str, row: Row) {
        let (Ok(place) | Err(place)) = self.place(name);
        match self.rows.get_mut(place).filter(|(other, _)| other == name) {
            Some((_, old)) => *old = row,
            None => self.rows.insert(place, (name.to_owned(), row)),
        }
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.rows.binary_search_by(|(other, _)| other.as_str().cmp(name))
    }

    fn row(&self, name: &str) -> Option<&Row> {
        self.rows.get(self.place(name).ok()?).map(|(_, row)| row)
    }

    /// Objects and classes, each with the class above it; `None` where it is not known which.
    pub(crate) fn parents(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.rows.iter().filter_map(|(name, row)| match row {
            Row::Parent(parent) => Some((&**name, parent.as_deref())),
            Row::Type(_) => None,
        })
    }

    /// Whether there are no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The layout of a property: `Some(None)` if it is set to be unknown, `None` if there is no row for it.
    pub(crate) fn kind(&self, property: &str) -> Option<Option<AttributeType>> {
        match self.row(property)? {
            Row::Type(kind) => Some(*kind),
            Row::Parent(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_other_lines_are_refused() {
        let table =
            "# new\nproperty\tkind\nA.B:C\tBool\n\nA.B:D\tOpaque12\r\nA.B:E\t-\nA.New\tA.B\n";
        let attributes = Attributes::parse(table).unwrap();
        assert_eq!(attributes.kind("A.B:C"), Some(Some(AttributeType::Bool)));
        assert_eq!(attributes.kind("A.B:D"), Some(Some(AttributeType::Opaque(12))));
        assert_eq!(attributes.kind("A.B:E"), Some(None));
        assert_eq!(attributes.kind("A.B:F"), None);
        assert_eq!(attributes.parents().collect::<Vec<_>>(), [("A.New", Some("A.B"))]);
        let error = Attributes::parse("A.B:C\tBool\nA.B:D\tBoule\n").unwrap_err();
        assert_eq!((error.offset, error.to_string().contains("a kind that is known")), (11, true));
        assert!(Attributes::parse("A.B:C Bool").is_err());
    }
}
