//! A cache of the API's public answers, as bytes, for the pages of signed-in people.
//!
//! An answer is cached under its address and the two properties of its reader that its call depends on: the
//! audience and what they have blocked. It is read with these and without any person's authority, so it
//! cannot hold anything personal. It ends with the tags of its call, with its page's freshness, or when
//! memory is needed.

use std::sync::Arc;

use accounts::tags::BlockedContent;
use kernel::{Audience, Clock, MINUTE_MS};
use serde_json::value::RawValue;

use super::tags::Tags;

/// Maximum freshness of an answer, in milliseconds: changes that come with time alone (what is trending)
/// invalidate no tag.
const MAX_FRESH_MS: i64 = MINUTE_MS;

/// The cache key of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// The expanded address.
    pub uri: String,
    /// For whom.
    pub audience: Audience,
    /// The tags and content notes that are left out of lists; empty if the call does not depend on them.
    pub blocked: BlockedContent,
}

#[derive(Debug)]
struct Entry {
    body: Arc<RawValue>,
    fresh_until: i64,
    /// What [`Tags::now`] was before it was read.
    generation: u64,
    tags: Vec<String>,
}

/// The cached answers. Clones share them.
#[derive(Clone)]
pub struct AnswerCache {
    store: moka::sync::Cache<Key, Arc<Entry>>,
    tags: Arc<Tags>,
    clock: Arc<dyn Clock>,
}

impl AnswerCache {
    /// A cache of at most `bytes` bytes.
    #[must_use]
    pub fn new(bytes: u64, clock: Arc<dyn Clock>) -> Self {
        let store = moka::sync::Cache::builder()
            .max_capacity(bytes)
            .weigher(|key: &Key, entry: &Arc<Entry>| {
                u32::try_from(key.uri.len() + entry.body.get().len()).unwrap_or(u32::MAX)
            })
            .build();
        Self {
            store,
            tags: Arc::default(),
            clock,
        }
    }

    /// What invalidates them, for others that cache copies of the same data.
    #[must_use]
    pub fn tags(&self) -> &Arc<Tags> {
        &self.tags
    }

    /// The answer, if it is cached and valid.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Arc<RawValue>> {
        let entry = self.store.get(key)?;
        let is_good =
            self.clock.now().0 < entry.fresh_until && self.tags.allow(entry.generation, &entry.tags);
        is_good.then(|| entry.body.clone())
    }

    /// Caches an answer of data read since [`Tags::now`] was `generation`, fresh for `fresh_ms` milliseconds.
    pub fn put(&self, key: Key, body: Arc<RawValue>, fresh_ms: i64, generation: u64, tags: Vec<String>) {
        let entry = Entry {
            body,
            fresh_until: self.clock.now().0.saturating_add(fresh_ms.min(MAX_FRESH_MS)),
            generation,
            tags,
        };
        self.store.insert(key, Arc::new(entry));
    }
}

#[cfg(test)]
mod tests {
    use kernel::{TestClock, Timestamp};

    use super::*;

    fn key(uri: &str, audience: Audience) -> Key {
        Key {
            uri: uri.to_owned(),
            audience,
            blocked: BlockedContent::default(),
        }
    }

    fn body(text: &str) -> Arc<RawValue> {
        RawValue::from_string(text.to_owned()).expect("JSON").into()
    }

    fn kept() -> (AnswerCache, Arc<TestClock>) {
        let clock = Arc::new(TestClock::at(Timestamp(0)));
        (AnswerCache::new(1 << 20, clock.clone()), clock)
    }

    #[test]
    fn an_answer_is_for_its_audience_alone() {
        let (kept, _) = kept();
        kept.put(key("/a", Audience::Explicit), body("1"), 1_000, 0, Vec::new());
        assert!(kept.get(&key("/a", Audience::Explicit)).is_some());
        assert!(kept.get(&key("/a", Audience::Everyone)).is_none());
    }

    #[test]
    fn an_answer_ends_with_its_tag_and_no_other() {
        let (kept, _) = kept();
        let key = key("/a", Audience::Everyone);
        kept.put(
            key.clone(),
            body("1"),
            1_000,
            kept.tags().now(),
            vec!["list".to_owned()],
        );
        kept.tags().invalidate("user:u");
        assert!(kept.get(&key).is_some());
        kept.tags().invalidate("list");
        assert!(kept.get(&key).is_none());
    }

    #[test]
    fn an_answer_read_before_its_change_is_never_good() {
        let (kept, _) = kept();
        let key = key("/a", Audience::Everyone);
        let before = kept.tags().now();
        kept.tags().invalidate("list");
        kept.put(key.clone(), body("1"), 1_000, before, vec!["list".to_owned()]);
        assert!(kept.get(&key).is_none());
    }

    #[test]
    fn an_answer_ends_with_its_time_and_after_a_minute_at_the_latest() {
        let (kept, clock) = kept();
        kept.put(key("/brief", Audience::Everyone), body("1"), 1_000, 0, Vec::new());
        kept.put(
            key("/long", Audience::Everyone),
            body("1"),
            i64::MAX,
            0,
            Vec::new(),
        );
        clock.advance_millis(1_000);
        assert!(kept.get(&key("/brief", Audience::Everyone)).is_none());
        assert!(kept.get(&key("/long", Audience::Everyone)).is_some());
        clock.advance_millis(59_000);
        assert!(kept.get(&key("/long", Audience::Everyone)).is_none());
    }
}
