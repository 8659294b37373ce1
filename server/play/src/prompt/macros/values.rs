//! The values of macros in one prompt.

use std::collections::BTreeMap;

use jiff::Zoned;
use kernel::Timestamp;

use super::clock;
use crate::prompt::model::Alternative;

/// The values of macros. Values from the story's messages contain only what the speaker witnessed.
#[derive(Debug, Clone, Default)]
pub(in crate::prompt) struct MacroValues<'a> {
    /// The speaker.
    pub(in crate::prompt) char: &'a str,
    /// The player.
    pub(in crate::prompt) user: &'a str,
    /// The cast, and who of them is muted.
    pub(in crate::prompt) cast: Vec<(&'a str, bool)>,
    pub(in crate::prompt) persona: &'a str,
    pub(in crate::prompt) description: &'a str,
    pub(in crate::prompt) personality: &'a str,
    pub(in crate::prompt) scenario: &'a str,
    pub(in crate::prompt) examples: &'a str,
    pub(in crate::prompt) char_version: &'a str,
    pub(in crate::prompt) char_prompt: &'a str,
    pub(in crate::prompt) char_jailbreak: &'a str,
    pub(in crate::prompt) authors_note: &'a str,
    pub(in crate::prompt) summary: &'a str,
    pub(in crate::prompt) last_message: &'a str,
    pub(in crate::prompt) last_user_message: &'a str,
    pub(in crate::prompt) last_char_message: &'a str,
    pub(in crate::prompt) last_message_index: Option<usize>,
    pub(in crate::prompt) alternative: Alternative,
    pub(in crate::prompt) generation_type: &'a str,
    pub(in crate::prompt) model: &'a str,
    pub(in crate::prompt) max_prompt: u32,
    /// What the player has typed.
    pub(in crate::prompt) input: &'a str,
    /// Lore by the name of its outlet.
    pub(in crate::prompt) outlets: BTreeMap<String, String>,
    pub(in crate::prompt) now: Timestamp,
    pub(in crate::prompt) timezone: Option<&'a str>,
    /// Time since the player's last message.
    pub(in crate::prompt) idle_millis: Option<i64>,
    /// The story.
    pub(in crate::prompt) chat: &'a str,
    /// The seed of the turn.
    pub(in crate::prompt) seed: u64,
}

impl MacroValues<'_> {
    pub(super) fn group(&self, muted_too: bool) -> String {
        let names: Vec<&str> = self
            .cast
            .iter()
            .filter(|(_, muted)| muted_too || !muted)
            .map(|(name, _)| *name)
            .collect();
        if names.is_empty() {
            self.char.to_owned()
        } else {
            names.join(", ")
        }
    }

    pub(super) fn char_if_not_group(&self) -> String {
        if self.cast.len() > 1 {
            self.group(true)
        } else {
            self.char.to_owned()
        }
    }

    pub(super) fn outlet(&self, name: &str) -> String {
        let found = self
            .outlets
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    }

    pub(super) fn zoned(&self) -> Zoned {
        clock::zoned(self.now, self.timezone)
    }
}
