//! The tables that the rows of many replays go into, and what they are called.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef};
use ghostreel::{Options, Replay, read, sample};

use crate::header::{self, REPLAY};

/// The tables with rows of all games. The column `game` says which game a row is of; the columns of other games are null in it.
const SHARED: [&str; 3] = ["players", "moments", "player_stats"];

/// The table with a row for each replay.
pub(crate) const REPLAYS: &str = "replays";

/// The column that names the game of a row.
pub(crate) const GAME: &str = "game";

/// The column with the row's number in the replay's own table: order, and what other tables refer to.
pub(crate) const ROW: &str = "row_index";

/// A table that rows of many replays go into.
#[derive(Debug)]
pub(crate) struct Table {
    /// The game's short name, e.g. `beat-saber`; `None` of a table with rows of all games.
    pub(crate) game: Option<&'static str>,
    /// Its name, e.g. `frames`.
    pub(crate) name: String,
    /// Its columns, `replay` first.
    pub(crate) schema: SchemaRef,
}

impl Table {
    /// What its game is called in names: `beat_saber`.
    pub(crate) fn namespace(&self) -> Option<String> {
        self.game.map(|game| game.replace('-', "_"))
    }

    /// Where it is in an export: `melee/frames`.
    pub(crate) fn place(&self) -> String {
        match self.namespace() {
            Some(namespace) => format!("{namespace}/{}", self.name),
            None => self.name.clone(),
        }
    }

    /// What it is called in questions: `melee.frames`.
    pub(crate) fn sql_name(&self) -> String {
        self.place().replace('/', ".")
    }

    /// Whether replays of this game have rows of it.
    pub(crate) fn has_rows_of(&self, game: &str) -> bool {
        self.game.is_none_or(|own| own == game)
    }

    /// Whether it is the table with a row for each replay.
    pub(crate) fn is_of_replays(&self) -> bool {
        self.game.is_none() && self.name == REPLAYS
    }
}

/// Samples that have all tables and columns between them, as few and small ones as there are: a test looks for more in all others.
const SHOWING: [(&str, &[&str]); 3] = [
    (
        "beat-saber",
        &[
            "bsor2-converted",
            "scoresaber-empty",
            "scoresaber-json-empty",
            "scoresaber-legacy-small",
        ],
    ),
    ("melee", &["everything", "small"]),
    ("rocket-league", &["no-network"]),
];

/// All tables of all games: `replays` first, then those with rows of all games.
pub(crate) fn tables() -> &'static [Table] {
    static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
        let mut found = Found::default();
        for (game, variants) in SHOWING {
            for variant in variants {
                found.sample(game, variant);
            }
        }
        found.tables()
    });
    &TABLES
}

/// The table with a row for each replay.
pub(crate) fn replays() -> &'static Table {
    &tables()[0]
}

/// Whether a table holds one of Rocket League's replicated properties, such as `TAGame.Ball_TA:HitTeamNum`. Each replay has other ones, so they are in no list of
/// tables. Their values are in the other tables, too.
pub(crate) fn is_raw(name: &str) -> bool {
    name.contains(':')
}

/// A table as one replay has it.
pub(crate) fn as_in(game: &'static str, table: &ghostreel::Schema) -> Option<Table> {
    let mut found = Found::default();
    found.add(game, table.name.to_string(), &ghostreel_arrow::schema(table));
    found.tables().into_iter().find(|table| !table.is_of_replays())
}

/// Tables in the order in which they were found, with the columns in theirs.
#[derive(Default)]
struct Found {
    columns: Vec<((Option<&'static str>, String), Columns)>,
}

#[derive(Default)]
struct Columns {
    fields: Vec<Arc<Field>>,
    metadata: HashMap<String, String>,
}

impl Found {
    fn sample(&mut self, game: &'static str, variant: &str) {
        let Some(bytes) = sample(game, Some(variant), 1) else { return };
        let Ok(replay) = read(&bytes[..], &Options::default()) else { return };
        self.read(&replay);
    }

    fn read(&mut self, replay: &Replay<'_>) {
        let game = replay.format().game;
        let timeline = replay.timeline();
        for table in timeline.tables().iter().filter(|table| !is_raw(&table.schema().name)) {
            let schema = ghostreel_arrow::schema(table.schema());
            let name = table.schema().name.to_string();
            self.add(game, name, &schema);
        }
    }

    fn add(&mut self, game: &'static str, name: String, schema: &Schema) {
        let of = (!SHARED.contains(&name.as_str())).then_some(game);
        let key = (of, name);
        let index = self.columns.iter().position(|(known, _)| *known == key);
        let index = index.unwrap_or_else(|| {
            self.columns.push((key, Columns::default()));
            self.columns.len() - 1
        });
        let columns = &mut self.columns[index].1;
        columns.metadata.extend(schema.metadata().clone());
        for field in schema.fields() {
            let field = Arc::new(text_as_text(field));
            if !columns.fields.iter().any(|known| known.name() == field.name()) {
                columns.fields.push(field);
            }
        }
    }

    fn tables(self) -> Vec<Table> {
        let with_columns = |((game, name), columns): ((Option<_>, String), Columns)| {
            let game_column = game.is_none().then(|| text_field(GAME, "The game's short name"));
            let replay = text_field(REPLAY, "The SHA-256 of the game's own file, in hex");
            let row = field(
                ROW,
                DataType::Int32,
                "The row in the replay's own table, from 0: of `players`, what `player` in other tables says",
            );
            let own = std::iter::once(replay).chain(game_column).chain([row]);
            let fields: Fields = own.map(Arc::new).chain(columns.fields).collect();
            Table {
                game,
                name,
                schema: Arc::new(Schema::new_with_metadata(fields, columns.metadata)),
            }
        };
        let replays = Table { game: None, name: REPLAYS.to_owned(), schema: header::schema() };
        let mut tables: Vec<Table> =
            std::iter::once(replays).chain(self.columns.into_iter().map(with_columns)).collect();
        tables.sort_by_key(|table| table.game.is_some());
        tables
    }
}

/// A column of texts.
pub(crate) fn text_field(name: &str, meaning: &str) -> Field {
    field(name, DataType::Utf8View, meaning)
}

fn field(name: &str, kind: DataType, meaning: &str) -> Field {
    let metadata = HashMap::from([("meaning".to_owned(), meaning.to_owned())]);
    Field::new(name, kind, true).with_metadata(metadata)
}

/// Delta has no dictionaries: texts are texts, whether they repeat or not.
fn text_as_text(field: &Field) -> Field {
    match field.data_type() {
        DataType::Dictionary(..) => field.clone().with_data_type(DataType::Utf8View),
        _ => field.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ghostreel::sample_variants;

    use super::*;
    use crate::header::TABLES_VERSION;

    /// Fails if a replay has a table or column that is not known, or one of another type.
    fn assert_known(replay: &Replay<'_>, of: &str) {
        let mut found = Found::default();
        found.read(replay);
        for table in found.tables().iter().filter(|table| !table.is_of_replays()) {
            let known = tables().iter().find(|known| known.place() == table.place());
            let known = known.unwrap_or_else(|| panic!("{of} has a table {}", table.place()));
            for field in table.schema.fields() {
                let place = format!("{of}: {}.{}", table.place(), field.name());
                let known = known.schema.field_with_name(field.name()).expect(&place);
                assert_eq!(known.data_type(), field.data_type(), "{place}");
            }
        }
    }

    #[test]
    fn every_table_and_column_of_every_sample_is_known() {
        for (game, variants) in sample_variants() {
            for variant in variants {
                let bytes = sample(game, Some(variant), 1).unwrap();
                assert_known(&read(&bytes[..], &Options::default()).unwrap(), variant);
            }
        }
    }

    #[test]
    fn every_table_and_column_of_the_corpus_is_known() {
        let Some(corpus) = ghostreel_corpus::folder("") else { return };
        let mut replays = 0;
        for candidate in ghostreel::collection::candidates([corpus]) {
            let bytes = fs::read(&candidate.path).unwrap();
            if let Ok(replay) = read(bytes, &Options::default()) {
                assert_known(&replay, &candidate.path.display().to_string());
                replays += 1;
            }
        }
        assert!(replays > 100, "{replays}");
    }

    /// What is exported is written again when [`TABLES_VERSION`] is greater than it was: so it has to be, if what is written changes.
    #[test]
    fn tables_of_a_version_stay_as_they_are() {
        let columns = tables().iter().flat_map(|table| {
            let line = |field: &Arc<Field>| {
                format!("{}.{} {}\n", table.place(), field.name(), field.data_type())
            };
            table.schema.fields().iter().map(line).collect::<Vec<_>>()
        });
        let all: String = columns.collect();
        let digest = ghostreel::formats::core::Digest::of(all.as_bytes()).to_string();
        let known = (TABLES_VERSION, digest.get(..16).unwrap());
        assert_eq!(
            known,
            (1, "d8a399d56a39dc12"),
            "count TABLES_VERSION up, and write down the digest"
        );
    }

    #[test]
    fn tables_have_names_of_their_own_and_say_what_they_are_of() {
        let mut places: Vec<String> = tables().iter().map(Table::place).collect();
        assert_eq!(places[0], REPLAYS);
        assert!(places.contains(&"beat_saber/notes".to_owned()));
        places.sort();
        places.dedup();
        assert_eq!(places.len(), tables().len());
        for table in tables() {
            assert_eq!(table.schema.field(0).name(), REPLAY);
            assert_eq!(table.schema.index_of(GAME).is_ok(), table.game.is_none(), "{}", table.name);
        }
    }
}
