//! The lorebooks of stories: which apply to one and why, and where a book of somebody's applies.

use accounts::guests::Owner;
use catalogue::lorebooks::{self, AttachedBook, Attachment, AttachmentKind, Lorebook, StoryScope};
use catalogue::publishing;
use kernel::ids::UserId;
use platform::db::Conn;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::stories::{self, Character, Story, StoryId};

/// A lorebook that applies to a story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoryLorebook {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// What it is attached to.
    kind: AttachmentKind,
    /// The id of the target.
    target_id: String,
    /// Why it applies.
    why: String,
    /// How many entries it has.
    entry_count: usize,
    /// Whether it is the caller's own. Other people's books show only entries that become active.
    own: bool,
}

impl StoryLorebook {
    /// A book that applies to a story with this owner and cast.
    fn of(book: AttachedBook, owner: &Owner, cast: &[Character]) -> Self {
        let is_owner = |person: &UserId| person.as_str() == book.owner_id;
        Self {
            why: why_it_applies(&book, cast),
            own: owner.person().is_some_and(is_owner),
            entry_count: book.book.entries.len(),
            id: book.id,
            name: book.book.name,
            kind: book.kind,
            target_id: book.target_id,
        }
    }
}

fn why_it_applies(book: &AttachedBook, cast: &[Character]) -> String {
    match book.kind {
        AttachmentKind::Story => "attached to this story".to_owned(),
        AttachmentKind::Persona => "attached to whom you play".to_owned(),
        AttachmentKind::Actor => {
            let actor = cast.iter().find(|one| one.id == book.target_id);
            let actor = actor.map_or("an actor", |one| one.name.as_str());
            format!("attached to {actor}: it applies when they speak")
        }
        AttachmentKind::Scenario => "attached to the scenario by its author".to_owned(),
    }
}

/// The lorebooks that apply to a story, in the order in which they are scanned, and why.
///
/// # Errors
/// 404 if this owner has no such story.
pub(super) async fn list(
    conn: &mut Conn,
    owner: &Owner,
    id: &StoryId,
) -> Result<Vec<StoryLorebook>, Problem> {
    let story = stories::load_story(conn, owner, id).await?;
    let cast = stories::list_characters(conn, &story).await?;
    let player = stories::player_of(conn, &story).await?;
    let books = books_of(conn, &story, player.persona_id.as_deref()).await?;
    Ok(books
        .into_iter()
        .map(|book| StoryLorebook::of(book, owner, &cast))
        .collect())
}

/// The lorebooks that apply to a story whose player plays this persona, with their entries.
///
/// # Errors
/// Database errors; 503 if too many books are being read.
pub async fn books_of(
    conn: &mut Conn,
    story: &Story,
    persona_id: Option<&str>,
) -> Result<Vec<AttachedBook>, Problem> {
    let scope = StoryScope {
        story_id: story.id.as_str(),
        scenario_id: story.scenario_id.as_ref().map(|id| id.as_str()),
        owner: story.owner.person(),
        persona_id,
    };
    let mut books = lorebooks::for_story(conn, scope).await?;
    if let (Some(id), Some(version)) = (&story.scenario_id, story.scenario_version) {
        // The story stays on its version: what its author attaches later is not in it.
        books.retain(|book| !matches!(book.kind, AttachmentKind::Actor | AttachmentKind::Scenario));
        books.extend(publishing::books_of(conn, id, version).await?);
    }
    Ok(books)
}

/// Sets what a lorebook of this person is attached to.
///
/// # Errors
/// 404 if the book or a new place is not this person's, 422 if the places are invalid.
pub(super) async fn attach(
    app: &AppState,
    person: &UserId,
    book: &str,
    places: &[Attachment],
) -> Result<Lorebook, Problem> {
    let mut conn = app.db.read().await?;
    let owner = Owner::Person(person.clone());
    for place in lorebooks::find_new_attachments(&mut conn, person, book, places).await? {
        if place.kind == AttachmentKind::Story {
            stories::load_story(&mut conn, &owner, &StoryId::trusted(place.id)).await?;
        }
    }
    drop(conn);
    lorebooks::attach(app, person, book, places).await
}
