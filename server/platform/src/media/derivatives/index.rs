//! Which derivatives are on the disk, how large they are, and which are evicted first.

use std::collections::{BTreeMap, HashMap};

use super::key::CacheKey;
use crate::media::pipeline::ImageKind;

/// The most variants of one source that are kept.
pub(super) const SOURCE_VARIANTS: usize = 256;

/// The index of a disk cache.
#[derive(Debug, Default)]
pub(super) struct Index {
    entries: HashMap<CacheKey, Entry>,
    by_use: BTreeMap<u64, CacheKey>,
    by_source: HashMap<u128, BTreeMap<u64, CacheKey>>,
    bytes: u64,
    /// How many uses there have been.
    uses: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    size: u64,
    kind: ImageKind,
    /// The count of uses at its last one.
    used: u64,
}

impl Index {
    /// The kind of the file under a key; `None` if there is no such file.
    pub(super) fn kind_of(&self, key: CacheKey) -> Option<ImageKind> {
        self.entries.get(&key).map(|entry| entry.kind)
    }

    /// Bytes and files.
    #[cfg(test)]
    pub(super) fn size(&self) -> (u64, usize) {
        (self.bytes, self.entries.len())
    }

    /// Counts files that were there before this index; what was added to it meanwhile counts as used later.
    pub(super) fn add_older(&mut self, found: impl IntoIterator<Item = (CacheKey, u64, ImageKind)>) {
        let newer: Vec<(CacheKey, Entry)> = self
            .by_use
            .values()
            .filter_map(|key| Some((*key, *self.entries.get(key)?)))
            .collect();
        *self = Self::default();
        for (key, size, kind) in found {
            self.add(key, size, kind);
        }
        for (key, entry) in newer {
            self.add(key, entry.size, entry.kind);
        }
    }

    /// Adds an entry, or marks one as used just now.
    pub(super) fn add(&mut self, key: CacheKey, size: u64, kind: ImageKind) {
        self.remove(key);
        self.uses += 1;
        self.entries.insert(
            key,
            Entry {
                size,
                kind,
                used: self.uses,
            },
        );
        self.by_use.insert(self.uses, key);
        self.by_source
            .entry(key.source)
            .or_default()
            .insert(self.uses, key);
        self.bytes += size;
    }

    pub(super) fn remove(&mut self, key: CacheKey) -> Option<(CacheKey, ImageKind)> {
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

    /// Removes the least recently used entries until both caps hold; returns them.
    pub(super) fn shrink(&mut self, cap_bytes: u64) -> Vec<(CacheKey, ImageKind)> {
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
