//! The looks of cars.

use ghostreel_timeline::{
    CellAccess, Column, ColumnMeta, ColumnSchema, Columnar, Type, erase, validity,
};

use super::attribute::{Attribute, structures};
use super::cell::{Cell, CellList, Input, InputList, Output, OutputList, Shapes};
use super::scalars::{Below, Bits};
use super::{Context, ObjectRef, ProductClass};
use crate::bits::{BitReader, BitWriter};
use crate::layout::Text;

/// The equipped products, by slot. Later versions have more slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loadout {
    /// Version; it settles how many slots follow.
    pub version: u8,
    /// Product ids in the order of [`SLOTS`](Self::SLOTS), 0 for nothing and for slots that the version does not have.
    pub slots: [u32; 16],
}

impl Loadout {
    /// The names of the slots, in the order of the file.
    pub const SLOTS: [&'static str; 16] = [
        "body",
        "decal",
        "wheels",
        "rocket_trail",
        "antenna",
        "topper",
        "paint_finish",
        "custom_finish",
        "engine_audio",
        "supersonic_trail",
        "goal_explosion",
        "player_banner",
        "music_stinger",
        "unknown",
        "avatar_border",
        "title",
    ];

    /// The products of the slots that the version has.
    pub fn products(&self) -> &[u32] {
        self.slots.get(..Self::count(self.version)).unwrap_or_default()
    }

    const fn count(version: u8) -> usize {
        match version {
            ..=10 => 7,
            11..=15 => 8,
            16 => 11,
            17..=18 => 12,
            19..=21 => 13,
            22.. => 16,
        }
    }
}

impl Attribute for Loadout {
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let version = u8::read(bits, context);
        let mut slots = [0; 16];
        for product in slots.iter_mut().take(Self::count(version)) {
            *product = u32::read(bits, context);
        }
        Self { version, slots }
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        self.version.write(bits, context);
        for product in self.products() {
            product.write(bits, context);
        }
    }
}

impl Columnar for Loadout {
    const COLUMNS: usize = 17;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.member("version", ColumnMeta::new("", "Version")).column(Type::U8));
        for slot in Self::SLOTS {
            schema.push(
                meta.member(
                    slot,
                    ColumnMeta { sentinel: "0: none", ..ColumnMeta::new("", "Product") },
                )
                .column(Type::U32),
            );
        }
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        match index.checked_sub(1) {
            None => u8::column(rows, erase(&|row| Some(&get(row)?.version)), 0),
            Some(slot) => u32::column(rows, erase(&|row| get(row)?.products().get(slot)), 0),
        }
    }
}

impl Cell for Loadout {
    fn shape(shapes: &mut Shapes) -> &'static str {
        shapes.add("Loadout", |_| {
            let slots = Self::SLOTS.map(|slot| (slot, "integer"));
            [("version", "integer")].into_iter().chain(slots).collect()
        })
    }

    /// The version, and the slots that it has.
    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        list.push(&self.version)?;
        self.products().iter().try_for_each(|product| list.push(product))?;
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl CellList for Loadout {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        let version = list.required(context)?;
        let mut slots = [0; 16];
        for product in slots.iter_mut().take(Self::count(version)) {
            *product = list.required(context)?;
        }
        Ok(Self { version, slots })
    }
}

/// An attribute of a product.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Product {
    /// Its class.
    pub class: ObjectRef,
    /// Its value.
    pub value: ProductValue,
}

/// The value of a product's attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProductValue {
    /// None.
    #[default]
    None,
    /// A colour, 0xffrrggbb, or 0. Since 868.23.8.
    UserColor(u32),
    /// A colour of 31 bits, if there is one. Before.
    OldUserColor(Option<Bits<31>>),
    /// A paint, an edition.
    Number(Bits<31>),
    /// A paint before 868.18.
    SmallNumber(Below<14>),
    /// A title.
    Title(Text),
    /// The thing counted, and its amount.
    Certified(Bits<31>, u32),
}

/// The encoding of a product's attribute.
enum ProductForm {
    None,
    UserColor,
    OldUserColor,
    Number,
    SmallNumber,
    Title,
    Certified,
}

impl ProductForm {
    fn of(class: &ObjectRef, context: &Context) -> Self {
        match context.product(class.index) {
            Some(ProductClass::UserColor) if context.has_whole_colors => Self::UserColor,
            Some(ProductClass::UserColor) => Self::OldUserColor,
            Some(ProductClass::Painted | ProductClass::TeamEdition) if !context.has_wide_paints => {
                Self::SmallNumber
            }
            Some(
                ProductClass::Painted | ProductClass::TeamEdition | ProductClass::SpecialEdition,
            ) => Self::Number,
            Some(ProductClass::TitleId) => Self::Title,
            Some(ProductClass::Certified) => Self::Certified,
            None => Self::None,
        }
    }
}

impl Attribute for Product {
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let class = ObjectRef::read(bits, context);
        let value = match ProductForm::of(&class, context) {
            ProductForm::None => ProductValue::None,
            ProductForm::UserColor => ProductValue::UserColor(u32::read(bits, context)),
            ProductForm::OldUserColor => ProductValue::OldUserColor(Attribute::read(bits, context)),
            ProductForm::Number => ProductValue::Number(Bits::read(bits, context)),
            ProductForm::SmallNumber => ProductValue::SmallNumber(Below::read(bits, context)),
            ProductForm::Title => ProductValue::Title(Text::read(bits, context)),
            ProductForm::Certified => {
                let stat = Bits::read(bits, context);
                ProductValue::Certified(stat, u32::read(bits, context))
            }
        };
        Self { class, value }
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        self.class.write(bits, context);
        match &self.value {
            ProductValue::None => {}
            ProductValue::UserColor(color) => color.write(bits, context),
            ProductValue::OldUserColor(color) => color.write(bits, context),
            ProductValue::Number(number) => number.write(bits, context),
            ProductValue::SmallNumber(number) => number.write(bits, context),
            ProductValue::Title(text) => text.write(bits, context),
            ProductValue::Certified(stat, value) => {
                stat.write(bits, context);
                value.write(bits, context);
            }
        }
    }

    fn owned(&self) -> usize {
        match &self.value {
            ProductValue::Title(text) => text.owned(),
            _ => 0,
        }
    }
}

impl Cell for Product {
    fn shape(shapes: &mut Shapes) -> &'static str {
        shapes.add("Product", |shapes| vec![("class", ObjectRef::shape(shapes)), ("value", "any")])
    }

    /// Its class and value; certificates have two values.
    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        list.push(&self.class)?;
        match &self.value {
            ProductValue::None => {}
            ProductValue::UserColor(color) => list.push(color)?,
            ProductValue::OldUserColor(color) => list.push(color)?,
            ProductValue::Number(number) => list.push(number)?,
            ProductValue::SmallNumber(number) => list.push(number)?,
            ProductValue::Title(text) => list.push(text)?,
            ProductValue::Certified(stat, value) => {
                list.push(stat)?;
                list.push(value)?;
            }
        }
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl CellList for Product {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        let class = list.required(context)?;
        let value = match ProductForm::of(&class, context) {
            ProductForm::None => ProductValue::None,
            ProductForm::UserColor => ProductValue::UserColor(list.required(context)?),
            ProductForm::OldUserColor => ProductValue::OldUserColor(list.required(context)?),
            ProductForm::Number => ProductValue::Number(list.required(context)?),
            ProductForm::SmallNumber => ProductValue::SmallNumber(list.required(context)?),
            ProductForm::Title => ProductValue::Title(list.required(context)?),
            ProductForm::Certified => {
                ProductValue::Certified(list.required(context)?, list.required(context)?)
            }
        };
        Ok(Self { class, value })
    }
}

impl Columnar for Product {
    const COLUMNS: usize = 0;

    fn schema(_: ColumnMeta, _: &mut Vec<ColumnSchema>) {}

    fn column<'g>(_: usize, _: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        Vec::<u8>::new().into()
    }
}

impl Product {
    /// In short: `Painted 3`.
    fn describe(&self) -> String {
        match &self.value {
            ProductValue::None => format!("class {}", self.class.index),
            ProductValue::UserColor(color) => format!("color #{color:08x}"),
            ProductValue::OldUserColor(None) => "color none".to_owned(),
            ProductValue::OldUserColor(Some(Bits(color))) => format!("color #{color:08x}"),
            ProductValue::Number(Bits(number)) | ProductValue::SmallNumber(Below(number)) => {
                format!("class {} {number}", self.class.index)
            }
            ProductValue::Title(text) => format!("title {text}"),
            ProductValue::Certified(Bits(stat), value) => format!("certified {stat} {value}"),
        }
    }
}

/// The attributes of a loadout's products, by slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadoutOnline {
    /// The number of slots. They are numbered as in the game, not as in a [`Loadout`]: see [`slot_name`](Self::slot_name).
    pub slots: u8,
    /// The attributes, each with its slot, in the order of the slots.
    pub products: Vec<(u8, Product)>,
}

impl LoadoutOnline {
    /// The name of a slot, as in [`Loadout::SLOTS`]; `None` for those that no replay has attributes for.
    pub const fn slot_name(slot: u8) -> Option<&'static str> {
        Some(match slot {
            0 => "body",
            1 => "decal",
            2 => "wheels",
            3 => "rocket_trail",
            5 => "topper",
            14 => "supersonic_trail",
            15 => "goal_explosion",
            16 => "player_banner",
            19 => "unknown",
            20 => "avatar_border",
            21 => "title",
            _ => return None,
        })
    }

    /// The attributes of a slot.
    pub fn slot(&self, slot: u8) -> impl Iterator<Item = &Product> {
        self.products.iter().filter(move |(at, _)| *at == slot).map(|(_, product)| product)
    }

    /// In short: the slots that have any, `wheels: class 61 3; topper: color none`.
    pub fn describe(&self) -> String {
        let slot = |slot: u8| {
            let products: Vec<String> = self.slot(slot).map(Product::describe).collect();
            let name = Self::slot_name(slot).map_or_else(|| format!("slot {slot}"), str::to_owned);
            (!products.is_empty()).then(|| format!("{name}: {}", products.join(", ")))
        };
        (0..self.slots).filter_map(slot).collect::<Vec<_>>().join("; ")
    }
}

impl Attribute for LoadoutOnline {
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let slots = u8::read(bits, context);
        let mut products = Vec::new();
        for slot in 0..slots {
            for _ in 0..u8::read(bits, context) {
                if !bits.is_sound() {
                    return Self::default();
                }
                products.push((slot, Product::read(bits, context)));
            }
        }
        Self { slots, products }
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        self.slots.write(bits, context);
        for slot in 0..self.slots {
            u8::try_from(self.slot(slot).count()).unwrap_or(u8::MAX).write(bits, context);
            for product in self.slot(slot) {
                product.write(bits, context);
            }
        }
    }

    fn owned(&self) -> usize {
        let titles = self.products.iter().map(|(_, product)| product.owned());
        let list = self.products.capacity().saturating_mul(size_of::<(u8, Product)>());
        titles.fold(list, usize::saturating_add)
    }
}

impl Cell for LoadoutOnline {
    fn shape(shapes: &mut Shapes) -> &'static str {
        Product::shape(shapes);
        "LoadoutOnline"
    }

    /// For each slot the list of its attributes.
    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        for slot in 0..self.slots {
            list.push(&self.slot(slot).cloned().collect::<Vec<_>>())?;
        }
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        let slots: Vec<Vec<Product>> = input.list(context)?;
        let is_short = slots.iter().all(|products| products.len() <= usize::from(u8::MAX));
        let count = u8::try_from(slots.len()).ok().filter(|_| is_short);
        let count =
            count.ok_or_else(|| I::unexpected("at most 255 slots of at most 255 attributes"))?;
        let products = (0..count)
            .zip(slots)
            .flat_map(|(slot, products)| products.into_iter().map(move |product| (slot, product)));
        Ok(Self { slots: count, products: products.collect() })
    }
}

impl Columnar for LoadoutOnline {
    const COLUMNS: usize = 1;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.column(Type::Dict));
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        let texts = (0..rows).map(|row| get(row).map(Self::describe).unwrap_or_default());
        Column { validity: validity(rows, &|row| get(row).is_some()), ..Column::dict(texts) }
    }
}

structures! {
    /// The loadouts of a player for either team.
    TeamLoadout {
        blue: Loadout, "", "In the blue team";
        orange: Loadout, "", "In the orange team";
    }

    /// The attributes of the products of a player's loadouts for either team.
    LoadoutsOnline {
        blue: LoadoutOnline, "", "In the blue team";
        orange: LoadoutOnline, "", "In the orange team";
        is_set: bool, "", "Whether the loadout was set";
        is_deprecated: bool, "", "Whether a product is out of date";
    }

    /// Colours of a club.
    ClubColors {
        has_team_color: bool, "", "Whether the team's colour is set";
        team_color: u8, "", "The team's colour";
        has_custom_color: bool, "", "Whether the own colour is set";
        custom_color: u8, "", "The own colour";
    }

    /// A car's colours in a team.
    TeamPaint {
        team: u8, "", "Team: 0 blue, 1 orange";
        team_color: u8, "", "The team's colour";
        custom_color: u8, "", "The own colour";
        team_finish: u32, "", "Product of the team's finish";
        custom_finish: u32, "", "Product of the own finish";
    }

    /// A picture on the walls.
    LogoData {
        logo_id: u32, "", "Product of the logo";
        swap_colors: bool, "", "Whether its colours are swapped";
    }

    /// Music for a goal.
    MusicStinger {
        cue: ObjectRef, "", "Sound";
        trigger: u8, "", "Counts up each time";
    }
}
