//! Rigid bodies: each place is predicted from its motion, in whole ticks of the engine's physics.

use super::fields::{Contexts, Field, Fields};
use super::geometry::{
    Axes, Quaternion, Vector3, add, axes, conjugate, dot, of_integers, product, scale, subtract,
    to_body, to_world, transposed, turn,
};
use super::spread::{Numbers, Spread, Surprise, nearest};
use crate::attributes::{Context, PackedQuaternion, RigidBody, Rotation, Vector};

/// Units of bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    /// By velocity and tick, how far a place goes.
    step: f64,
    /// By spin and tick, how far a rotation goes, in rad.
    turn: f64,
    /// One uu/s.
    speed: f64,
}

impl Units {
    /// Ticks in a second.
    const TICKS: f64 = 120.0;

    pub(super) fn of(context: &Context) -> Self {
        let (place, speed, spin) =
            if context.has_fine_units { (100.0, 100.0, 10_000.0) } else { (1.0, 10.0, 1000.0) };
        let step = place / speed / Self::TICKS;
        Self { step, turn: 1.0 / spin / Self::TICKS, speed }
    }
}

/// The known state of a body.
#[derive(Clone, Debug)]
pub(super) struct Body {
    last: RigidBody,
    quaternion: Quaternion,
    velocity: [i32; 3],
    spin: [i32; 3],
    /// By tick, the last change of velocity.
    push: Vector3,
    /// By tick, the last change of spin.
    twist: Vector3,
    ticks: u8,
    /// When it was last sampled.
    time: f64,
    /// The lag of the samples after the frames in ticks, as it changes.
    lead: f64,
    location_spread: Spread,
    velocity_spread: Spread,
    spin_spread: Spread,
    rotation_spread: Spread,
    lengths: [[u8; 3]; 4],
    /// By tick, the last change of the angles.
    angle_change: Vector3,
    velocity_choice: Choice<4>,
    spin_choice: Choice<2>,
}

impl Body {
    pub(super) fn new() -> Self {
        Self {
            last: RigidBody::default(),
            quaternion: [0.0, 0.0, 0.0, 1.0],
            velocity: [0; 3],
            spin: [0; 3],
            push: [0.0; 3],
            twist: [0.0; 3],
            ticks: 4,
            time: 0.0,
            lead: 0.0,
            location_spread: Spread::of(1e5),
            velocity_spread: Spread::of(3e4),
            spin_spread: Spread::of(5e3),
            rotation_spread: Spread::of(0.5),
            lengths: [[15; 3]; 4],
            angle_change: [0.0; 3],
            velocity_choice: Choice::default(),
            spin_choice: Choice::default(),
        }
    }
}

/// Axes of a body that is not turned.
const UPRIGHT: Axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Ticks that are coded: of longer times the rest is in the numbers.
const MOST_TICKS: i32 = 31;

/// How many bits each of several expectations left lately.
#[derive(Clone, Debug)]
struct Choice<const N: usize> {
    costs: [f64; N],
}

impl<const N: usize> Default for Choice<N> {
    fn default() -> Self {
        Self { costs: [0.0; N] }
    }
}

impl<const N: usize> Choice<N> {
    /// How much of the latest cost is taken in.
    const RATE: f64 = 0.2;

    /// The expectation that left the fewest bits.
    fn best(&self, expected: &[Vector3; N]) -> (u32, Vector3) {
        let mut best = (0, 0.0, [0.0; 3]);
        for (index, (cost, expected)) in (0_u32..).zip(self.costs.iter().zip(expected)) {
            if index == 0 || *cost < best.1 {
                best = (index, *cost, *expected);
            }
        }
        (best.0, best.2)
    }

    /// Learns from the actual values.
    fn learn(&mut self, expected: &[Vector3; N], actual: [i32; 3]) {
        for (mean, expected) in self.costs.iter_mut().zip(expected) {
            let [x, y, z] = *expected;
            let length = |expected: f64, actual: i32| {
                let off = actual.wrapping_sub(nearest(expected)).unsigned_abs();
                32_u32.wrapping_sub(off.leading_zeros())
            };
            let lengths = length(x, actual[0])
                .wrapping_add(length(y, actual[1]))
                .wrapping_add(length(z, actual[2]));
            *mean += (f64::from(lengths) - *mean) * Self::RATE;
        }
    }
}

/// Codes bodies.
#[derive(Debug)]
pub(super) struct Bodies {
    units: Units,
    has_quaternions: bool,
    /// The ticks of the last body in the frame.
    frame_ticks: u8,
}

impl Bodies {
    pub(super) fn new(context: &Context) -> Self {
        let (units, has_quaternions) = (Units::of(context), context.has_quaternions);
        Self { units, has_quaternions, frame_ticks: 4 }
    }

    /// Whether a body is as the game writes it: numbers in as few bits as they need.
    pub(super) fn is_plain(body: &RigidBody) -> bool {
        let is_short = |vector: &Vector| *vector == Vector::new(vector.x, vector.y, vector.z);
        is_short(&body.location)
            && body.linear_velocity.as_ref().is_none_or(is_short)
            && body.angular_velocity.as_ref().is_none_or(is_short)
    }

    /// Codes a body of a kind at a time in seconds.
    pub(super) fn code<F: Fields>(
        &mut self,
        fields: &mut F,
        state: &mut Body,
        kind: u16,
        time: f64,
        body: RigidBody,
    ) -> RigidBody {
        let contexts = [u32::from(state.last.sleeping), 0, 0, 0];
        let sleeping = fields.flag(Field::IS_SLEEPING, contexts, body.sleeping);
        let location = numbers(&body.location);
        let of = |vector: &Option<Vector>| vector.as_ref().map_or([0; 3], numbers);
        let (velocity, spin) = (of(&body.linear_velocity), of(&body.angular_velocity));
        let ticks = self.ticks::<F>(fields, state, time, location, velocity);
        let steps = f64::from(ticks);
        let units = self.units;
        let before_velocity = of_integers(state.velocity);
        let before_spin = of_integers(state.spin);
        let before_axes = if F::LEARNS { axes(state.quaternion) } else { UPRIGHT };
        let context = u32::from(kind & 3) << 6 | u32::from(ticks.min(15));
        let mut surprise = Surprise::default();

        let spin = if sleeping {
            spin
        } else {
            state.code_spin(fields, before_axes, steps, context, &mut surprise, spin)
        };

        let after_spin = of_integers(spin);
        let way = travelled(before_spin, after_spin, steps);
        let turned = scale(way, units.turn);
        let rotation = self.rotation(fields, state, turned, context, &mut surprise, body.rotation);
        let after_axes = if F::LEARNS { axes(state.quaternion) } else { UPRIGHT };

        let velocity = if sleeping {
            velocity
        } else {
            let fall = -650.0 / Units::TICKS * units.speed * steps;
            let axes = [before_axes, after_axes];
            state.code_velocity(fields, axes, fall, steps, context, &mut surprise, velocity)
        };

        let way = travelled(before_velocity, of_integers(velocity), steps);
        let way = scale(way, units.step);
        let location =
            state.code_location(fields, way, after_axes, context, &mut surprise, location);

        let vector = |[x, y, z]: [i32; 3]| Vector::new(x, y, z);
        let coded = RigidBody {
            sleeping,
            location: vector(location),
            rotation,
            linear_velocity: (!sleeping).then(|| vector(velocity)),
            angular_velocity: (!sleeping).then(|| vector(spin)),
        };
        state.velocity = velocity;
        state.spin = spin;
        state.last = coded;
        coded
    }

    /// Codes how many ticks it is since the last sample.
    fn ticks<F: Fields>(
        &mut self,
        fields: &mut F,
        state: &mut Body,
        time: f64,
        location: [i32; 3],
        velocity: [i32; 3],
    ) -> u8 {
        let since = ((time - state.time) * Units::TICKS).clamp(0.0, 60.0);
        let since = if since.is_nan() { 0.0 } else { since };
        let expected = since + state.lead;
        let ticks = if F::IS_UNPACKING {
            0
        } else {
            let guess = nearest(expected);
            let guess = self.measure(state, location, velocity).unwrap_or(guess);
            u8::try_from(guess.clamp(0, MOST_TICKS)).unwrap_or(0)
        };
        let halves = |number: f64| u32::try_from(nearest(number * 2.0).clamp(0, 127)).unwrap_or(0);
        let contexts: Contexts = [
            halves(expected),
            halves(since) << 8 | u32::from(self.frame_ticks),
            halves(since) << 8 | u32::from(state.ticks),
            u32::from(self.frame_ticks) << 8 | halves(state.lead + 16.0),
        ];
        let ticks = fields.symbol(Field::TICKS, contexts, ticks, 5);
        self.frame_ticks = ticks;
        state.ticks = ticks;
        state.time = time;
        state.lead = ((state.lead + since - f64::from(ticks)) * 0.98).clamp(-16.0, 16.0);
        ticks
    }

    /// The number of ticks that it took to come here at these velocities, if they show it.
    fn measure(&self, state: &Body, location: [i32; 3], velocity: [i32; 3]) -> Option<i32> {
        let before = of_integers(numbers(&state.last.location));
        let way = subtract(of_integers(location), before);
        let (first, last) = (of_integers(state.velocity), of_integers(velocity));
        let mean = scale(add(first, last), 0.5);
        let square = dot(mean, mean);
        let least = 50.0 * self.units.speed;
        if square < least * least {
            return None;
        }
        // The first and the last velocity count by halves, and one half of the difference more.
        let offset = scale(subtract(last, first), 0.5);
        let way = subtract(scale(way, 1.0 / self.units.step), offset);
        let ticks = dot(way, mean) / square;
        let whole = f64::from(nearest(ticks));
        let rest = subtract(way, scale(mean, whole));
        (dot(rest, rest) < square * 4.0)
            .then(|| nearest(ticks))
            .filter(|ticks| (0..=60).contains(ticks))
    }

    /// Codes a rotation that is expected to be the last one, turned.
    fn rotation<F: Fields>(
        &self,
        fields: &mut F,
        state: &mut Body,
        turned: Vector3,
        context: u32,
        surprise: &mut Surprise,
        rotation: Rotation,
    ) -> Rotation {
        if self.has_quaternions {
            state.code_quaternion(fields, turned, context, surprise, rotation)
        } else {
            state.code_angles(fields, turned, context, surprise, rotation)
        }
    }
}

impl Body {
    /// Codes how it turns.
    #[inline]
    fn code_spin<F: Fields>(
        &mut self,
        fields: &mut F,
        axes: Axes,
        steps: f64,
        context: u32,
        surprise: &mut Surprise,
        spin: [i32; 3],
    ) -> [i32; 3] {
        let before = of_integers(self.spin);
        let candidates = [before, add(before, scale(self.twist, steps))];
        let (choice, expected) = self.spin_choice.best(&candidates);
        let numbers = Numbers {
            field: Field::SPIN,
            expected,
            rows: &transposed(axes),
            spread: &self.spin_spread,
            context: context | choice << 4,
            bits: 32,
        };
        let spin = numbers.code(fields, surprise, &mut self.lengths[0], spin);
        self.spin_choice.learn(&candidates, spin);
        if F::LEARNS {
            let error = subtract(of_integers(spin), expected);
            self.spin_spread.learn(to_body(&axes, error));
        }
        if steps > 0.0 {
            let change = subtract(of_integers(spin), before);
            self.twist = scale(change, 1.0 / steps);
        }
        spin
    }

    /// Codes how fast it is. `axes` are those before and after, `fall` is how much faster it falls.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "what is known of the body by then")]
    fn code_velocity<F: Fields>(
        &mut self,
        fields: &mut F,
        [before_axes, after_axes]: [Axes; 2],
        fall: f64,
        steps: f64,
        context: u32,
        surprise: &mut Surprise,
        velocity: [i32; 3],
    ) -> [i32; 3] {
        let before = of_integers(self.velocity);
        let turned =
            if F::LEARNS { to_world(&after_axes, to_body(&before_axes, before)) } else { before };
        let candidates =
            [before, add(before, [0.0, 0.0, fall]), add(before, scale(self.push, steps)), turned];
        let (choice, expected) = self.velocity_choice.best(&candidates);
        let numbers = Numbers {
            field: Field::VELOCITY,
            expected,
            rows: &transposed(after_axes),
            spread: &self.velocity_spread,
            context: context | choice << 4,
            bits: 32,
        };
        let velocity = numbers.code(fields, surprise, &mut self.lengths[1], velocity);
        self.velocity_choice.learn(&candidates, velocity);
        if F::LEARNS {
            let error = subtract(of_integers(velocity), expected);
            self.velocity_spread.learn(to_body(&after_axes, error));
        }
        if steps > 0.0 {
            let change = subtract(of_integers(velocity), before);
            self.push = scale(change, 1.0 / steps);
        }
        velocity
    }

    /// Codes where it is, by the way that it is expected to have gone.
    #[inline]
    fn code_location<F: Fields>(
        &mut self,
        fields: &mut F,
        way: Vector3,
        axes: Axes,
        context: u32,
        surprise: &mut Surprise,
        location: [i32; 3],
    ) -> [i32; 3] {
        let expected = add(of_integers(numbers(&self.last.location)), way);
        let codes = Numbers {
            field: Field::LOCATION,
            expected,
            rows: &transposed(axes),
            spread: &self.location_spread,
            context,
            bits: 32,
        };
        let location = codes.code(fields, surprise, &mut self.lengths[2], location);
        if F::LEARNS {
            let error = subtract(of_integers(location), expected);
            self.location_spread.learn(to_body(&axes, error));
        }
        location
    }

    /// Codes a rotation of three angles.
    #[inline]
    fn code_angles<F: Fields>(
        &mut self,
        fields: &mut F,
        turned: Vector3,
        context: u32,
        surprise: &mut Surprise,
        rotation: Rotation,
    ) -> Rotation {
        let angles = match rotation {
            Rotation::Angles(angles) => angles.map(i32::from),
            Rotation::Quaternion(_) => [0; 3],
        };
        let before = match self.last.rotation {
            Rotation::Angles(angles) => angles,
            Rotation::Quaternion(_) => [0; 3],
        };
        let old = before.map(i32::from);
        let steps = f64::from(self.ticks);
        let expected = if F::LEARNS {
            turned_angles(before, turned)
        } else {
            add(of_integers(old), scale(self.angle_change, steps))
        };
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let spread = self.rotation_spread;
        let numbers = Numbers {
            field: Field::ROTATION,
            expected,
            rows: &rows,
            spread: &spread,
            context,
            bits: 16,
        };
        let angles = numbers.code(fields, surprise, &mut self.lengths[3], angles);
        if F::LEARNS {
            let error = subtract(of_integers(angles), expected);
            // The shorter way round.
            self.rotation_spread.learn(
                error.map(|error| f64::from(nearest(error).wrapping_shl(16).wrapping_shr(16))),
            );
        }
        let angles = angles.map(|angle| u16::try_from(angle & 0xffff).unwrap_or(0));
        let rotation = Rotation::Angles(angles);
        if F::LEARNS {
            self.quaternion = rotation.quaternion().map(f64::from);
        } else if self.ticks > 0 {
            let [x, y, z] = angles.map(i32::from);
            let way = |to: i32, from: i32| to.wrapping_sub(from).wrapping_shl(16) >> 16;
            let change = of_integers([way(x, old[0]), way(y, old[1]), way(z, old[2])]);
            self.angle_change = scale(change, 1.0 / steps);
        }
        rotation
    }

    /// Codes a rotation of a quaternion whose greatest component is left out.
    #[inline]
    fn code_quaternion<F: Fields>(
        &mut self,
        fields: &mut F,
        turned: Vector3,
        context: u32,
        surprise: &mut Surprise,
        rotation: Rotation,
    ) -> Rotation {
        let packed = match rotation {
            Rotation::Quaternion(packed) => packed.0,
            Rotation::Angles(_) => 0,
        };
        let expected = product(turn(turned), self.quaternion);
        let greatest =
            (0_u8..4).zip(expected).fold((0, 0.0), |greatest: (u8, f64), (index, part)| {
                if part.abs() > greatest.1.abs() { (index, part) } else { greatest }
            });
        let omitted = u8::try_from(packed & 3).unwrap_or(0);
        let contexts = [greatest.0.into(), 0, 0, 0];
        let omitted = fields.symbol(Field::OMITTED, contexts, omitted, 2) & 3;
        let [x, y, z, w] = expected;
        let (kept, last, rows) = match omitted {
            0 => ([y, z, w], x, [[z, w, -x], [-y, x, w], [-x, -y, -z]]),
            1 => ([x, z, w], y, [[w, -z, y], [-y, x, w], [-x, -y, -z]]),
            2 => ([x, y, w], z, [[w, -z, y], [z, w, -x], [-x, -y, -z]]),
            _ => ([x, y, z], w, [[w, -z, y], [z, w, -x], [-y, x, w]]),
        };
        // The component left out is never negative.
        let sign = if last < 0.0 { -1.0 } else { 1.0 };
        let steps = 262_143.0 / std::f64::consts::SQRT_2;
        let [a, b, c] = rows;
        let factor = 0.5 * sign * steps;
        let rows = [scale(a, factor), scale(b, factor), scale(c, factor)];
        let numbers = Numbers {
            field: Field::ROTATION,
            expected: add(scale(kept, sign * steps), [131_071.5; 3]),
            rows: &rows,
            spread: &self.rotation_spread,
            context,
            bits: 18,
        };
        let part = |shift: u32| i32::try_from(packed >> shift & 0x3_ffff).unwrap_or(0);
        let actual = [part(2), part(20), part(38)];
        let mut lengths = self.lengths[3];
        let coded = numbers.code(fields, surprise, &mut lengths, actual);
        self.lengths[3] = lengths;
        let [a, b, c] = coded;
        let of = |part: i32| u64::from(part.cast_unsigned());
        let packed = PackedQuaternion(u64::from(omitted) | of(a) << 2 | of(b) << 20 | of(c) << 38);
        let [x, y, z, w] = packed.components();
        self.quaternion = [x.into(), y.into(), z.into(), w.into()];
        if F::LEARNS {
            let [x, y, z, w] = product(conjugate(expected), self.quaternion);
            let sign = if w < 0.0 { -2.0 } else { 2.0 };
            self.rotation_spread.learn(scale([x, y, z], sign));
        }
        Rotation::Quaternion(packed)
    }
}

const fn numbers(vector: &Vector) -> [i32; 3] {
    [vector.x, vector.y, vector.z]
}

/// The sum of a value over ticks, where each tick ends an equal step further from `first` to `last`.
fn travelled(first: Vector3, last: Vector3, ticks: f64) -> Vector3 {
    let change = subtract(last, first);
    add(scale(first, ticks), scale(change, (ticks + 1.0) * if ticks > 0.0 { 0.5 } else { 0.0 }))
}

/// Pitch, yaw and roll after a turn, to a good approximation.
fn turned_angles(before: [u16; 3], turned: Vector3) -> Vector3 {
    let start = before.map(f64::from);
    let half = rates(before, scale(turned, 0.5));
    let middle = add(start, half).map(|angle| u16::try_from(nearest(angle) & 0xffff).unwrap_or(0));
    add(start, rates(middle, turned))
}

/// How fast the angles change by a spin.
fn rates(angles: [u16; 3], spin: Vector3) -> Vector3 {
    let axes = axes(Rotation::Angles(angles).quaternion().map(f64::from));
    let [forward, right, up] = axes;
    let [along, across, above] = to_body(&axes, spin);
    // The cosine of the pitch, its sine, and those of the roll.
    let level = (forward[0] * forward[0] + forward[1] * forward[1]).sqrt().max(0.05);
    let (sine, cosine) = (right[2] / level, up[2] / level);
    let yaw = (across * sine + above * cosine) / level;
    let pitch = across * cosine - above * sine;
    let roll = along + yaw * -forward[2];
    let steps = 65_536.0 / std::f64::consts::TAU;
    // Pitch and roll are turns about the negative axes.
    [-pitch * steps, yaw * steps, -roll * steps]
}
