//! Turns through the API, with scripted models.

mod charges;
mod crash;
mod crisis;
mod demo;
mod endings;
mod faults;
mod interrupted;
mod kinds;
mod limits;
mod lore;
mod minors;
mod notices;
#[cfg(target_os = "linux")]
mod polls;
mod prices;
mod refused;
mod speaking;
mod storage;
mod streams;
mod support;
mod versions;
mod waits;
mod witnesses;
