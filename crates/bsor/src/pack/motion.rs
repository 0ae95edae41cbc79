//! How head and hands move on.

use ghostreel_pack::least_squares::LeastSquares;

use super::frames::{BODIES, Motion, Past, Pose};
use super::geometry::{Quaternion, Vector, conjugate, minus, plus, product, rotated};

/// Straight on: as far in this frame as in the last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Straight;

impl Motion for Straight {
    #[inline]
    fn rotation(&mut self, _: usize, past: &Past) -> Quaternion {
        straight(past.last.rotation, past.earlier.rotation)
    }

    #[inline]
    fn position(&mut self, _: usize, past: &Past, _: Quaternion) -> Vector {
        straight(past.last.position, past.earlier.position)
    }

    #[inline]
    fn learn(&mut self, _: usize, _: &Past, _: &Pose) {}
}

#[inline]
fn straight<const N: usize>(last: [f64; N], earlier: [f64; N]) -> [f64; N] {
    let mut next = last;
    for (next, earlier) in next.iter_mut().zip(earlier) {
        *next += *next - earlier;
    }
    next
}

/// As bodies moved before, which is learned.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    bodies: [Body; BODIES],
    /// The body that learns in this frame: all would take three times as long, and gain little.
    learner: usize,
}

/// Numbers that a turn is predicted from: the three turns and two moves before.
const TURN_INPUTS: usize = 15;

/// Numbers that a move is predicted from: the three moves before, the turn at the same time, the three turns before.
const MOVE_INPUTS: usize = 21;

#[derive(Clone, Debug)]
struct Body {
    /// From frame to frame, the last first: the vector part of the turn, in the body's own axes.
    turns: [Vector; 3],
    /// The same of its moves, in the world's axes.
    moves: [Vector; 3],
    turn_model: LeastSquares<TURN_INPUTS, 3>,
    move_model: LeastSquares<MOVE_INPUTS, 3>,
    /// The inputs of the last predictions, and the predictions.
    turn_inputs: [f64; TURN_INPUTS],
    move_inputs: [f64; MOVE_INPUTS],
    predicted_turn: Vector,
    predicted_move: Vector,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            turns: [[0.0; 3]; 3],
            moves: [[0.0; 3]; 3],
            turn_model: LeastSquares::new(same_again()),
            move_model: LeastSquares::new(same_again()),
            turn_inputs: [0.0; TURN_INPUTS],
            move_inputs: [0.0; MOVE_INPUTS],
            predicted_turn: [0.0; 3],
            predicted_move: [0.0; 3],
        }
    }
}

/// Weights that predict the first three numbers again.
fn same_again<const N: usize>() -> [[f64; N]; 3] {
    let mut weights = [[0.0; N]; 3];
    for (at, row) in weights.iter_mut().enumerate() {
        if let Some(weight) = row.get_mut(at) {
            *weight = 1.0;
        }
    }
    weights
}

impl Motion for Learned {
    fn rotation(&mut self, body: usize, past: &Past) -> Quaternion {
        let last = past.last.rotation;
        let Some(body) = self.bodies.get_mut(body) else { return last };
        let [turn, turn_2, turn_3] = body.turns;
        let [moved, moved_2, _] = body.moves.map(|moved| rotated(conjugate(last), moved));
        body.turn_inputs = numbers([turn, turn_2, turn_3, moved, moved_2]);
        body.predicted_turn = body.turn_model.predict(&body.turn_inputs);
        product(last, rotation_of(body.predicted_turn))
    }

    fn position(&mut self, body: usize, past: &Past, rotation: Quaternion) -> Vector {
        let Some(body) = self.bodies.get_mut(body) else { return past.last.position };
        let now = turn_between(past.last.rotation, rotation);
        let [turn, turn_2, turn_3] = body.turns;
        let [moved, moved_2, moved_3] = body.moves.map(|moved| rotated(conjugate(rotation), moved));
        body.move_inputs = numbers([moved, moved_2, moved_3, now, turn, turn_2, turn_3]);
        body.predicted_move = body.move_model.predict(&body.move_inputs);
        plus(past.last.position, rotated(rotation, body.predicted_move))
    }

    fn learn(&mut self, body: usize, past: &Past, now: &Pose) {
        let learns = body == self.learner;
        if body.wrapping_add(1) == BODIES {
            self.learner = if self.learner == 0 {
                BODIES.wrapping_sub(1)
            } else {
                self.learner.wrapping_sub(1)
            };
        }
        let Some(body) = self.bodies.get_mut(body) else { return };
        let turn = turn_between(past.last.rotation, now.rotation);
        let moved = minus(now.position, past.last.position).map(|part| part.clamp(-1.0, 1.0));
        if learns {
            let error = minus(turn, body.predicted_turn);
            body.turn_model.learn(&body.turn_inputs, &error);
            let error = minus(rotated(conjugate(now.rotation), moved), body.predicted_move);
            body.move_model.learn(&body.move_inputs, &error);
        }
        let [turn_2, turn_3, _] = body.turns;
        body.turns = [turn, turn_2, turn_3];
        let [moved_2, moved_3, _] = body.moves;
        body.moves = [moved, moved_2, moved_3];
    }
}

/// The numbers of vectors.
#[inline]
fn numbers<const VECTORS: usize, const NUMBERS: usize>(
    vectors: [Vector; VECTORS],
) -> [f64; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    for (number, part) in numbers.iter_mut().zip(vectors.as_flattened()) {
        *number = *part;
    }
    numbers
}

/// The rotation whose vector part this is.
#[inline]
fn rotation_of([x, y, z]: Vector) -> Quaternion {
    let left = 1.0 - (x * x + y * y + z * z);
    [x, y, z, if left > 0.0 { left.sqrt() } else { 0.0 }]
}

/// The vector part of the shorter turn from a rotation to another, in the axes of the first.
#[inline]
fn turn_between(from: Quaternion, to: Quaternion) -> Vector {
    let [x, y, z, w] = product(conjugate(from), to);
    let sign = if w < 0.0 { -1.0 } else { 1.0 };
    [x, y, z].map(|part| (part * sign).clamp(-1.0, 1.0))
}
