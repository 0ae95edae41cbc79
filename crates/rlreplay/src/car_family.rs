//! The hit boxes of cars. Each body of a car belongs to one of six families, whose cars collide alike, in whatever shape they are drawn.

/// The cars that have the same hit box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarFamily {
    /// As players call it: its best known car.
    pub name: &'static str,
    /// Length, width and height of the hit box, in uu.
    pub hit_box: [f64; 3],
    /// The product ids of its bodies; of [`OCTANE`] none, as all others are of it.
    pub bodies: &'static [u32],
}

/// The family of all bodies that are of no other one.
pub const OCTANE: CarFamily =
    CarFamily { name: "Octane", hit_box: [118.01, 84.2, 36.16], bodies: &[] };

/// All of them.
pub static FAMILIES: [CarFamily; 6] = [
    OCTANE,
    CarFamily {
        name: "Dominus",
        hit_box: [127.93, 83.28, 31.3],
        bodies: &[
            29, 403, 597, 600, 1018, 1171, 1286, 1675, 1689, 1883, 2070, 2268, 2666, 2950, 2951,
            3155, 3156, 3157, 3265, 3426, 3875, 3879, 3880, 4014, 4155, 4367, 4472, 4473, 4745,
            4770, 4781, 4861, 4864, 5709, 5773, 5823, 5858, 5964, 5979, 6122, 6244, 6247, 6260,
            6836, 7211, 7337, 7338, 7341, 7343, 7415, 7512, 7532, 7593, 7772, 8454, 9053, 9088,
            9089, 9140, 9388, 9894, 10094, 10440, 10441, 10694, 10695, 11016, 11095, 11315, 11336,
            11534, 11941, 11996, 12106, 12142, 12262, 12286, 12325, 12382, 12563, 12669,
        ],
    },
    CarFamily {
        name: "Plank",
        hit_box: [128.82, 84.67, 29.39],
        bodies: &[24, 803, 1603, 1691, 1919, 3594, 3614, 3622, 4268, 5265, 7052, 8524],
    },
    CarFamily {
        name: "Breakout",
        hit_box: [131.49, 80.52, 30.3],
        bodies: &[
            22, 1416, 1894, 1932, 3031, 3311, 6243, 6489, 7651, 7696, 7890, 7901, 8006, 8360, 8361,
            8565, 8566, 8669, 9357, 10697, 10698, 10817, 10822, 11038, 11394, 11505, 11677, 11800,
            11933, 11949, 12173, 12315, 12361, 12484,
        ],
    },
    CarFamily {
        name: "Hybrid",
        hit_box: [127.02, 82.19, 34.16],
        bodies: &[
            28, 31, 1159, 1317, 1624, 1856, 2269, 3451, 3582, 3702, 5470, 5488, 5879, 7012, 9084,
            9085, 9427, 10044, 10805, 11138, 11141, 11379, 11932, 12569, 12652,
        ],
    },
    CarFamily {
        name: "Merc",
        hit_box: [120.72, 76.71, 41.66],
        bodies: &[
            30, 4780, 7336, 7477, 7815, 7979, 10689, 11098, 11736, 11905, 11950, 12318, 12335,
        ],
    },
];

impl CarFamily {
    /// The family of a car, by the product id of its body.
    pub fn of(body: u32) -> &'static Self {
        let of_it = FAMILIES.iter().find(|family| family.bodies.contains(&body));
        of_it.unwrap_or(&OCTANE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_of_one_family_and_of_the_octanes_where_it_is_of_no_other() {
        let names = [23, 403, 22, 30, 24, 28, 4284, 0].map(|body| CarFamily::of(body).name);
        let expected =
            ["Octane", "Dominus", "Breakout", "Merc", "Plank", "Hybrid", "Octane", "Octane"];
        assert_eq!(names, expected);
        let mut bodies: Vec<u32> =
            FAMILIES.iter().flat_map(|family| family.bodies).copied().collect();
        let listed = bodies.len();
        bodies.sort_unstable();
        bodies.dedup();
        assert_eq!((listed, bodies.len()), (165, 165));
    }
}
