//! Looking into untrusted bytes: by processes of their own where the program offers them, few at a time, fairly between
//! clients, and with an end.

mod bug;
pub(crate) mod confine;
pub(crate) mod decoder;
pub(crate) mod describe;
pub(crate) mod ending;
pub(crate) mod examine;
pub(crate) mod map;
pub(crate) mod message;
pub(crate) mod pool;
pub(crate) mod questions;
mod statistics;
mod task;
mod tools;
pub(crate) mod worker;
