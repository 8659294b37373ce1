//! A lorebook as its owner sees it, and where it applies.

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::Book;

/// A lorebook of its owner's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lorebook {
    /// Which one.
    pub(super) id: String,
    /// What is in it.
    #[serde(flatten)]
    pub(super) book: Book,
    /// How many entries it has.
    pub(super) entry_count: i64,
    /// Where it applies.
    pub(super) attachments: Vec<Attachment>,
    /// One more with every change.
    pub(super) version: i64,
    /// Since when it is there.
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
    /// Which one.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// How many entries it has.
    pub(super) entry_count: i64,
    /// Where it applies.
    pub(super) attachments: Vec<Attachment>,
    /// One more with every change.
    pub(super) version: i64,
    /// Since when it is there.
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

/// What a book is attached to; books are scanned in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AttachmentKind {
    /// A story: the player's own addition.
    Story,
    /// A persona of the player.
    Persona,
    /// An actor of a scenario; only where that actor speaks.
    Actor,
    /// A scenario: for everybody who plays it.
    Scenario,
}

impl AttachmentKind {
    /// Its name on the wire and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Persona => "persona",
            Self::Actor => "actor",
            Self::Scenario => "scenario",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Story, Self::Persona, Self::Actor, Self::Scenario]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// A place where a book applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// What kind of place.
    pub kind: AttachmentKind,
    /// Its id.
    pub id: String,
}

/// A book as it applies to a story.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachedBook {
    /// The book's id; empty for one that is nowhere stored.
    pub id: String,
    /// What it is attached to.
    pub kind: AttachmentKind,
    /// The id of that.
    pub target_id: String,
    /// Whose it is; empty for one that is nowhere stored.
    pub owner_id: String,
    /// The book.
    pub book: Book,
}
