//! The long-lived parts that handlers use, built once by the composition root.

use std::sync::Arc;

use kernel::paging::CursorKey;
use kernel::{Clock, Random, Shekels};

use super::Invalidation;
use crate::blobs::Blobs;
use crate::db::Db;
use crate::idempotency::Running;
use crate::identity::{Identities, TokenKeys};
use crate::llm::Models;
use crate::mail::MailQueue;
use crate::memory::Summarizer;
use crate::news::News;
use crate::quotas::Ceilings;
use crate::safety::Reminders;
use crate::status::Vitals;
use crate::stories::{LiveStories, OwnsFolder};
use crate::turns::Turns;
use crate::vectors::Vectors;

/// What handlers may reach. Cheap to clone: every part is shared.
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
    /// What access tokens are signed with.
    pub tokens: TokenKeys,
    /// Who people are: passwords, sessions, sign-ins.
    pub identities: Identities,
    /// By which the job that sends letters is told of new ones.
    pub mail_queue: MailQueue,
    /// Pictures and other files.
    pub blobs: Blobs,
    /// Who hears of changes.
    pub changes: Invalidation,
    /// Who hears of what other processes change.
    pub news: News,
    /// Who hears of changes of a story they have open.
    pub live: LiveStories,
    /// Whether a folder is a person’s own.
    pub owns_folder: OwnsFolder,
    /// What a new record finds in its wallet; zero: nothing.
    pub welcome_shekels: Shekels,
    /// What the operator has to say about billing, on the home page; none: nothing.
    pub billing_notice: Option<Arc<str>>,
    /// The requests with an idempotency key that this process is busy with.
    pub running: Running,
    /// The sentence model of this installation.
    pub vectors: Vectors,
    /// Who writes the replies.
    pub models: Models,
    /// What models may cost a day.
    pub ceilings: Ceilings,
    /// Whose summaries are being written.
    pub keeper: Summarizer,
    /// Who was reminded when that they talk to a program.
    pub reminders: Reminders,
    /// The turns of stories that this process runs.
    pub turns: Turns,
    /// What the parts of this process tell of themselves.
    pub vitals: Vitals,
    /// The version of the running program, for the health report.
    pub version: &'static str,
}
