//! Places, directions and how bodies move.

use ghostreel_timeline::{
    CellAccess, Column, ColumnMeta, ColumnSchema, Columnar, Type, collect, erase,
};

use super::Context;
use super::attribute::{Attribute, structures};
use super::cell::{Cell, CellList, Input, InputList, Output, OutputList, Shapes};
use super::scalars::Below;
use crate::bits::{BitReader, BitWriter, Window, low_mask};

/// Three whole numbers, written in as many bits as the greatest needs. Their unit depends on the property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vector {
    /// X.
    pub x: i32,
    /// Y.
    pub y: i32,
    /// Z.
    pub z: i32,
    /// The number written in front, two less than the bits of each number. It follows from the numbers in every file that a
    /// game wrote ([`Vector::new`]).
    pub size: u8,
}

impl Vector {
    /// A vector in as few bits as the game uses.
    pub fn new(x: i32, y: i32, z: i32) -> Self {
        let greatest = x.unsigned_abs().max(y.unsigned_abs()).max(z.unsigned_abs());
        // As many bits as all numbers up to the greatest need.
        let bits = 32_u32.saturating_sub(greatest.leading_zeros());
        let size = u8::try_from(bits.max(1).saturating_sub(1)).unwrap_or(u8::MAX);
        Self { x, y, z, size }
    }

    /// The bias taken off the numbers as they are written.
    #[inline(always)]
    const fn bias(size: u32) -> i32 {
        2_i32.wrapping_shl(size)
    }

    /// Whether it can be written.
    pub(crate) fn fits(&self, context: &Context) -> bool {
        let size = u32::from(self.size);
        let range = Self::bias(size).saturating_neg()..Self::bias(size);
        size < context.vector.max() && [self.x, self.y, self.z].iter().all(|n| range.contains(n))
    }

    /// Reads a vector that is a part of a value.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "at most 24 bits each, a size below 32")]
    fn read_in(bits: &mut Window<'_>, context: &Context) -> Self {
        // Size, x and y are at most 5 + 2 × 24 bits.
        let word = bits.word();
        let (size, used) = context.vector.split(word);
        let (width, bias) = (size.wrapping_add(2), Self::bias(size));
        let mask = low_mask(width) as u32;
        let word = word.wrapping_shr(used);
        let number = |word: u64| (word as u32 & mask).cast_signed().wrapping_sub(bias);
        let (x, y) = (number(word), number(word.wrapping_shr(width)));
        bits.skip(used.wrapping_add(width.wrapping_mul(2)));
        let z = number(bits.word());
        bits.skip(width);
        Self { x, y, z, size: size as u8 }
    }
}

impl Attribute for Vector {
    #[inline(always)]
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let mut copy = None;
        let mut window = bits.window(&mut copy);
        let vector = Self::read_in(&mut window, context);
        bits.skip_to(window);
        vector
    }

    #[inline]
    fn write(&self, bits: &mut BitWriter, context: &Context) {
        let size = u32::from(self.size);
        let (width, bias) = (size.wrapping_add(2), Self::bias(size));
        bits.bounded(size, context.vector);
        for number in [self.x, self.y, self.z] {
            bits.bits(number.wrapping_add(bias).cast_unsigned().into(), width);
        }
    }
}

impl Columnar for Vector {
    const COLUMNS: usize = 3;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        for axis in ["x", "y", "z"] {
            schema.push(meta.member(axis, ColumnMeta::new(meta.unit, axis)).column(Type::I32));
        }
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        collect(rows, get, |vector| match index {
            0 => vector.x,
            1 => vector.y,
            _ => vector.z,
        })
    }
}

impl Cell for Vector {
    fn shape(shapes: &mut Shapes) -> &'static str {
        shapes.add("Vector", |_| ["x", "y", "z"].map(|axis| (axis, "integer")).into())
    }

    /// The numbers; after them the one written in front, if it does not follow from them.
    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        for number in [self.x, self.y, self.z] {
            list.push(&number)?;
        }
        if self.size != Self::new(self.x, self.y, self.z).size {
            list.push(&self.size)?;
        }
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl CellList for Vector {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        let (x, y, z) = (list.required(context)?, list.required(context)?, list.required(context)?);
        let size = list.next(context)?.unwrap_or_else(|| Self::new(x, y, z).size);
        let vector = Self { x, y, z, size };
        match vector.fits(context) {
            true => Ok(vector),
            false => Err(L::unexpected("three numbers of the size that vectors have")),
        }
    }
}

structures! {
    /// Angles in steps of 360/256 degrees, each there only if it is not 0.
    Rotator8 {
        pitch: Option<u8>, "360/256 °", "Pitch";
        yaw: Option<u8>, "360/256 °", "Yaw";
        roll: Option<u8>, "360/256 °", "Roll";
    }
}

/// The rotation of a body, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// Pitch, yaw and roll in steps of 360/65536 degrees. Before net version 7.
    Angles([u16; 3]),
    /// A unit quaternion. Since net version 7.
    Quaternion(PackedQuaternion),
}

/// A unit quaternion in 56 bits: which component is left out, the greatest one as a rule, then the others in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedQuaternion(pub u64);

impl PackedQuaternion {
    const STEPS: f64 = 262_143.0;

    /// Packs x, y, z, w of a unit quaternion as the game does.
    pub fn new(components: [f64; 4]) -> Self {
        let (omitted, value) = Self::greatest(components);
        let sign = if value < 0.0 { -1.0 } else { 1.0 };
        Self::without(omitted, components.map(|component| component * sign))
    }

    /// The component that is left out as a rule, and its value.
    fn greatest(components: [f64; 4]) -> (u64, f64) {
        (0..4).zip(components).fold((0, 0.0), |greatest: (u64, f64), (index, value)| {
            if value.abs() > greatest.1.abs() { (index, value) } else { greatest }
        })
    }

    /// Packs the components but for one.
    fn without(omitted: u64, components: [f64; 4]) -> Self {
        let others = (0_u64..4).zip(components).filter(|(index, _)| *index != omitted);
        let packed = others.zip([2, 20, 38]).fold(omitted, |packed, ((_, value), shift)| {
            let part = (value / std::f64::consts::SQRT_2 + 0.5).clamp(0.0, 1.0);
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to the greatest step"
            )]
            let steps = (part * Self::STEPS).round() as u64;
            packed | steps.wrapping_shl(shift)
        });
        Self(packed)
    }

    /// The components to six digits, which is less than half a step.
    fn rounded(self) -> [f32; 4] {
        self.components().map(|component| (component * 1e6).round() / 1e6)
    }

    /// X, y, z, w. The component left out is the square root of the rest to 1, and never negative.
    pub fn components(self) -> [f32; 4] {
        #[allow(clippy::cast_precision_loss, reason = "18 bits")]
        let component = |shift: u32| {
            let steps = (self.0.wrapping_shr(shift) & 0x3ffff) as f64;
            (steps / Self::STEPS - 0.5) * std::f64::consts::SQRT_2
        };
        let (a, b, c) = (component(2), component(20), component(38));
        let missing = (1.0 - a * a - b * b - c * c).max(0.0).sqrt();
        #[allow(clippy::cast_possible_truncation, reason = "18 bits were read")]
        let (a, b, c, missing) = (a as f32, b as f32, c as f32, missing as f32);
        match self.0 & 3 {
            0 => [missing, a, b, c],
            1 => [a, missing, b, c],
            2 => [a, b, missing, c],
            _ => [a, b, c, missing],
        }
    }
}

impl Default for Rotation {
    fn default() -> Self {
        Self::Angles([0; 3])
    }
}

impl Rotation {
    /// X, y, z, w of the quaternion that turns the body's axes into the world's.
    pub fn quaternion(self) -> [f32; 4] {
        match self {
            Self::Quaternion(packed) => packed.components(),
            Self::Angles(angles) => {
                let [(sp, cp), (sy, cy), (sr, cr)] = angles.map(of_half);
                // Yaw about z, then pitch about -y, then roll about -x.
                let (sp, sr) = (-sp, -sr);
                #[allow(clippy::cast_possible_truncation, reason = "16 bits were read")]
                [
                    cy * cp * sr - sy * sp * cr,
                    cy * sp * cr + sy * cp * sr,
                    sy * cp * cr - cy * sp * sr,
                    cy * cp * cr + sy * sp * sr,
                ]
                .map(|component| component as f32)
            }
        }
    }
}

impl Rotation {
    /// Reads a rotation that is a part of a value.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "16 bits each")]
    fn read_in(bits: &mut Window<'_>, context: &Context) -> Self {
        let word = bits.word();
        if context.has_quaternions {
            bits.skip(56);
            Self::Quaternion(PackedQuaternion(word & low_mask(56)))
        } else {
            bits.skip(48);
            Self::Angles([0, 16, 32].map(|shift| word.wrapping_shr(shift) as u16))
        }
    }
}

impl Attribute for Rotation {
    #[inline(always)]
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let mut copy = None;
        let mut window = bits.window(&mut copy);
        let rotation = Self::read_in(&mut window, context);
        bits.skip_to(window);
        rotation
    }

    #[inline]
    fn write(&self, bits: &mut BitWriter, _: &Context) {
        match self {
            Self::Quaternion(packed) => bits.bits(packed.0, 56),
            Self::Angles(angles) => {
                for &angle in angles {
                    bits.bits(angle.into(), 16);
                }
            }
        }
    }
}

impl Cell for Rotation {
    fn shape(_: &mut Shapes) -> &'static str {
        "Rotation"
    }

    /// Pitch, yaw and roll; or x, y, z and w, and which of them is left out, if that is not the greatest.
    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        match *self {
            Self::Angles(angles) => angles.iter().try_for_each(|angle| list.push(angle))?,
            Self::Quaternion(packed) => {
                let components = packed.rounded();
                components.iter().try_for_each(|component| list.push(component))?;
                #[allow(clippy::cast_possible_truncation, reason = "two bits")]
                let omitted = (packed.0 & 3) as u32;
                if u64::from(omitted) != PackedQuaternion::greatest(components.map(f64::from)).0 {
                    list.push(&Below::<4>(omitted))?;
                }
            }
        }
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl CellList for Rotation {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        if !context.has_quaternions {
            return Ok(Self::Angles([
                list.required(context)?,
                list.required(context)?,
                list.required(context)?,
            ]));
        }
        let mut components = [0.0; 4];
        for component in &mut components {
            *component = list.required(context)?;
        }
        let components = components.map(f64::from);
        let omitted = match list.next::<Below<4>>(context)? {
            Some(Below(omitted)) => omitted.into(),
            None => PackedQuaternion::greatest(components).0,
        };
        Ok(Self::Quaternion(PackedQuaternion::without(omitted, components)))
    }
}

impl Columnar for Rotation {
    const COLUMNS: usize = 4;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        for axis in ["x", "y", "z", "w"] {
            schema.push(meta.member(axis, ColumnMeta::new("", axis)).column(Type::F32));
        }
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        collect(rows, get, |rotation| rotation.quaternion().get(index).copied().unwrap_or_default())
    }
}

/// Sine and cosine of half an angle in steps of 360/65536 degrees, to 13 digits and the same on every machine. The standard
/// library's functions take angles of any size, and are 3 KB of the page's download.
fn of_half(angle: u16) -> (f64, f64) {
    // Quarters of a turn, and the rest: at most an eighth to either side.
    let quarters = (u32::from(angle).saturating_add(1 << 14)) >> 15;
    let rest = f64::from(angle) - f64::from(quarters) * 32_768.0;
    let rest = rest * (std::f64::consts::PI / 65_536.0);
    // Each term of the series but for its sign and factorial is the one before times the square.
    let series = |first: f64, divisors: [f64; 7]| {
        let terms = divisors.into_iter().scan(first, |term, divisor| {
            *term *= -rest * rest / divisor;
            Some(*term)
        });
        first + terms.sum::<f64>()
    };
    let sine = series(rest, [6.0, 20.0, 42.0, 72.0, 110.0, 156.0, 210.0]);
    let cosine = series(1.0, [2.0, 12.0, 30.0, 56.0, 90.0, 132.0, 182.0]);
    match quarters {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        _ => (-sine, -cosine),
    }
}

/// Where a body is, how it is turned, and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidBody {
    /// The engine's physics leave it alone; it does not move.
    pub sleeping: bool,
    /// Place. Unreal units; hundredths of them since net version 5.
    pub location: Vector,
    /// Its rotation.
    pub rotation: Rotation,
    /// Velocity, if it is awake. Tenths of uu/s; hundredths since net version 5.
    pub linear_velocity: Option<Vector>,
    /// Spin, if it is awake. Thousandths of rad/s; ten-thousandths since net version 5.
    pub angular_velocity: Option<Vector>,
}

impl Attribute for RigidBody {
    #[inline(always)]
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let mut body = Self::default();
        body.fill(bits, context);
        body
    }

    #[inline(always)]
    fn append_to(list: &mut Vec<Self>, bits: &mut BitReader<'_>, context: &Context) {
        // Where it will stay: a whole body has too many numbers for the processor's registers.
        list.push(Self::default());
        if let Some(body) = list.last_mut() {
            body.fill(bits, context);
        }
    }

    #[inline]
    fn write(&self, bits: &mut BitWriter, context: &Context) {
        bits.bit(self.sleeping);
        self.location.write(bits, context);
        self.rotation.write(bits, context);
        for velocity in [self.linear_velocity, self.angular_velocity].into_iter().flatten() {
            velocity.write(bits, context);
        }
    }
}

impl RigidBody {
    /// Reads the value into one that is still empty.
    #[inline(always)]
    fn fill(&mut self, bits: &mut BitReader<'_>, context: &Context) {
        let mut copy = None;
        let mut window = bits.window(&mut copy);
        self.sleeping = window.word() & 1 == 1;
        window.skip(1);
        self.location = Vector::read_in(&mut window, context);
        self.rotation = Rotation::read_in(&mut window, context);
        if !self.sleeping {
            self.linear_velocity = Some(Vector::read_in(&mut window, context));
            self.angular_velocity = Some(Vector::read_in(&mut window, context));
        }
        bits.skip_to(window);
    }
}

impl Cell for RigidBody {
    fn shape(shapes: &mut Shapes) -> &'static str {
        shapes.add("RigidBody", |shapes| {
            vec![
                ("sleeping", bool::shape(shapes)),
                ("location", Vector::shape(shapes)),
                ("rotation", Rotation::shape(shapes)),
                ("linear_velocity", Vector::shape(shapes)),
                ("angular_velocity", Vector::shape(shapes)),
            ]
        })
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        list.push(&self.sleeping)?;
        list.push(&self.location)?;
        list.push(&self.rotation)?;
        list.push(&self.linear_velocity)?;
        list.push(&self.angular_velocity)?;
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl CellList for RigidBody {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        let body = Self {
            sleeping: list.required(context)?,
            location: list.required(context)?,
            rotation: list.required(context)?,
            linear_velocity: list.required(context)?,
            angular_velocity: list.required(context)?,
        };
        let velocities = [body.linear_velocity, body.angular_velocity];
        match velocities.iter().all(|velocity| velocity.is_some() != body.sleeping) {
            true => Ok(body),
            false => Err(L::unexpected("velocities of a body that is awake, and of no other")),
        }
    }
}

impl Columnar for RigidBody {
    const COLUMNS: usize = 14;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        let member = |name, unit, meaning| meta.member(name, ColumnMeta::new(unit, meaning));
        bool::schema(member("sleeping", "", "Physics leave the body alone"), schema);
        Vector::schema(member("location", "uu, uu/100 since net 5", "Place"), schema);
        Rotation::schema(member("rotation", "", "Quaternion from body to world"), schema);
        let linear = member("linear_velocity", "uu/s/10, uu/s/100 since net 5", "Velocity");
        Vector::schema(linear, schema);
        let angular = member("angular_velocity", "rad/s/1000, rad/s/10000 since net 5", "Spin");
        Vector::schema(angular, schema);
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        match index {
            0 => bool::column(rows, erase(&|row| Some(&get(row)?.sleeping)), 0),
            1..=3 => {
                Vector::column(rows, erase(&|row| Some(&get(row)?.location)), index.wrapping_sub(1))
            }
            4..=7 => Rotation::column(
                rows,
                erase(&|row| Some(&get(row)?.rotation)),
                index.wrapping_sub(4),
            ),
            8..=10 => Vector::column(
                rows,
                &|row| get(row)?.linear_velocity.as_ref(),
                index.wrapping_sub(8),
            ),
            _ => Vector::column(
                rows,
                &|row| get(row)?.angular_velocity.as_ref(),
                index.wrapping_sub(11),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_are_right() {
        for angle in 0..=u16::MAX {
            let (sine, cosine) = (f64::from(angle) * std::f64::consts::PI / 65_536.0).sin_cos();
            let (ours, of_ours) = of_half(angle);
            assert!((ours - sine).abs() < 1e-13 && (of_ours - cosine).abs() < 1e-13, "{angle}");
        }
    }
}
