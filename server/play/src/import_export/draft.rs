//! A story read from a file of any kind: nothing in it is stored yet, and it refers only to characters of its
//! own.

use kernel::{ErrorCode, Timestamp};
use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::rules::{MAX_ALTERNATIVES, MAX_CAST, MAX_MESSAGES, MAX_NAME_CHARS, MAX_TEXT_BYTES};
use crate::prompt::Variables;
use crate::stories::rules::{clean_text, snippet};
use crate::stories::{Author, Character, MessageState, Origin, Setup, StorySafety, StorySettings};

/// A story before it is stored.
#[derive(Debug, Clone, Default)]
pub(super) struct StoryDraft {
    pub(super) title: String,
    pub(super) setup: Setup,
    pub(super) settings: StorySettings,
    pub(super) theme_id: Option<String>,
    pub(super) cast: Vec<Character>,
    /// Parents come before their children; alternatives in their order.
    pub(super) messages: Vec<DraftMessage>,
    /// The reader's position.
    pub(super) head: Option<usize>,
    pub(super) facts: Vec<DraftFact>,
    pub(super) summaries: Vec<DraftSummary>,
    /// What macros have stored.
    pub(super) variables: Variables,
    /// The scenario that the file names.
    pub(super) scenario_id: Option<String>,
    /// Its version, if the file names one.
    pub(super) scenario_version: Option<i64>,
    pub(super) created_at: Option<Timestamp>,
    /// Its safety state.
    pub(super) safety: StorySafety,
    /// Unknown fields, kept for exports.
    pub(super) extra: Map<String, Value>,
}

/// A message of a draft. It refers to other messages by their index in the draft.
#[derive(Debug, Clone)]
pub(super) struct DraftMessage {
    pub(super) parent: Option<usize>,
    pub(super) author: Author,
    /// A character of the draft, or a persona.
    pub(super) author_id: Option<String>,
    pub(super) name: String,
    pub(super) content: String,
    pub(super) state: MessageState,
    pub(super) presence: Option<Vec<String>>,
    pub(super) hidden: bool,
    pub(super) origin: Origin,
    pub(super) aside: bool,
    pub(super) ending: bool,
    pub(super) model: Option<String>,
    pub(super) prompt_tokens: Option<i64>,
    pub(super) reply_tokens: Option<i64>,
    pub(super) price: i64,
    pub(super) version: i64,
    pub(super) created_at: Option<Timestamp>,
    pub(super) edited_at: Option<Timestamp>,
    pub(super) deleted_at: Option<Timestamp>,
    pub(super) deleted_in: Option<i64>,
    /// Which of its children is shown; `None`: the last, or the one towards the head.
    pub(super) active_child: Option<usize>,
    pub(super) revisions: Vec<DraftRevision>,
    pub(super) extra: Map<String, Value>,
}

impl DraftMessage {
    pub(super) fn new(parent: Option<usize>, author: Author, name: &str, content: &str) -> Self {
        Self {
            parent,
            author,
            author_id: None,
            name: name.to_owned(),
            content: content.to_owned(),
            state: MessageState::Complete,
            presence: None,
            hidden: false,
            origin: Origin::Imported,
            aside: false,
            ending: false,
            model: None,
            prompt_tokens: None,
            reply_tokens: None,
            price: 0,
            version: 1,
            created_at: None,
            edited_at: None,
            deleted_at: None,
            deleted_in: None,
            active_child: None,
            revisions: Vec::new(),
            extra: Map::new(),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct DraftRevision {
    pub(super) version: i64,
    pub(super) content: String,
    pub(super) created_at: Option<Timestamp>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftFact {
    pub(super) text: String,
    pub(super) pinned: bool,
    pub(super) message: Option<usize>,
    pub(super) version: i64,
    pub(super) created_at: Option<Timestamp>,
    pub(super) updated_at: Option<Timestamp>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftSummary {
    pub(super) text: String,
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) left_out: Vec<usize>,
    pub(super) edited: bool,
    /// An earlier summary of the draft.
    pub(super) based_on: Option<usize>,
    pub(super) model: Option<String>,
    pub(super) version: i64,
    pub(super) created_at: Option<Timestamp>,
    pub(super) updated_at: Option<Timestamp>,
}

/// 422: the file cannot become a story; nothing was stored.
pub(super) fn unusable_file(why: impl Into<String>) -> Problem {
    let why = why.into();
    Problem::new(ErrorCode::VALIDATION_FAILED, why.clone()).with_field("file", why)
}

impl StoryDraft {
    /// Adds a message; returns its index.
    pub(super) fn push(&mut self, message: DraftMessage) -> Result<usize, Problem> {
        if self.messages.len() >= MAX_MESSAGES {
            return Err(unusable_file(format!(
                "An imported story can have up to {MAX_MESSAGES} messages, including alternatives."
            )));
        }
        if message.content.len() > MAX_TEXT_BYTES {
            return Err(unusable_file(format!(
                "Message {} is larger than {} KB.",
                self.messages.len() + 1,
                MAX_TEXT_BYTES / 1024
            )));
        }
        self.messages.push(message);
        Ok(self.messages.len() - 1)
    }

    /// The character with this name, added if there is none yet; `None` if there are too many.
    pub(super) fn character(&mut self, name: &str, report: &mut Report) -> Option<String> {
        let name = clean_name(name);
        if let Some(known) = self.cast.iter().find(|one| same_name(&one.name, &name)) {
            return Some(known.id.clone());
        }
        if self.cast.len() >= MAX_CAST {
            report.changed(
                "name",
                format!(
                    "More than {MAX_CAST} characters speak. The rest keep their names but aren’t in the cast."
                ),
            );
            return None;
        }
        let id = format!("c{}", self.cast.len() + 1);
        self.cast.push(character(&id, &name));
        Some(id)
    }

    /// Checks and repairs what single readers do not, so that it can be stored.
    pub(super) fn finish(mut self, report: &mut Report) -> Result<Self, Problem> {
        if self.messages.is_empty() {
            return Err(unusable_file("This file contains no messages."));
        }
        self.title = snippet(&clean_text(&self.title), MAX_NAME_CHARS);
        let mut followers = vec![0_usize; self.messages.len() + 1];
        for message in &mut self.messages {
            let place = message.parent.map_or(0, |parent| parent + 1);
            followers[place] += 1;
            if followers[place] > MAX_ALTERNATIVES {
                return Err(unusable_file(format!(
                    "More than {MAX_ALTERNATIVES} messages reply to the same one."
                )));
            }
            message.name = clean_name(&message.name);
            message.content = clean_text(&message.content);
            message.extra = super::json::bounded_map(std::mem::take(&mut message.extra), report);
        }
        self.extra = super::json::bounded_map(std::mem::take(&mut self.extra), report);
        let variables = self.variables.clone().within_bounds();
        if variables != self.variables {
            report.changed(
                "variables",
                "As many variables are kept as a story has, none longer than they may be.",
            );
            self.variables = variables;
        }
        if self.head.is_none() {
            self.head = Some(self.leaf_of_line());
        }
        if self.setup.name.is_empty() {
            self.setup.name.clone_from(&self.title);
        }
        Ok(self)
    }

    /// The end of the shown path from the first beginning.
    fn leaf_of_line(&self) -> usize {
        let mut last_child = vec![None; self.messages.len()];
        let mut at = 0;
        for (place, message) in self.messages.iter().enumerate() {
            match message.parent {
                Some(parent) => last_child[parent] = Some(place),
                None if self.messages[at].parent.is_some() => at = place,
                None => {}
            }
        }
        while let Some(next) = self.messages[at].active_child.or(last_child[at]) {
            at = next;
        }
        at
    }
}

/// A character of whom only the name is known.
pub(super) fn character(id: &str, name: &str) -> Character {
    Character {
        id: id.to_owned(),
        name: name.to_owned(),
        role: String::new(),
        description: String::new(),
        persona: String::new(),
        examples: String::new(),
        avatar: None,
        muted: false,
        talkativeness: 0.5,
    }
}

/// A name in its stored form: one line, not too long, never empty.
pub(super) fn clean_name(name: &str) -> String {
    let name = clean_text(name).replace(['\n', '\t'], " ");
    let name: String = name.trim().chars().take(MAX_NAME_CHARS).collect();
    if name.is_empty() {
        crate::stories::NARRATOR.to_owned()
    } else {
        name
    }
}

/// Whether two names mean the same character.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || one.to_lowercase() == other.to_lowercase()
}
