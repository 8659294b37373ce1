//! Stores the generated images of the starter catalogue.

use std::path::Path;

use catalogue::scenarios::ScenarioImages;
use platform::blobs::{BlobKey, Blobs};

use crate::seed::SeedError;

/// Copies generated images into the blob store.
pub(super) struct ImageImporter<'a> {
    pub(super) blobs: &'a Blobs,
    pub(super) folder: &'a Path,
    /// How many were stored.
    pub(super) stored: usize,
}

impl ImageImporter<'_> {
    /// Stores the image at this path below the folder; returns its blob key, or `None` if there is no such
    /// file.
    pub(super) async fn put(&mut self, path: &str) -> Result<Option<String>, SeedError> {
        let failed = |cause: String| SeedError::Image {
            key: path.to_owned(),
            cause,
        };
        let content = match tokio::fs::read(self.folder.join(path)).await {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error.to_string())),
        };
        let key = BlobKey::parse(&format!("starter/{path}")).map_err(|error| failed(error.to_string()))?;
        self.blobs
            .put(&key, content.into())
            .await
            .map_err(|error| failed(error.to_string()))?;
        self.stored += 1;
        Ok(Some(key.as_str().to_owned()))
    }

    /// Stores the cover and the banner in this folder.
    pub(super) async fn put_cover_and_banner(&mut self, folder: &str) -> Result<ScenarioImages, SeedError> {
        Ok(ScenarioImages {
            cover: self.put(&format!("{folder}/cover.webp")).await?,
            banner: self.put(&format!("{folder}/banner.webp")).await?,
            ..ScenarioImages::default()
        })
    }
}
