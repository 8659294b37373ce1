//! SillyTavern's chats: one JSON object per line, the first of them about the chat. Also Chub's, whose texts
//! may be objects.
//!
//! Such a file contains one path of a story with the alternatives of each message ("swipes"). Unknown fields
//! are stored under `tavern` with the story and with each message, and exported again.

mod metadata;
mod names;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{Alternative, Chat, Line, Writer};

use serde_json::Value;

/// The key under which SillyTavern's own fields are stored.
const EXTRA_KEY: &str = "tavern";

/// The value of a variable in the form that macros read.
fn variable(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
