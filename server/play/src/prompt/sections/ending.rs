//! The end of a prompt: the nudge, and the message so far.

use super::SectionRenderer;
use crate::prompt::fence::disarm;
use crate::prompt::macros::names_only;
use crate::prompt::model::{PartSource, PromptKind, PromptPart};
use crate::prompt::section::Section;
use crate::prompt::texts;

impl SectionRenderer<'_> {
    /// The player's direction for this reply.
    pub(in crate::prompt) fn direction(&mut self) -> Option<String> {
        // A rewrite states what should be different in its own request.
        let has_wish = matches!(self.kind, PromptKind::Rewrite { .. });
        let note = self.input.note.as_deref();
        note.filter(|_| !self.kind.is_report() && !has_wish)
            .map(|note| self.expander.expand(note))
    }

    /// The nudge: who speaks now, and what is requested.
    pub(in crate::prompt) fn nudge(&self, direction: Option<&str>) -> Section {
        let text = texts::nudge(
            self.kind,
            &self.view.voice,
            &self.view.voice_of_player(),
            direction,
            disarm,
        );
        Section::new(
            PromptPart::Nudge,
            "Final instruction",
            PartSource::House,
            text,
            "says who speaks now",
        )
    }

    /// The message to continue.
    pub(in crate::prompt) fn so_far(&self) -> Option<Section> {
        let PromptKind::Continue { so_far } = self.kind else {
            return None;
        };
        if so_far.trim().is_empty() {
            return None;
        }
        let text = disarm(&names_only(so_far, &self.view.voice, &self.view.player));
        Some(Section::new(
            PromptPart::Prefill,
            "The message so far",
            PartSource::Story,
            text.trim_end().to_owned(),
            "continued",
        ))
    }
}
