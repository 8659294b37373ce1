//! Turns a draft into what is published of it: the public row of the scenario, what models get, and its
//! lorebooks. Pure.

use kernel::Timestamp;
use kernel::ids::id_from_parts;
use sha2::{Digest, Sha256};

use super::model::{ActorTexts, FrozenBook, ModelTexts};
use super::shown::{as_published, for_model, for_readers};
use crate::authoring::{DraftActor, DraftBook, DraftImage, DraftOpening, Making, ScenarioDraft};
use crate::lorebooks::{AttachmentKind, Book};
use crate::scenarios::{ActorId, Engram, NewActor, Opening, PlayerRole, ScenarioId};

/// A draft as it is published.
#[derive(Debug)]
pub(super) struct Frozen {
    /// What readers get.
    pub(super) engram: Engram,
    /// The cast as readers get it.
    pub(super) actors: Vec<NewActor>,
    /// What models get.
    pub(super) texts: ModelTexts,
    /// Its lorebooks.
    pub(super) books: Vec<FrozenBook>,
}

/// Freezes a draft. What it says to models is in no text for readers: of an open scenario they can ask for it.
/// Actors get ids that stay the same from version to version.
pub(super) fn freeze(id: &ScenarioId, draft: &ScenarioDraft) -> Frozen {
    let is_open = draft.making == Making::Open;
    let actors = draft.actors.iter().map(|actor| NewActor {
        id: actor_id(id, &actor.id),
        name: actor.name.clone(),
        role: actor.role.clone(),
        description: String::new(),
        persona: String::new(),
        avatar: actor.portrait.as_ref().map(DraftImage::framed),
        avatar_alt: actor
            .portrait
            .as_ref()
            .map_or_else(String::new, |image| image.alt.clone()),
    });
    Frozen {
        engram: Engram {
            description: for_readers(draft, None, &draft.description),
            setting: String::new(),
            player_role: PlayerRole {
                name: draft.player_role.name.clone(),
                description: for_readers(draft, None, &draft.player_role.description),
            },
            openings: openings(id, draft),
            example_dialogue: Vec::new(),
            author_note: None,
            language: draft.language.clone(),
            open: is_open,
        },
        actors: actors.collect(),
        texts: ModelTexts {
            closed: !is_open,
            setting: for_model(&draft.setting),
            cast: draft.actors.iter().map(|actor| actor_texts(id, actor)).collect(),
            player_role: draft.player_role.clone(),
        },
        books: books(id, draft, is_open),
    }
}

/// The openings that can be offered: those for groups only if there is a group.
fn openings(id: &ScenarioId, draft: &ScenarioDraft) -> Vec<Opening> {
    let is_group = draft.actors.len() > 1;
    let offered =
        |opening: &&DraftOpening| !opening.text.trim().is_empty() && (is_group || !opening.group_only);
    let number = 1..;
    let offered = draft.openings.iter().filter(offered);
    number
        .zip(offered)
        .map(|(number, opening)| {
            let speaker = opening.speaker.as_deref().and_then(|id| draft.actor(id));
            Opening {
                title: if opening.title.trim().is_empty() {
                    format!("Opening {number}")
                } else {
                    opening.title.clone()
                },
                text: for_readers(draft, speaker, &opening.text),
                speaker: speaker.map(|actor| ActorId::trusted(actor_id(id, &actor.id))),
            }
        })
        .collect()
}

fn actor_texts(id: &ScenarioId, actor: &DraftActor) -> ActorTexts {
    let text = |text: &str| as_published(Some(actor), text);
    let persona = [&actor.personality, &actor.voice].map(|part| text(part));
    let mut note = actor.note.clone();
    note.text = text(&note.text);
    ActorTexts {
        id: actor_id(id, &actor.id),
        description: text(&actor.description),
        persona: persona
            .into_iter()
            .filter(|part| !part.trim().is_empty())
            .collect::<Vec<_>>()
            .join("\n\n"),
        examples: text(&actor.example_dialogue),
        system_prompt: text(&actor.system_prompt),
        post_history: text(&actor.post_history_instructions),
        note,
        talkativeness: actor.talkativeness,
    }
}

/// The lorebooks. What only people read of those of a closed scenario is left out: players see the names of
/// books, and the names and ids of entries.
fn books(id: &ScenarioId, draft: &ScenarioDraft, is_open: bool) -> Vec<FrozenBook> {
    let frozen = |book: &DraftBook, kind: AttachmentKind, target_id: String| {
        let mut content: Book = book.book.clone();
        for (number, entry) in (1..).zip(&mut content.entries) {
            entry.content = for_model(&entry.content);
            if !is_open {
                // Their ids may be words of the author's, too.
                entry.id = number.to_string();
                entry.name = format!("Entry {number}");
                entry.comment.clear();
            }
        }
        if !is_open {
            content.name = "Lorebook".to_owned();
            content.description.clear();
        }
        FrozenBook {
            id: actor_id(id, &format!("{target_id}/{}", book.id)),
            kind,
            target_id,
            book: content,
        }
    };
    let of_actors = draft.actors.iter().flat_map(|actor| {
        let target = actor_id(id, &actor.id);
        let books = actor.lorebooks.iter();
        books.map(move |book| frozen(book, AttachmentKind::Actor, target.clone()))
    });
    let of_scenario = draft
        .lorebooks
        .iter()
        .map(|book| frozen(book, AttachmentKind::Scenario, id.to_string()));
    of_actors.chain(of_scenario).collect()
}

/// The id on the site of what has this id within the draft.
pub(super) fn actor_id(scenario: &ScenarioId, id: &str) -> String {
    let mut bits = [0; 10];
    bits.copy_from_slice(&Sha256::digest(format!("{scenario}/{id}"))[..10]);
    id_from_parts(Timestamp(0), &bits)
}
