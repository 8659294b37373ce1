//! The long-lived parts that handlers of every floor use, built once by the composition root.

use std::sync::Arc;

use kernel::paging::CursorKey;
use kernel::{Clock, Random};

use crate::blobs::Blobs;
use crate::db::Db;
use crate::idempotency::Running;
use crate::llm::Models;
use crate::mail::MailQueue;
use crate::news::News;
use crate::vectors::Vectors;
use crate::vitals::Vitals;
use crate::web::Invalidation;

/// What stands below everything. Cheap to clone: every part is shared.
///
/// A floor above has a state of its own, which reaches this one by `Deref`.
#[derive(Clone)]
pub struct AppState {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// What list cursors are signed with.
    pub cursor_key: CursorKey,
    /// Randomness for ids and secrets.
    pub random: Random,
    /// By which the job that sends letters is told of new ones.
    pub mail_queue: MailQueue,
    /// Pictures and other files.
    pub blobs: Blobs,
    /// Who hears of changes.
    pub changes: Invalidation,
    /// Who hears of what other processes change.
    pub news: News,
    /// The requests with an idempotency key that this process is busy with.
    pub running: Running,
    /// The sentence model of this installation.
    pub vectors: Vectors,
    /// Who writes the replies.
    pub models: Models,
    /// What the parts of this process tell of themselves.
    pub vitals: Vitals,
}

/// Lets a floor's state stand for the states below it: `state.db` is found through it, functions of lower floors take
/// it, and so do their extractors.
#[macro_export]
macro_rules! stands_on {
    ($state:ty, $below:ty $(, $lower:ty)*) => {
        impl std::ops::Deref for $state {
            type Target = $below;
            fn deref(&self) -> &$below {
                &self.below
            }
        }

        impl std::ops::DerefMut for $state {
            fn deref_mut(&mut self) -> &mut $below {
                &mut self.below
            }
        }

        impl axum::extract::FromRef<$state> for $below {
            fn from_ref(state: &$state) -> Self {
                state.below.clone()
            }
        }

        $(impl axum::extract::FromRef<$state> for $lower {
            fn from_ref(state: &$state) -> Self {
                <$lower>::clone(state)
            }
        })*
    };
}
