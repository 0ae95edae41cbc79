//! Rocket League's cars and balls.

use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::motion::{Bodies, Placed};

use super::{Sampled, Times};
use crate::{Columns, Error, Result};

pub(super) fn bodies(
    view: &View<'_>,
    table: &str,
    wanted: &Columns,
    times: &[f64],
) -> Result<Sampled> {
    let bodies = if table == "cars" { Bodies::cars(view) } else { Bodies::balls(view) };
    let placed = bodies.at(times, Times::MOST);
    let placed = placed.ok_or(Error::TooManyRows { most: Times::MOST })?;
    let mut sampled = Sampled::default();
    for Placed { time, row, .. } in &placed {
        sampled.push(*time, *row)?;
    }
    let mut put = |name: String, number: &dyn Fn(&Placed) -> f64| {
        if wanted.column(&name).is_ok() {
            sampled.instead.push((name, placed.iter().map(number).collect()));
        }
    };
    for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
        let of = |parts: [f64; 3]| parts.get(axis).copied().unwrap_or_default();
        put(format!("position.{letter}"), &|placed| of(placed.pose.position.parts()));
        put(format!("velocity.{letter}"), &|placed| of(placed.pose.velocity.parts()));
        put(format!("angular_velocity.{letter}"), &|placed| of(placed.pose.spin.parts()));
    }
    for (axis, letter) in ["x", "y", "z", "w"].into_iter().enumerate() {
        let of = |parts: [f64; 4]| parts.get(axis).copied().unwrap_or_default();
        put(format!("rotation.{letter}"), &|placed| of(placed.pose.rotation.parts()));
    }
    Ok(sampled)
}
