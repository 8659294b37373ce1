//! The content of an audit row.

use kernel::Timestamp;
use serde_json::Value;

/// An action. Everything but `action`, `subject` and `at` may be absent.
#[derive(Debug, Clone, Copy, Default)]
pub struct Event<'a> {
    /// Who did it: a person's record, or their identity if they have none. `None`: a visitor, or the server
    /// itself.
    pub actor: Option<&'a str>,
    /// What was done, as `slice.verb`, for example `identity.suspend`.
    pub action: &'a str,
    /// What it was done to: an id.
    pub subject: &'a str,
    /// The reason that the actor gave.
    pub reason: Option<&'a str>,
    /// The state before.
    pub before: Option<&'a Value>,
    /// The state after.
    pub after: Option<&'a Value>,
    /// The request's id, as it is in the log.
    pub request_id: Option<&'a str>,
    /// The address the request came from.
    pub address: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}
