//! The store: a local directory, an S3-compatible service, or memory.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures::TryStreamExt;
use futures::stream::BoxStream;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::prefix::PrefixStore;
use object_store::{GetOptions, ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart};
use tokio::io::AsyncReadExt;

use super::error::{BlobError, present};
use super::key::BlobKey;

/// How much of a file is stored at once, in bytes: the least that an S3-compatible store takes.
const PART_BYTES: usize = 5 << 20;

/// What the store knows about a blob without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobInfo {
    /// Size in bytes.
    pub size: u64,
    /// Letters and digits that change with the content.
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
    /// Opens the store that a setting names: `s3://bucket/prefix`, or a local directory, which is created if
    /// it is missing.
    ///
    /// The S3 store's region, endpoint and credentials come from the usual `AWS_*` environment variables.
    ///
    /// # Errors
    /// If the directory cannot be created, or the bucket's settings contradict each other.
    pub fn open(setting: &str) -> Result<Self, BlobError> {
        match setting.strip_prefix("s3://") {
            Some(address) => Self::s3(address),
            None => Self::local(Path::new(setting)),
        }
    }

    /// A store in a local directory, which is created if it is missing.
    ///
    /// # Errors
    /// When the directory cannot be created.
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
    /// When the store fails.
    pub async fn put(&self, key: &BlobKey, content: Bytes) -> Result<(), BlobError> {
        self.store
            .put(&key.path(), PutPayload::from_bytes(content))
            .await?;
        Ok(())
    }

    /// Stores content under the key made from it ([`BlobKey::of_content`]); returns that key.
    ///
    /// # Errors
    /// When the store fails, or folder and extension are not made of key characters.
    pub async fn put_content(
        &self,
        folder: &str,
        content: Bytes,
        extension: &str,
    ) -> Result<BlobKey, BlobError> {
        let key =
            BlobKey::of_content(folder, &content, extension).map_err(|bad| object_store::Error::Generic {
                store: "blobs",
                source: Box::new(bad),
            })?;
        if self.head(&key).await?.is_none() {
            self.put(&key, content).await?;
        }
        Ok(key)
    }

    /// Stores a file under a key, replacing what was there. Holds two parts of some megabytes in memory at
    /// most, however large the file is.
    ///
    /// # Errors
    /// When the file cannot be read, or the store fails.
    pub async fn put_file(&self, key: &BlobKey, file: File) -> Result<(), BlobError> {
        let mut file = tokio::fs::File::from_std(file);
        let first = read_part(&mut file).await?;
        if first.len() < PART_BYTES {
            return self.put(key, first).await;
        }
        let upload = self.store.put_multipart(&key.path()).await?;
        let mut parts = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        match send_parts(&mut parts, first, &mut file).await {
            Ok(()) => {
                parts.finish().await?;
                Ok(())
            }
            Err(error) => {
                if let Err(left) = parts.abort().await {
                    tracing::warn!(%key, error = %left, "parts of a blob that was not stored could not be removed");
                }
                Err(error)
            }
        }
    }

    /// What is stored under a key, without its content.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn head(&self, key: &BlobKey) -> Result<Option<BlobInfo>, BlobError> {
        let found = present(self.store.head(&key.path()).await)?;
        Ok(found.map(|meta| BlobInfo::of(&meta)))
    }

    /// The whole content under a key. For blobs of a bounded size.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn get(&self, key: &BlobKey) -> Result<Option<Bytes>, BlobError> {
        match present(self.store.get(&key.path()).await)? {
            Some(found) => Ok(present(found.bytes().await)?),
            None => Ok(None),
        }
    }

    /// The content under a key as it is read.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn stream(&self, key: &BlobKey) -> Result<Option<OpenBlob>, BlobError> {
        let found = present(self.store.get_opts(&key.path(), GetOptions::default()).await)?;
        Ok(found.map(|found| OpenBlob {
            info: BlobInfo::of(&found.meta),
            content: Box::pin(found.into_stream().map_err(BlobError::from)),
        }))
    }

    /// Removes a blob. Removing one that does not exist is not an error.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn delete(&self, key: &BlobKey) -> Result<(), BlobError> {
        present(self.store.delete(&key.path()).await)?;
        Ok(())
    }
}

/// Sends the parts of a file one after the other.
async fn send_parts(
    parts: &mut WriteMultipart,
    first: Bytes,
    file: &mut tokio::fs::File,
) -> Result<(), BlobError> {
    let mut part = first;
    while !part.is_empty() {
        parts.wait_for_capacity(1).await?;
        parts.put(part);
        part = read_part(file).await?;
    }
    Ok(())
}

/// The next part of a file; a short one is its last.
async fn read_part(file: &mut tokio::fs::File) -> Result<Bytes, BlobError> {
    let mut part = BytesMut::new();
    let mut rest = file.take(PART_BYTES as u64);
    loop {
        match rest.read_buf(&mut part).await {
            Ok(0) => return Ok(part.freeze()),
            Ok(_) => {}
            Err(source) => {
                return Err(object_store::Error::Generic {
                    store: "blobs",
                    source: Box::new(source),
                }
                .into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use super::*;

    #[tokio::test]
    async fn a_file_of_any_size_is_stored_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        for blobs in [Blobs::memory(), Blobs::local(directory.path()).expect("a store")] {
            for length in [0, 1, PART_BYTES - 1, PART_BYTES, 2 * PART_BYTES + 3] {
                let content: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
                let mut file = tempfile::tempfile().expect("a file");
                file.write_all(&content).expect("its content");
                file.rewind().expect("its beginning");
                let key = BlobKey::parse("imports/a").expect("a key");
                blobs.put_file(&key, file).await.expect("put");
                let stored = blobs.get(&key).await.expect("get").expect("present");
                assert!(stored == content, "{length} bytes");
            }
        }
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
