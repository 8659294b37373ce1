//! The texts of a draft that people and models read.

use platform::web::pointer_part;

use super::draft::{DraftActor, DraftBook, ScenarioDraft};
use super::images::{DraftImage, DraftPicture};

/// Who reads a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextReader {
    /// Only a model is given it.
    Model,
    /// Readers are shown it.
    People,
    /// Both.
    Both,
}

/// A text of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftText<'a> {
    /// Its place, as a JSON pointer.
    pub field: String,
    /// The text.
    pub text: &'a str,
    /// Who reads it.
    pub reader: TextReader,
}

/// Every text that was written for people or models and is not empty, in the draft's order. What is kept of
/// cards is read by neither and not listed, except the creator, sources and notes that pages show.
#[must_use]
pub fn texts(draft: &ScenarioDraft) -> Vec<DraftText<'_>> {
    let mut list = Texts(Vec::new());
    list.people("/title", &draft.title);
    list.people("/tagline", &draft.tagline);
    list.people("/description", &draft.description);
    list.model("/setting", &draft.setting);
    for (place, tag) in draft.tags.iter().enumerate() {
        list.people(format!("/tags/{place}"), tag);
    }
    for (place, actor) in draft.actors.iter().enumerate() {
        list.actor(&format!("/actors/{place}"), actor);
    }
    for (place, opening) in draft.openings.iter().enumerate() {
        list.people(format!("/openings/{place}/title"), &opening.title);
        list.both(format!("/openings/{place}/text"), &opening.text);
    }
    list.books("/lorebooks", &draft.lorebooks);
    list.both("/playerRole/name", &draft.player_role.name);
    list.both("/playerRole/description", &draft.player_role.description);
    list.image("/cover", draft.cover.as_ref());
    list.image("/banner", draft.banner.as_ref());
    list.0
}

struct Texts<'a>(Vec<DraftText<'a>>);

impl<'a> Texts<'a> {
    fn add(&mut self, field: String, text: &'a str, reader: TextReader) {
        if !text.is_empty() {
            self.0.push(DraftText { field, text, reader });
        }
    }

    fn people(&mut self, field: impl Into<String>, text: &'a str) {
        self.add(field.into(), text, TextReader::People);
    }

    fn model(&mut self, field: impl Into<String>, text: &'a str) {
        self.add(field.into(), text, TextReader::Model);
    }

    fn both(&mut self, field: impl Into<String>, text: &'a str) {
        self.add(field.into(), text, TextReader::Both);
    }

    fn actor(&mut self, at: &str, actor: &'a DraftActor) {
        self.both(format!("{at}/name"), &actor.name);
        self.both(format!("{at}/nickname"), &actor.nickname);
        self.both(format!("{at}/role"), &actor.role);
        self.image(&format!("{at}/portrait"), actor.portrait.as_ref());
        self.model(format!("{at}/description"), &actor.description);
        self.model(format!("{at}/personality"), &actor.personality);
        self.model(format!("{at}/voice"), &actor.voice);
        self.model(format!("{at}/exampleDialogue"), &actor.example_dialogue);
        self.model(format!("{at}/systemPrompt"), &actor.system_prompt);
        self.model(
            format!("{at}/postHistoryInstructions"),
            &actor.post_history_instructions,
        );
        self.model(format!("{at}/note/text"), &actor.note.text);
        for (place, expression) in actor.expressions.iter().enumerate() {
            let at = format!("{at}/expressions/{place}");
            self.both(format!("{at}/name"), &expression.name);
            self.image(&format!("{at}/image"), expression.image.as_ref());
        }
        for (place, picture) in actor.pictures.iter().enumerate() {
            self.picture(&format!("{at}/pictures/{place}"), picture);
        }
        self.books(&format!("{at}/lorebooks"), &actor.lorebooks);
        self.people(format!("{at}/kept/creator"), &actor.kept.creator);
        for (place, source) in actor.kept.source.iter().enumerate() {
            self.people(format!("{at}/kept/source/{place}"), source);
        }
        for (language, notes) in &actor.kept.creator_notes_multilingual {
            if let Some(notes) = notes.as_str() {
                let language = pointer_part(language);
                self.people(format!("{at}/kept/creatorNotesMultilingual/{language}"), notes);
            }
        }
    }

    fn image(&mut self, at: &str, image: Option<&'a DraftImage>) {
        if let Some(image) = image {
            self.people(format!("{at}/alt"), &image.alt);
        }
    }

    fn picture(&mut self, at: &str, picture: &'a DraftPicture) {
        self.both(format!("{at}/name"), &picture.name);
        self.people(format!("{at}/alt"), &picture.alt);
    }

    fn books(&mut self, at: &str, books: &'a [DraftBook]) {
        for (place, DraftBook { book, .. }) in books.iter().enumerate() {
            let at = format!("{at}/{place}/book");
            self.people(format!("{at}/name"), &book.name);
            self.people(format!("{at}/description"), &book.description);
            for (number, entry) in book.entries.iter().enumerate() {
                let at = format!("{at}/entries/{number}");
                self.people(format!("{at}/name"), &entry.name);
                self.people(format!("{at}/comment"), &entry.comment);
                for (key, text) in entry.keys.iter().enumerate() {
                    self.model(format!("{at}/keys/{key}"), text);
                }
                for (key, text) in entry.secondary_keys.iter().enumerate() {
                    self.model(format!("{at}/secondaryKeys/{key}"), text);
                }
                self.model(format!("{at}/content"), &entry.content);
            }
        }
    }
}
