//! The messages of a prompt, from what rarely changes to what changes every turn.

mod history;

use catalogue::lorebooks::Position;
use platform::llm::{ChatMessage, Role};

use super::draft::PromptDraft;
use super::fence::fence;
use super::lore::fenced_lore;

impl PromptDraft<'_> {
    /// The messages as they are sent.
    pub(super) fn messages(&self) -> Vec<ChatMessage> {
        let mut messages = vec![ChatMessage::new(Role::System, self.stable_text())];
        let memory = self.memory_text();
        if !memory.is_empty() {
            messages.push(ChatMessage::new(Role::System, memory));
        }
        self.push_history(&mut messages);
        if self.post_history.kept() {
            messages.push(ChatMessage::new(Role::System, self.post_history.text.clone()));
        }
        self.push_ending(&mut messages);
        messages
    }

    /// Everything above the history that stays the same from turn to turn.
    fn stable_text(&self) -> String {
        let lore_at = |positions: &[Position]| fenced_lore(&self.lore.at(positions));
        let parts = [
            self.frame.text.clone(),
            self.system.sent().to_owned(),
            self.scenario.sent().to_owned(),
            lore_at(&[Position::Scenario]),
            self.cast.sent().to_owned(),
            lore_at(&[Position::BeforeCharacter]),
            self.speaker.sent().to_owned(),
            lore_at(&[Position::Personality, Position::AfterCharacter]),
            self.persona.sent().to_owned(),
            fenced_lore(&self.lore.constant()),
            lore_at(&[Position::ExamplesTop]),
            self.examples_text(),
            lore_at(&[Position::ExamplesBottom]),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|text| !text.trim().is_empty()).collect();
        parts.join("\n\n")
    }

    fn examples_text(&self) -> String {
        let kept = self.examples.iter().filter(|section| section.kept());
        let blocks: Vec<&str> = kept.map(|section| section.text.as_str()).collect();
        if blocks.is_empty() {
            String::new()
        } else {
            fence("examples", None, &blocks.join("\n\n"))
        }
    }

    fn memory_text(&self) -> String {
        let kept = self.facts.iter().filter(|(section, _)| section.kept());
        let facts: Vec<&str> = kept.map(|(section, _)| section.text.as_str()).collect();
        let mut texts = Vec::new();
        if !facts.is_empty() {
            texts.push(fence("facts", None, &facts.join("\n")));
        }
        if let Some(summary) = self.summary.as_ref().filter(|summary| summary.kept()) {
            texts.push(fence("summary", None, &summary.text));
        }
        texts.join("\n\n")
    }

    /// Adds the nudge and the message so far, which comes last if the model continues it by prefill.
    fn push_ending(&self, messages: &mut Vec<ChatMessage>) {
        let so_far = self.so_far.as_ref().map(|section| ChatMessage {
            role: Role::Assistant,
            name: Some(self.view.voice.clone()),
            content: section.text.clone(),
        });
        let nudge = self
            .nudge
            .kept()
            .then(|| ChatMessage::new(Role::System, self.nudge.text.clone()));
        if self.prefill {
            messages.extend(nudge);
            messages.extend(so_far);
        } else {
            messages.extend(so_far);
            messages.extend(nudge);
        }
    }
}
