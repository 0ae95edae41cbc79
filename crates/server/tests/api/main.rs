//! The server as its clients see it: real sockets, real files, temporary folders.

mod copies;
mod crash;
mod description;
mod downloads;
mod fairness;
mod integrity;
mod links;
mod lists;
mod live;
mod maps;
mod marks;
mod motion;
mod protection;
mod query;
#[cfg(unix)]
mod speed;
mod stats;
mod support;
mod uploads;
