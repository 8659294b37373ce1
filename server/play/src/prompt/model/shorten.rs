//! What of a prompt its player can make shorter.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::record::{PartSource, PromptPart, PromptRecord};

/// What of a prompt the player can make shorter. A character's card and the scenario belong to their authors,
/// and old messages are left out as needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Shorten {
    /// Whom the player plays.
    Persona,
    /// The author's note.
    AuthorsNote,
    /// The facts to be remembered, and the summary.
    Memory,
    /// The lorebooks.
    Lore,
    /// The player's own instructions.
    Instructions,
    /// The player's last message.
    Message,
    /// How long replies may be.
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

    /// As stored and on the wire.
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

    /// The one of this stored name.
    #[must_use]
    pub fn from_stored(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// In a sentence.
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

    /// What this part is to the player, if they can make it shorter.
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
    /// The largest part of what was sent that the player can make shorter, and its size in tokens.
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
