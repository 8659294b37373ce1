//! The long-lived parts that handlers of every floor use, built once by the composition root.

use std::sync::Arc;

use kernel::paging::CursorKey;
use kernel::{Clock, Random};

use crate::blobs::Blobs;
use crate::db::Db;
use crate::idempotency::Running;
use crate::image_judge::ImageJudge;
use crate::llm::Models;
use crate::mail::MailQueue;
use crate::news::News;
use crate::vectors::Vectors;
use crate::vitals::Vitals;
use crate::web::Invalidation;

/// The state of the lowest floor. Cheap to clone: every part is shared.
///
/// Each floor above has its own state, which reaches this one by `Deref`.
#[derive(Clone)]
pub struct AppState {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The key that list cursors are signed with.
    pub cursor_key: CursorKey,
    /// Randomness for ids and secrets.
    pub random: Random,
    /// Wakes the job that sends emails.
    pub mail_queue: MailQueue,
    /// Images and other files.
    pub blobs: Blobs,
    /// Notifies listeners of changes.
    pub changes: Invalidation,
    /// Notifies listeners of what other processes change.
    pub news: News,
    /// The requests with an idempotency key that this process is running.
    pub running: Running,
    /// The sentence model of this installation.
    pub vectors: Vectors,
    /// The judge of uploaded images.
    pub image_judge: ImageJudge,
    /// The models that write the replies.
    pub models: Models,
    /// The health of this process's parts.
    pub vitals: Vitals,
}

/// Lets a floor's state stand for the states below it: `state.db` is found through it, and functions and
/// extractors of lower floors accept it.
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
