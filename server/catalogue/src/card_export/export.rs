//! Writes the file of an exported scenario.

use bytes::Bytes;
use kernel::ids::UserId;
use platform::blobs::{BlobKey, Blobs};
use platform::idempotency::principal_of;
use platform::media::{Fit, Format, ImageFrame, ImageRecipe, reencode_upload};
use platform::web::{Problem, Spool, Spooled, spool};
use serde_json::value::RawValue;

use super::model::{CardContainer, CardVersion};
use crate::AppState;
use crate::authoring::{self, ScenarioDraft, shown_title};
use crate::card_fields::{CardForm, Carrier, ExportFile, ExportedCard, export_card, export_scenario};
use crate::card_files::{CardFileError, CharxWriter, PngCards, write_png};
use crate::scenarios::ScenarioId;

/// A portrait as other programs read it; what they show is smaller.
const AS_PNG: ImageRecipe = ImageRecipe {
    frame: ImageFrame::WHOLE,
    width: 1_024,
    height: Some(1_024),
    fit: Fit::Inside,
    quality: 100,
    format: Format::Png,
    blur: false,
};

/// What is exported of a scenario.
#[derive(Debug)]
pub(super) struct Export {
    pub(super) container: CardContainer,
    /// The id of the actor; `None`: all of it.
    pub(super) actor: Option<String>,
    pub(super) version: CardVersion,
}

/// All of a scenario in one file.
const WHOLE: Export = Export {
    container: CardContainer::Charx,
    actor: None,
    version: CardVersion::V3,
};

/// The cards that a file holds.
enum Cards {
    Charx(ExportedCard),
    Json(ExportedCard),
    Png {
        v2: ExportedCard,
        v3: ExportedCard,
        /// The blob key of the portrait.
        portrait: String,
    },
}

/// Writes a scenario of this person into a file; returns the name of what it holds, too.
///
/// # Errors
/// 404 if they have no such scenario or it has no such actor, 409 if it is in the trash, 422 if the container
/// cannot hold what is asked for, 503 if too many files are written.
pub(super) async fn write_file(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    export: Export,
) -> Result<(String, Spooled), Problem> {
    let mut conn = app.db.read().await?;
    let document = authoring::find_publishable(&mut conn, author, id).await?.document;
    drop(conn);
    let (title, cards) = authoring::compute(document.get().len(), move || {
        let draft = authoring::read_document(&document)?;
        cards_of(&draft, &export)
    })
    .await?;
    let blobs = app.blobs.clone();
    let write = async move |file: &mut Spool| write_cards(&blobs, cards, file).await;
    Ok((title, spool(&principal_of(author).to_string(), write).await?))
}

/// The cards of what is exported, and its name.
fn cards_of(draft: &ScenarioDraft, export: &Export) -> Result<(String, Cards), Problem> {
    let Some(id) = &export.actor else {
        if export.container != CardContainer::Charx {
            return Err(Problem::invalid(
                "actor",
                "A PNG or JSON file holds one actor. Choose the actor, or export the whole scenario as CHARX.",
            ));
        }
        let title = shown_title(&draft.title).to_owned();
        return Ok((title, Cards::Charx(export_scenario(draft))));
    };
    let actor = draft.actor(id).ok_or_else(|| Problem::not_found("actor"))?;
    let write =
        |form, carrier| export_card(draft, id, form, carrier).ok_or_else(|| Problem::not_found("actor"));
    let cards = match export.container {
        CardContainer::Charx => Cards::Charx(write(CardForm::V3, Carrier::Archive)?),
        CardContainer::Json => {
            let form = match export.version {
                CardVersion::V2 => CardForm::V2,
                CardVersion::V3 => CardForm::V3,
            };
            Cards::Json(write(form, Carrier::Picture)?)
        }
        CardContainer::Png => {
            let portrait = actor.portrait.as_ref().ok_or_else(|| {
                Problem::invalid(
                    "format",
                    "A PNG card is the actor’s portrait, and this actor has none. Add a portrait, or \
                     export CHARX or JSON.",
                )
            })?;
            Cards::Png {
                v2: write(CardForm::V2, Carrier::Picture)?,
                v3: write(CardForm::V3, Carrier::Picture)?,
                portrait: portrait.key.clone(),
            }
        }
    };
    Ok((shown_title(&actor.name).to_owned(), cards))
}

/// Writes a whole scenario as CHARX; returns its title. Work that takes its time.
///
/// # Errors
/// As [`write_file`].
pub(super) async fn write_whole(
    blobs: &Blobs,
    document: &RawValue,
    file: &mut Spool,
) -> Result<String, Problem> {
    let (title, cards) = cards_of(&authoring::read_document(document)?, &WHOLE)?;
    write_cards(blobs, cards, file).await?;
    Ok(title)
}

async fn write_cards(blobs: &Blobs, cards: Cards, file: &mut Spool) -> Result<(), Problem> {
    match cards {
        Cards::Json(exported) => serde_json::to_writer(file, &exported.card).map_err(Problem::internal),
        Cards::Charx(exported) => {
            let mut archive = CharxWriter::new(file, &exported.card).map_err(unwritable)?;
            for ExportFile { path, key } in &exported.files {
                if let Some(content) = read_blob(blobs, key).await? {
                    archive.add(path, &content[..]).map_err(unwritable)?;
                }
            }
            archive.finish().map(drop).map_err(unwritable)
        }
        Cards::Png { v2, v3, portrait } => {
            let portrait = read_blob(blobs, &portrait)
                .await?
                .ok_or_else(|| Problem::not_found("portrait"))?;
            let portrait = reencode_upload("portrait", portrait, AS_PNG).await?;
            let cards = PngCards {
                v2: &v2.card,
                v3: &v3.card,
            };
            write_png(&portrait, cards, file).map_err(unwritable)
        }
    }
}

/// A stored picture; `None` if it is not there any more.
async fn read_blob(blobs: &Blobs, key: &str) -> Result<Option<Bytes>, Problem> {
    match BlobKey::parse(key) {
        Ok(key) => Ok(blobs.get(&key).await?),
        Err(_) => Ok(None),
    }
}

/// What the limits of cards and containers do not hold: a draft can be larger than a card.
fn unwritable(error: CardFileError) -> Problem {
    match error {
        CardFileError::Io(error) => Problem::internal(error),
        error => Problem::invalid("format", error.to_string()),
    }
}
