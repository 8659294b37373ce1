//! Which copies of public data are out of date: cached pages and cached answers end with the tags they show.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// Most tags whose invalidation is remembered one by one; beyond, all existing copies count as invalidated.
const MAX_TAGS: usize = 10_000;

/// When each tag was last invalidated, as a count of invalidations. Shared by all caches of public data.
#[derive(Debug, Default)]
pub struct Tags {
    count: AtomicU64,
    last: RwLock<Invalidated>,
}

#[derive(Debug, Default)]
struct Invalidated {
    by_tag: HashMap<String, u64>,
    /// Every copy older than this is invalid, regardless of its tags.
    floor: u64,
}

impl Tags {
    /// The count; read it before the data of a copy.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// Invalidates at once every copy that shows `tag`, of data read before this call.
    pub fn invalidate(&self, tag: &str) {
        let mut last = self.last.write().unwrap_or_else(PoisonError::into_inner);
        let at = self.count.fetch_add(1, Ordering::AcqRel) + 1;
        if last.by_tag.len() >= MAX_TAGS {
            last.by_tag.clear();
            last.floor = at;
        }
        last.by_tag.insert(tag.to_owned(), at);
    }

    /// Invalidates every copy.
    pub fn invalidate_all(&self) {
        let mut last = self.last.write().unwrap_or_else(PoisonError::into_inner);
        last.floor = self.count.fetch_add(1, Ordering::AcqRel) + 1;
        last.by_tag.clear();
    }

    /// Whether a copy that shows these tags, of data read when [`Tags::now`] was `generation`, is still
    /// valid.
    #[must_use]
    pub fn allow(&self, generation: u64, tags: &[String]) -> bool {
        // Nothing was invalidated since: the usual case, without a lock.
        if self.now() == generation {
            return true;
        }
        let last = self.last.read().unwrap_or_else(PoisonError::into_inner);
        let is_older = |tag: &String| last.by_tag.get(tag).is_none_or(|at| *at <= generation);
        last.floor <= generation && tags.iter().all(is_older)
    }
}
