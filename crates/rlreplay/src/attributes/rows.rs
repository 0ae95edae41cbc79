//! The types of attributes by name, and lists of values of one type.

use std::fmt;

use ghostreel_timeline::{Column, ColumnMeta, ColumnSchema, Columnar, row_column};

use super::cell::Bytes;
use super::*;
use crate::bits::{BitReader, BitWriter};
use crate::layout::Text;
use crate::memory_budget::MemoryBudget;

macro_rules! kinds {
    ($($name:ident: $type:ty,)*) => {
        /// The layout of a property's values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "named as the structures")]
        pub enum AttributeType {
            $($name,)*
            /// This many bits, at most 512, of an unknown meaning.
            Opaque(u16),
        }

        impl AttributeType {
            /// All types of a known meaning.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name used in `data/attributes.tsv`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                    Self::Opaque(_) => "Opaque",
                }
            }

            /// The type of that name; `Opaque12` is twelve bits of an unknown meaning. `None` if there is no such type.
            pub fn named(name: &str) -> Option<Self> {
                match Self::ALL.iter().find(|kind| kind.name() == name) {
                    Some(kind) => Some(*kind),
                    None => name.strip_prefix("Opaque")?.parse().ok().map(Self::Opaque),
                }
            }

            /// The columns of a list of such values.
            pub fn schema(self, meta: ColumnMeta) -> Vec<ColumnSchema> {
                let mut schema = Vec::new();
                match self {
                    $(Self::$name => <$type>::schema(meta, &mut schema),)*
                    Self::Opaque(_) => OpaqueRows::schema(meta, &mut schema),
                }
                schema
            }

            /// As [`Cell::shape`].
            pub fn shape(self, shapes: &mut Shapes) -> &'static str {
                match self {
                    $(Self::$name => <$type>::shape(shapes),)*
                    Self::Opaque(_) => Bytes::shape(shapes),
                }
            }

            /// An empty list of such values.
            pub const fn rows(self) -> Rows {
                match self {
                    $(Self::$name => Rows::$name(Vec::new()),)*
                    Self::Opaque(width) => Rows::Opaque(OpaqueRows::new(width)),
                }
            }

            /// Reads a value without keeping it.
            pub(crate) fn skip(self, bits: &mut BitReader<'_>, context: &Context) {
                match self {
                    $(Self::$name => drop(<$type>::read(bits, context)),)*
                    Self::Opaque(width) => bits.skip(width.into()),
                }
            }
        }

        /// Values of one type, in the order of the file.
        // With a tag of its own: it is looked at for each value.
        #[repr(u8)]
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "named as the structures")]
        pub enum Rows {
            $($name(Vec<$type>),)*
            /// Values whose meaning is not known.
            Opaque(OpaqueRows),
            /// Values that were not wanted: their type if it is known, and their number.
            Skipped(Option<AttributeType>, usize),
        }

        impl Rows {
            /// Returned by [`read`](Self::read) in place of a position if there is no memory. No value ends there, nor is it
            /// where a reader stands that was [refused](BitReader::refuse).
            pub(crate) const NO_MEMORY: usize = BitReader::REFUSED.wrapping_sub(1);

            /// Reads one more value from a position on. Returns where it ends; [`Self::NO_MEMORY`] if there is none for it.
            /// Each type has a reader of its own: one whose address was handed out would have to stay in memory for all.
            #[inline(always)]
            pub(crate) fn read(
                &mut self,
                bytes: &[u8],
                position: usize,
                context: &Context,
                memory: &mut MemoryBudget,
            ) -> usize {
                match self {
                    $(Self::$name(values) => {
                        if !memory.make_room(values) {
                            return Self::NO_MEMORY;
                        }
                        let mut bits = BitReader::new(bytes, position);
                        <$type>::append_to(values, &mut bits, context);
                        memory.take(values.last().map_or(0, Attribute::owned));
                        bits.position()
                    })*
                    Self::Opaque(values) => {
                        if !values.make_room(memory) {
                            return Self::NO_MEMORY;
                        }
                        let mut bits = BitReader::new(bytes, position);
                        values.read(&mut bits);
                        bits.position()
                    }
                    Self::Skipped(kind, count) => {
                        let mut bits = BitReader::new(bytes, position);
                        match kind {
                            Some(kind) => kind.skip(&mut bits, context),
                            None => bits.refuse(),
                        }
                        *count = count.saturating_add(1);
                        bits.position()
                    }
                }
            }

            /// Forgets the last value.
            pub(crate) fn pop(&mut self) {
                match self {
                    $(Self::$name(values) => drop(values.pop()),)*
                    Self::Opaque(values) => values.pop(),
                    Self::Skipped(_, count) => *count = count.saturating_sub(1),
                }
            }

            /// Keeps the values that the mask has a yes for.
            pub(crate) fn retain(&mut self, mask: &[bool]) {
                let mut wanted = mask.iter().copied();
                match self {
                    $(Self::$name(values) => values.retain(|_| wanted.next().unwrap_or(false)),)*
                    Self::Opaque(values) => values.retain(|| wanted.next().unwrap_or(false)),
                    Self::Skipped(_, count) => *count = wanted.filter(|wanted| *wanted).count(),
                }
            }

            /// Writes one of the values; `None` if it is not there.
            #[inline]
            pub(crate) fn write(
                &self,
                index: usize,
                bits: &mut BitWriter,
                context: &Context,
            ) -> Option<()> {
                match self {
                    $(Self::$name(values) => values.get(index)?.write(bits, context),)*
                    Self::Opaque(values) => values.write(index, bits)?,
                    Self::Skipped(..) => return None,
                }
                Some(())
            }

            /// The number of values.
            pub fn len(&self) -> usize {
                match self {
                    $(Self::$name(values) => values.len(),)*
                    Self::Opaque(values) => values.len(),
                    Self::Skipped(_, count) => *count,
                }
            }

            /// Writes one of the values; `None` if it is not there.
            pub fn write_to<O: Output>(&self, index: usize, out: O) -> Option<Result<O::Ok, O::Error>> {
                Some(match self {
                    $(Self::$name(values) => values.get(index)?.write_to(out),)*
                    Self::Opaque(values) => out.bytes(values.get(index)?),
                    Self::Skipped(..) => return None,
                })
            }

            /// Reads one more value.
            ///
            /// # Errors
            /// As [`Cell::read_from`].
            pub fn read_from<I: Input>(&mut self, input: I, context: &Context) -> Result<(), I::Error> {
                match self {
                    $(Self::$name(values) => values.push(<$type>::read_from(input, context)?),)*
                    Self::Opaque(values) => {
                        if !values.push(&input.bytes()?) {
                            let bits = values.width();
                            return Err(I::unexpected(&format!("bytes of {bits} bits")));
                        }
                    }
                    Self::Skipped(..) => return Err(I::unexpected("no value of an unknown kind")),
                }
                Ok(())
            }

            /// Appends the values of another list of the same kind; false if it is of another, and neither is empty.
            pub(crate) fn append(&mut self, other: Self) -> bool {
                if other.is_empty() {
                    return true;
                }
                if self.is_empty() {
                    *self = other;
                    return true;
                }
                match (self, other) {
                    $((Self::$name(values), Self::$name(mut others)) => values.append(&mut others),)*
                    (Self::Opaque(values), Self::Opaque(others)) => return values.append(&others),
                    (Self::Skipped(kind, count), Self::Skipped(other, more)) if *kind == other => {
                        *count = count.saturating_add(more);
                    }
                    _ => return false,
                }
                true
            }

            /// The type of the values, if it is known.
            pub const fn kind(&self) -> Option<AttributeType> {
                match self {
                    $(Self::$name(_) => Some(AttributeType::$name),)*
                    Self::Opaque(values) => Some(AttributeType::Opaque(values.width())),
                    Self::Skipped(kind, _) => *kind,
                }
            }

            /// One of the columns that [`AttributeType::schema`] lists.
            pub fn column(&self, index: usize) -> Column {
                match self {
                    $(Self::$name(values) => row_column(values, index),)*
                    Self::Opaque(values) => values.column(),
                    Self::Skipped(..) => Vec::<u8>::new().into(),
                }
            }
        }
    };
}

kinds! {
    Bool: bool,
    U8: u8,
    U32: u32,
    I32: i32,
    U64: u64,
    F32: f32,
    String: Text,
    NameIndex: NameIndex,
    ObjectRef: ObjectRef,
    Vector: Vector,
    Rotator8: Rotator8,
    RigidBody: RigidBody,
    GameMode: GameMode,
    GameServerId: GameServerId,
    UniqueId: UniqueId,
    PartyLeader: UniqueId,
    Reservation: Reservation,
    PlayerHistory: PlayerHistory,
    SkillTier: SkillTier,
    HonorDuelChallenge: HonorDuelChallenge,
    RepStatTitle: RepStatTitle,
    MemberTitle: MemberTitle,
    PrivateMatchSettings: PrivateMatchSettings,
    Loadout: Loadout,
    TeamLoadout: TeamLoadout,
    LoadoutOnline: LoadoutOnline,
    LoadoutsOnline: LoadoutsOnline,
    ClubColors: ClubColors,
    TeamPaint: TeamPaint,
    LogoData: LogoData,
    MusicStinger: MusicStinger,
    CamSettings: CamSettings,
    Pickup: Pickup,
    PickupNew: PickupNew,
    PickupInfo: PickupInfo,
    ReplicatedBoost: ReplicatedBoost,
    Demolish: Demolish,
    DemolishFx: DemolishFx,
    DemolishExtended: DemolishExtended,
    Explosion: Explosion,
    ExtendedExplosion: ExtendedExplosion,
    FlaggedByte: FlaggedByte,
    AppliedDamage: AppliedDamage,
    DamageState: DamageState,
    Welded: Welded,
    Impulse: Impulse,
}

impl fmt::Display for AttributeType {
    /// The name, as [`AttributeType::named`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Opaque(bits) => write!(f, "{bits}"),
            _ => Ok(()),
        }
    }
}

impl Rows {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
