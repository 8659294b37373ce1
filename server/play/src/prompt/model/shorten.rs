//! The parts of a prompt that its player can shorten.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::record::{PartSource, PromptPart, PromptRecord};

/// A part of a prompt that the player can shorten. A character's card and the scenario belong to their
/// authors, and old messages are left out as needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Shorten {
    /// The player's persona.
    Persona,
    /// The author's note.
    AuthorsNote,
    /// The story's facts and summary.
    Memory,
    /// The lorebooks.
    Lore,
    /// The player's own instructions.
    Instructions,
    /// The player's last message.
    Message,
    /// The length of replies.
    ReplyLength,
}

impl Shorten {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Persona,
        Self::AuthorsNote,
        Self::Memory,
        Self::Lore,
        Self::Instructions,
        Self::Message,
        Self::ReplyLength,
    ];

    /// Its name in the database and the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Persona => "persona",
            Self::AuthorsNote => "authorsNote",
            Self::Memory => "memory",
            Self::Lore => "lore",
            Self::Instructions => "instructions",
            Self::Message => "message",
            Self::ReplyLength => "replyLength",
        }
    }

    /// The part with this stored name.
    #[must_use]
    pub fn from_stored(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// Its name in a sentence.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Persona => "your persona",
            Self::AuthorsNote => "the author's note",
            Self::Memory => "the story's memory",
            Self::Lore => "the lore",
            Self::Instructions => "your instructions",
            Self::Message => "your last message",
            Self::ReplyLength => "the length of replies",
        }
    }

    /// The player's name for this part, if they can shorten it.
    fn of(part: PromptPart, source: PartSource) -> Option<Self> {
        match part {
            PromptPart::Persona => Some(Self::Persona),
            PromptPart::AuthorsNote => Some(Self::AuthorsNote),
            PromptPart::Facts | PromptPart::Summary => Some(Self::Memory),
            PromptPart::ConstantLore | PromptPart::TriggeredLore => Some(Self::Lore),
            PromptPart::System | PromptPart::PostHistory if source == PartSource::Player => {
                Some(Self::Instructions)
            }
            _ => None,
        }
    }
}

impl PromptRecord {
    /// The largest part of the sent prompt that the player can shorten, and its size in tokens.
    #[must_use]
    pub fn largest_to_shorten(&self) -> Option<(Shorten, u32)> {
        let mut sizes = BTreeMap::new();
        for part in self.parts.iter().filter(|part| part.kept) {
            if let Some(one) = Shorten::of(part.part, part.source) {
                *sizes.entry(one).or_insert(0_u32) += part.tokens;
            }
        }
        sizes.into_iter().max_by_key(|(_, tokens)| *tokens)
    }
}
