//! The scripts that make a bundle's realm the same in both renderers.

/// Keeps array buffers where they are counted. Run before the bundle.
pub(crate) const GUARD: &str = include_str!("realm/guard.js");

/// Timers that never fire. Run before the bundle.
pub(crate) const TIMERS: &str = include_str!("realm/timers.js");

/// Adds `queueMicrotask` where the engine has none. Run before the bundle.
pub(crate) const MICROTASKS: &str = include_str!("realm/microtasks.js");

/// Removes what a page must not use and closes the realm against additions. Run after the bundle.
pub(crate) const SEAL: &str = include_str!("realm/seal.js");
