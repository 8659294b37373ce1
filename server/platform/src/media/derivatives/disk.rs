//! Derivatives on the local disk, under a cap; the least recently used go first.
//!
//! A directory of files named `{source}-{variant}.{extension}`. The files are the truth: the index in memory only counts
//! them, so the cache survives restarts, crashes in the middle of a write, and deletion by hand. Two caps hold after
//! every write: all files together, and the variants of one source, so that one image requested in a thousand sizes
//! evicts its own variants and not those of others (U-11).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use kernel::{Clock, Timestamp, hex};

use super::index::Index;
use super::key::{CacheKey, StoredImage};
use crate::media::pipeline::ImageKind;

/// How old the time stamp of a file that is in use may become, in seconds; the time stamps order the files after a restart.
const TOUCH_EVERY_SECS: u64 = 3_600;

/// The cache. Cheap to clone; its calls block on the disk.
#[derive(Clone)]
pub(super) struct DiskCache {
    inner: Arc<Inner>,
}

struct Inner {
    directory: PathBuf,
    cap_bytes: u64,
    clock: Arc<dyn Clock>,
    index: Mutex<Index>,
}

impl DiskCache {
    /// Opens a directory, creating it if it is missing; reads nothing yet.
    ///
    /// # Errors
    /// When the directory cannot be created.
    pub(super) fn open(directory: &Path, cap_bytes: u64, clock: Arc<dyn Clock>) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        let inner = Inner {
            directory: directory.to_owned(),
            cap_bytes,
            clock,
            index: Mutex::default(),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// Counts what an earlier process left, oldest use first, and brings it under the caps.
    ///
    /// Until it has run, earlier files are found but not counted. Call it once, on a thread that may block.
    pub(super) fn load(&self) {
        let mut found = Vec::new();
        for file in self.files() {
            match read_entry(&file) {
                Some(entry) => found.push(entry),
                // A file that a crash left half-written has another name; nothing else writes here.
                None => remove(&file),
            }
        }
        found.sort_by_key(|(used, key, ..)| (*used, *key));
        let evicted = {
            let mut index = self.index();
            index.add_older(found.into_iter().map(|(_, key, size, kind)| (key, size, kind)));
            index.shrink(self.inner.cap_bytes)
        };
        self.remove_all(&evicted);
    }

    /// The derivative under a key, if it is kept.
    pub(super) fn get(&self, key: CacheKey) -> Option<StoredImage> {
        let known = self.index().kind_of(key);
        let kinds = match known {
            Some(kind) => vec![kind],
            None => vec![ImageKind::Webp, ImageKind::Jpeg, ImageKind::Png],
        };
        for kind in kinds {
            let path = self.path(key, kind);
            let Ok(bytes) = fs::read(&path) else { continue };
            // A file cut short by a full disk or a crash is not served.
            if ImageKind::of(&bytes) != Some(kind) {
                continue;
            }
            touch(&path, self.inner.clock.now());
            let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            self.index().add(key, size, kind);
            return Some(StoredImage {
                bytes: bytes.into(),
                kind,
            });
        }
        if known.is_some() {
            self.index().remove(key);
        }
        None
    }

    /// Keeps a derivative and brings the cache back under its caps.
    ///
    /// # Errors
    /// When the file cannot be written; the cache is then as it was.
    pub(super) fn put(&self, key: CacheKey, image: &StoredImage) -> io::Result<()> {
        let size = u64::try_from(image.bytes.len()).unwrap_or(u64::MAX);
        if size > self.inner.cap_bytes {
            return Ok(());
        }
        let path = self.path(key, image.kind);
        let folder = path.parent().unwrap_or(&self.inner.directory);
        fs::create_dir_all(folder)?;
        // Written under another name and renamed, so that readers see a whole file or none. The name contains the id
        // of the process; within a process one task at a time writes a key.
        let temporary = folder.join(format!("{}.{}.part", key.stem(), std::process::id()));
        let written = fs::File::create(&temporary)
            .and_then(|mut file| file.write_all(&image.bytes))
            .and_then(|()| fs::rename(&temporary, &path));
        if let Err(error) = written {
            remove(&temporary);
            return Err(error);
        }
        set_used(&path, self.inner.clock.now());
        let evicted = {
            let mut index = self.index();
            index.add(key, size, image.kind);
            index.shrink(self.inner.cap_bytes)
        };
        self.remove_all(&evicted);
        Ok(())
    }

    /// Removes what was not requested since this moment, and with it the derivatives of deleted accounts; returns how
    /// many files.
    pub(super) fn purge(&self, before: Timestamp) -> usize {
        let before = system_time(before);
        let is_unused = |file: &Path| {
            let used = fs::metadata(file).and_then(|meta| meta.modified());
            used.is_ok_and(|used| used < before)
        };
        let mut removed = 0;
        for file in self.files().filter(|file| is_unused(file)) {
            if let Some((_, key, ..)) = read_entry(&file) {
                self.index().remove(key);
            }
            remove(&file);
            removed += 1;
        }
        removed
    }

    /// Bytes and files kept.
    #[cfg(test)]
    pub(super) fn size(&self) -> (u64, usize) {
        self.index().size()
    }

    fn files(&self) -> impl Iterator<Item = PathBuf> {
        entries_of(&self.inner.directory).flat_map(|folder| entries_of(&folder).collect::<Vec<_>>())
    }

    fn path(&self, key: CacheKey, kind: ImageKind) -> PathBuf {
        let folder = hex(&[(key.source >> 120) as u8]);
        self.inner
            .directory
            .join(folder)
            .join(format!("{}.{}", key.stem(), kind.extension()))
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        // The index is consistent between statements that can panic; a poisoned one is still right.
        self.inner.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove_all(&self, evicted: &[(CacheKey, ImageKind)]) {
        for (key, kind) in evicted {
            remove(&self.path(*key, *kind));
        }
    }
}

fn entries_of(directory: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
}

/// When a derivative was last used, its key, its size in bytes and its kind; none where the file is something else.
fn read_entry(path: &Path) -> Option<(SystemTime, CacheKey, u64, ImageKind)> {
    let name = path.file_name()?.to_str()?;
    let (stem, _) = name.split_once('.')?;
    let kind = ImageKind::of_name(name)?;
    let key = CacheKey::of_stem(stem)?;
    let meta = fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, key, meta.len(), kind))
}

fn system_time(moment: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(moment.0).unwrap_or(0))
}

/// Records a use in the file's time stamp.
fn set_used(path: &Path, now: Timestamp) {
    // A file that is gone already needs no time stamp.
    let _ = fs::File::open(path).and_then(|file| file.set_modified(system_time(now)));
}

/// Records a use at most once an hour. The order after a restart depends on it, and how long the file is kept.
fn touch(path: &Path, now: Timestamp) {
    let now = system_time(now);
    let Ok(file) = fs::File::open(path) else { return };
    let used = file.metadata().and_then(|meta| meta.modified()).unwrap_or(now);
    if now
        .duration_since(used)
        .is_ok_and(|age| age.as_secs() > TOUCH_EVERY_SECS)
    {
        let _ = file.set_modified(now);
    }
}

fn remove(path: &Path) {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "a cached picture could not be removed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::derivatives::index::SOURCE_VARIANTS;

    fn image(size: usize) -> StoredImage {
        let mut bytes = b"\xFF\xD8\xFF".to_vec();
        bytes.resize(size, 7);
        StoredImage {
            bytes: bytes.into(),
            kind: ImageKind::Jpeg,
        }
    }

    fn open(directory: &Path, cap_bytes: u64) -> DiskCache {
        DiskCache::open(directory, cap_bytes, Arc::new(kernel::SystemClock)).expect("a cache")
    }

    fn files(directory: &Path) -> (usize, u64) {
        entries_of(directory)
            .flat_map(|folder| entries_of(&folder).collect::<Vec<_>>())
            .fold((0, 0), |sum, file| {
                (sum.0 + 1, sum.1 + fs::metadata(file).expect("a file").len())
            })
    }

    #[test]
    fn ten_thousand_variants_of_one_source_keep_to_their_cap() {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = open(directory.path(), 1_000_000);
        let other = CacheKey::new("other", "only");
        cache.put(other, &image(100)).expect("put");
        for number in 0..10_000 {
            cache
                .put(CacheKey::new("one", &number.to_string()), &image(20))
                .expect("put");
        }
        assert_eq!(
            cache.size(),
            (100 + 20 * SOURCE_VARIANTS as u64, SOURCE_VARIANTS + 1)
        );
        assert_eq!(files(directory.path()), (SOURCE_VARIANTS + 1, cache.size().0));
        assert!(
            cache.get(other).is_some(),
            "a flood of one source pushed out another"
        );
        assert!(cache.get(CacheKey::new("one", "9999")).is_some());
        assert!(cache.get(CacheKey::new("one", "0")).is_none());
    }

    #[test]
    fn the_least_recently_used_go_first_and_the_byte_cap_holds() {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = open(directory.path(), 1_000);
        let keys: Vec<CacheKey> = (0..10)
            .map(|number| CacheKey::new(&number.to_string(), "v"))
            .collect();
        for key in &keys {
            cache.put(*key, &image(100)).expect("put");
        }
        assert!(cache.get(keys[0]).is_some());
        cache.put(CacheKey::new("new", "v"), &image(150)).expect("put");
        assert!(cache.size().0 <= 1_000);
        assert!(cache.get(keys[0]).is_some(), "used just before");
        assert!(cache.get(keys[1]).is_none());
        assert!(cache.get(keys[2]).is_none());
        assert!(cache.get(keys[3]).is_some());
        cache
            .put(CacheKey::new("huge", "v"), &image(1_001))
            .expect("ignored");
        assert!(cache.get(CacheKey::new("huge", "v")).is_none());
        assert!(cache.size().0 <= 1_000);
    }

    #[test]
    fn a_cache_survives_restarts_and_half_written_files() {
        let directory = tempfile::tempdir().expect("a directory");
        let key = CacheKey::new("source", "variant");
        open(directory.path(), 1_000).put(key, &image(300)).expect("put");
        let folder = entries_of(directory.path()).next().expect("a folder");
        fs::write(folder.join("rest.part"), b"half").expect("write");

        let cache = open(directory.path(), 1_000);
        assert_eq!(cache.get(key), Some(image(300)));
        cache.load();
        assert_eq!(cache.size(), (300, 1));
        assert_eq!(files(directory.path()), (1, 300));

        let smaller = open(directory.path(), 200);
        smaller.load();
        assert_eq!(smaller.size(), (0, 0));
        assert_eq!(smaller.get(key), None);
    }

    #[test]
    fn what_nobody_asks_for_goes_and_what_is_asked_for_stays() {
        let directory = tempfile::tempdir().expect("a directory");
        let clock = kernel::TestClock::at(kernel::Timestamp(1_795_000_000_000));
        let cache = DiskCache::open(directory.path(), 1_000, Arc::new(clock.clone())).expect("a cache");
        let (asked, left) = (CacheKey::new("asked", "v"), CacheKey::new("left", "v"));
        cache.put(asked, &image(100)).expect("put");
        cache.put(left, &image(200)).expect("put");
        assert_eq!(cache.purge(clock.now()), 0);
        clock.advance_millis(2 * kernel::HOUR_MS);
        assert!(cache.get(asked).is_some());
        assert_eq!(cache.purge(clock.now().plus_millis(-1_000)), 1);
        assert_eq!((cache.size(), files(directory.path())), ((100, 1), (1, 100)));
        // A file that another process left is treated the same.
        clock.advance_millis(2 * kernel::HOUR_MS);
        assert_eq!(open(directory.path(), 1_000).purge(clock.now()), 1);
        assert_eq!(files(directory.path()), (0, 0));
    }

    #[test]
    fn a_file_that_was_cut_to_nothing_is_not_served() {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = open(directory.path(), 1_000);
        let key = CacheKey::new("source", "variant");
        cache.put(key, &image(300)).expect("put");
        let folder = entries_of(directory.path()).next().expect("a folder");
        let file = entries_of(&folder).next().expect("a file");
        fs::write(file, b"").expect("write");
        assert_eq!(cache.get(key), None);
        assert_eq!(cache.size(), (0, 0));
    }
}
