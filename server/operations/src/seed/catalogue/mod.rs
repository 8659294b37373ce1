//! Reads and checks the files of the starter catalogue. `catalogue/README.md` describes the format.

mod check;
pub(super) mod model;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use self::model::{Author, Campaign, Card, Scenario, Tag};

/// An error in the files of the catalogue.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A file cannot be read.
    #[error("{path}: {cause}")]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        cause: std::io::Error,
    },
    /// A file is not TOML of the right shape.
    #[error("{path}: {cause}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The place and the cause.
        cause: Box<toml::de::Error>,
    },
    /// A text breaks a rule or names something that does not exist.
    #[error("{slug}: {what}")]
    Unfit {
        /// The scenario, card or campaign.
        slug: String,
        /// The rule.
        what: String,
    },
}

/// Everything in `catalogue/`, checked.
pub(super) struct Catalogue {
    pub(super) authors: Vec<Author>,
    pub(super) tags: Vec<Tag>,
    pub(super) scenarios: Vec<Scenario>,
    pub(super) cards: Vec<Card>,
    pub(super) campaigns: Vec<Campaign>,
}

impl Catalogue {
    /// Reads and checks the folder.
    pub(super) fn read(folder: &Path) -> Result<Self, CatalogueError> {
        #[derive(Deserialize)]
        struct Authors {
            authors: Vec<Author>,
        }
        #[derive(Deserialize)]
        struct Tags {
            tags: Vec<Tag>,
        }
        #[derive(Deserialize)]
        struct Campaigns {
            campaigns: Vec<Campaign>,
        }
        let catalogue = Self {
            authors: read_file::<Authors>(&folder.join("authors.toml"))?.authors,
            tags: read_file::<Tags>(&folder.join("tags.toml"))?.tags,
            campaigns: read_file::<Campaigns>(&folder.join("campaigns.toml"))?.campaigns,
            scenarios: read_folder(&folder.join("scenarios"))?,
            cards: read_folder(&folder.join("cards"))?,
        };
        catalogue.check()?;
        Ok(catalogue)
    }
}

fn read_file<T: DeserializeOwned>(path: &Path) -> Result<T, CatalogueError> {
    let text = std::fs::read_to_string(path).map_err(|cause| CatalogueError::Unreadable {
        path: path.to_owned(),
        cause,
    })?;
    toml::from_str(&text).map_err(|cause| CatalogueError::Malformed {
        path: path.to_owned(),
        cause: Box::new(cause),
    })
}

/// Reads all TOML files of a folder, in the order of their names.
fn read_folder<T: DeserializeOwned>(folder: &Path) -> Result<Vec<T>, CatalogueError> {
    let unreadable = |cause| CatalogueError::Unreadable {
        path: folder.to_owned(),
        cause,
    };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths.iter().map(|path| read_file(path)).collect()
}
