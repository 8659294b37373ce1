//! Which copies of public data are out of date: kept pages and kept answers end with the tags they show.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// Most tags whose invalidation is remembered one by one; beyond, everything kept so far counts as
/// invalidated.
const MAX_TAGS: usize = 10_000;

/// When each tag was last invalidated, as a count of invalidations. Shared by everything that keeps copies.
#[derive(Debug, Default)]
pub struct Tags {
    count: AtomicU64,
    last: RwLock<Invalidated>,
}

#[derive(Debug, Default)]
struct Invalidated {
    by_tag: HashMap<String, u64>,
    /// Everything older than this is invalid, whatever its tags.
    floor: u64,
}

impl Tags {
    /// The count, to be taken before what is kept is read.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// Makes every copy that shows `tag`, of data read before this call, unusable at once.
    pub fn invalidate(&self, tag: &str) {
        let mut last = self.last.write().unwrap_or_else(PoisonError::into_inner);
        let at = self.count.fetch_add(1, Ordering::AcqRel) + 1;
        if last.by_tag.len() >= MAX_TAGS {
            last.by_tag.clear();
            last.floor = at;
        }
        last.by_tag.insert(tag.to_owned(), at);
    }

    /// The same of every copy.
    pub fn invalidate_all(&self) {
        let mut last = self.last.write().unwrap_or_else(PoisonError::into_inner);
        last.floor = self.count.fetch_add(1, Ordering::AcqRel) + 1;
        last.by_tag.clear();
    }

    /// Whether a copy that shows these tags, of data read when [`Tags::now`] was `generation`, is still good.
    #[must_use]
    pub fn allow(&self, generation: u64, tags: &[String]) -> bool {
        // Nothing at all was invalidated since: the usual case, without a lock.
        if self.now() == generation {
            return true;
        }
        let last = self.last.read().unwrap_or_else(PoisonError::into_inner);
        let is_older = |tag: &String| last.by_tag.get(tag).is_none_or(|at| *at <= generation);
        last.floor <= generation && tags.iter().all(is_older)
    }
}
