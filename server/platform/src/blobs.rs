//! The blob store: pictures and other files, by key, on the local disk or in an S3-compatible store.
//!
//! Other slices may use everything here. A key is a short path of harmless segments, so that it can stand in
//! a URL and on a disk as it is; [`BlobKey::parse`] is the only way in. Files that users bring get a key made
//! from their content ([`BlobKey::of_content`]), which is never guessed from a name they chose and never
//! overwritten with other content. The store keeps no media types (a local directory cannot): a blob is what
//! its key's ending says, and whoever stores one makes sure of that. Local directories are durable once
//! [`Blobs::put`] returns; the store never lists keys.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use futures::stream::BoxStream;
use kernel::hex;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::prefix::PrefixStore;
use object_store::{GetOptions, ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload};
use sha2::{Digest, Sha256};

use crate::db::is_unwritable_io;

use crate::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "blobs",
    uses: &["db"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
};

/// The most segments a key may have.
const KEY_SEGMENTS: usize = 6;
/// The most bytes a segment of a key may have.
const SEGMENT_BYTES: usize = 64;
/// Hexadecimal digits of the content's hash in a content key: 128 bits.
const HASH_DIGITS: usize = 32;

/// The address of a blob: one to six segments of `[A-Za-z0-9._-]{1,64}`, none starting with a dot (U-13).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlobKey(String);

/// The text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a blob key")]
pub struct BadKey;

impl BlobKey {
    /// Reads a key exactly as written: nothing is decoded, resolved or trimmed.
    ///
    /// # Errors
    /// [`BadKey`] for anything but such a path.
    pub fn parse(text: &str) -> Result<Self, BadKey> {
        let segments_fit = text.split('/').count() <= KEY_SEGMENTS && text.split('/').all(is_segment);
        match segments_fit {
            true => Ok(Self(text.to_owned())),
            false => Err(BadKey),
        }
    }

    /// The key of some content below a folder: `{folder}/{128 bits of its SHA-256}.{ending}`.
    ///
    /// # Errors
    /// [`BadKey`] where folder or ending are not made of key characters.
    pub fn of_content(folder: &str, content: &[u8], ending: &str) -> Result<Self, BadKey> {
        let hash = hex(&Sha256::digest(content)[..HASH_DIGITS / 2]);
        Self::parse(&format!("{folder}/{hash}.{ending}"))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last segment.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Whether the name is a content hash, so that what it stands for can never change.
    pub fn is_content(&self) -> bool {
        let stem = self.name().split('.').next().unwrap_or_default();
        stem.len() == HASH_DIGITS && stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    }

    fn path(&self) -> object_store::path::Path {
        object_store::path::Path::from(self.0.as_str())
    }
}

impl fmt::Display for BlobKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn is_segment(text: &str) -> bool {
    let is_key_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=SEGMENT_BYTES).contains(&text.len()) && !text.starts_with('.') && text.bytes().all(is_key_byte)
}

/// What the store knows about a blob without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobInfo {
    /// Size in bytes.
    pub size: u64,
    /// Letters and digits that change whenever the content does.
    pub version: String,
}

impl BlobInfo {
    fn of(meta: &ObjectMeta) -> Self {
        let version = match &meta.e_tag {
            Some(tag) => tag
                .chars()
                .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
                .collect(),
            None => format!("{:x}-{:x}", meta.last_modified.timestamp_micros(), meta.size),
        };
        Self {
            size: meta.size,
            version,
        }
    }
}

/// The store itself failed: no space, no permission, no network. Absence is not a failure.
#[derive(Debug, thiserror::Error)]
#[error("blob store: {0}")]
pub struct BlobError(#[from] object_store::Error);

impl BlobError {
    /// Whether it failed because nothing can be written now: the disk or a quota is full, or the file system
    /// is read-only.
    #[must_use]
    pub fn is_unwritable(&self) -> bool {
        io_cause(&self.0).is_some_and(is_unwritable_io)
    }
}

/// A blob that is being read.
pub struct OpenBlob {
    /// What it is.
    pub info: BlobInfo,
    /// Its content, in pieces.
    pub content: BoxStream<'static, Result<Bytes, BlobError>>,
}

/// The store. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
}

impl Blobs {
    /// Opens what a setting names: `s3://bucket/prefix`, or a local directory, which is made where it is
    /// missing.
    ///
    /// The S3 store's region, endpoint and credentials come from the usual `AWS_*` environment variables.
    ///
    /// # Errors
    /// Where the directory cannot be made or the bucket's settings contradict each other.
    pub fn open(setting: &str) -> Result<Self, BlobError> {
        match setting.strip_prefix("s3://") {
            Some(address) => Self::s3(address),
            None => Self::local(Path::new(setting)),
        }
    }

    /// A store in a local directory, which is made where it is missing.
    ///
    /// # Errors
    /// Where the directory cannot be made.
    pub fn local(directory: &Path) -> Result<Self, BlobError> {
        std::fs::create_dir_all(directory).map_err(|source| object_store::Error::Generic {
            store: "local",
            source: Box::new(source),
        })?;
        let store = LocalFileSystem::new_with_prefix(directory)?.with_fsync(true);
        Ok(Self {
            store: Arc::new(store),
        })
    }

    /// A store that lives as long as the process.
    pub fn memory() -> Self {
        Self {
            store: Arc::new(InMemory::new()),
        }
    }

    fn s3(address: &str) -> Result<Self, BlobError> {
        let (bucket, prefix) = address.split_once('/').unwrap_or((address, ""));
        let store = AmazonS3Builder::from_env().with_bucket_name(bucket).build()?;
        Ok(match prefix.trim_matches('/') {
            "" => Self {
                store: Arc::new(store),
            },
            prefix => Self {
                store: Arc::new(PrefixStore::new(store, prefix)),
            },
        })
    }

    /// Stores content under a key, replacing what was there.
    ///
    /// # Errors
    /// Where the store fails.
    pub async fn put(&self, key: &BlobKey, content: Bytes) -> Result<(), BlobError> {
        self.store
            .put(&key.path(), PutPayload::from_bytes(content))
            .await?;
        Ok(())
    }

    /// Stores content under its own key ([`BlobKey::of_content`]) and tells that key.
    ///
    /// # Errors
    /// Where the store fails, or folder and ending make no key.
    pub async fn put_content(
        &self,
        folder: &str,
        content: Bytes,
        ending: &str,
    ) -> Result<BlobKey, BlobError> {
        let key =
            BlobKey::of_content(folder, &content, ending).map_err(|bad| object_store::Error::Generic {
                store: "blobs",
                source: Box::new(bad),
            })?;
        if self.head(&key).await?.is_none() {
            self.put(&key, content).await?;
        }
        Ok(key)
    }

    /// What is stored under a key, without its content.
    ///
    /// # Errors
    /// Where the store fails.
    pub async fn head(&self, key: &BlobKey) -> Result<Option<BlobInfo>, BlobError> {
        let found = present(self.store.head(&key.path()).await)?;
        Ok(found.map(|meta| BlobInfo::of(&meta)))
    }

    /// The whole content under a key. For blobs of a bounded size.
    ///
    /// # Errors
    /// Where the store fails.
    pub async fn get(&self, key: &BlobKey) -> Result<Option<Bytes>, BlobError> {
        match present(self.store.get(&key.path()).await)? {
            Some(found) => Ok(present(found.bytes().await)?),
            None => Ok(None),
        }
    }

    /// The content under a key as it is read.
    ///
    /// # Errors
    /// Where the store fails.
    pub async fn stream(&self, key: &BlobKey) -> Result<Option<OpenBlob>, BlobError> {
        let found = present(self.store.get_opts(&key.path(), GetOptions::default()).await)?;
        Ok(found.map(|found| OpenBlob {
            info: BlobInfo::of(&found.meta),
            content: Box::pin(found.into_stream().map_err(BlobError)),
        }))
    }

    /// Removes a blob; one that is not there is removed already.
    ///
    /// # Errors
    /// Where the store fails.
    pub async fn delete(&self, key: &BlobKey) -> Result<(), BlobError> {
        present(self.store.delete(&key.path()).await)?;
        Ok(())
    }
}

/// Absence as `None`. A key whose folder is a file, or the reverse, is just as absent.
fn present<T>(answer: Result<T, object_store::Error>) -> Result<Option<T>, BlobError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) if is_structural(&error) => Ok(None),
        Err(error) => Err(BlobError(error)),
    }
}

fn is_structural(error: &object_store::Error) -> bool {
    io_cause(error)
        .is_some_and(|error| matches!(error.kind(), ErrorKind::NotADirectory | ErrorKind::IsADirectory))
}

/// What the operating system reported, if it was that.
fn io_cause(error: &object_store::Error) -> Option<&io::Error> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<io::Error>() {
            return Some(error);
        }
        cause = inner.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_harmless_paths_and_nothing_else() {
        let long = "a".repeat(64);
        for good in [
            "a",
            "starter/orchard/cover.webp",
            "a/b/c/d/e/f",
            "A-b_c.9",
            "CON",
            long.as_str(),
        ] {
            assert_eq!(
                BlobKey::parse(good).map(|key| key.as_str().to_owned()),
                Ok(good.to_owned())
            );
        }
        let longer = "a".repeat(65);
        let endless = "a/".repeat(2_048);
        for bad in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "../a",
            "a/../b",
            "a/./b",
            ".hidden",
            "a/.hidden",
            "a/b/c/d/e/f/g",
            "a b",
            "a\\b",
            "a%2fb",
            "..%2fa",
            "%5c",
            "a%00",
            "a\0b",
            "a\nb",
            "ä",
            "a․b",
            "．．/a",
            "a:b",
            "a#1",
            "a?b",
            longer.as_str(),
            endless.as_str(),
        ] {
            assert_eq!(BlobKey::parse(bad), Err(BadKey), "{bad:?}");
        }
    }

    #[test]
    fn content_keys_say_so() {
        let key = BlobKey::of_content("uploads", b"hello", "webp").expect("a key");
        assert_eq!(key.as_str(), "uploads/2cf24dba5fb0a30e26e83b2ac5b9e29e.webp");
        assert!(key.is_content());
        assert!(
            !BlobKey::parse("starter/orchard/cover.webp")
                .expect("a key")
                .is_content()
        );
        assert_eq!(BlobKey::of_content("../up", b"", "webp"), Err(BadKey));
    }

    #[test]
    fn a_full_or_read_only_disk_is_told_from_other_failures() {
        let failed = |kind: ErrorKind| {
            let inner = object_store::Error::Generic {
                store: "local",
                source: Box::new(io::Error::from(kind)),
            };
            BlobError(object_store::Error::Generic {
                store: "prefix",
                source: Box::new(inner),
            })
        };
        for kind in [
            ErrorKind::StorageFull,
            ErrorKind::QuotaExceeded,
            ErrorKind::ReadOnlyFilesystem,
        ] {
            assert!(failed(kind).is_unwritable(), "{kind}");
            assert_eq!(
                crate::web::Problem::from(failed(kind)).code(),
                kernel::ErrorCode::STORAGE_FULL
            );
        }
        assert!(!failed(ErrorKind::PermissionDenied).is_unwritable());
    }

    #[tokio::test]
    async fn both_stores_keep_replace_and_forget() {
        let directory = tempfile::tempdir().expect("a directory");
        for blobs in [Blobs::memory(), Blobs::local(directory.path()).expect("a store")] {
            let key = BlobKey::parse("a/b.png").expect("a key");
            assert_eq!(blobs.head(&key).await.expect("head"), None);
            assert_eq!(blobs.get(&key).await.expect("get"), None);
            assert!(blobs.stream(&key).await.expect("stream").is_none());
            blobs.delete(&key).await.expect("nothing to delete");

            blobs.put(&key, Bytes::from_static(b"one")).await.expect("put");
            let first = blobs.head(&key).await.expect("head").expect("present");
            assert_eq!(first.size, 3);
            blobs
                .put(&key, Bytes::from_static(b"other"))
                .await
                .expect("put again");
            let second = blobs.head(&key).await.expect("head").expect("present");
            assert_ne!(first.version, second.version);
            let open = blobs.stream(&key).await.expect("stream").expect("present");
            assert_eq!(open.info, second);
            let content: Vec<Bytes> = open.content.try_collect().await.expect("content");
            assert_eq!(content.concat(), b"other");

            // A file where a folder should be, and a folder where a file should be, are absences, not
            // failures.
            let below = BlobKey::parse("a/b.png/c.png").expect("a key");
            assert_eq!(blobs.get(&below).await.expect("get"), None);
            assert_eq!(
                blobs
                    .head(&BlobKey::parse("a").expect("a key"))
                    .await
                    .expect("head"),
                None
            );
            assert_eq!(
                blobs
                    .get(&BlobKey::parse("a").expect("a key"))
                    .await
                    .expect("get"),
                None
            );

            let content = blobs
                .put_content("up", Bytes::from_static(b"x"), "png")
                .await
                .expect("put");
            assert_eq!(
                blobs
                    .put_content("up", Bytes::from_static(b"x"), "png")
                    .await
                    .expect("put"),
                content
            );
            blobs.delete(&key).await.expect("delete");
            assert_eq!(blobs.get(&key).await.expect("get"), None);
        }
    }
}
