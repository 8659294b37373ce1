//! The people of a prompt: the cast, the speaker, the player.

use super::SectionRenderer;
use crate::prompt::fence::{disarm, fence, one_line};
use crate::prompt::macros::names_only;
use crate::prompt::model::{CastView, PartSource, PromptKind, PromptPart};
use crate::prompt::section::Section;

impl SectionRenderer<'_> {
    /// The other characters with what everybody may know about them, and the same text by names only.
    pub(in crate::prompt) fn cast(&mut self) -> (Section, String) {
        let (input, view) = (self.input, self.view);
        let is_speaker = |one: &CastView| view.actor.is_some_and(|actor| actor.id == one.id);
        let mut lines = Vec::new();
        let mut names = Vec::new();
        for one in input.cast.iter().filter(|one| !is_speaker(one)) {
            let (line, name) = self.cast_lines(one);
            lines.push(line);
            names.push(name);
        }
        let fenced = |lines: &[String]| {
            if lines.is_empty() {
                String::new()
            } else {
                fence("cast", None, &lines.join("\n"))
            }
        };
        let title = if view.actor.is_some() {
            "Who else is there"
        } else {
            "Who is there"
        };
        let section = Section::new(
            PromptPart::Cast,
            title,
            PartSource::Scenario,
            fenced(&lines),
            "always included",
        );
        (section, fenced(&names))
    }

    /// A character in a line, and in a shorter one.
    fn cast_lines(&mut self, one: &CastView) -> (String, String) {
        let name = one_line(&one.name);
        let role = disarm(&self.expander.expand(&one.role));
        let title = if role.trim().is_empty() {
            name.clone()
        } else {
            format!("{name}, {}", role.trim())
        };
        // Their own description calls them {{char}}.
        let description = names_only(&one.description, &name, &self.view.player);
        let description = disarm(&self.expander.expand(&description));
        let is_brief = matches!(self.kind, PromptKind::Director { .. }) || description.trim().is_empty();
        let short = format!("- {title}");
        let line = if is_brief {
            short.clone()
        } else {
            format!("- {title}: {}", description.trim())
        };
        (line, short)
    }

    /// The character who speaks.
    pub(in crate::prompt) fn speaker(&mut self) -> Section {
        let Some(actor) = self.view.actor.filter(|_| !self.kind.is_report()) else {
            return Section::new(
                PromptPart::Speaker,
                "The speaker",
                PartSource::Character,
                String::new(),
                "",
            );
        };
        let texts = [&actor.role, &actor.description, &actor.persona]
            .map(|text| disarm(&self.expander.expand(text)).trim().to_owned());
        let text = texts
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n");
        let text = if text.is_empty() {
            String::new()
        } else {
            fence("character", Some(&actor.name), &text)
        };
        Section::new(
            PromptPart::Speaker,
            format!("{} (speaker)", self.view.voice),
            PartSource::Character,
            text,
            "always included",
        )
    }

    /// The player's persona.
    pub(in crate::prompt) fn persona(&mut self) -> Section {
        let description = &self.input.persona.description;
        let text = if self.kind.is_report() && description.is_empty() {
            String::new()
        } else {
            disarm(&self.expander.expand(description))
        };
        let text = if text.trim().is_empty() {
            String::new()
        } else {
            fence("player", Some(&self.view.player), &text)
        };
        Section::new(
            PromptPart::Persona,
            format!("{} (player)", self.view.player),
            PartSource::Player,
            text,
            "always included",
        )
    }
}
