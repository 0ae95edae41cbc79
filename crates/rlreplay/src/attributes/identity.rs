//! Accounts, and what refers to them: reservations, titles, private matches.

use ghostreel_timeline::{CellAccess, Column, ColumnMeta, ColumnSchema, Columnar, Type, validity};

use super::Context;
use super::attribute::{Attribute, structures};
use super::cell::{Bytes, Cell, CellList, Input, InputList, Output, OutputList, Shapes};
use super::scalars::{Below, ReservationStatus};
use crate::bits::{BitReader, BitWriter};
use crate::layout::Text;

/// An account on a platform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UniqueId {
    /// The platform: see [`platform`](Self::platform).
    pub system: u8,
    /// The account's name or number on the platform.
    pub account: Account,
    /// The number of the player at one screen, from 0. 0 without a platform, where the file has none.
    pub local_id: u8,
}

/// An account's name or number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Account {
    /// A number of up to eight bytes: Steam, Xbox, QQ, PsyNet since net version 10.
    Number(u64),
    /// Fixed bytes: a PlayStation name of 16 and numbers after it, or four numbers of old Switch accounts.
    Bytes(Vec<u8>),
    /// A text: Epic.
    Text(Text),
    /// Nothing: no platform.
    #[default]
    None,
}

/// The encoding of a platform's accounts.
enum AccountForm {
    None,
    Number,
    /// So many.
    Bytes(usize),
    Text,
}

impl AccountForm {
    /// `None` if the platform is not known.
    const fn of(system: u8, context: &Context) -> Option<Self> {
        Some(match system {
            0 => Self::None,
            1 | 4 | 5 => Self::Number,
            2 => Self::Bytes(if context.has_long_ps4_ids { 40 } else { 32 }),
            7 if context.has_short_psynet_ids => Self::Number,
            6 | 7 => Self::Bytes(32),
            11 => Self::Text,
            _ => return None,
        })
    }
}

impl UniqueId {
    /// The platform's name; `None` for one that is not known.
    pub const fn platform(&self) -> Option<&'static str> {
        Some(match self.system {
            0 => "none",
            1 => "steam",
            2 => "ps4",
            4 => "xbox",
            5 => "qq",
            6 | 7 => "switch",
            11 => "epic",
            _ => return None,
        })
    }

    /// The account as one text: digits, a name, or bytes in hexadecimal.
    pub fn account_text(&self) -> String {
        match &self.account {
            Account::None => String::new(),
            Account::Number(number) => number.to_string(),
            Account::Text(text) => text.to_string(),
            Account::Bytes(bytes) if self.system == 2 => {
                let name = bytes.get(..16).unwrap_or(bytes);
                crate::layout::text::narrow(name.split(|&byte| byte == 0).next().unwrap_or(name))
            }
            Account::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

impl Attribute for UniqueId {
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let system = u8::read(bits, context);
        let account = match AccountForm::of(system, context) {
            Some(AccountForm::None) => {
                return Self { system, account: Account::None, local_id: 0 };
            }
            Some(AccountForm::Number) => Account::Number(u64::read(bits, context)),
            Some(AccountForm::Bytes(length)) => Account::Bytes(bits.bytes(length)),
            Some(AccountForm::Text) => Account::Text(Text::read(bits, context)),
            None => {
                bits.refuse();
                Account::None
            }
        };
        Self { system, account, local_id: u8::read(bits, context) }
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        self.system.write(bits, context);
        match &self.account {
            Account::None => return,
            Account::Number(number) => number.write(bits, context),
            Account::Bytes(bytes) => bits.bytes(bytes),
            Account::Text(text) => text.write(bits, context),
        }
        self.local_id.write(bits, context);
    }

    fn owned(&self) -> usize {
        match &self.account {
            Account::None | Account::Number(_) => 0,
            Account::Bytes(bytes) => bytes.len(),
            Account::Text(text) => text.owned(),
        }
    }
}

impl Columnar for UniqueId {
    const COLUMNS: usize = 3;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        let mut add = |name, meaning, kind| {
            schema.push(meta.member(name, ColumnMeta::new("", meaning)).column(kind))
        };
        add("platform", "Platform: steam, ps4, xbox, qq, switch, epic, none", Type::Dict);
        add("account", "Name or number of the account", Type::Dict);
        add("local_id", "Which of the players in front of one screen", Type::U8);
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        let ids = (0..rows).map(get);
        let column = match index {
            0 => Column::dict(ids.map(|id| id.and_then(Self::platform).unwrap_or_default())),
            1 => Column::dict(ids.map(|id| id.map(Self::account_text).unwrap_or_default())),
            _ => ids.map(|id| id.map_or(0, |id| id.local_id)).collect::<Vec<_>>().into(),
        };
        Column { validity: validity(rows, &|row| get(row).is_some()), ..column }
    }
}

impl Cell for UniqueId {
    fn shape(shapes: &mut Shapes) -> &'static str {
        shapes.add("UniqueId", |_| {
            vec![("system", "integer"), ("account", "account"), ("local_id", "integer")]
        })
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        list.push(&self.system)?;
        match &self.account {
            Account::Number(number) => list.push(number)?,
            Account::Bytes(bytes) => list.push(&Bytes(bytes.clone()))?,
            Account::Text(text) => list.push(text)?,
            Account::None => list.push(&None::<u8>)?,
        }
        list.push(&self.local_id)?;
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl CellList for UniqueId {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        let system = list.required(context)?;
        let account = match AccountForm::of(system, context) {
            Some(AccountForm::None) => list.required::<Option<u8>>(context).map(|_| Account::None),
            Some(AccountForm::Number) => list.required(context).map(Account::Number),
            Some(AccountForm::Text) => list.required(context).map(Account::Text),
            Some(AccountForm::Bytes(length)) => match list.required::<Bytes>(context)?.0 {
                bytes if bytes.len() == length => Ok(Account::Bytes(bytes)),
                _ => Err(L::unexpected(&format!("an account of {length} bytes"))),
            },
            None => Err(L::unexpected("a platform that is known")),
        };
        Ok(Self { system, account: account?, local_id: list.required(context)? })
    }
}

/// The server's number, or its name in later builds: see [`Context::has_server_names`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameServerId {
    /// Before build 221120.42953.406184.
    Number(u64),
    /// Since.
    Text(Text),
}

impl Default for GameServerId {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl Attribute for GameServerId {
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        if context.has_server_names {
            Self::Text(Text::read(bits, context))
        } else {
            Self::Number(u64::read(bits, context))
        }
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        match self {
            Self::Number(number) => number.write(bits, context),
            Self::Text(text) => text.write(bits, context),
        }
    }

    fn owned(&self) -> usize {
        match self {
            Self::Number(_) => 0,
            Self::Text(text) => text.owned(),
        }
    }
}

impl Columnar for GameServerId {
    const COLUMNS: usize = 1;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.column(Type::Dict));
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        let text = |id: &Self| match id {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.to_string(),
        };
        let texts = (0..rows).map(|row| get(row).map(text).unwrap_or_default());
        Column { validity: validity(rows, &|row| get(row).is_some()), ..Column::dict(texts) }
    }
}

impl Cell for GameServerId {
    fn shape(_: &mut Shapes) -> &'static str {
        "text"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        match self {
            Self::Number(number) => number.write_to(out),
            Self::Text(text) => text.write_to(out),
        }
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        match context.has_server_names {
            true => input.text().map(Self::Text),
            false => input.long().map(Self::Number),
        }
    }
}

structures! {
    /// A place that is kept for a player.
    Reservation {
        number: Below<8>, "", "Which of the eight places";
        unique_id: UniqueId, "", "Account";
        name: Text, "", "Name of the player";
        status: ReservationStatus, "", "0 none, 1 reserved, 2 joining, 3 in the game";
    }

    /// One of the buttons that a player pressed of late.
    PlayerHistory {
        number: Below<64>, "", "Place in the history";
        value: u8, "", "Kind of the event";
    }

    /// The skill of a player.
    SkillTier {
        tier: u8, "", "Tier";
        is_replicated: bool, "", "Whether the tier was sent";
    }

    /// Two players who challenge each other.
    HonorDuelChallenge {
        challenger: UniqueId, "", "Challenging player";
        defender: UniqueId, "", "Challenged player";
    }

    /// A title of a statistic.
    RepStatTitle {
        slot: bool, "", "Which of two";
        name: Text, "", "Name";
        object: super::ObjectRef, "", "Subject";
        value: u32, "", "Value";
    }

    /// A title that a member of a club wears.
    MemberTitle {
        category: super::ObjectRef, "", "Category";
        title: super::ObjectRef, "", "Title";
        points: i32, "", "Points";
        count: i32, "", "How often";
        member: super::ObjectRef, "", "Player";
    }

    /// The settings of a private match.
    PrivateMatchSettings {
        mutators: Text, "", "Mutators, comma separated";
        map_name: i32, "", "Map's place in the table of names";
        max_players: i32, "", "Most players";
        server_name: Text, "", "Name of the server";
        password: Text, "", "Password";
        is_public: bool, "", "Whether everybody may join";
    }
}
