//! Messages as they are read from the database.

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::stories::rows::MessageRow;
use crate::stories::text::{Author, MessageState, Origin};
use crate::stories::{MessageId, StoryId};

macro_rules! message_columns {
    () => {
        "m.id, m.story_id, m.parent_id, m.depth, m.active_child_id, m.author, m.author_id, m.name, m.content, m.state, m.presence, m.hidden, m.origin, m.aside, m.ending, m.model, \
         m.prompt_tokens, m.reply_tokens, m.price, m.turn_id, m.client_id, m.version, m.created_at, m.edited_at, m.deleted_at, m.deleted_in"
    };
}

pub(in crate::stories) use message_columns;

/// The stored form of a presence set.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in crate::stories) struct Presence {
    pub(in crate::stories) ids: Vec<String>,
}

#[derive(sqlx::FromRow)]
pub(in crate::stories) struct MessageRecord {
    id: String,
    story_id: String,
    parent_id: Option<String>,
    depth: i64,
    active_child_id: Option<String>,
    #[sqlx(try_from = "String")]
    author: Author,
    author_id: Option<String>,
    name: String,
    content: String,
    #[sqlx(try_from = "String")]
    state: MessageState,
    presence: Option<Json<Presence>>,
    hidden: bool,
    #[sqlx(try_from = "String")]
    origin: Origin,
    aside: bool,
    ending: bool,
    model: Option<String>,
    prompt_tokens: Option<i64>,
    reply_tokens: Option<i64>,
    price: i64,
    turn_id: Option<String>,
    client_id: Option<String>,
    version: i64,
    created_at: i64,
    edited_at: Option<i64>,
    deleted_at: Option<i64>,
    deleted_in: Option<i64>,
}

impl From<MessageRecord> for MessageRow {
    fn from(row: MessageRecord) -> Self {
        Self {
            id: MessageId::trusted(row.id),
            story_id: StoryId::trusted(row.story_id),
            parent_id: row.parent_id.map(MessageId::trusted),
            depth: row.depth,
            active_child_id: row.active_child_id.map(MessageId::trusted),
            author: row.author,
            author_id: row.author_id,
            name: row.name,
            content: row.content,
            state: row.state,
            presence: row.presence.map(|json| json.0.ids),
            hidden: row.hidden,
            origin: row.origin,
            aside: row.aside,
            ending: row.ending,
            model: row.model,
            prompt_tokens: row.prompt_tokens,
            reply_tokens: row.reply_tokens,
            price: row.price,
            turn_id: row.turn_id,
            client_id: row.client_id,
            version: row.version,
            created_at: Timestamp(row.created_at),
            edited_at: row.edited_at.map(Timestamp),
            deleted_at: row.deleted_at.map(Timestamp),
            deleted_in: row.deleted_in,
        }
    }
}
