//! The messages of the story in the form in which they are sent, and the choice of those that are.

use std::cell::OnceCell;

use platform::llm::{ChatMessage, Role};

use super::budget::cut_history;
use super::fence::{disarm, one_line};
use super::macros::names_only;
use super::model::{HistoryLine, PromptInput};
use super::rules::NARRATOR;
use super::section::cost;
use super::viewpoint::Viewpoint;
use crate::stories::Author;

/// The history of a prompt.
pub(super) struct History<'a> {
    input: &'a PromptInput,
    view: &'a Viewpoint<'a>,
    /// The lines in the form in which they are sent, with their tokens. They are computed on demand: of a
    /// long story, most never are.
    lines: Vec<OnceCell<(ChatMessage, u32)>>,
    is_user: Vec<bool>,
    /// The numbers of the lines that are sent.
    pub(super) kept: Vec<usize>,
    /// Whether lines are dropped after the first.
    pub(super) has_gap: bool,
}

impl<'a> History<'a> {
    pub(super) fn of(input: &'a PromptInput, view: &'a Viewpoint<'a>) -> Self {
        Self {
            input,
            view,
            lines: view.lines.iter().map(|_| OnceCell::new()).collect(),
            is_user: view
                .lines
                .iter()
                .map(|line| line.author == Author::User)
                .collect(),
            kept: Vec::new(),
            has_gap: false,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    fn line(&self, at: usize) -> &(ChatMessage, u32) {
        self.lines[at].get_or_init(|| {
            let message = chat_line(self.input, self.view, self.view.lines[at]);
            let tokens = cost(&message.content);
            (message, tokens)
        })
    }

    /// The line with this number in the form in which it is sent.
    pub(super) fn message(&self, at: usize) -> &ChatMessage {
        &self.line(at).0
    }

    /// The tokens of the line of this number.
    pub(super) fn line_size(&self, at: usize) -> u32 {
        self.line(at).1
    }

    /// The tokens of the player's last line.
    pub(super) fn last_user_size(&self) -> u32 {
        self.is_user
            .iter()
            .rposition(|user| *user)
            .map_or(0, |at| self.line_size(at))
    }

    /// The tokens of all lines; stops counting above `limit`.
    pub(super) fn size(&self, limit: u32) -> u32 {
        let mut sum: u32 = 0;
        for at in (0..self.lines.len()).rev() {
            sum = sum.saturating_add(self.line_size(at));
            if sum > limit {
                break;
            }
        }
        sum
    }

    /// The tokens of the lines that are sent.
    pub(super) fn kept_size(&self) -> u32 {
        self.kept.iter().map(|at| self.line_size(*at)).sum()
    }

    /// Chooses the lines to send, so that they fit into this many tokens.
    pub(super) fn cut(&mut self, budget: u32, root_cap: u32) {
        let kept = cut_history(|at| self.line_size(at), &self.is_user, budget, root_cap);
        self.has_gap = kept.root && kept.from > 1;
        self.kept = kept.lines(self.lines.len());
    }
}

/// A message of the story for the model: with names filled in, and no other macro expanded.
fn chat_line(input: &PromptInput, view: &Viewpoint<'_>, line: &HistoryLine) -> ChatMessage {
    let own = view.is_own(line);
    let name = match line.author {
        Author::User if line.name.trim().is_empty() => view.player.clone(),
        Author::Narrator if line.name.trim().is_empty() => NARRATOR.to_owned(),
        _ => one_line(&line.name),
    };
    let char = if line.author == Author::Actor {
        name.as_str()
    } else {
        view.voice.as_str()
    };
    let text = disarm(&names_only(&line.content, char, &view.player))
        .trim()
        .to_owned();
    // With only one character, nobody needs to be named.
    let is_plain = own
        || (line.author == Author::User && name == view.player && input.cast.len() < 2 && !view.as_player);
    let content = if is_plain || name.is_empty() {
        text
    } else {
        format!("{name}: {text}")
    };
    ChatMessage {
        role: if own { Role::Assistant } else { Role::User },
        name: Some(name),
        content,
    }
}
