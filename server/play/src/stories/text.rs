//! The small closed lists of a story, as the database and the API write them.

use platform::llm::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A stored word that is none of its list.
#[derive(Debug, thiserror::Error)]
#[error("no such word: {0}")]
pub struct UnknownWord(String);

macro_rules! words {
    ($($(#[$doc:meta])+ $name:ident { $($(#[$word_doc:meta])+ $word:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum $name { $($(#[$word_doc])+ $word),+ }

        impl $name {
            /// The word as it is stored and sent.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$word => $text),+ }
            }
        }

        impl TryFrom<String> for $name {
            type Error = UnknownWord;
            fn try_from(text: String) -> Result<Self, UnknownWord> {
                match text.as_str() { $($text => Ok(Self::$word),)+ _ => Err(UnknownWord(text)) }
            }
        }
    )+};
}

words! {
    /// Who wrote a message.
    #[derive(Default)]
    Author {
        /// The player.
        #[default]
        User = "user",
        /// One of the cast.
        Actor = "actor",
        /// Nobody in the story.
        Narrator = "narrator",
    }

    /// How far a message has come.
    MessageState {
        /// It is all there.
        Complete = "complete",
        /// More of it is coming.
        Writing = "writing",
        /// The player stopped it.
        Stopped = "stopped",
        /// The server or the model broke off.
        Interrupted = "interrupted",
        /// The model gave nothing.
        Failed = "failed",
    }

    /// Where a message comes from.
    Origin {
        /// The scenario began with it.
        Opening = "opening",
        /// The player said it.
        Said = "said",
        /// A model answered.
        Reply = "reply",
        /// A model answered once more.
        Regenerated = "regenerated",
        /// A model went on with another message.
        Continued = "continued",
        /// The player rewrote another message.
        Edited = "edited",
        /// It came from a file.
        Imported = "imported",
    }

    /// Who the player is (spec section 4).
    ControlMode {
        /// Themselves, among the cast.
        Default = "default",
        /// One of the cast.
        Puppeteer = "puppeteer",
        /// The narrator.
        Steer = "steer",
    }

    /// Who speaks next where there are several.
    #[derive(Default)]
    Strategy {
        /// Who is spoken to, else who talks much.
        #[default]
        Natural = "natural",
        /// One after the other.
        List = "list",
        /// Everybody once before anybody twice.
        Pooled = "pooled",
        /// Whom the player names.
        Manual = "manual",
        /// The model decides.
        Director = "director",
    }

    /// In whose voice a note stands in the prompt.
    NoteRole {
        /// The house's.
        System = "system",
        /// The player's.
        User = "user",
        /// The character's.
        Assistant = "assistant",
    }
}

impl From<NoteRole> for Role {
    fn from(role: NoteRole) -> Self {
        match role {
            NoteRole::System => Self::System,
            NoteRole::User => Self::User,
            NoteRole::Assistant => Self::Assistant,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_stored_as_they_are_sent() {
        for author in [Author::User, Author::Actor, Author::Narrator] {
            assert_eq!(serde_json::to_value(author).expect("a word"), author.as_str());
            assert_eq!(
                Author::try_from(author.as_str().to_owned()).expect("a word"),
                author
            );
        }
        for state in [
            MessageState::Complete,
            MessageState::Writing,
            MessageState::Stopped,
            MessageState::Interrupted,
            MessageState::Failed,
        ] {
            assert_eq!(serde_json::to_value(state).expect("a word"), state.as_str());
        }
        for strategy in [
            Strategy::Natural,
            Strategy::List,
            Strategy::Pooled,
            Strategy::Manual,
            Strategy::Director,
        ] {
            assert_eq!(serde_json::to_value(strategy).expect("a word"), strategy.as_str());
        }
        assert!(Author::try_from("nobody".to_owned()).is_err());
    }
}
