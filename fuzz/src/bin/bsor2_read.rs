//! Fuzz target: see the library.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ghostreel_fuzz::bsor2_read(bytes));
