//! The use cases: find a source, make a picture of it once, keep it.
//!
//! However many callers want the same picture at the same time, it is made once and by a task of its own, so
//! a caller who leaves takes nothing from the others. Pictures are made on few workers with a bounded queue
//! before them: a flood is answered with 503, never with memory.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use bytes::Bytes;
use kernel::{Clock, DAY_MS, HOUR_MS};
use url::Url;

use super::cache::{CacheKey, DiskCache, Stored};
use super::error::{MediaError, Unreadable};
use super::gate::{Audience, Gate};
use super::og::{OgCards, Painter};
use super::picture::{self, PIPELINE, Stop};
use super::rules::{FETCHED_BYTES, ImageRecipe, ImageRequest, UPLOAD_BYTES, VEILED_ORIGINAL};
use super::source::Source;
use super::workers::Workers;
use crate::blobs::{BlobError, BlobInfo, BlobKey, Blobs};
use crate::egress::{AllowedHosts, Egress, Fetch};

/// How long a picture of another host is used before it is fetched again, in milliseconds.
const REMOTE_MILLIS: i64 = DAY_MS;
/// How long a made picture that nobody asks for stays on the disk, in milliseconds: what is made of the
/// pictures of somebody who leaves is gone within a day (O-9).
const KEEP_UNUSED_MILLIS: i64 = 22 * HOUR_MS;
/// How often such are looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(3_600);
/// How long a definite refusal is remembered, so that a broken picture is not fetched and decoded on every
/// view.
const REFUSAL_TIME: Duration = Duration::from_secs(30);
/// How long what the store said about a blob is believed.
const INFO_TIME: Duration = Duration::from_secs(5);
/// How long it is believed whether a picture is explicit: so long does it take until a new judgement shows
/// (O-10).
const JUDGEMENT_TIME: Duration = Duration::from_secs(5);
/// How many judgements are remembered.
const JUDGEMENTS: u64 = 100_000;
/// How long a fetched original is kept for its other sizes (a srcset asks for three at once).
const ORIGINAL_TIME: Duration = Duration::from_secs(60);
/// What other hosts are asked for.
const ACCEPT: &str = "image/webp,image/png,image/jpeg,image/*;q=0.8";
/// How much memory those originals may take, in bytes.
const ORIGINAL_BYTES: u64 = 32 * 1024 * 1024;

/// The slice's settings.
#[derive(Debug, Clone)]
pub struct MediaSettings {
    /// Our own public address: absolute URLs below it are our own pictures.
    pub public_url: Url,
    /// Other hosts whose pictures are optimised (`DRAMATIS_IMAGE_HOSTS`).
    pub hosts: AllowedHosts,
    /// Where made pictures are kept. Losing it costs nothing but time.
    pub cache_directory: PathBuf,
    /// How much of the disk they may take, in bytes.
    pub cache_bytes: u64,
    /// How much memory the most recent ones may take, in bytes.
    pub hot_bytes: u64,
    /// Where the TTF files for sharing pictures are; the system's fonts are used beside them.
    pub fonts_directory: Option<PathBuf>,
    /// Pictures made at the same time.
    pub workers: usize,
    /// Pictures waiting for a worker before the next one is refused; fewer where they would wait for too
    /// long.
    pub queue: usize,
    /// The longest a picture may take to make.
    pub work_time: Duration,
}

impl MediaSettings {
    /// The defaults: no foreign hosts, 512 MB on disk, 32 MB in memory, two workers, two seconds.
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
    inner: Arc<Inner>,
}

struct Inner {
    settings: MediaSettings,
    blobs: Blobs,
    egress: Egress,
    clock: Arc<dyn Clock>,
    cards: Arc<dyn OgCards>,
    gate: Arc<dyn Gate>,
    painter: Arc<Painter>,
    disk: DiskCache,
    hot: moka::future::Cache<CacheKey, Stored>,
    refused: moka::future::Cache<CacheKey, MediaError>,
    infos: moka::future::Cache<BlobKey, BlobInfo>,
    judgements: moka::future::Cache<BlobKey, bool>,
    originals: moka::future::Cache<Url, Bytes>,
    workers: Workers,
    waiting: AtomicUsize,
    made: AtomicU64,
}

/// A source that exists (or may, on another host), and the name of the picture wanted of it.
#[derive(Debug, Clone)]
pub struct Located {
    source: Source,
    recipe: ImageRecipe,
    /// Names the picture; equal keys have equal bytes.
    pub key: CacheKey,
    /// How long the answer stays right.
    pub lifetime: Lifetime,
}

/// How long an answer stays right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// For ever: the address is made from the content.
    Content,
    /// For a month: one of our own pictures under a name of its own.
    Named,
    /// For a day: a picture of another host, or one that is drawn from data.
    Day,
    /// Until the next time: an explicit picture, for one who has confirmed to see it. Only their browser may
    /// keep it, and it asks again whether they still may.
    Confirmed,
    /// Not at all: what stands for an explicit picture until whoever asks has confirmed.
    Blurred,
}

impl Lifetime {
    /// How long an answer made from one of our own pictures stays right for this audience.
    pub(super) fn of(key: &BlobKey, audience: Audience) -> Self {
        match audience {
            Audience::Confirmed => Self::Confirmed,
            Audience::Unconfirmed => Self::Blurred,
            Audience::Everyone if key.is_content() => Self::Content,
            Audience::Everyone => Self::Named,
        }
    }
}

/// Where a picture came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// It had been made before.
    Kept,
    /// It was made for this request.
    Derivative,
}

impl Media {
    /// Puts the slice together. `cards` answers for the sharing pictures' texts, `gate` for what is explicit
    /// and who sees it.
    ///
    /// # Errors
    /// Where the cache directory cannot be made.
    pub fn open(
        settings: MediaSettings,
        blobs: Blobs,
        egress: Egress,
        clock: Arc<dyn Clock>,
        cards: Arc<dyn OgCards>,
        gate: Arc<dyn Gate>,
    ) -> std::io::Result<Self> {
        let disk = DiskCache::open(
            &settings.cache_directory,
            settings.cache_bytes,
            Arc::clone(&clock),
        )?;
        let hot = moka::future::Cache::builder()
            .max_capacity(settings.hot_bytes)
            .weigher(|_: &CacheKey, stored: &Stored| weight(&stored.bytes))
            .build();
        let originals = moka::future::Cache::builder()
            .max_capacity(ORIGINAL_BYTES)
            .weigher(|_: &Url, bytes: &Bytes| weight(bytes))
            .time_to_live(ORIGINAL_TIME)
            .build();
        let inner = Inner {
            painter: Arc::new(Painter::new(settings.fonts_directory.clone())),
            workers: Workers::start(settings.workers)?,
            refused: moka::future::Cache::builder()
                .max_capacity(10_000)
                .time_to_live(REFUSAL_TIME)
                .build(),
            infos: moka::future::Cache::builder()
                .max_capacity(10_000)
                .time_to_live(INFO_TIME)
                .build(),
            judgements: moka::future::Cache::builder()
                .max_capacity(JUDGEMENTS)
                .time_to_live(JUDGEMENT_TIME)
                .build(),
            waiting: AtomicUsize::new(0),
            made: AtomicU64::new(0),
            settings,
            blobs,
            egress,
            clock,
            cards,
            gate,
            disk,
            hot,
            originals,
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// Believes nothing any more of which pictures are explicit: another process changed it.
    pub fn judge_again(&self) {
        self.inner.judgements.invalidate_all();
    }

    /// Counts what an earlier process left in the cache and starts to hold it to its cap. Blocking: call it
    /// on a worker once the server answers; nothing waits for it.
    pub fn load_cache(&self) {
        self.inner.disk.load();
    }

    /// Removes made pictures that nobody has asked for in almost a day from the disk; how many. Blocking.
    /// What is asked for again is made again, if its original is still there.
    pub fn purge_cache(&self) -> usize {
        self.inner
            .disk
            .purge(self.inner.clock.now().plus_millis(-KEEP_UNUSED_MILLIS))
    }

    /// Looks after the cache for as long as the process runs: counts what an earlier process left, then
    /// purges.
    pub async fn work(self) {
        let media = self.clone();
        let counted = tokio::task::spawn_blocking(move || media.load_cache()).await;
        if let Err(error) = counted {
            tracing::error!(%error, "the picture cache could not be counted");
        }
        loop {
            let media = self.clone();
            match tokio::task::spawn_blocking(move || media.purge_cache()).await {
                Ok(0) => {}
                Ok(removed) => tracing::debug!(removed, "made pictures that nobody asks for were removed"),
                Err(error) => tracing::error!(%error, "the picture cache could not be swept"),
            }
            tokio::time::sleep(SWEEP_EVERY).await;
        }
    }

    /// The blob store behind it.
    pub fn blobs(&self) -> &Blobs {
        &self.inner.blobs
    }

    /// How many pictures this process has made; for tests and the health report.
    pub fn made(&self) -> u64 {
        self.inner.made.load(Ordering::Relaxed)
    }

    /// Bytes and files of the disk cache, for the health report.
    pub fn cache_size(&self) -> (u64, usize) {
        self.inner.disk.size()
    }

    pub(super) fn cards(&self) -> &dyn OgCards {
        self.inner.cards.as_ref()
    }

    pub(super) fn painter(&self) -> Arc<Painter> {
        Arc::clone(&self.inner.painter)
    }

    /// Whether a picture of ours that exists is explicit. Where nobody can say it is taken to be: better
    /// blurred than shown to a child.
    pub(super) async fn is_explicit(&self, key: &BlobKey) -> bool {
        if let Some(judgement) = self.inner.judgements.get(key).await {
            return judgement;
        }
        let judged = self
            .inner
            .judgements
            .try_get_with(key.clone(), self.inner.gate.is_explicit(key))
            .await;
        judged.unwrap_or_else(|problem| {
            tracing::warn!(?problem, %key, "nobody could say whether a picture is explicit; it is treated as such");
            true
        })
    }

    /// To whom the answer to a request with these headers may be shown.
    pub(super) async fn audience(&self, key: &BlobKey, headers: &HeaderMap) -> Audience {
        if !self.is_explicit(key).await {
            return Audience::Everyone;
        }
        match self.inner.gate.admits(headers).await {
            true => Audience::Confirmed,
            false => Audience::Unconfirmed,
        }
    }

    /// Finds what is wanted by a request with these headers, without making it yet.
    ///
    /// # Errors
    /// [`MediaError::Source`] for what is never read, [`MediaError::Missing`] for a blob that is not there.
    pub async fn locate(&self, wanted: &ImageRequest, headers: &HeaderMap) -> Result<Located, MediaError> {
        let settings = &self.inner.settings;
        let source = Source::read(
            &wanted.url,
            &settings.public_url,
            self.inner.egress.guard(),
            &settings.hosts,
        )?;
        let mut recipe = wanted.recipe;
        let (identity, lifetime) = match &source {
            Source::Own(key) => {
                let info = self.info(key).await?;
                let audience = self.audience(key, headers).await;
                recipe.blur |= audience == Audience::Unconfirmed;
                (format!("own {key} {}", info.version), Lifetime::of(key, audience))
            }
            Source::Remote(url) => (format!("remote {url} {}", self.day_of(url)), Lifetime::Day),
        };
        // The recipe says whether it is blurred, so the two derivatives have keys of their own.
        let key = CacheKey::new(&identity, &format!("{PIPELINE} {recipe:?}"));
        Ok(Located {
            source,
            recipe,
            key,
            lifetime,
        })
    }

    /// What stands for an original that is explicit, until whoever asks has confirmed.
    ///
    /// # Errors
    /// [`MediaError::Missing`] for a blob that is not there.
    pub(super) async fn locate_blurred(&self, key: BlobKey) -> Result<Located, MediaError> {
        let info = self.info(&key).await?;
        let name = CacheKey::new(
            &format!("own {key} {}", info.version),
            &format!("{PIPELINE} {VEILED_ORIGINAL:?}"),
        );
        Ok(Located {
            source: Source::Own(key),
            recipe: VEILED_ORIGINAL,
            key: name,
            lifetime: Lifetime::Blurred,
        })
    }

    /// The located picture, made now if it never was.
    ///
    /// # Errors
    /// Any [`MediaError`] of reading or making it.
    pub async fn picture(&self, located: &Located) -> Result<(Stored, Found), MediaError> {
        let media = self.clone();
        let (source, recipe) = (located.source.clone(), located.recipe);
        let make = async move {
            let original = media.original(&source).await?;
            let made = media
                .on_worker(move |stop| picture::transform(&original, &recipe, stop))
                .await?;
            Ok(Stored {
                bytes: made.bytes.into(),
                kind: made.kind,
            })
        };
        self.once(located.key, make).await
    }

    /// The blob's size and version, as of a few seconds ago at most.
    pub(super) async fn info(&self, key: &BlobKey) -> Result<BlobInfo, MediaError> {
        if let Some(info) = self.inner.infos.get(key).await {
            return Ok(info);
        }
        let info = self
            .inner
            .blobs
            .head(key)
            .await
            .map_err(store_failed)?
            .ok_or(MediaError::Missing)?;
        self.inner.infos.insert(key.clone(), info.clone()).await;
        Ok(info)
    }

    /// A source's whole content.
    pub(super) async fn original(&self, source: &Source) -> Result<Bytes, MediaError> {
        match source {
            Source::Own(key) => {
                let info = self.info(key).await?;
                if info.size > UPLOAD_BYTES as u64 {
                    return Err(Unreadable::Bytes.into());
                }
                self.inner
                    .blobs
                    .get(key)
                    .await
                    .map_err(store_failed)?
                    .ok_or(MediaError::Missing)
            }
            Source::Remote(url) => {
                let fetch = Fetch {
                    url,
                    hosts: &self.inner.settings.hosts,
                    accept: ACCEPT,
                    max_bytes: FETCHED_BYTES,
                };
                let fetched = self
                    .inner
                    .originals
                    .try_get_with(url.clone(), self.inner.egress.get(&fetch))
                    .await;
                fetched.map_err(|error| error.as_ref().clone().into())
            }
        }
    }

    /// What is kept under `key`; otherwise what `make` makes, once for all who ask meanwhile.
    pub(super) async fn once(
        &self,
        key: CacheKey,
        make: impl Future<Output = Result<Stored, MediaError>> + Send + 'static,
    ) -> Result<(Stored, Found), MediaError> {
        if let Some(stored) = self.inner.hot.get(&key).await {
            return Ok((stored, Found::Kept));
        }
        if let Some(refusal) = self.inner.refused.get(&key).await {
            return Err(refusal);
        }

        let made_here = Arc::new(AtomicBool::new(false));
        let (media, is_made) = (self.clone(), Arc::clone(&made_here));
        // A task of its own: were it part of this request, the one caller who leaves would stop it for all
        // others.
        let task = tokio::spawn(async move {
            let inner = Arc::clone(&media.inner);
            inner
                .hot
                .try_get_with(key, async move {
                    if let Some(stored) = media.read_disk(key).await {
                        return Ok(stored);
                    }
                    let stored = make.await?;
                    is_made.store(true, Ordering::Relaxed);
                    media.inner.made.fetch_add(1, Ordering::Relaxed);
                    media.write_disk(key, stored.clone()).await;
                    Ok::<_, MediaError>(stored)
                })
                .await
        });
        match task.await {
            Ok(Ok(stored)) => {
                let found = if made_here.load(Ordering::Relaxed) {
                    Found::Derivative
                } else {
                    Found::Kept
                };
                Ok((stored, found))
            }
            Ok(Err(refusal)) => {
                let refusal = refusal.as_ref().clone();
                if is_lasting(&refusal) {
                    self.inner.refused.insert(key, refusal.clone()).await;
                }
                Err(refusal)
            }
            Err(error) => {
                tracing::error!(%error, "the task that makes a picture failed");
                Err(MediaError::Store)
            }
        }
    }

    /// Runs blocking work on one of the workers, for as long as a picture may take.
    pub(super) async fn on_worker<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> Result<T, MediaError> + Send + 'static,
    ) -> Result<T, MediaError> {
        let place = {
            let _waiting = Place::take(
                &self.inner.waiting,
                self.inner.workers.room(self.inner.settings.queue),
            )?;
            self.inner.workers.place().await.ok_or(MediaError::Busy)?
        };
        let stop = Stop::default();
        let watched = stop.clone();
        // The place is held until the work has really ended, in time or not: late work is still work.
        let working = self.inner.workers.run(place, move || work(&watched));
        match tokio::time::timeout(self.inner.settings.work_time, working).await {
            Ok(Ok(result)) => result,
            Ok(Err(error)) => {
                tracing::error!(%error, "a picture worker failed");
                Err(MediaError::Store)
            }
            Err(_) => {
                stop.raise();
                Err(MediaError::Late)
            }
        }
    }

    async fn read_disk(&self, key: CacheKey) -> Option<Stored> {
        let disk = self.inner.disk.clone();
        tokio::task::spawn_blocking(move || disk.get(key))
            .await
            .ok()
            .flatten()
    }

    /// A cache that cannot write is a slow cache, not a failed request.
    async fn write_disk(&self, key: CacheKey, stored: Stored) {
        let disk = self.inner.disk.clone();
        match tokio::task::spawn_blocking(move || disk.put(key, &stored)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a made picture could not be kept"),
            Err(error) => tracing::error!(%error, "the picture cache failed"),
        }
    }

    /// A number that changes once a day, for each address at a moment of its own.
    fn day_of(&self, url: &Url) -> i64 {
        let spread = url
            .as_str()
            .bytes()
            .fold(0_i64, |sum, byte| (sum * 31 + i64::from(byte)) % REMOTE_MILLIS);
        (self.inner.clock.now().0.saturating_add(spread)).div_euclid(REMOTE_MILLIS)
    }
}

/// A place in the bounded queue, given back when dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, limit: usize) -> Result<Self, MediaError> {
        let place = Self(waiting);
        match waiting.fetch_add(1, Ordering::Relaxed) < limit {
            true => Ok(place),
            false => Err(MediaError::Busy),
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether asking again soon would give the same refusal.
fn is_lasting(refusal: &MediaError) -> bool {
    matches!(
        refusal,
        MediaError::Unreadable(_) | MediaError::Source(_) | MediaError::Missing | MediaError::Upstream
    )
}

pub(super) fn store_failed(error: BlobError) -> MediaError {
    tracing::error!(%error, "the blob store failed");
    MediaError::Store
}

fn weight(bytes: &Bytes) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}
