//! Tables of any game: states go straight from row to row, steps hold.

use std::collections::BTreeMap;

use ghostreel_formats::timeline::{Column, Data, Table, TableKind};

use super::{Next, Sampled, columns_of, mixed, number};
use crate::{Cell, Columns, Result};

pub(super) fn held(table: &Table<'_>, wanted: &Columns, times: &[f64]) -> Result<Sampled> {
    let schema = table.schema();
    let subjects: Vec<&str> = schema.subjects().map(|column| column.name.as_ref()).collect();
    let subjects = subjects_of(&columns_of(table, &subjects)?, table.rows());
    let mut by_time: Vec<(f64, usize)> = wanted.times().zip(0..).collect();
    by_time.retain(|(time, _)| !time.is_nan());
    by_time.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let next = next_of(&by_time, &subjects);
    let holds = schema.kind == TableKind::Steps;

    let mut sampled = Sampled::default();
    let mut shares: Vec<Next> = Vec::new();
    // The last row of each subject until now.
    let mut now: BTreeMap<usize, usize> = BTreeMap::new();
    let mut coming = by_time.iter().peekable();
    for (place, &time) in times.iter().enumerate() {
        while let Some((_, row)) = coming.next_if(|(its, _)| *its <= time) {
            now.insert(subjects.get(*row).copied().unwrap_or_default(), *row);
        }
        for &row in now.values() {
            let (_, next_row) = next.get(row).copied().flatten().unwrap_or((0.0, row));
            let (from, to) = (time_of(wanted, row), time_of(wanted, next_row));
            if !holds && next_row == row && from < time {
                // States end with the last row.
                continue;
            }
            sampled.push(place, row)?;
            shares
                .push((from < time && time < to).then(|| (next_row, (time - from) / (to - from))));
        }
    }
    if !holds {
        for (declared, column) in wanted.iter() {
            if schema.time != Some(declared.name.as_ref()) && is_fraction(column) {
                let values = mixed(&sampled.rows, &shares, |row| number(column, row), between);
                let values = values.into_iter().map(Option::unwrap_or_default).collect();
                sampled.instead.push((declared.name.to_string(), values));
            }
        }
    }
    Ok(sampled)
}

/// A value between two others; the first of them where one is missing.
fn between(from: Option<f64>, to: Option<f64>, share: f64) -> Option<f64> {
    let to = to.filter(|to| to.is_finite());
    from.zip(to).map(|(from, to)| from + (to - from) * share).or(from)
}

fn time_of(wanted: &Columns, row: usize) -> f64 {
    wanted.time(row).unwrap_or(f64::NAN)
}

fn is_fraction(column: &Column) -> bool {
    matches!(column.data, Data::F32(_) | Data::F64(_))
}

/// Of each row, whose state it is: numbers in the order of their appearance.
fn subjects_of(subjects: &Columns, rows: usize) -> Vec<usize> {
    let mut known: BTreeMap<Vec<Option<i128>>, usize> = BTreeMap::new();
    let key = |row| subjects.iter().map(|(_, column)| whole(column, row)).collect();
    (0..rows)
        .map(|row| {
            let next = known.len();
            *known.entry(key(row)).or_insert(next)
        })
        .collect()
}

/// An integer, a yes or no, or a text's code; `None` where the row has none.
fn whole(column: &Column, row: usize) -> Option<i128> {
    if let Data::Dict { codes, .. } = &column.data {
        return codes.get(row).map(|code| i128::from(*code));
    }
    match Cell::of(column, row) {
        Cell::Integer(value) => Some(value),
        Cell::Bool(value) => Some(value.into()),
        _ => None,
    }
}

/// Of each row, the time and row of the next of the same subject.
fn next_of(by_time: &[(f64, usize)], subjects: &[usize]) -> Vec<Option<(f64, usize)>> {
    let mut next = vec![None; subjects.len()];
    let mut later: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
    for &(time, row) in by_time.iter().rev() {
        let Some(subject) = subjects.get(row) else { continue };
        let before = later.insert(*subject, (time, row));
        if let Some(place) = next.get_mut(row) {
            *place = before;
        }
    }
    next
}
