//! Runs the model on a thread of its own, one image at a time, when nothing else needs the processor.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::classifier::Classifier;
use super::rules::{AvatarMetric, sorted, strictest};
use crate::blocking::{Stop, use_idle_priority};
use crate::media::{MediaError, decode_frames};

/// The longest that judging one image may take. The work takes a tenth of a second, but waits for all other
/// work.
const LONGEST: Duration = Duration::from_secs(30);
/// Uploads that wait to be judged at once; the job judges further ones.
const MAX_WAITING: usize = 64;

/// Why an image was not judged.
#[derive(Debug, thiserror::Error)]
pub enum NotJudged {
    /// This installation has no model, or it is switched off.
    #[error("there is no model")]
    NoModel,
    /// The file cannot be decoded.
    #[error("{0}")]
    Unreadable(#[from] MediaError),
    /// The model failed, or the system has no thread left.
    #[error("the classifier failed")]
    Failed,
}

/// The judge of this installation. Cheap to clone; its model is loaded on first use.
#[derive(Clone)]
pub struct ImageJudge(Arc<Inner>);

struct Inner {
    folder: Option<PathBuf>,
    classifier: OnceLock<Option<Classifier>>,
    /// One image at a time: other work needs the memory.
    permit: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl ImageJudge {
    /// The model of this folder.
    #[must_use]
    pub fn of(folder: PathBuf) -> Self {
        Self::with(Some(folder))
    }

    /// No model: no image is judged.
    #[must_use]
    pub fn none() -> Self {
        Self::with(None)
    }

    fn with(folder: Option<PathBuf>) -> Self {
        Self(Arc::new(Inner {
            folder,
            classifier: OnceLock::new(),
            permit: Arc::new(Semaphore::new(1)),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        }))
    }

    /// Whether there is a model; loads it.
    pub async fn is_ready(&self) -> bool {
        self.0.folder.is_some()
            && self
                .run(|inner, _| Ok(inner.classifier().is_some()))
                .await
                .unwrap_or_default()
    }

    /// Whether there is a model, as far as is known: one that was not needed yet is not loaded for that.
    pub(super) fn has_model(&self) -> bool {
        match (&self.0.folder, self.0.classifier.get()) {
            (None, _) => false,
            (Some(_), Some(loaded)) => loaded.is_some(),
            (Some(folder), None) => Classifier::is_in(folder),
        }
    }

    /// What the model finds in an image file, the most probable class first; of an animation, in the
    /// strictest of its first, middle and last frame.
    ///
    /// # Errors
    /// [`NotJudged`].
    pub async fn judge(&self, file: Bytes) -> Result<Vec<AvatarMetric>, NotJudged> {
        self.run(move |inner, stop| {
            let classifier = inner.classifier().ok_or(NotJudged::NoModel)?;
            let judge = |frame| classifier.classify(frame).map(sorted);
            let judged: Option<Vec<_>> = decode_frames(&file, stop)?.iter().map(judge).collect();
            judged.and_then(strictest).ok_or(NotJudged::Failed)
        })
        .await
    }

    /// A place among those that wait to be judged at once. `None` if it is switched off, or too many wait.
    pub(super) fn wait(&self) -> Option<OwnedSemaphorePermit> {
        self.0.folder.as_ref()?;
        self.0.waiting.clone().try_acquire_owned().ok()
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner, &Stop) -> Result<T, NotJudged> + Send + 'static,
    ) -> Result<T, NotJudged> {
        let failed = |_| NotJudged::Failed;
        let permit = self.0.permit.clone().acquire_owned().await.map_err(failed)?;
        let (inner, stop) = (self.0.clone(), Stop::default());
        let watched = stop.clone();
        let (sender, result) = oneshot::channel();
        let in_thread = move || {
            // It holds its place until the work has really ended.
            let _permit = permit;
            use_idle_priority();
            // The caller may have left.
            let _ = sender.send(work(&inner, &watched));
        };
        std::thread::Builder::new()
            .name("image-judge".to_owned())
            .spawn(in_thread)
            .map_err(|_| NotJudged::Failed)?;
        let Ok(result) = tokio::time::timeout(LONGEST, result).await else {
            stop.raise();
            return Err(MediaError::Late.into());
        };
        // No result: it panicked.
        result.map_err(|_| NotJudged::Failed)?
    }
}

impl Inner {
    fn classifier(&self) -> Option<&Classifier> {
        let load = || {
            let folder = self.folder.as_ref()?;
            match Classifier::load(folder) {
                Ok(classifier) => Some(classifier),
                Err(error) => {
                    tracing::warn!(%error, "there is no image classifier: uploaded images are not judged and stay blurred");
                    None
                }
            }
        };
        self.classifier.get_or_init(load).as_ref()
    }
}

impl std::fmt::Debug for ImageJudge {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("ImageJudge")
            .field("folder", &self.0.folder)
            .finish_non_exhaustive()
    }
}
