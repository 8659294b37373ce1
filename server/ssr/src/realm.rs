//! The scripts that make a bundle's realm the same in both renderers.

/// Removes what could take memory outside the limits. Run before the bundle.
pub(crate) const GUARD: &str = include_str!("realm/guard.js");

/// Timers that never fire. Run before the bundle.
pub(crate) const TIMERS: &str = include_str!("realm/timers.js");

/// Closes the realm against additions. Run after the bundle.
pub(crate) const SEAL: &str = include_str!("realm/seal.js");
