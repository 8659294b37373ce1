//! Made pictures on the local disk, under a cap, oldest use out first.
//!
//! A directory of files named `{source}-{variant}.{ending}`. The files are the truth: the index in memory
//! only counts them, so a cache survives restarts, crashes in the middle of a write, and deletion by hand.
//! Two caps hold after every write: all files together, and the variants of one source, so that one picture
//! asked for in a thousand sizes pushes out its own variants and not everybody else's (U-11).

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use kernel::{Clock, Timestamp, hex};
use sha2::{Digest, Sha256};

use super::sniff::Kind;

/// The most variants of one source that are kept.
pub(super) const SOURCE_VARIANTS: usize = 256;
/// How long a use may go unwritten in the file's time stamp, which orders the files after a restart.
const TOUCH_EVERY_SECS: u64 = 3_600;

/// Names one made picture: which source (in which version) and which variant of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CacheKey {
    source: u128,
    variant: u128,
}

impl CacheKey {
    /// A key from anything that tells sources apart and anything that tells variants of one source apart.
    pub fn new(source: &str, variant: &str) -> Self {
        Self {
            source: digest(source),
            variant: digest(&format!("{source}\n{variant}")),
        }
    }

    /// Hexadecimal digits that stand for exactly this picture; usable as an entity tag.
    pub fn tag(&self) -> String {
        format!("{:032x}", self.variant)
    }

    fn stem(&self) -> String {
        format!("{:032x}-{:032x}", self.source, self.variant)
    }

    fn of_stem(stem: &str) -> Option<Self> {
        let (source, variant) = stem.split_once('-')?;
        let read = |digits: &str| {
            (digits.len() == 32)
                .then(|| u128::from_str_radix(digits, 16).ok())
                .flatten()
        };
        Some(Self {
            source: read(source)?,
            variant: read(variant)?,
        })
    }
}

fn digest(text: &str) -> u128 {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(16)
        .fold(0, |sum, &byte| (sum << 8) | u128::from(byte))
}

/// A made picture as it is kept and served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The file's content.
    pub bytes: Bytes,
    /// What it is.
    pub kind: Kind,
}

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

#[derive(Debug, Default)]
struct Index {
    entries: HashMap<CacheKey, Entry>,
    by_use: BTreeMap<u64, CacheKey>,
    by_source: HashMap<u128, BTreeMap<u64, CacheKey>>,
    bytes: u64,
    clock: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    size: u64,
    kind: Kind,
    used: u64,
}

impl DiskCache {
    /// Opens a directory, making it where it is missing; reads nothing yet.
    ///
    /// # Errors
    /// Where the directory cannot be made.
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
    /// Pictures are found without it; until it has run they only do not count. Call it once, on a worker.
    pub(super) fn load(&self) {
        let mut found: Vec<(SystemTime, CacheKey, Entry)> = Vec::new();
        for folder in entries_of(&self.inner.directory) {
            for file in entries_of(&folder) {
                match read_entry(&file) {
                    Some(entry) => found.push(entry),
                    // What a crash left half-written has another name; nobody else writes here.
                    None => remove(&file),
                }
            }
        }
        found.sort_by_key(|(used, key, _)| (*used, *key));
        let evicted = {
            let mut index = self.index();
            // What this process has used since its start is newer than all it found.
            let newer: Vec<(CacheKey, Entry)> = index
                .by_use
                .values()
                .filter_map(|key| Some((*key, *index.entries.get(key)?)))
                .collect();
            *index = Index::default();
            for (_, key, entry) in found {
                index.add(key, entry.size, entry.kind);
            }
            for (key, entry) in newer {
                index.add(key, entry.size, entry.kind);
            }
            index.shrink(self.inner.cap_bytes)
        };
        self.remove_all(&evicted);
    }

    /// The picture under a key, if it is kept.
    pub(super) fn get(&self, key: CacheKey) -> Option<Stored> {
        let known = self.index().entries.get(&key).map(|entry| entry.kind);
        let kinds = match known {
            Some(kind) => vec![kind],
            None => vec![Kind::Webp, Kind::Jpeg, Kind::Png],
        };
        for kind in kinds {
            let path = self.path(key, kind);
            let Ok(bytes) = fs::read(&path) else { continue };
            // A file cut short by a full disk or a crash is not served.
            if Kind::of(&bytes) != Some(kind) {
                continue;
            }
            touch(&path, self.inner.clock.now());
            let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            self.index().add(key, size, kind);
            return Some(Stored {
                bytes: bytes.into(),
                kind,
            });
        }
        if known.is_some() {
            self.index().remove(key);
        }
        None
    }

    /// Keeps a picture and brings the cache back under its caps.
    ///
    /// # Errors
    /// Where the disk refuses; the cache is then as it was.
    pub(super) fn put(&self, key: CacheKey, picture: &Stored) -> io::Result<()> {
        let size = u64::try_from(picture.bytes.len()).unwrap_or(u64::MAX);
        if size > self.inner.cap_bytes {
            return Ok(());
        }
        let path = self.path(key, picture.kind);
        let folder = path.parent().unwrap_or(&self.inner.directory);
        fs::create_dir_all(folder)?;
        // Written beside and renamed: readers see a whole file or none. The name is the process's own, since
        // a key is written by one worker at a time.
        let temporary = folder.join(format!("{}.{}.part", key.stem(), std::process::id()));
        let written = fs::File::create(&temporary)
            .and_then(|mut file| file.write_all(&picture.bytes))
            .and_then(|()| fs::rename(&temporary, &path));
        if let Err(error) = written {
            remove(&temporary);
            return Err(error);
        }
        set_used(&path, self.inner.clock.now());
        let evicted = {
            let mut index = self.index();
            index.add(key, size, picture.kind);
            index.shrink(self.inner.cap_bytes)
        };
        self.remove_all(&evicted);
        Ok(())
    }

    /// Removes what was not asked for since this moment: the pictures of whoever left are so gone, too. How
    /// many.
    pub(super) fn purge(&self, before: Timestamp) -> usize {
        let before = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(before.0).unwrap_or(0));
        let mut removed = 0;
        for file in
            entries_of(&self.inner.directory).flat_map(|folder| entries_of(&folder).collect::<Vec<_>>())
        {
            if fs::metadata(&file)
                .and_then(|meta| meta.modified())
                .is_ok_and(|used| used < before)
            {
                if let Some((_, key, _)) = read_entry(&file) {
                    self.index().remove(key);
                }
                remove(&file);
                removed += 1;
            }
        }
        removed
    }

    /// Bytes and files kept.
    pub(super) fn size(&self) -> (u64, usize) {
        let index = self.index();
        (index.bytes, index.entries.len())
    }

    fn path(&self, key: CacheKey, kind: Kind) -> PathBuf {
        let folder = hex(&[(key.source >> 120) as u8]);
        self.inner
            .directory
            .join(folder)
            .join(format!("{}.{}", key.stem(), kind.ending()))
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        // The index is consistent between statements that can panic; a poisoned one is still right.
        self.inner.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove_all(&self, evicted: &[(CacheKey, Kind)]) {
        for (key, kind) in evicted {
            remove(&self.path(*key, *kind));
        }
    }
}

impl Index {
    /// Adds an entry, or marks one as used just now.
    fn add(&mut self, key: CacheKey, size: u64, kind: Kind) {
        self.remove(key);
        self.clock += 1;
        self.entries.insert(
            key,
            Entry {
                size,
                kind,
                used: self.clock,
            },
        );
        self.by_use.insert(self.clock, key);
        self.by_source
            .entry(key.source)
            .or_default()
            .insert(self.clock, key);
        self.bytes += size;
    }

    fn remove(&mut self, key: CacheKey) -> Option<(CacheKey, Kind)> {
        let entry = self.entries.remove(&key)?;
        self.by_use.remove(&entry.used);
        if let Some(variants) = self.by_source.get_mut(&key.source) {
            variants.remove(&entry.used);
            if variants.is_empty() {
                self.by_source.remove(&key.source);
            }
        }
        self.bytes -= entry.size;
        Some((key, entry.kind))
    }

    /// Forgets the least recently used entries until both caps hold, and tells which.
    fn shrink(&mut self, cap_bytes: u64) -> Vec<(CacheKey, Kind)> {
        let mut evicted = Vec::new();
        let crowded: Vec<CacheKey> = self
            .by_source
            .values()
            .filter(|variants| variants.len() > SOURCE_VARIANTS)
            .flat_map(|variants| variants.values().take(variants.len() - SOURCE_VARIANTS).copied())
            .collect();
        evicted.extend(crowded.into_iter().filter_map(|key| self.remove(key)));
        while self.bytes > cap_bytes {
            let Some((_, key)) = self.by_use.first_key_value() else {
                break;
            };
            evicted.extend(self.remove(*key));
        }
        evicted
    }
}

fn entries_of(directory: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
}

fn read_entry(path: &Path) -> Option<(SystemTime, CacheKey, Entry)> {
    let name = path.file_name()?.to_str()?;
    let (stem, _) = name.split_once('.')?;
    let kind = Kind::of_name(name)?;
    let key = CacheKey::of_stem(stem)?;
    let meta = fs::metadata(path).ok()?;
    Some((
        meta.modified().ok()?,
        key,
        Entry {
            size: meta.len(),
            kind,
            used: 0,
        },
    ))
}

/// Notes a use in the file's time stamp.
fn set_used(path: &Path, now: Timestamp) {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.0).unwrap_or(0));
    // A file that is gone already needs none.
    let _ = fs::File::open(path).and_then(|file| file.set_modified(now));
}

/// The same at most once an hour. The order after a restart depends on it, and how long the file is kept.
fn touch(path: &Path, now: Timestamp) {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.0).unwrap_or(0));
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

    fn picture(size: usize) -> Stored {
        let mut bytes = b"\xFF\xD8\xFF".to_vec();
        bytes.resize(size, 7);
        Stored {
            bytes: bytes.into(),
            kind: Kind::Jpeg,
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
        cache.put(other, &picture(100)).expect("put");
        for number in 0..10_000 {
            cache
                .put(CacheKey::new("one", &number.to_string()), &picture(20))
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
            cache.put(*key, &picture(100)).expect("put");
        }
        assert!(cache.get(keys[0]).is_some());
        cache.put(CacheKey::new("new", "v"), &picture(150)).expect("put");
        assert!(cache.size().0 <= 1_000);
        assert!(cache.get(keys[0]).is_some(), "used just before");
        assert!(cache.get(keys[1]).is_none());
        assert!(cache.get(keys[2]).is_none());
        assert!(cache.get(keys[3]).is_some());
        cache
            .put(CacheKey::new("huge", "v"), &picture(1_001))
            .expect("ignored");
        assert!(cache.get(CacheKey::new("huge", "v")).is_none());
        assert!(cache.size().0 <= 1_000);
    }

    #[test]
    fn a_cache_survives_restarts_and_half_written_files() {
        let directory = tempfile::tempdir().expect("a directory");
        let key = CacheKey::new("source", "variant");
        open(directory.path(), 1_000)
            .put(key, &picture(300))
            .expect("put");
        let folder = entries_of(directory.path()).next().expect("a folder");
        fs::write(folder.join("rest.part"), b"half").expect("write");

        let cache = open(directory.path(), 1_000);
        assert_eq!(cache.get(key), Some(picture(300)));
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
        cache.put(asked, &picture(100)).expect("put");
        cache.put(left, &picture(200)).expect("put");
        assert_eq!(cache.purge(clock.now()), 0);
        clock.advance_millis(2 * kernel::HOUR_MS);
        assert!(cache.get(asked).is_some());
        assert_eq!(cache.purge(clock.now().plus_millis(-1_000)), 1);
        assert_eq!((cache.size(), files(directory.path())), ((100, 1), (1, 100)));
        // What another process left is no better.
        clock.advance_millis(2 * kernel::HOUR_MS);
        assert_eq!(open(directory.path(), 1_000).purge(clock.now()), 1);
        assert_eq!(files(directory.path()), (0, 0));
    }

    #[test]
    fn a_file_that_was_cut_to_nothing_is_not_served() {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = open(directory.path(), 1_000);
        let key = CacheKey::new("source", "variant");
        cache.put(key, &picture(300)).expect("put");
        let folder = entries_of(directory.path()).next().expect("a folder");
        let file = entries_of(&folder).next().expect("a file");
        fs::write(file, b"").expect("write");
        assert_eq!(cache.get(key), None);
        assert_eq!(cache.size(), (0, 0));
    }
}
