//! Reads the lists of words and phrases from their files.

use serde::de::DeserializeOwned;

/// Reads a data file that is compiled in.
///
/// # Panics
/// If it does not fit its type. A test reads every file. A judge without its lists would let everything pass,
/// so it fails instead.
pub(super) fn read<T: DeserializeOwned>(name: &str, text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("safety/{name}: {error}"))
}
