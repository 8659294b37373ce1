//! Stores the pictures of a card and puts them into their places.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;

use kernel::ErrorCode;
use platform::web::Problem;
use tokio::time::Instant;

use super::opened::read_picture;
use super::rules::{MAX_NAMED_PICTURES, PICTURES_TIME};
use crate::authoring::{DraftActor, NewDraft, ScenarioDraft};
use crate::card_fields::{CardPicture, FieldOutcome, FieldReport, PicturePlace, place_picture};
use crate::card_files::CardFile;

/// Stores the pictures one after the other, so that one is in memory at a time, and places them in the
/// draft. What cannot be used is left out: the rows of the report say why.
///
/// # Errors
/// 503 if too many pictures wait; errors of the storage.
pub(super) async fn store_pictures(
    new: &mut NewDraft,
    mut file: CardFile<File>,
    pictures: Vec<CardPicture>,
    draft: &mut ScenarioDraft,
) -> Result<Vec<FieldReport>, Problem> {
    let until = Instant::now() + PICTURES_TIME;
    let mut refused = Refused::default();
    for places in by_source(pictures) {
        let stored = if Instant::now() < until {
            let (same_file, stored) = store_picture(new, file, &places[0]).await?;
            file = same_file;
            stored
        } else {
            Err("The pictures of this file take too long to process.".to_owned())
        };
        for picture in &places {
            match &stored {
                Ok(key) => {
                    place_picture(draft, picture, key);
                }
                Err(why) => refused.add(draft, picture, why),
            }
        }
    }
    Ok(refused.into_rows())
}

/// The draft of a new scenario, with a picture for lists: where a card brings none but a single face, that is its cover.
pub(super) fn with_cover(mut draft: ScenarioDraft) -> ScenarioDraft {
    if draft.cover.is_none()
        && let [only] = draft.actors.as_slice()
    {
        draft.cover.clone_from(&only.portrait);
    }
    draft
}

/// The pictures, those with one source together, in the order of the card.
fn by_source(pictures: Vec<CardPicture>) -> Vec<Vec<CardPicture>> {
    let mut groups: Vec<Vec<CardPicture>> = Vec::new();
    let mut known: HashMap<(Option<usize>, String), usize> = HashMap::new();
    for picture in pictures {
        match known.entry((picture.asset, picture.inline.clone())) {
            Entry::Occupied(group) => groups[*group.get()].push(picture),
            Entry::Vacant(free) => {
                free.insert(groups.len());
                groups.push(vec![picture]);
            }
        }
    }
    groups
}

/// Stores a picture; gives the file back with the key, or with the reason why the picture cannot be used.
async fn store_picture(
    new: &mut NewDraft,
    mut file: CardFile<File>,
    picture: &CardPicture,
) -> Result<(CardFile<File>, Result<String, String>), Problem> {
    let picture = picture.clone();
    let read = tokio::task::spawn_blocking(move || {
        let content = read_picture(&mut file, &picture)?;
        Ok::<_, Problem>((file, content))
    });
    let (file, content) = read.await.map_err(Problem::internal)??;
    let stored = match content {
        Err(fault) => Err(format!("The picture can’t be read: {fault}.")),
        Ok(content) => match new.store_image("file", content).await {
            Ok(key) => Ok(key),
            Err(problem) if problem.code() == ErrorCode::UNSUPPORTED_MEDIA_TYPE => {
                Err("It isn’t a JPEG, PNG, GIF, WebP or BMP picture.".to_owned())
            }
            Err(problem) if problem.status().is_client_error() => Err(problem.detail().to_owned()),
            Err(problem) => return Err(problem),
        },
    };
    Ok((file, stored))
}

/// The pictures that were left out.
#[derive(Default)]
struct Refused {
    rows: Vec<FieldReport>,
    beyond: usize,
}

impl Refused {
    fn add(&mut self, draft: &ScenarioDraft, picture: &CardPicture, why: &str) {
        if self.rows.len() >= MAX_NAMED_PICTURES {
            self.beyond += 1;
            return;
        }
        let place = name_place(draft, &picture.place);
        self.rows
            .push(row(&picture.field, format!("Left out: {place}. {why}")));
    }

    fn into_rows(mut self) -> Vec<FieldReport> {
        if self.beyond > 0 {
            let note = format!("Left out: {} more pictures.", self.beyond);
            self.rows.push(row("data.assets", note));
        }
        self.rows
    }
}

fn row(field: &str, note: String) -> FieldReport {
    FieldReport {
        field: field.to_owned(),
        outcome: FieldOutcome::Refused,
        note,
    }
}

/// A place of a picture in words.
fn name_place(draft: &ScenarioDraft, place: &PicturePlace) -> String {
    let of = |actor: &str, what: String| match draft.actor(actor) {
        Some(DraftActor { name, .. }) if !name.trim().is_empty() => format!("{what} of {name}"),
        _ => what,
    };
    match place {
        PicturePlace::Cover => "the cover".to_owned(),
        PicturePlace::Banner => "the banner".to_owned(),
        PicturePlace::Portrait { actor } => of(actor, "the portrait".to_owned()),
        PicturePlace::Expression { actor, name } => of(actor, format!("the expression {name}")),
        PicturePlace::Picture { actor, index } => {
            let picture = draft.actor(actor).and_then(|actor| actor.pictures.get(*index));
            let what = match picture {
                Some(picture) if !picture.name.trim().is_empty() => format!("the picture {}", picture.name),
                _ => format!("picture {}", index + 1),
            };
            of(actor, what)
        }
    }
}
