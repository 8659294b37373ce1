//! Derivatives: what is made of originals. Each is made once, by few threads, and kept in memory and on the disk.

mod cache;
mod disk;
mod index;
mod key;
mod workers;

pub(super) use cache::{CacheOutcome, DerivativeCache};
pub(super) use key::{CacheKey, StoredImage};
pub(super) use workers::{WorkerLimits, Workers};
