//! A prompt that is ready to be sent.

use platform::llm::{ChatMessage, DemoRequest};

use super::input::Variables;
use super::record::PromptRecord;

/// A prompt, ready to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembled {
    /// The messages.
    pub messages: Vec<ChatMessage>,
    /// Texts before which the reply ends.
    pub stops: Vec<String>,
    /// The longest reply, in tokens.
    pub max_tokens: u32,
    /// The record for the inspector.
    pub record: PromptRecord,
    /// The same for the demo model.
    pub demo: DemoRequest,
    /// The story's variables afterwards; `None` if no macro changed any.
    pub variables: Option<Variables>,
}
