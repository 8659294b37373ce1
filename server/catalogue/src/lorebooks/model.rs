//! A lorebook as its owner sees it, and its attachments.

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::Book;

/// A lorebook of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lorebook {
    /// Its id.
    pub(super) id: String,
    /// Its content.
    #[serde(flatten)]
    pub(super) book: Book,
    /// How many entries it has.
    pub(super) entry_count: i64,
    /// What it is attached to.
    pub(super) attachments: Vec<Attachment>,
    /// Increases with every change.
    pub(super) version: i64,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub(super) updated_on: Timestamp,
}

/// A lorebook without its entries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LorebookSummary {
    /// Its id.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// How many entries it has.
    pub(super) entry_count: i64,
    /// What it is attached to.
    pub(super) attachments: Vec<Attachment>,
    /// Increases with every change.
    pub(super) version: i64,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub(super) updated_on: Timestamp,
}

/// All lorebooks of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Lorebooks {
    /// The latest changed first.
    pub(super) books: Vec<LorebookSummary>,
}

/// What a book is attached to. Books are scanned in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AttachmentKind {
    /// A story: an addition of the player's own.
    Story,
    /// A persona of the player.
    Persona,
    /// An actor of a scenario; applies when that actor speaks.
    Actor,
    /// A scenario: applies to everybody who plays it.
    Scenario,
}

impl AttachmentKind {
    /// Its name in JSON and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Persona => "persona",
            Self::Actor => "actor",
            Self::Scenario => "scenario",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Story, Self::Persona, Self::Actor, Self::Scenario]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// Something a book is attached to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// What kind of thing.
    pub kind: AttachmentKind,
    /// Its id.
    pub id: String,
}

/// A book that applies to a story.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachedBook {
    /// The book's id; empty for a book that is not stored.
    pub id: String,
    /// What it is attached to.
    pub kind: AttachmentKind,
    /// The id of the target.
    pub target_id: String,
    /// The owner's id; empty for a book that is not stored.
    pub owner_id: String,
    /// The book.
    pub book: Book,
}
