//! Which campaign ids exist.
//!
//! A campaign is a part of the cache key and comes from outside, so anyone could fill the cache with made-up
//! ones. An id that the API does not know is therefore not a preference: the page is the one without a
//! campaign, from the cache. Only the home page also reads it from the address; there it reaches the page as
//! any other query does, and the page says that there is no such campaign (spec section 8), but that page is
//! not cached. The API's answers are remembered for a minute.

use std::sync::Arc;

use kernel::{Clock, MINUTE_MS};

use super::reads::Reads;

/// How long an answer is remembered, in milliseconds.
const REMEMBER_MS: i64 = MINUTE_MS;
/// Most ids remembered.
const MAX_IDS: u64 = 4_096;

/// Which campaign ids exist.
#[derive(Clone)]
pub struct Campaigns {
    known: moka::sync::Cache<String, (bool, i64)>,
    reads: Reads,
    clock: Arc<dyn Clock>,
}

impl Campaigns {
    /// Asks `reads` about ids that are not remembered.
    #[must_use]
    pub fn new(reads: Reads, clock: Arc<dyn Clock>) -> Self {
        Self {
            known: moka::sync::Cache::new(MAX_IDS),
            reads,
            clock,
        }
    }

    /// Whether this campaign exists, if that is remembered.
    #[must_use]
    pub fn remembered(&self, id: &str) -> Option<bool> {
        let (exists, until) = self.known.get(id)?;
        (self.clock.now().0 < until).then_some(exists)
    }

    /// Whether this campaign exists. If the API cannot answer, it counts as absent for now.
    pub async fn exists(&self, id: &str) -> bool {
        if let Some(exists) = self.remembered(id) {
            return exists;
        }
        // The id is well-formed (`Prefs` lets no other through), so it needs no encoding.
        let status = self.reads.one(&format!("/campaigns/campaign/{id}")).await.status;
        if status < 500 {
            self.known.insert(
                id.to_owned(),
                (status == 200, self.clock.now().0.saturating_add(REMEMBER_MS)),
            );
        }
        status == 200
    }
}
