//! Functions that SQL lacks.

use std::sync::Arc;

use datafusion::arrow::array::{Array as _, ArrayRef, AsArray as _, Float64Array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Float64Type};
use datafusion::common::Result;
use datafusion::execution::{FunctionRegistry as _, SessionState};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, TypeSignature,
    Volatility,
};
use ghostreel::slp;
use ghostreel::timeline::FrameNumber;

/// Work on the numbers of one row.
type Work = fn(&[f64]) -> f64;

/// Has a session know all functions.
pub(crate) fn register(session: &mut SessionState) -> Result<()> {
    functions().into_iter().try_for_each(|function| {
        session.register_udf(Arc::new(function))?;
        Ok(())
    })
}

fn functions() -> Vec<ScalarUDF> {
    let function =
        |name, numbers: &[usize], work| ScalarUDF::from(OfNumbers::new(name, numbers, work));
    let melee_frame = OfNumbers {
        kind: DataType::Int32,
        ..OfNumbers::new("melee_frame", &[1], |seconds| slp::frame_at(seconds[0]).0.into())
    };
    vec![
        function("norm", &[2, 3], norm),
        function("distance", &[4, 6], distance),
        function("angle_between", &[4, 6], angle_between),
        function("rotated_x", &[7], |numbers| rotated(numbers)[0]),
        function("rotated_y", &[7], |numbers| rotated(numbers)[1]),
        function("rotated_z", &[7], |numbers| rotated(numbers)[2]),
        melee_frame.into(),
        function("melee_seconds", &[1], |frame| slp::seconds(FrameNumber(frame[0] as i32))),
    ]
}

/// The length of a vector: of a velocity, the speed.
fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// From one point to another.
fn distance(points: &[f64]) -> f64 {
    let (one, other) = points.split_at(points.len() / 2);
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// Between two vectors, in degrees from 0 to 180; NaN if one has no length.
fn angle_between(vectors: &[f64]) -> f64 {
    let (one, other) = vectors.split_at(vectors.len() / 2);
    let dot: f64 = one.iter().zip(other).map(|(a, b)| a * b).sum();
    (dot / (norm(one) * norm(other))).clamp(-1.0, 1.0).acos().to_degrees()
}

/// A vector turned by a quaternion, whose four numbers (x, y, z, w) come first. The quaternion need not have the length 1.
fn rotated(numbers: &[f64]) -> [f64; 3] {
    let &[qx, qy, qz, qw, x, y, z] = numbers else { return [f64::NAN; 3] };
    // v + 2 q × (q × v + w v), and what is not of length 1 made so.
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let (axis, vector) = ([qx, qy, qz], [x, y, z]);
    let inner = cross(axis, vector);
    let inner = [0, 1, 2].map(|i| inner[i] + qw * vector[i]);
    let outer = cross(axis, inner);
    let double = 2.0 / (qx * qx + qy * qy + qz * qz + qw * qw);
    [0, 1, 2].map(|i| vector[i] + double * outer[i])
}

/// A function of some numbers, null where one of them is.
#[derive(Debug)]
struct OfNumbers {
    name: &'static str,
    signature: Signature,
    /// The type of what it gives.
    kind: DataType,
    work: Work,
}

impl OfNumbers {
    /// `numbers`: how many it takes, two ways or one.
    fn new(name: &'static str, numbers: &[usize], work: Work) -> Self {
        let exact = |&count: &usize| TypeSignature::Exact(vec![DataType::Float64; count]);
        let signature =
            Signature::one_of(numbers.iter().map(exact).collect(), Volatility::Immutable);
        Self { name, signature, kind: DataType::Float64, work }
    }
}

impl PartialEq for OfNumbers {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for OfNumbers {}

impl std::hash::Hash for OfNumbers {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for OfNumbers {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.kind.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let columns: Vec<&Float64Array> =
            arrays.iter().map(|array: &ArrayRef| array.as_primitive::<Float64Type>()).collect();
        let rows = columns.first().map_or(0, |column| column.len());
        let mut numbers = vec![0.0; columns.len()];
        let row = |row: usize| {
            for (number, column) in numbers.iter_mut().zip(&columns) {
                *number = column.is_valid(row).then(|| column.value(row))?;
            }
            Some((self.work)(&numbers))
        };
        let worked_out: Float64Array = (0..rows).map(row).collect();
        Ok(ColumnarValue::Array(cast(&worked_out, &self.kind)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_distances_and_angles() {
        assert_eq!(norm(&[3.0, 4.0]), 5.0);
        assert_eq!(norm(&[2.0, 3.0, 6.0]), 7.0);
        assert_eq!(distance(&[1.0, 1.0, 1.0, 3.0, 4.0, 7.0]), 7.0);
        assert_eq!(angle_between(&[1.0, 0.0, 0.0, 5.0]).round(), 90.0);
        assert_eq!(angle_between(&[1.0, 1.0, 1.0, -2.0, -2.0, -2.0]).round(), 180.0);
        assert!(angle_between(&[0.0, 0.0, 1.0, 0.0]).is_nan());
    }

    #[test]
    fn vectors_are_turned() {
        let half = 0.5_f64.sqrt();
        let near = |numbers: &[f64], wanted: [f64; 3]| {
            let got = rotated(numbers);
            assert!((0..3).all(|i| (got[i] - wanted[i]).abs() < 1e-12), "{got:?} is {wanted:?}");
        };
        // A quarter about z takes x to y; about x, y to z. Twice as long a quaternion turns as far.
        near(&[0.0, 0.0, half, half, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        near(&[half, 0.0, 0.0, half, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        near(&[0.0, 0.0, 2.0 * half, 2.0 * half, 1.0, 2.0, 3.0], [-2.0, 1.0, 3.0]);
        near(&[0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
    }
}
