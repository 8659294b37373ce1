//! The kinds of text that a model is asked for.

/// The kind of text that a model is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptKind {
    /// The speaker's next message.
    Reply,
    /// More of the speaker's last message, which is not part of the history.
    Continue {
        /// The message so far.
        so_far: String,
    },
    /// A message for the player to send, in their voice or their puppet's.
    Impersonate {
        /// What the player has typed already.
        draft: String,
    },
    /// The selected passage of a message in other words.
    Rewrite {
        /// The whole message.
        message: String,
        /// The passage.
        selection: String,
        /// What should be different; may be empty.
        note: String,
    },
    /// What happens next, told by the narrator.
    Next,
    /// What happened so far: the summary, extended by the history.
    Summarise,
    /// Who speaks next. See [`crate::prompt::read_director`].
    Director {
        /// The names to choose from.
        names: Vec<String>,
    },
}

impl PromptKind {
    /// Whether it is about the story rather than part of it: a summary, or a director's choice.
    pub(in crate::prompt) fn is_report(&self) -> bool {
        matches!(self, Self::Summarise | Self::Director { .. })
    }

    /// Its name in records and macros.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::Continue { .. } => "continue",
            Self::Impersonate { .. } => "impersonate",
            Self::Rewrite { .. } => "rewrite",
            Self::Next => "next",
            Self::Summarise => "summarise",
            Self::Director { .. } => "director",
        }
    }
}
