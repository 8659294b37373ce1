//! Fills a database: with the starter catalogue of `catalogue/`, or with a synthetic one of any size for load
//! tests.
//!
//! Both may run again: the starter catalogue is updated (counts stay as they are), the synthetic one gets the
//! scenarios that are missing. Everything goes through the same tables and the same search index as people's
//! own texts.

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

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "seed",
    about: None,
    uses: &[
        "db",
        "blobs",
        "media",
        "image_judge",
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
    report_kinds: &[],
};

/// The reason why a catalogue could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The texts in `catalogue/` are not usable.
    #[error("the starter catalogue cannot be used: {0}")]
    Catalogue(#[from] CatalogueError),
    /// The database failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// An image could not be stored.
    #[error("picture {key}: {cause}")]
    Image {
        /// The image's blob key.
        key: String,
        /// The cause.
        cause: String,
    },
}
