//! Checks a draft against the limits and against itself.

use std::collections::HashSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::draft::{DraftActor, DraftBook, ScenarioDraft, WorkOrigin};
use super::images::{Crop, DraftImage, DraftPicture, FocusPoint};
use super::kept::KeptCard;
use super::rules::{
    MAX_ACTORS, MAX_ALT_CHARS, MAX_BOOKS, MAX_DRAFT_BYTES, MAX_EXPRESSIONS, MAX_KEPT_BYTES, MAX_KEY_BYTES,
    MAX_NAME_CHARS, MAX_NOTE_DEPTH, MAX_OPENING_TITLE_CHARS, MAX_OPENINGS, MAX_ORIGIN_CHARS, MAX_PICTURES,
    MAX_ROLE_CHARS, MAX_TAG_CHARS, MAX_TAGLINE_CHARS, MAX_TAGS, MAX_TEXT_CHARS, MAX_TITLE_CHARS,
    MAX_URI_CHARS, fits, is_id, is_language,
};
use crate::lorebooks::rules::faults;
use crate::scenarios::ContentNotes;

/// What is wrong with a field of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DraftProblem {
    /// The field, as a JSON pointer.
    pub field: String,
    /// In words.
    pub message: String,
}

/// Everything that keeps a draft from being stored; empty if nothing does.
#[must_use]
pub fn validate(draft: &ScenarioDraft) -> Vec<DraftProblem> {
    let mut check = Checker(Vec::new());
    check.text("/title", &draft.title, MAX_TITLE_CHARS);
    check.text("/tagline", &draft.tagline, MAX_TAGLINE_CHARS);
    check.text("/description", &draft.description, MAX_TEXT_CHARS);
    check.text("/setting", &draft.setting, MAX_TEXT_CHARS);
    if !draft.language.is_empty() && !is_language(&draft.language) {
        check.add("/language", "Use a language tag such as en or pt-BR.");
    }
    check.tags(&draft.tags);
    if let Some(ContentNotes::Listed { notes }) = &draft.content_notes {
        let distinct: HashSet<_> = notes.iter().collect();
        if distinct.len() < notes.len() {
            check.add("/contentNotes", "Name each content note once.");
        }
    }
    check.count("/actors", draft.actors.len(), MAX_ACTORS, "actors");
    check.ids("/actors", draft.actors.iter().map(|actor| actor.id.as_str()));
    for (place, actor) in draft.actors.iter().enumerate() {
        check.actor(&format!("/actors/{place}"), actor);
    }
    check.openings(draft);
    check.books("/lorebooks", &draft.lorebooks);
    check.text("/playerRole/name", &draft.player_role.name, MAX_NAME_CHARS);
    check.text(
        "/playerRole/description",
        &draft.player_role.description,
        MAX_TEXT_CHARS,
    );
    check.image("/cover", draft.cover.as_ref());
    check.image("/banner", draft.banner.as_ref());
    match &draft.origin {
        None | Some(WorkOrigin::Mine) => {}
        Some(WorkOrigin::Permission { from }) => {
            check.origin("/origin/from", from, "Say who gave permission.")
        }
        Some(WorkOrigin::Fork { of }) => {
            check.origin("/origin/of", of, "Say which scenario it is a fork of.")
        }
    }
    check.size(draft);
    check.0
}

struct Checker(Vec<DraftProblem>);

impl Checker {
    fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push(DraftProblem {
            field: field.into(),
            message: message.into(),
        });
    }

    fn text(&mut self, field: &str, text: &str, max_chars: usize) {
        if !fits(text, max_chars) {
            self.add(field, format!("Use at most {max_chars} characters."));
        }
        // PostgreSQL stores none.
        if text.contains('\0') {
            self.add(field, "Remove the NUL characters.");
        }
    }

    fn count(&mut self, field: &str, count: usize, max: usize, what: &str) {
        if count > max {
            self.add(
                field,
                format!("There can be up to {max} {what}; these are {count}."),
            );
        }
    }

    fn ids<'a>(&mut self, field: &str, ids: impl Iterator<Item = &'a str>) {
        let mut used = HashSet::new();
        for (place, id) in ids.enumerate() {
            if !is_id(id) {
                self.add(format!("{field}/{place}/id"), "Use letters, digits, _ and -.");
            } else if !used.insert(id) {
                self.add(format!("{field}/{place}/id"), "Another one has this id.");
            }
        }
    }

    fn tags(&mut self, tags: &[String]) {
        self.count("/tags", tags.len(), MAX_TAGS, "tags");
        let mut used = HashSet::new();
        for (place, tag) in tags.iter().enumerate() {
            let field = format!("/tags/{place}");
            self.text(&field, tag, MAX_TAG_CHARS);
            if tag.trim().is_empty() {
                self.add(field, "A tag cannot be empty.");
            } else if !used.insert(tag.to_lowercase()) {
                self.add(field, "This tag is there already.");
            }
        }
    }

    fn actor(&mut self, at: &str, actor: &DraftActor) {
        self.text(&format!("{at}/name"), &actor.name, MAX_NAME_CHARS);
        self.text(&format!("{at}/nickname"), &actor.nickname, MAX_NAME_CHARS);
        self.text(&format!("{at}/role"), &actor.role, MAX_ROLE_CHARS);
        self.image(&format!("{at}/portrait"), actor.portrait.as_ref());
        for (field, text) in [
            ("description", &actor.description),
            ("personality", &actor.personality),
            ("voice", &actor.voice),
            ("exampleDialogue", &actor.example_dialogue),
            ("systemPrompt", &actor.system_prompt),
            ("postHistoryInstructions", &actor.post_history_instructions),
            ("note/text", &actor.note.text),
        ] {
            self.text(&format!("{at}/{field}"), text, MAX_TEXT_CHARS);
        }
        if actor.note.depth > MAX_NOTE_DEPTH {
            self.add(
                format!("{at}/note/depth"),
                format!("Choose a depth from 0 to {MAX_NOTE_DEPTH}."),
            );
        }
        if actor
            .talkativeness
            .is_some_and(|share| !(0.0..=1.0).contains(&share))
        {
            self.add(format!("{at}/talkativeness"), "Choose a number from 0 to 1.");
        }
        let expressions = format!("{at}/expressions");
        self.count(
            &expressions,
            actor.expressions.len(),
            MAX_EXPRESSIONS,
            "expressions",
        );
        let mut used = HashSet::new();
        for (place, expression) in actor.expressions.iter().enumerate() {
            let field = format!("{expressions}/{place}/name");
            self.text(&field, &expression.name, MAX_NAME_CHARS);
            if expression.name.trim().is_empty() {
                self.add(field, "Give the expression a name.");
            } else if !used.insert(expression.name.as_str()) {
                self.add(field, "Another expression has this name.");
            }
            self.image(&format!("{expressions}/{place}/image"), expression.image.as_ref());
        }
        let pictures = format!("{at}/pictures");
        self.count(&pictures, actor.pictures.len(), MAX_PICTURES, "pictures");
        for (place, picture) in actor.pictures.iter().enumerate() {
            self.picture(&format!("{pictures}/{place}"), picture);
        }
        self.books(&format!("{at}/lorebooks"), &actor.lorebooks);
    }

    fn openings(&mut self, draft: &ScenarioDraft) {
        self.count("/openings", draft.openings.len(), MAX_OPENINGS, "openings");
        self.ids(
            "/openings",
            draft.openings.iter().map(|opening| opening.id.as_str()),
        );
        for (place, opening) in draft.openings.iter().enumerate() {
            let at = format!("/openings/{place}");
            self.text(&format!("{at}/title"), &opening.title, MAX_OPENING_TITLE_CHARS);
            self.text(&format!("{at}/text"), &opening.text, MAX_TEXT_CHARS);
            let speaks = opening.speaker.as_deref();
            if speaks.is_some_and(|id| draft.actor(id).is_none()) {
                self.add(
                    format!("{at}/speaker"),
                    "Choose an actor of this scenario, or the narrator.",
                );
            }
        }
    }

    fn books(&mut self, at: &str, books: &[DraftBook]) {
        self.count(at, books.len(), MAX_BOOKS, "lorebooks");
        self.ids(at, books.iter().map(|book| book.id.as_str()));
        for (place, DraftBook { book, .. }) in books.iter().enumerate() {
            for (pointer, message) in faults(book) {
                self.add(format!("{at}/{place}/book{pointer}"), message);
            }
        }
    }

    fn image(&mut self, at: &str, image: Option<&DraftImage>) {
        let Some(image) = image else { return };
        self.key(&format!("{at}/key"), &image.key);
        self.text(&format!("{at}/alt"), &image.alt, MAX_ALT_CHARS);
        self.text(&format!("{at}/uri"), &image.uri, MAX_URI_CHARS);
        let within = |share: f64| (0.0..=1.0).contains(&share);
        if image
            .focus
            .is_some_and(|FocusPoint { x, y }| !within(x) || !within(y))
        {
            self.add(format!("{at}/focus"), "Choose a point of the image.");
        }
        let is_part = |Crop { x, y, width, height }| {
            within(x) && within(y) && width > 0.0 && height > 0.0 && within(x + width) && within(y + height)
        };
        if image.crop.is_some_and(|crop| !is_part(crop)) {
            self.add(format!("{at}/crop"), "Choose a part of the image.");
        }
    }

    fn picture(&mut self, at: &str, picture: &DraftPicture) {
        self.text(&format!("{at}/name"), &picture.name, MAX_NAME_CHARS);
        self.text(&format!("{at}/kind"), &picture.kind, MAX_NAME_CHARS);
        self.text(&format!("{at}/uri"), &picture.uri, MAX_URI_CHARS);
        self.text(&format!("{at}/ext"), &picture.ext, MAX_NAME_CHARS);
        self.text(&format!("{at}/alt"), &picture.alt, MAX_ALT_CHARS);
        if let Some(key) = &picture.key {
            self.key(&format!("{at}/key"), key);
        }
    }

    fn key(&mut self, field: &str, key: &str) {
        if key.is_empty() || key.len() > MAX_KEY_BYTES {
            self.add(field, "Upload the image again.");
        }
    }

    fn origin(&mut self, field: &str, text: &str, empty: &str) {
        self.text(field, text, MAX_ORIGIN_CHARS);
        if text.trim().is_empty() {
            self.add(field, empty);
        }
    }

    fn size(&mut self, draft: &ScenarioDraft) {
        let kept: usize = draft.actors.iter().map(|actor| bytes_of(&actor.kept)).sum();
        let empty = draft.actors.len() * bytes_of(&KeptCard::default());
        let own = bytes_of(draft).saturating_sub(kept) + empty;
        if own > MAX_DRAFT_BYTES {
            self.add(
                "",
                format!("A scenario can have up to {MAX_DRAFT_BYTES} bytes; this one has {own}."),
            );
        }
        if kept > MAX_KEPT_BYTES {
            self.add(
                "/actors",
                format!("What is kept of cards can have up to {MAX_KEPT_BYTES} bytes; it has {kept}."),
            );
        }
    }
}

fn bytes_of(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).map_or(usize::MAX / 64, |bytes| bytes.len())
}
