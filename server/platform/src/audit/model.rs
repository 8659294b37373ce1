//! What an audit row says.

use kernel::Timestamp;
use serde_json::Value;

/// Something that was done. Everything but `action`, `subject` and `at` may be absent.
#[derive(Debug, Clone, Copy, Default)]
pub struct Event<'a> {
    /// Who did it: a person's record, or their identity where they have none. None: nobody signed in, or the
    /// server itself.
    pub actor: Option<&'a str>,
    /// What was done, as `slice.verb`, for example `identity.suspend`.
    pub action: &'a str,
    /// What it was done to: an id.
    pub subject: &'a str,
    /// Why, in the words of whoever did it.
    pub reason: Option<&'a str>,
    /// How it was before.
    pub before: Option<&'a Value>,
    /// How it is now.
    pub after: Option<&'a Value>,
    /// The request's id, as it is in the log.
    pub request_id: Option<&'a str>,
    /// The address the request came from.
    pub address: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}
