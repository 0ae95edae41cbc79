//! All integration tests of `ghostreel-recorder`, in one program, which links once.

mod kill;
mod no_memory;
mod round_trip;
