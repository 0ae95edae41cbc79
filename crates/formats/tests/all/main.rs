//! All integration tests of `ghostreel-formats`, in one program, which links once.

mod bsor2;
mod declared;
mod json;
mod native;
mod options;
mod redact;
mod registry;
mod repair;
mod scoresaber_json;
