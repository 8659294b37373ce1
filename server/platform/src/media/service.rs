//! The slice as one object: its settings, and its parts put together.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kernel::Clock;
use url::Url;

use super::derivatives::{DerivativeCache, WorkerLimits, Workers};
use super::gate::Gate;
use super::judgements::Judgements;
use super::og::{OgCards, OgImages};
use super::optimiser::Optimiser;
use super::originals::Originals;
use super::parts::Parts;
use crate::blobs::Blobs;
use crate::egress::{AllowedHosts, Egress};

/// The slice's settings.
#[derive(Debug, Clone)]
pub struct MediaSettings {
    /// Our own public address: absolute URLs below it are our own images.
    pub public_url: Url,
    /// Other hosts whose images are optimised (`DRAMATIS_IMAGE_HOSTS`).
    pub hosts: AllowedHosts,
    /// Where derivatives are kept. Losing them costs nothing but time.
    pub cache_directory: PathBuf,
    /// How much of the disk they may take, in bytes.
    pub cache_bytes: u64,
    /// How much memory the most recent ones may take, in bytes.
    pub hot_bytes: u64,
    /// Where the TTF files for OG images are; the system's fonts are used as well.
    pub fonts_directory: Option<PathBuf>,
    /// Images made at the same time.
    pub workers: usize,
    /// Images that wait for a worker before the next one is refused; fewer if they would wait too long.
    pub queue: usize,
    /// The most processor time that an image may take.
    pub work_time: Duration,
}

impl MediaSettings {
    /// The defaults: no other hosts, 512 MB on disk, 32 MB in memory, two workers, two seconds of processor time.
    pub fn new(public_url: Url, cache_directory: PathBuf) -> Self {
        Self {
            public_url,
            hosts: AllowedHosts::default(),
            cache_directory,
            cache_bytes: 512 * 1024 * 1024,
            hot_bytes: 32 * 1024 * 1024,
            fonts_directory: None,
            workers: 2,
            queue: 64,
            work_time: Duration::from_secs(2),
        }
    }
}

/// Everything the slice needs to answer. Cheap to clone.
#[derive(Clone)]
pub struct Media {
    parts: Parts,
    optimiser: Optimiser,
    og_images: Arc<OgImages>,
}

impl Media {
    /// Puts the slice together. `cards` provides the texts of OG images; `gate` knows what is explicit and who may see
    /// it.
    ///
    /// # Errors
    /// When the cache directory cannot be created, or the system has no thread left.
    pub fn open(
        settings: MediaSettings,
        blobs: Blobs,
        egress: Egress,
        clock: Arc<dyn Clock>,
        cards: Arc<dyn OgCards>,
        gate: Arc<dyn Gate>,
    ) -> std::io::Result<Self> {
        let parts = Parts {
            originals: Originals::new(blobs, egress, settings.public_url, settings.hosts),
            judgements: Judgements::new(gate),
            derivatives: DerivativeCache::open(
                &settings.cache_directory,
                settings.cache_bytes,
                settings.hot_bytes,
                Arc::clone(&clock),
            )?,
            workers: Arc::new(Workers::start(WorkerLimits {
                threads: settings.workers,
                queue: settings.queue,
                work_time: settings.work_time,
            })?),
        };
        Ok(Self {
            optimiser: Optimiser::new(parts.clone(), clock),
            og_images: Arc::new(OgImages::new(parts.clone(), cards, settings.fonts_directory)),
            parts,
        })
    }

    /// Discards what is known about which images are explicit: another process changed it.
    pub fn invalidate_judgements(&self) {
        self.parts.judgements.invalidate();
    }

    /// Maintains the cache of derivatives for as long as the process runs.
    pub async fn maintain_cache(self) {
        self.parts.derivatives.maintain().await;
    }

    /// How many derivatives this process has made; for tests.
    pub fn derivatives_made(&self) -> u64 {
        self.parts.derivatives.made()
    }

    /// The blob store.
    pub fn blobs(&self) -> &Blobs {
        self.parts.originals.blobs()
    }

    pub(super) fn judgements(&self) -> &Judgements {
        &self.parts.judgements
    }

    pub(super) fn optimiser(&self) -> &Optimiser {
        &self.optimiser
    }

    pub(super) fn og_images(&self) -> &OgImages {
        &self.og_images
    }

    /// Counts what an earlier process left in the cache, as [`Media::maintain_cache`] does first.
    #[cfg(test)]
    pub(super) fn load_cache(&self) {
        self.parts.derivatives.load();
    }
}
