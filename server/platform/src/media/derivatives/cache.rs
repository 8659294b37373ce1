//! Makes a derivative once, however many callers want it at the same time, and keeps it.
//!
//! It is made by a task of its own, so that a caller who leaves does not stop it for the others.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use kernel::{Clock, HOUR_MS};

use super::disk::DiskCache;
use super::key::{CacheKey, StoredImage};
use crate::media::error::MediaError;

/// How long a derivative that nobody requests stays on the disk, in milliseconds: what was made of the images of a
/// deleted account is gone within a day (O-9).
const KEEP_UNUSED_MS: i64 = 22 * HOUR_MS;
/// How often such derivatives are purged.
const PURGE_EVERY: Duration = Duration::from_secs(3_600);
/// How long a definite refusal is remembered, so that a broken image is not fetched and decoded on every view.
const REFUSAL_TIME: Duration = Duration::from_secs(30);
/// How many refusals are remembered.
const REFUSALS: u64 = 10_000;

/// Whether a derivative had been made before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::media) enum CacheOutcome {
    /// It was kept.
    Hit,
    /// It was made for this request.
    Miss,
}

/// The derivatives of this process, and those on its disk. Cheap to clone.
#[derive(Clone)]
pub(in crate::media) struct DerivativeCache {
    clock: Arc<dyn Clock>,
    disk: DiskCache,
    hot: moka::future::Cache<CacheKey, StoredImage>,
    refused: moka::future::Cache<CacheKey, MediaError>,
    made: Arc<AtomicU64>,
}

impl DerivativeCache {
    /// A cache in this directory, with at most `disk_bytes` there and `hot_bytes` in memory.
    ///
    /// # Errors
    /// When the directory cannot be created.
    pub(in crate::media) fn open(
        directory: &Path,
        disk_bytes: u64,
        hot_bytes: u64,
        clock: Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        Ok(Self {
            disk: DiskCache::open(directory, disk_bytes, Arc::clone(&clock))?,
            clock,
            hot: moka::future::Cache::builder()
                .max_capacity(hot_bytes)
                .weigher(|_: &CacheKey, stored: &StoredImage| weight(&stored.bytes))
                .build(),
            refused: moka::future::Cache::builder()
                .max_capacity(REFUSALS)
                .time_to_live(REFUSAL_TIME)
                .build(),
            made: Arc::default(),
        })
    }

    /// The derivative under `key`; if there is none, what `make` makes, once for all callers who ask meanwhile.
    ///
    /// # Errors
    /// Those of `make`.
    pub(in crate::media) async fn get_or_make(
        &self,
        key: CacheKey,
        make: impl Future<Output = Result<StoredImage, MediaError>> + Send + 'static,
    ) -> Result<(StoredImage, CacheOutcome), MediaError> {
        if let Some(stored) = self.hot.get(&key).await {
            return Ok((stored, CacheOutcome::Hit));
        }
        if let Some(refusal) = self.refused.get(&key).await {
            return Err(refusal);
        }
        let made_here = Arc::new(AtomicBool::new(false));
        let (cache, is_made) = (self.clone(), Arc::clone(&made_here));
        let task = tokio::spawn(async move {
            let hot = cache.hot.clone();
            hot.try_get_with(key, cache.find_or_make(key, make, &is_made))
                .await
        });
        match task.await {
            Ok(Ok(stored)) if made_here.load(Ordering::Relaxed) => Ok((stored, CacheOutcome::Miss)),
            Ok(Ok(stored)) => Ok((stored, CacheOutcome::Hit)),
            Ok(Err(refusal)) => {
                let refusal = refusal.as_ref().clone();
                if is_lasting(&refusal) {
                    self.refused.insert(key, refusal.clone()).await;
                }
                Err(refusal)
            }
            Err(error) => {
                tracing::error!(%error, "the task that makes a picture failed");
                Err(MediaError::Store)
            }
        }
    }

    async fn find_or_make(
        &self,
        key: CacheKey,
        make: impl Future<Output = Result<StoredImage, MediaError>> + Send,
        is_made: &AtomicBool,
    ) -> Result<StoredImage, MediaError> {
        if let Some(stored) = self.read_disk(key).await {
            return Ok(stored);
        }
        let stored = make.await?;
        is_made.store(true, Ordering::Relaxed);
        self.made.fetch_add(1, Ordering::Relaxed);
        self.write_disk(key, stored.clone()).await;
        Ok(stored)
    }

    async fn read_disk(&self, key: CacheKey) -> Option<StoredImage> {
        let disk = self.disk.clone();
        tokio::task::spawn_blocking(move || disk.get(key))
            .await
            .ok()
            .flatten()
    }

    /// A cache that cannot be written is a slow cache, not a failed request.
    async fn write_disk(&self, key: CacheKey, stored: StoredImage) {
        let disk = self.disk.clone();
        match tokio::task::spawn_blocking(move || disk.put(key, &stored)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a made picture could not be kept"),
            Err(error) => tracing::error!(%error, "the picture cache failed"),
        }
    }

    /// How many derivatives this process has made.
    pub(in crate::media) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Counts what an earlier process left and begins to enforce the caps on it. Blocking.
    pub(in crate::media) fn load(&self) {
        self.disk.load();
    }

    /// Removes derivatives that nobody has requested in almost a day from the disk; returns how many. Blocking. One
    /// that is requested again is made again, if its original still exists.
    fn purge(&self) -> usize {
        self.disk.purge(self.clock.now().plus_millis(-KEEP_UNUSED_MS))
    }

    /// Maintains the disk cache for as long as the process runs: counts what an earlier process left, then purges.
    pub(in crate::media) async fn maintain(self) {
        let cache = self.clone();
        let counted = tokio::task::spawn_blocking(move || cache.load()).await;
        if let Err(error) = counted {
            tracing::error!(%error, "the picture cache could not be counted");
        }
        loop {
            let cache = self.clone();
            match tokio::task::spawn_blocking(move || cache.purge()).await {
                Ok(0) => {}
                Ok(removed) => tracing::debug!(removed, "made pictures that nobody asks for were removed"),
                Err(error) => tracing::error!(%error, "the picture cache could not be purged"),
            }
            tokio::time::sleep(PURGE_EVERY).await;
        }
    }
}

/// Whether asking again soon would give the same refusal.
fn is_lasting(refusal: &MediaError) -> bool {
    matches!(
        refusal,
        MediaError::Unreadable(_) | MediaError::Source(_) | MediaError::Missing | MediaError::Upstream
    )
}

fn weight(bytes: &Bytes) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}
