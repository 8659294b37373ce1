//! Changes of a draft that keep a part of what is stored.

use super::draft::{DraftActor, DraftBook, ScenarioDraft};
use super::rules::{MAX_ACTORS, MAX_BOOKS};
use crate::scenarios::PlayerRole;

/// The edited draft with what was kept of cards as it is stored, whatever the edit says of it: creator and
/// source of a card cannot be changed or removed by editing. An actor who is not in the stored draft keeps
/// what the edit says, so that a removed actor can be put back by undoing.
#[must_use]
pub fn apply_edit(stored: &ScenarioDraft, mut edited: ScenarioDraft) -> ScenarioDraft {
    for actor in &mut edited.actors {
        if let Some(before) = stored.actor(&actor.id) {
            actor.kept = before.kept.clone();
        }
    }
    edited
}

/// A newer file of a card as the draft that takes the place of the stored one. What the card says counts. What it
/// does not say stays where cards have no field for it: rating and content notes, whose work it is, the tagline and
/// the player's role, tags that the author chose, cover and banner, further actors and books, pictures that this
/// file does not bring.
#[must_use]
pub fn apply_import(stored: ScenarioDraft, imported: ScenarioDraft) -> ScenarioDraft {
    let ScenarioDraft {
        title,
        description,
        setting,
        openings,
        ..
    } = imported;
    ScenarioDraft {
        title,
        description,
        setting,
        openings,
        tagline: one_of(imported.tagline, stored.tagline),
        language: one_of(imported.language, stored.language),
        tags: if stored.tags.is_empty() {
            imported.tags
        } else {
            stored.tags
        },
        rating: imported.rating.or(stored.rating),
        content_notes: imported.content_notes.or(stored.content_notes),
        actors: join_actors(imported.actors, stored.actors),
        lorebooks: join_books(imported.lorebooks, stored.lorebooks),
        player_role: if imported.player_role == PlayerRole::default() {
            stored.player_role
        } else {
            imported.player_role
        },
        cover: imported.cover.or(stored.cover),
        banner: imported.banner.or(stored.banner),
        origin: imported.origin.or(stored.origin),
        making: stored.making,
    }
}

fn one_of(imported: String, stored: String) -> String {
    if imported.is_empty() { stored } else { imported }
}

/// The imported actors, then those stored ones who are not among them.
fn join_actors(mut imported: Vec<DraftActor>, stored: Vec<DraftActor>) -> Vec<DraftActor> {
    for before in stored {
        match imported.iter().position(|actor| actor.id == before.id) {
            Some(place) => keep_of_actor(&mut imported[place], before),
            None if imported.len() < MAX_ACTORS => imported.push(before),
            None => {}
        }
    }
    imported
}

fn keep_of_actor(actor: &mut DraftActor, before: DraftActor) {
    actor.role = one_of(std::mem::take(&mut actor.role), before.role);
    actor.voice = one_of(std::mem::take(&mut actor.voice), before.voice);
    actor.portrait = actor.portrait.take().or(before.portrait);
    if actor.expressions.is_empty() {
        actor.expressions = before.expressions;
    }
    if actor.pictures.is_empty() {
        actor.pictures = before.pictures;
    }
    actor.lorebooks = join_books(std::mem::take(&mut actor.lorebooks), before.lorebooks);
}

/// The imported books, then those stored ones that are not among them.
fn join_books(mut imported: Vec<DraftBook>, stored: Vec<DraftBook>) -> Vec<DraftBook> {
    for before in stored {
        let is_there = imported.iter().any(|book| book.id == before.id);
        if !is_there && imported.len() < MAX_BOOKS {
            imported.push(before);
        }
    }
    imported
}

#[cfg(test)]
mod tests {
    use kernel::Rating;

    use super::*;
    use crate::authoring::{DraftImage, DraftOpening, Making};

    fn actor(id: &str, description: &str) -> DraftActor {
        DraftActor {
            id: id.to_owned(),
            description: description.to_owned(),
            ..DraftActor::default()
        }
    }

    fn image(key: &str) -> Option<DraftImage> {
        Some(DraftImage {
            key: key.to_owned(),
            ..DraftImage::default()
        })
    }

    fn book(id: &str, name: &str) -> DraftBook {
        let mut book = DraftBook {
            id: id.to_owned(),
            ..DraftBook::default()
        };
        book.book.name = name.to_owned();
        book
    }

    #[test]
    fn what_a_card_says_counts_and_what_it_cannot_say_stays() {
        let stored = ScenarioDraft {
            title: "Old".to_owned(),
            tagline: "Below the sea.".to_owned(),
            setting: "Old".to_owned(),
            tags: vec!["mine".to_owned()],
            rating: Some(Rating::Mature),
            making: Making::Open,
            cover: image("cover"),
            openings: vec![DraftOpening::default()],
            actors: vec![
                DraftActor {
                    voice: "Hoarse.".to_owned(),
                    portrait: image("before"),
                    lorebooks: vec![book("book-1", "Old"), book("book-2", "Added")],
                    ..actor("actor-1", "Old")
                },
                actor("actor-2", "Added"),
            ],
            ..ScenarioDraft::default()
        };
        let imported = ScenarioDraft {
            title: "New".to_owned(),
            tags: vec!["suggested".to_owned()],
            actors: vec![DraftActor {
                portrait: image("after"),
                lorebooks: vec![book("book-1", "New")],
                ..actor("actor-1", "New")
            }],
            ..ScenarioDraft::default()
        };
        let joined = apply_import(stored, imported);
        assert_eq!((joined.title.as_str(), joined.setting.as_str()), ("New", ""));
        assert!(joined.openings.is_empty(), "the card has none any more");
        assert_eq!(
            (joined.tagline.as_str(), joined.rating),
            ("Below the sea.", Some(Rating::Mature))
        );
        assert_eq!(
            (joined.tags, joined.making),
            (vec!["mine".to_owned()], Making::Open)
        );
        assert_eq!(joined.cover, image("cover"));
        let [first, second] = &joined.actors[..] else {
            panic!("two actors");
        };
        assert_eq!(
            (first.description.as_str(), first.voice.as_str()),
            ("New", "Hoarse.")
        );
        assert_eq!(first.portrait, image("after"));
        assert_eq!(first.lorebooks, [book("book-1", "New"), book("book-2", "Added")]);
        assert_eq!(second.description, "Added");
    }
}
