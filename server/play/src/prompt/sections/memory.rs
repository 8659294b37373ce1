//! The story's memory: facts, and the summary.

use super::SectionRenderer;
use crate::prompt::fence::disarm;
use crate::prompt::material::Material;
use crate::prompt::model::{FactView, PartSource, PromptPart};
use crate::prompt::section::Section;

impl SectionRenderer<'_> {
    /// The facts, each with whether it is pinned.
    pub(in crate::prompt) fn facts(&self) -> Vec<(Section, bool)> {
        let facts = self.input.facts.iter();
        facts
            .filter(|fact| !fact.text.trim().is_empty())
            .map(|fact| (self.fact(fact), fact.pinned))
            .collect()
    }

    fn fact(&self, fact: &FactView) -> Section {
        let why = if fact.pinned { "pinned" } else { "it fits" };
        let text = disarm(fact.text.trim()).replace('\n', " ");
        let title: String = fact.text.chars().take(40).collect();
        let mut section = Section::new(
            PromptPart::Facts,
            title,
            PartSource::Memory,
            format!("- {text}"),
            why,
        );
        if fact
            .source_message_id
            .as_deref()
            .is_some_and(|id| !self.view.may_know(self.input, &[id]))
        {
            section.title = "A fact".to_owned();
            section.drop_for(format!(
                "{} did not witness the message it comes from, or it is not on this path",
                self.view.voice
            ));
        }
        section
    }

    /// The summary.
    pub(in crate::prompt) fn summary(&self, material: &Material<'_>) -> Option<Section> {
        let summary = material.summary?;
        let mut section = Section::new(
            PromptPart::Summary,
            "What happened before",
            PartSource::Memory,
            disarm(&summary.text).trim().to_owned(),
            "what it covers may no longer fit",
        );
        if !material.may_know_summary {
            section.drop_for(format!(
                "it covers messages that {} didn’t witness or that aren’t on this branch",
                self.view.voice
            ));
        }
        Some(section)
    }
}
