//! Reads originals: our own from the blob store, those of other hosts through the guarded client.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use url::Url;

use super::error::{MediaError, Unreadable};
use super::source::Source;
use super::uploads::UPLOAD_BYTES;
use crate::blobs::{BlobInfo, BlobKey, Blobs};
use crate::egress::{AllowedHosts, Egress, Fetch};

/// The largest file fetched from another host, in bytes (U-10).
const FETCHED_BYTES: usize = 8 * 1024 * 1024;
/// What other hosts are asked for.
const ACCEPT: &str = "image/webp,image/png,image/jpeg,image/*;q=0.8";
/// How long the blob store's answer about a blob is believed.
const INFO_TIME: Duration = Duration::from_secs(5);
/// How many of those answers are remembered.
const INFOS: u64 = 10_000;
/// How long a fetched original is kept for its other sizes (a srcset asks for three at once).
const FETCHED_TIME: Duration = Duration::from_secs(60);
/// How much memory those originals may take, in bytes.
const FETCHED_CACHE_BYTES: u64 = 32 * 1024 * 1024;

/// The originals. Cheap to clone.
#[derive(Clone)]
pub(super) struct Originals {
    blobs: Blobs,
    egress: Egress,
    public_url: Arc<Url>,
    hosts: Arc<AllowedHosts>,
    infos: moka::future::Cache<BlobKey, BlobInfo>,
    fetched: moka::future::Cache<Url, Bytes>,
}

impl Originals {
    /// Our own below `public_url`, and those of `hosts`.
    pub(super) fn new(blobs: Blobs, egress: Egress, public_url: Url, hosts: AllowedHosts) -> Self {
        Self {
            blobs,
            egress,
            public_url: Arc::new(public_url),
            hosts: Arc::new(hosts),
            infos: moka::future::Cache::builder()
                .max_capacity(INFOS)
                .time_to_live(INFO_TIME)
                .build(),
            fetched: moka::future::Cache::builder()
                .max_capacity(FETCHED_CACHE_BYTES)
                .weigher(|_: &Url, bytes: &Bytes| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
                .time_to_live(FETCHED_TIME)
                .build(),
        }
    }

    /// The blob store.
    pub(super) fn blobs(&self) -> &Blobs {
        &self.blobs
    }

    /// The source that this address names.
    ///
    /// # Errors
    /// [`MediaError::Source`] with the reason why it is never read.
    pub(super) fn source(&self, address: &str) -> Result<Source, MediaError> {
        Source::read(address, &self.public_url, self.egress.guard(), &self.hosts)
    }

    /// The size and version of a blob, at most a few seconds old.
    ///
    /// # Errors
    /// [`MediaError::Missing`] for a blob that does not exist.
    pub(super) async fn info(&self, key: &BlobKey) -> Result<BlobInfo, MediaError> {
        if let Some(info) = self.infos.get(key).await {
            return Ok(info);
        }
        let info = self.blobs.head(key).await?.ok_or(MediaError::Missing)?;
        self.infos.insert(key.clone(), info.clone()).await;
        Ok(info)
    }

    /// The whole content of a source.
    ///
    /// # Errors
    /// [`MediaError`] of reading it; [`MediaError::Unreadable`] if it is too large.
    pub(super) async fn read(&self, source: &Source) -> Result<Bytes, MediaError> {
        match source {
            Source::Own(key) => {
                let info = self.info(key).await?;
                if info.size > UPLOAD_BYTES as u64 {
                    return Err(Unreadable::Bytes.into());
                }
                self.blobs.get(key).await?.ok_or(MediaError::Missing)
            }
            Source::Remote(url) => {
                let fetch = Fetch {
                    url,
                    hosts: &self.hosts,
                    accept: ACCEPT,
                    max_bytes: FETCHED_BYTES,
                };
                let fetched = self
                    .fetched
                    .try_get_with(url.clone(), self.egress.get(&fetch))
                    .await;
                fetched.map_err(|error| error.as_ref().clone().into())
            }
        }
    }
}
