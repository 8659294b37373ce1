//! The answer of the demo model.

/// The answer to a request.
pub(super) struct DemoReply {
    pub(super) text: String,
    /// Whether the story ends with it.
    pub(super) ends: bool,
}

impl From<String> for DemoReply {
    fn from(text: String) -> Self {
        Self { text, ends: false }
    }
}
