//! What a page is made of: the answers of the API, and what it shows of its viewer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The answer to one API read.
#[derive(Debug)]
pub struct ReadAnswer {
    /// The address as expanded from the template; the client's cache knows it by this.
    pub uri: String,
    /// The HTTP status; 504 if the answer did not come in time.
    pub status: u16,
    /// The body: valid JSON, `null` if there was none.
    pub body: Arc<RawValue>,
}

impl ReadAnswer {
    /// A successful answer.
    #[must_use]
    pub fn ok(uri: String, body: Arc<RawValue>) -> Self {
        Self {
            uri,
            status: 200,
            body,
        }
    }
}

/// What a page learns about its viewer: a part of what the API returns about them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewerSummary {
    #[serde(rename = "userID")]
    user_id: String,
    authorname: String,
    username: String,
    #[serde(rename(serialize = "avatarUrl"))]
    avatar_url: Option<String>,
    role: i64,
    roles: Vec<String>,
    #[serde(rename = "showNSFW")]
    show_nsfw: bool,
    shekels: i64,
}
