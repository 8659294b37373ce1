//! SillyTavern's chats: one JSON object a line, the first of them about the chat. Also Chub's, whose texts
//! may be objects.
//!
//! Such a file holds one line of a story with the alternatives of each message ("swipes"). What has no place
//! here is kept under `tavern` beside the story and beside each message, and written back.

mod metadata;
mod names;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{Alternative, Chat, Line, Writer};

use serde_json::Value;

/// Under this name it is kept what only SillyTavern knows.
const EXTRA_KEY: &str = "tavern";

/// The value of a variable as macros read it.
fn variable(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
