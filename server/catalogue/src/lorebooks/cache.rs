//! A cache with a limit in bytes, for values that are expensive to compute.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// A value that takes more than this part of the limit is not cached: it would evict too many others.
const LARGEST_PART: usize = 4;

/// Values by their keys; the oldest is evicted first.
pub(super) struct ByteBoundedCache<K, V> {
    values: HashMap<K, (V, usize)>,
    order: VecDeque<K>,
    bytes: usize,
    limit: usize,
}

impl<K: Clone + Eq + Hash, V: Clone> ByteBoundedCache<K, V> {
    /// `limit`: in bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            values: HashMap::new(),
            order: VecDeque::new(),
            bytes: 0,
            limit,
        }
    }

    /// The cached value of this key.
    pub(super) fn find(&self, key: &K) -> Option<V> {
        self.values.get(key).map(|(value, _)| value.clone())
    }

    /// Caches a value; `bytes`: its size with its key.
    pub(super) fn put(&mut self, key: K, value: V, bytes: usize) {
        if bytes > self.limit / LARGEST_PART || self.values.contains_key(&key) {
            return;
        }
        self.values.insert(key.clone(), (value, bytes));
        self.order.push_back(key);
        self.bytes += bytes;
        while self.bytes > self.limit
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.values.remove(&oldest).map_or(0, |(_, bytes)| bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_is_cached_as_fits_and_the_oldest_is_evicted() {
        let mut kept = ByteBoundedCache::new(800);
        for number in 0..1_000 {
            kept.put(number, number, 100);
            kept.put(number, number + 1, 100);
            assert!(kept.bytes <= 800 && kept.values.len() == kept.order.len());
        }
        assert_eq!(
            (kept.find(&991), kept.find(&992), kept.find(&999)),
            (None, Some(992), Some(999))
        );
        kept.put(1_000, 1_000, 201);
        assert_eq!(
            (kept.find(&1_000), kept.find(&992)),
            (None, Some(992)),
            "what is too large drives out nothing"
        );
        kept.put(1_000, 1_000, 200);
        assert_eq!(
            (kept.find(&1_000), kept.find(&993), kept.find(&994)),
            (Some(1_000), None, Some(994)),
            "a quarter is not too large"
        );
        assert_eq!((kept.bytes, kept.values.len()), (800, 7));
    }
}
