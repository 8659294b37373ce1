//! Turns through the API, with models that do what a test says.

mod charges;
mod crash;
mod crisis;
mod demo;
mod endings;
mod faults;
mod limits;
mod lore;
mod minors;
mod play;
#[cfg(target_os = "linux")]
mod polls;
mod refused;
mod storage;
mod streams;
mod support;
mod waits;
