//! The scenario, and its example dialogue.

use super::SectionRenderer;
use crate::prompt::fence::disarm;
use crate::prompt::model::{PartSource, PromptPart};
use crate::prompt::section::{Section, fenced};

impl SectionRenderer<'_> {
    /// The scenario, and its text without tags, for shortening.
    pub(in crate::prompt) fn scenario(&mut self, source: &str) -> (Section, String) {
        let text = disarm(&self.expander.expand(source)).trim().to_owned();
        let section = Section::new(
            PromptPart::Scenario,
            "Scenario",
            PartSource::Scenario,
            fenced("scenario", Some(&self.input.title), &text),
            "always included",
        );
        (section, text)
    }

    /// Blocks of example dialogue: the character's own first, then the scenario's.
    pub(in crate::prompt) fn examples(&mut self) -> Vec<Section> {
        if self.is_own_text() {
            return Vec::new();
        }
        let own = self.view.actor.map_or("", |actor| actor.examples.as_str());
        let own = split_examples(own)
            .into_iter()
            .map(|block| (block, PartSource::Character));
        let scenarios = self.input.examples.iter();
        let scenarios = scenarios.map(|block| (block.clone(), PartSource::Scenario));
        let mut sections = Vec::new();
        for (number, (block, source)) in own.chain(scenarios).enumerate() {
            let text = disarm(&self.expander.expand(&block)).trim().to_owned();
            if !text.is_empty() {
                sections.push(Section::new(
                    PromptPart::Examples,
                    format!("Example {}", number + 1),
                    source,
                    text,
                    "it fits",
                ));
            }
        }
        sections
    }
}

/// Splits examples at `<START>`.
fn split_examples(text: &str) -> Vec<String> {
    const START: &str = "<start>";
    let folded = text.to_ascii_lowercase();
    let mut from = 0;
    let mut blocks = Vec::new();
    for (at, _) in folded.match_indices(START) {
        blocks.push(text[from..at].trim().to_owned());
        from = at + START.len();
    }
    blocks.push(text[from..].trim().to_owned());
    blocks.retain(|block| !block.is_empty());
    blocks
}
