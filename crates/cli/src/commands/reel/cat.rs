//! `ghostreel reel cat`: a table of a reel.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use ghostreel_formats::timeline::{Column, Data};
use serde_json::{Value, json};

use super::{say_missing, with_reel};
use crate::input;
use crate::status::Status;

/// The most bytes of texts that are printed: a small reel may say one long text a million times.
const LONGEST: u64 = 1 << 30;

/// Print a table of a reel
///
/// Only the columns and seconds asked for are read. An absent value is empty in CSV and null in JSON, as is a number that JSON does not have.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The reel; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The table
    #[arg(value_name = "TABLE")]
    table: String,
    /// The columns, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    /// Rows from this second on
    #[arg(long, value_name = "S", default_value = "-inf", allow_negative_numbers = true)]
    from: f64,
    /// Rows before this second
    #[arg(long, value_name = "S", default_value = "inf", allow_negative_numbers = true)]
    to: f64,
    /// The part to print
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Csv,
    /// An object a line
    Jsonl,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let name = input::name(&args.file);
    with_reel(&args.file, |reel| {
        let (_, table) = reel
            .header()
            .table(&args.table)
            .ok_or_else(|| anyhow!("{name} has no table {}", args.table))?;
        let all: Vec<&str> = table.known_columns().map(|column| &column.name[..]).collect();
        let names: Vec<&str> = match args.columns.is_empty() {
            true => all,
            false => args.columns.iter().map(String::as_str).collect(),
        };
        let rows = reel
            .rows(&args.table, &names, args.from..args.to)
            .map_err(|error| anyhow!("{name}: {error}"))?;
        let count = rows.columns.first().map_or(0, Column::len);
        let texts: u64 = rows.columns.iter().map(text_length).sum();
        if texts > LONGEST {
            return Err(anyhow!(
                "{name}: {} has {texts} bytes of texts; --columns, --from and --to print a part of it",
                args.table
            ));
        }
        let values = |row: usize| rows.columns.iter().map(move |column| value(column, row));
        match args.format {
            Format::Csv => {
                let mut out = csv::Writer::from_writer(io::stdout().lock());
                out.write_record(&names)?;
                for row in 0..count {
                    out.write_record(values(row).map(|value| match value {
                        Value::Null => String::new(),
                        Value::String(text) => text,
                        number => number.to_string(),
                    }))?;
                }
                out.flush()?;
            }
            Format::Jsonl => {
                let mut out = io::BufWriter::new(io::stdout().lock());
                for row in 0..count {
                    let members = names.iter().map(|name| (*name).to_owned()).zip(values(row));
                    writeln!(out, "{}", Value::Object(members.collect()))?;
                }
                out.flush()?;
            }
        }
        for gap in &rows.missing {
            say_missing(&name, &args.table, gap);
        }
        Ok(if rows.missing.is_empty() { Status::Ok } else { Status::Lost })
    })
}

/// Bytes of all texts of a column, each as often as it comes: a text is stored once.
fn text_length(column: &Column) -> u64 {
    let Data::Dict { codes, values } = &column.data else { return 0 };
    let length = |code: &u32| values.get(*code as usize).map_or(0, |text| text.len() as u64);
    codes.iter().map(length).sum()
}

fn value(column: &Column, row: usize) -> Value {
    if column.validity.as_ref().is_some_and(|valid| valid.get(row) == Some(&0)) {
        return Value::Null;
    }
    macro_rules! numbers {
        ($($variant:ident)*) => {
            match &column.data {
                $(Data::$variant(values) => json!(values.get(row)),)*
                // With enough digits to distinguish it from its neighbours.
                Data::F32(values) => {
                    let digits = values.get(row).map(f32::to_string);
                    json!(digits.and_then(|digits| digits.parse::<f64>().ok()))
                }
                Data::Bool(values) => json!(values.get(row).map(|value| *value != 0)),
                Data::Dict { codes, values } => {
                    json!(codes.get(row).and_then(|code| values.get(*code as usize)))
                }
                _ => Value::Null,
            }
        };
    }
    numbers!(F64 I8 I16 I32 I64 U8 U16 U32 U64)
}
