//! Statistics as people read them: tables with a row for each statistic and a column for each player or team. The command line
//! prints them and the page shows them, with these labels, numbers and words.

use std::borrow::Cow;

use ghostreel_formats::timeline::PlayerIndex;
use serde::Serialize;

/// The statistics of a replay in tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sheet {
    /// The figures above the tables; empty in games whose columns stand side by side.
    pub head: Head,
    /// The owners of the cells of each row, in their order.
    pub columns: Vec<SheetColumn>,
    /// Which of the columns have won.
    pub won: Vec<usize>,
    /// Their label.
    pub won_label: &'static str,
    /// Another noteworthy fact, as a sentence.
    pub remark: Option<String>,
    /// The tables.
    pub blocks: Vec<Block>,
    /// Tables whose columns are not people.
    pub listings: Vec<Listing>,
    /// The meanings of some of the words.
    pub terms: &'static [Term],
}

/// A table with columns of its own, which a reader may sort.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Listing {
    /// Its title.
    pub title: &'static str,
    /// The columns.
    pub columns: Vec<ListingColumn>,
    /// The column that it is sorted by until the reader chooses another.
    pub sorted_by: usize,
    /// The rows, in their usual order; a cell for each column.
    pub rows: Vec<SheetRow>,
}

/// A column of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListingColumn {
    /// Over it.
    pub head: &'static str,
    /// What that is short for; `None` where it says all.
    pub meaning: Option<&'static str>,
    /// Whether the greatest number comes first when the reader sorts by it.
    pub is_falling: bool,
}

/// The figures above the tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Head {
    /// In large type, the most important one first.
    pub figures: Vec<Figure>,
    /// How often each thing happened, in a row below.
    pub counts: Vec<Figure>,
}

/// A statistic of the replay as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Figure {
    /// In words.
    pub label: Cow<'static, str>,
    /// Whether it is good or bad news; `None` if neither.
    pub tone: Option<Tone>,
    /// Its value.
    pub cell: Cell,
}

/// Whether something is good or bad news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Nothing went wrong.
    Good,
    /// Something that had better not happen did.
    Bad,
}

/// Whom, or what, a column belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "of", content = "index", rename_all = "kebab-case")]
pub enum SheetColumn {
    /// A player: row of the table `players`.
    Player(#[cfg_attr(test, ts(as = "u32"))] PlayerIndex),
    /// A team, by the game's number for it.
    Team(usize),
    /// A hand of the player: 0 left, 1 right.
    Hand(usize),
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Block {
    /// Its title.
    pub title: &'static str,
    /// The meaning of its cells, where its rows do not say it.
    pub note: Option<&'static str>,
    /// Rows in which somebody has something.
    pub rows: Vec<SheetRow>,
}

/// A statistic of all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SheetRow {
    /// In words. Rows of a table have different ones.
    pub label: Cow<'static, str>,
    /// Whether it is a part of the row above.
    pub is_part: bool,
    /// Which numbers are the better ones; `None` where that cannot be said.
    pub better: Option<Better>,
    /// Of each column; `None` where it has nothing to show.
    pub cells: Vec<Option<Cell>>,
}

/// Which numbers are the better ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// The higher ones.
    High,
    /// The lower ones.
    Low,
}

/// The value of a player or a team.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cell {
    /// As it is read.
    pub text: String,
    /// The text beside it in small type.
    pub aside: Option<String>,
    /// The number that cells are compared by; `None` where the text is not a number.
    pub value: Option<f64>,
    /// Out of 1, where it is a share of a whole.
    pub share: Option<f64>,
}

/// A word and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Term {
    /// As it stands in labels.
    pub term: &'static str,
    /// In a sentence.
    pub meaning: &'static str,
}

/// How a statistic is declared: its row in words, and `of`, which gives what somebody has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statistic<F> {
    label: &'static str,
    is_part: bool,
    better: Option<Better>,
    pub(crate) of: F,
}

impl<F: Copy> Statistic<F> {
    pub(crate) const fn new(label: &'static str, of: F) -> Self {
        Self { label, is_part: false, better: None, of }
    }

    /// It is a part of the one above.
    pub(crate) const fn part(self) -> Self {
        Self { is_part: true, ..self }
    }

    /// More is better.
    pub(crate) const fn high(self) -> Self {
        Self { better: Some(Better::High), ..self }
    }

    /// Less is better.
    pub(crate) const fn low(self) -> Self {
        Self { better: Some(Better::Low), ..self }
    }

    /// The same statistic, with another way to get what somebody has.
    pub(crate) const fn by<G: Copy>(self, of: G) -> Statistic<G> {
        Statistic { label: self.label, is_part: self.is_part, better: self.better, of }
    }

    /// A figure of the head; bad news where less is better and there is any.
    pub(crate) fn figure(&self, cell: Cell) -> Figure {
        let is_bad =
            self.better == Some(Better::Low) && cell.value.is_some_and(|value| value > 0.0);
        Figure { label: Cow::Borrowed(self.label), tone: is_bad.then_some(Tone::Bad), cell }
    }

    pub(crate) fn row(&self, cells: impl IntoIterator<Item = Option<Cell>>) -> SheetRow {
        SheetRow {
            label: Cow::Borrowed(self.label),
            is_part: self.is_part,
            better: self.better,
            cells: cells.into_iter().collect(),
        }
    }
}

impl Block {
    /// Leaves out rows in which no player has anything.
    pub(crate) fn new(title: &'static str, rows: impl IntoIterator<Item = SheetRow>) -> Self {
        let has_cells = |row: &SheetRow| row.cells.iter().any(Option::is_some);
        Self { title, note: None, rows: rows.into_iter().filter(has_cells).collect() }
    }

    /// With what its cells are.
    pub(crate) fn noted(self, note: &'static str) -> Self {
        Self { note: Some(note), ..self }
    }
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), aside: None, value: None, share: None }
    }

    /// A number with so many digits after the point.
    pub(crate) fn number(value: f64, digits: usize) -> Self {
        Self { value: Some(value), ..Self::text(number(value, digits)) }
    }

    pub(crate) fn count(value: impl Into<f64>) -> Self {
        Self::number(value.into(), 0)
    }

    pub(crate) fn seconds(value: f64) -> Self {
        Self { value: Some(value), ..Self::text(seconds(value)) }
    }

    /// A share out of 100.
    pub(crate) fn percent(value: f64) -> Self {
        let share = value / 100.0;
        Self { value: Some(value), share: Some(share), ..Self::text(format!("{value:.0}%")) }
    }

    /// A share out of 1.
    pub(crate) fn accuracy(share: f64) -> Self {
        Self { value: Some(share), share: Some(share), ..Self::text(accuracy(share)) }
    }

    /// The share of a part in a whole; `None` of nothing.
    pub(crate) fn share(part: f64, whole: f64) -> Option<Self> {
        (whole > 0.0).then(|| Self::percent(100.0 * part / whole))
    }

    /// A part of a whole, with both beside; `None` of nothing.
    pub(crate) fn out_of(part: u32, all: u32) -> Option<Self> {
        Some(Self::share(part.into(), all.into())?.beside(format!("{part}/{all}")))
    }

    /// Of those done and those missed; `None` without any.
    pub(crate) fn done(done: u32, missed: u32) -> Option<Self> {
        Self::out_of(done, done.saturating_add(missed))
    }

    /// A time, as its share of several that include it; `None` of nothing.
    pub(crate) fn time(part: f64, all: impl IntoIterator<Item = f64>) -> Option<Self> {
        Some(Self::share(part, all.into_iter().sum())?.beside(seconds(part)))
    }

    /// With something beside it.
    pub(crate) fn beside(self, aside: impl Into<String>) -> Self {
        Self { aside: Some(aside.into()), ..self }
    }
}

/// A number with so many digits after the point, those before it in groups of three, with a thin space that does not break.
pub(crate) fn number(value: f64, digits: usize) -> String {
    let plain = format!("{value:.digits$}");
    let (sign, plain) = plain.split_at(usize::from(plain.starts_with('-')));
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    sign.replace('-', "−") + &in_groups(whole, '\u{202f}') + fraction
}

/// Digits in groups of three, with a separator between them.
pub(crate) fn in_groups(digits: &str, separator: char) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && digits.len().abs_diff(at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

pub(crate) fn accuracy(share: f64) -> String {
    accuracy_digits(share) + "%"
}

/// A share out of 1 in percent with two digits, without the sign: 99.999 % does not read as 100 %.
pub fn accuracy_digits(share: f64) -> String {
    let nearest = (share * 10_000.0).round();
    let nearest = if share < 1.0 { nearest.min(9_999.0) } else { nearest };
    format!("{:.2}", nearest / 100.0)
}

/// `goal`, `goals`.
pub fn plural<'a>(number: u64, one: &'a str, many: &'a str) -> &'a str {
    if number == 1 { one } else { many }
}

/// As a label begins.
pub(crate) fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}

/// `1:05`.
pub(crate) fn clock(seconds: f64) -> String {
    let seconds = seconds.max(0.0).floor();
    let minutes = (seconds / 60.0).floor();
    format!("{minutes:.0}:{:02.0}", seconds - 60.0 * minutes)
}

/// Tenths of a second where it is short.
pub(crate) fn seconds(value: f64) -> String {
    let digits = if value < 9.95 { 1 } else { 0 };
    format!("{} s", number(value, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let cases: serde_json::Value =
            serde_json::from_str(include_str!("../../../testdata/numbers.json")).unwrap();
        let cases = cases["counts"].as_array().unwrap();
        assert!(cases.len() > 5);
        for case in cases {
            assert_eq!(number(case[0].as_f64().unwrap(), 0), case[1].as_str().unwrap());
        }
        for (value, digits, text) in
            [(1_234_567.89, 1, "1\u{202f}234\u{202f}567.9"), (-0.5, 1, "−0.5")]
        {
            assert_eq!(number(value, digits), text);
        }
        assert_eq!([-3.0, 9.96, 3725.2].map(clock), ["0:00", "0:09", "62:05"]);
        assert_eq!([9.94, 9.96, 1234.0].map(seconds), ["9.9 s", "10 s", "1\u{202f}234 s"]);
    }

    #[test]
    fn rows_without_anything_are_left_out() {
        let statistic = Statistic::new("Goals", ()).high();
        let rows = [[None, None], [None, Some(Cell::count(3))]];
        let block = Block::new("All", rows.map(|cells| statistic.row(cells)));
        assert_eq!(block.rows.len(), 1);
        assert_eq!(block.rows[0].better, Some(Better::High));
        assert_eq!(Cell::share(1.0, 0.0), None);
        let share = Cell::share(1.0, 3.0).unwrap().beside("1/3");
        assert_eq!((&*share.text, share.aside.as_deref()), ("33%", Some("1/3")));
    }
}
