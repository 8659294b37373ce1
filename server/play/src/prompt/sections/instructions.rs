//! The instructions at the top of a prompt, and after the history.

use super::SectionRenderer;
use crate::prompt::fence::{disarm, one_line};
use crate::prompt::model::{PartSource, PromptKind, PromptPart};
use crate::prompt::section::{Section, fenced};
use crate::prompt::texts;

impl SectionRenderer<'_> {
    /// Explains how to read the prompt.
    pub(in crate::prompt) fn frame(&self) -> Section {
        Section::new(
            PromptPart::System,
            "How to read the prompt",
            PartSource::House,
            texts::frame(self.input),
            "always included",
        )
    }

    /// The instructions, or their replacement, and the limits of what may be written.
    pub(in crate::prompt) fn system(&mut self, turned_off: bool) -> Section {
        let own = self.expander.expand(self.own_instructions());
        let replaced = own_or_authors(
            self.input.system_prompt.as_deref(),
            &self.input.author_system_prompt,
        )
        .filter(|_| !self.is_own_text() && !turned_off);
        let (title, source, text, why) = match replaced {
            Some((text, source)) => {
                let text = disarm(&self.expander.expand_override(text, &own));
                (
                    "Instructions of the story",
                    source,
                    text.trim().to_owned(),
                    "replaces the default",
                )
            }
            None => ("Instructions", PartSource::House, own, "always included"),
        };
        let text = [text, self.bounds()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n");
        Section::new(PromptPart::System, title, source, text, why)
    }

    fn own_instructions(&self) -> &'static str {
        match self.kind {
            PromptKind::Summarise => texts::RECORDING,
            PromptKind::Director { .. } => texts::DIRECTING,
            PromptKind::Impersonate { .. } => texts::WRITING,
            _ if self.view.actor.is_some() => texts::ACTING,
            _ => texts::NARRATING,
        }
    }

    /// Whom the model must not speak for, and who may appear.
    fn bounds(&self) -> String {
        if self.is_own_text() {
            return String::new();
        }
        let others: Vec<&str> = self
            .input
            .cast
            .iter()
            .map(|one| one.name.as_str())
            .filter(|name| !one_line(name).eq_ignore_ascii_case(&self.view.voice))
            .collect();
        texts::bounds(self.input, &self.view.player, &others)
    }

    /// Whether only the player speaks: then authors' instructions about playing do not apply.
    pub(super) fn is_own_text(&self) -> bool {
        self.kind.is_report() || self.view.as_player
    }

    /// The instructions after the history.
    pub(in crate::prompt) fn post_history(&mut self, turned_off: bool) -> Section {
        let (text, source) = own_or_authors(
            self.input.post_history.as_deref(),
            &self.input.author_post_history,
        )
        .filter(|_| !self.is_own_text() && !turned_off)
        .unwrap_or(("", PartSource::Player));
        let text = disarm(&self.expander.expand_override(text, ""));
        Section::new(
            PromptPart::PostHistory,
            "Instructions after the history",
            source,
            fenced("instructions", None, &text),
            "always included",
        )
    }
}

/// The player's own instructions, else those of the speaker's author, with where they come from.
fn own_or_authors<'a>(own: Option<&'a str>, authors: &'a str) -> Option<(&'a str, PartSource)> {
    let says = |text: &&str| !text.trim().is_empty();
    let own = own.filter(says).map(|text| (text, PartSource::Player));
    own.or_else(|| {
        Some(authors)
            .filter(says)
            .map(|text| (text, PartSource::Character))
    })
}
