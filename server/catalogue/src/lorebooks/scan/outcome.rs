//! What becomes of an entry in a scan.

use platform::llm::Role;

use super::prepare::PreparedEntry;
use crate::lorebooks::book::Position;

/// What became of one entry in one prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryOutcome {
    /// The book's index among those scanned.
    pub book: usize,
    /// The entry's index in the book.
    pub entry: usize,
    /// Whether it joins the prompt, as far as the books decide.
    pub fired: bool,
    /// Whether it stays out because some of its keys were not searched for: the books exceed the budget.
    pub skipped: bool,
    /// Why, or why not.
    pub why: String,
    /// The key that was found.
    pub matched_key: Option<String>,
    /// The message it was found in.
    pub message_id: Option<String>,
    /// The entry's text without its decorators; macros are not expanded.
    pub content: String,
    /// Where it goes.
    pub position: Position,
    /// How deep, where that matters.
    pub depth: u32,
    /// The role under which it is written.
    pub role: Role,
    /// Whether it is in every prompt.
    pub constant: bool,
    /// Whether it is dropped first when the prompt is too long, whatever its priority.
    pub ignorable: bool,
    /// Whether it turns the system prompt off.
    pub disables_system_prompt: bool,
    /// Whether it turns the post-history instructions off.
    pub disables_post_history: bool,
}

/// How an entry came up.
#[derive(Debug, Clone, Default)]
pub(super) struct Activation {
    pub(super) why: String,
    pub(super) key: Option<String>,
    pub(super) message: Option<String>,
    /// How many of its keys were found, for group scoring.
    pub(super) score: usize,
    /// Whether it stays from an earlier message: then neither chance nor its group can remove it.
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

/// What one pass decides about an entry.
pub(super) enum Verdict {
    /// It comes up.
    Active(Activation),
    /// It comes up in no pass, for this reason.
    Never(String),
    /// It does not come up in this pass, for this reason.
    NotNow(String),
}

/// What the passes so far have decided about an entry.
pub(super) enum EntryState {
    /// It may still come up; the reason is why it has not.
    Waiting(String),
    /// It will not come up, for this reason.
    Excluded(String),
    /// It has come up.
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
