//! Filling a database: the starter catalogue of `catalogue/`, or a synthetic one of any size for load work.
//!
//! Both may be run again: the starter catalogue is brought up to date (counts stay as they are), the
//! synthetic one adds the scenarios that are missing. Everything goes through the same tables and the same
//! search index as what people write.

mod adult_check;
mod catalogue;
pub(crate) mod starter;
pub(crate) mod synthetic;
#[cfg(test)]
mod tests;

pub use catalogue::CatalogueError;
pub use starter::{StarterPaths, StarterReport, is_empty, seed_starter};
pub use synthetic::{SyntheticReport, seed_synthetic};

use platform::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "seed",
    uses: &[
        "db",
        "blobs",
        "media",
        "search",
        "tags",
        "users",
        "scenarios",
        "campaigns",
        "cards",
    ],
    tables: &[],
    statements: &[synthetic::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};

/// Why a catalogue could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The texts in `catalogue/` are not usable.
    #[error("the starter catalogue cannot be used: {0}")]
    Catalogue(#[from] CatalogueError),
    /// The database refused.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// A picture could not be stored.
    #[error("picture {key}: {cause}")]
    Picture {
        /// The picture's blob key.
        key: String,
        /// Why.
        cause: String,
    },
}
