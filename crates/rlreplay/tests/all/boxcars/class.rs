//! Differences of boxcars, by name. `docs/spec/rocket-league.md` explains each class and names a place that proves it.

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A class of differences.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Class {
            $($(#[$doc])* $name,)*
        }

        impl Class {
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

classes! {
    /// A pickup without a taker has an index like any other, -1.
    PickupIndex,
    /// The rest of such an index makes two updates of `Role` or `RemoteRole`, which are not there.
    BogusRole,
    /// Before net version 5, places of bodies are in whole units and velocities in tenths.
    OldUnits,
    /// Spins are in thousandths or ten-thousandths.
    SpinUnits,
    /// Vectors that are not of a body's motion are in whole units.
    WholeUnits,
    /// Three angles are not part of a quaternion.
    Angles,
    /// The component that is left out, to single precision.
    Precision,
    /// The angles of a rotator are pitch, yaw, roll.
    RotatorOrder,
    /// An account without a platform is only that: the next number is the length of a name.
    NoPlatform,
    /// The last three products of a loadout.
    LoadoutEnd,
    /// A title is references and numbers, each beginning a bit before.
    TitleBits,
    /// A number with a fraction is not a whole one.
    FloatAsInt,
}
