//! Notes that are inserted into the history.

use platform::llm::Role;

use super::SectionRenderer;
use crate::prompt::fence::{disarm, one_line};
use crate::prompt::model::{PartSource, PromptPart};
use crate::prompt::section::{Section, TAGS};
use crate::stories::Author;

/// A note within the history.
pub(in crate::prompt) struct NoteSection {
    pub(in crate::prompt) section: Section,
    pub(in crate::prompt) depth: u32,
    pub(in crate::prompt) role: Role,
    /// Whether it is sent this time; its tokens are reserved in any case.
    pub(in crate::prompt) due: bool,
}

impl SectionRenderer<'_> {
    /// The speaker's note, and the author's.
    pub(in crate::prompt) fn notes(&mut self) -> Vec<NoteSection> {
        if self.is_own_text() {
            return Vec::new();
        }
        let mut notes: Vec<NoteSection> = self.characters_note().into_iter().collect();
        notes.extend(self.authors_note());
        notes.retain(|note| note.section.tokens > 0);
        for note in &mut notes {
            // Includes its tags.
            note.section.tokens += TAGS;
        }
        notes
    }

    fn characters_note(&mut self) -> Option<NoteSection> {
        let actor = self.view.actor?;
        let note = actor.depth_note.as_ref()?;
        let text = disarm(&self.expander.expand(&note.text)).trim().to_owned();
        let section = Section::new(
            PromptPart::CharacterNote,
            format!("Note for {}", one_line(&actor.name)),
            PartSource::Character,
            text,
            "it belongs to the speaker",
        );
        Some(NoteSection {
            section,
            depth: note.depth,
            role: note.role,
            due: true,
        })
    }

    fn authors_note(&mut self) -> Option<NoteSection> {
        let note = self.input.authors_note.as_ref()?;
        if note.interval == 0 {
            return None;
        }
        let text = disarm(&self.expander.expand(&note.text)).trim().to_owned();
        let said = self
            .view
            .lines
            .iter()
            .filter(|line| line.author == Author::User)
            .count();
        let section = Section::new(
            PromptPart::AuthorsNote,
            "The author's note",
            PartSource::Player,
            text,
            "it’s due",
        );
        Some(NoteSection {
            section,
            depth: note.depth,
            role: note.role.into(),
            due: said % note.interval as usize == 0 || note.interval == 1,
        })
    }
}
