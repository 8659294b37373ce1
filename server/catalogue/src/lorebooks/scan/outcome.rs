//! The outcome of a scan for an entry.

use platform::llm::Role;

use super::prepare::PreparedEntry;
use crate::lorebooks::book::Position;

/// The outcome for one entry in one prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryOutcome {
    /// The book's index among the scanned books.
    pub book: usize,
    /// The entry's index in the book.
    pub entry: usize,
    /// Whether it is active, before the token budget is applied.
    pub fired: bool,
    /// Whether it is inactive because some of its keys were not searched: the books exceed the budget.
    pub skipped: bool,
    /// Why it is active, or why not.
    pub why: String,
    /// The key that matched.
    pub matched_key: Option<String>,
    /// The message that contains the key.
    pub message_id: Option<String>,
    /// The entry's text without its decorators; macros are not expanded.
    pub content: String,
    /// Its position in the prompt.
    pub position: Position,
    /// Its depth, if the position needs one.
    pub depth: u32,
    /// The role of its message.
    pub role: Role,
    /// Whether it is in every prompt.
    pub constant: bool,
    /// Whether it is dropped first if the prompt is too long, whatever its priority.
    pub ignorable: bool,
    /// Whether it turns the system prompt off.
    pub disables_system_prompt: bool,
    /// Whether it turns the post-history instructions off.
    pub disables_post_history: bool,
}

/// How an entry was activated.
#[derive(Debug, Clone, Default)]
pub(super) struct Activation {
    pub(super) why: String,
    pub(super) key: Option<String>,
    pub(super) message: Option<String>,
    /// How many of its keys matched, for group scoring.
    pub(super) score: usize,
    /// Whether it stays active from an earlier message: then neither its probability nor its group removes
    /// it.
    pub(super) is_sticky: bool,
}

impl Activation {
    pub(super) fn because(why: impl Into<String>) -> Self {
        Self {
            why: why.into(),
            ..Self::default()
        }
    }

    pub(super) fn sticky(why: impl Into<String>) -> Self {
        Self {
            is_sticky: true,
            ..Self::because(why)
        }
    }
}

/// The result of one pass for an entry.
pub(super) enum Verdict {
    /// It becomes active.
    Active(Activation),
    /// It stays inactive in all passes, for this reason.
    Never(String),
    /// It stays inactive in this pass, for this reason.
    NotNow(String),
}

/// The state of an entry after the passes so far.
pub(super) enum EntryState {
    /// It may still become active; the reason is why it has not.
    Waiting(String),
    /// It will not become active, for this reason.
    Excluded(String),
    /// It is active.
    Active(Activation),
}

impl PreparedEntry<'_> {
    pub(super) fn outcome(&self, state: EntryState) -> EntryOutcome {
        let unsearched = self
            .unsearched
            .get()
            .filter(|_| matches!(state, EntryState::Waiting(_)));
        let (fired, activation) = match state {
            EntryState::Active(activation) => (true, activation),
            EntryState::Excluded(why) | EntryState::Waiting(why) => (false, Activation::because(why)),
        };
        let decorators = &self.decorators;
        EntryOutcome {
            book: self.book_index,
            entry: self.entry_index,
            fired,
            skipped: unsearched.is_some(),
            why: unsearched.cloned().unwrap_or(activation.why),
            matched_key: activation.key,
            message_id: activation.message,
            content: self.content.to_owned(),
            position: self.position(),
            depth: decorators
                .depth
                .or(decorators.reverse_depth)
                .unwrap_or(self.entry.depth),
            role: decorators.role.unwrap_or(self.entry.role),
            constant: (self.entry.constant && !self.entry.use_regex) || decorators.activate,
            ignorable: decorators.ignorable,
            disables_system_prompt: fired && decorators.no_system_prompt,
            disables_post_history: fired && decorators.no_post_history,
        }
    }

    fn position(&self) -> Position {
        let decorators = &self.decorators;
        match (decorators.position, decorators.depth, decorators.reverse_depth) {
            (Some(position), ..) => position,
            (None, Some(_), _) => Position::AtDepth,
            (None, None, Some(_)) => Position::AtReverseDepth,
            (None, None, None) => self.entry.position,
        }
    }
}
