//! The enums of stories, with their names in the database and the API.

use platform::llm::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A stored word that the enum does not know.
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
    /// The author of a message.
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
        /// It is complete.
        Complete = "complete",
        /// It is being written.
        Writing = "writing",
        /// The player stopped it.
        Stopped = "stopped",
        /// The server or the model failed while it was written.
        Interrupted = "interrupted",
        /// The model wrote nothing.
        Failed = "failed",
    }

    /// How a message came about.
    Origin {
        /// It is an opening of the scenario.
        Opening = "opening",
        /// The player wrote it.
        Said = "said",
        /// A model replied.
        Reply = "reply",
        /// A model regenerated a reply.
        Regenerated = "regenerated",
        /// A model continued another message.
        Continued = "continued",
        /// The player edited another message.
        Edited = "edited",
        /// It was imported from a file.
        Imported = "imported",
    }

    /// The player's role (spec section 4).
    ControlMode {
        /// A person among the cast.
        Default = "default",
        /// A character of the cast.
        Puppeteer = "puppeteer",
        /// The narrator.
        Steer = "steer",
    }

    /// How the next speaker is chosen.
    #[derive(Default)]
    Strategy {
        /// The character who is addressed, else those who talk most.
        #[default]
        Natural = "natural",
        /// One after the other, in the order of the cast.
        List = "list",
        /// Everybody once before anybody speaks twice.
        Pooled = "pooled",
        /// The character whom the player chooses.
        Manual = "manual",
        /// A model decides.
        Director = "director",
    }

    /// The role of a note's message in the prompt.
    NoteRole {
        /// The site's.
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
