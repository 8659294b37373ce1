//! Runs the model without blocking async threads or using all cores.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use tokio::sync::Semaphore;

use super::encoder::Encoder;
use super::vector::Vector;

/// Most texts of one call; further ones are ignored.
const MAX_TEXTS: usize = 16;

/// The sentence model of this installation. Cheap to clone; loaded on first use.
#[derive(Clone)]
pub struct Vectors(Arc<Inner>);

struct Inner {
    folder: Option<PathBuf>,
    encoder: OnceLock<Option<Encoder>>,
    /// One call at a time: other work needs the cores as well.
    permit: Semaphore,
}

impl Vectors {
    /// The model of this folder.
    #[must_use]
    pub fn of(folder: PathBuf) -> Self {
        Self::with(Some(folder))
    }

    /// No model.
    #[must_use]
    pub fn none() -> Self {
        Self::with(None)
    }

    fn with(folder: Option<PathBuf>) -> Self {
        Self(Arc::new(Inner {
            folder,
            encoder: OnceLock::new(),
            permit: Semaphore::new(1),
        }))
    }

    /// Loads the model if that was not done yet; returns whether there is one. Takes a moment: not for async
    /// threads.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.0.encoder().is_some()
    }

    /// The vector of a text. Takes about 10 ms: not for async threads, which have [`Self::meanings`].
    #[must_use]
    pub fn meaning(&self, text: &str) -> Option<Vector> {
        self.0.encoder()?.encode(text)
    }

    /// The vectors of the texts, in their order; `None` if there is no model.
    pub async fn meanings(&self, mut texts: Vec<String>) -> Option<Vec<Option<Vector>>> {
        texts.truncate(MAX_TEXTS);
        let _permit = self.0.permit.acquire().await.ok()?;
        let vectors = self.clone();
        let asked = tokio::task::spawn_blocking(move || {
            let encoder = vectors.0.encoder()?;
            Some(texts.iter().map(|text| encoder.encode(text)).collect())
        });
        asked.await.ok()?
    }

    #[cfg(test)]
    pub(super) fn tokens(&self, text: &str) -> Option<Vec<i32>> {
        Some(self.0.encoder()?.tokens(text))
    }
}

impl Inner {
    fn encoder(&self) -> Option<&Encoder> {
        let read = || {
            let folder = self.folder.as_ref()?;
            match Encoder::load(folder) {
                Ok(encoder) => Some(encoder),
                Err(error) => {
                    tracing::warn!(%error, "there is no sentence model: texts are compared by their words instead of their meaning");
                    None
                }
            }
        };
        self.encoder.get_or_init(read).as_ref()
    }
}

impl std::fmt::Debug for Vectors {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Vectors")
            .field("folder", &self.0.folder)
            .finish_non_exhaustive()
    }
}
