//! Copies of what is reported, as the reporter may see it. A copy is always made here, from what is stored, and
//! never taken from a request.

use accounts::guests::{Anyone, Owner};
use catalogue::cards::{self, CardId};
use catalogue::profiles;
use catalogue::scenarios::{ScenarioId, read_visible};
use kernel::Audience;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::Conn;
use platform::media::{MEDIA_PATH, media_url};
use platform::web::Problem;
use serde::Serialize;
use serde_json::{Value, json};

use super::model::ReportKind;
use super::rules::MAX_USES;
use super::store;
use crate::AppState;
use crate::stories::{self, Author, MessageId};

/// What is reported, as it is now.
pub(super) struct Copied {
    pub(super) copy: Value,
    /// Its owner.
    pub(super) subject: Option<Owner>,
    /// The picture that shows it.
    pub(super) picture: Option<BlobKey>,
}

/// Copies what this caller reports.
///
/// # Errors
/// 404 where it does not exist, or not for them.
pub(super) async fn copy(
    app: &AppState,
    conn: &mut Conn,
    caller: &Anyone,
    kind: ReportKind,
    target: &str,
) -> Result<Copied, Problem> {
    match kind {
        ReportKind::Scenario => scenario(conn, caller, &id(target, "scenario")?).await,
        ReportKind::Card => card(conn, &id(target, "card")?).await,
        ReportKind::Person => person(conn, &id(target, "person")?).await,
        ReportKind::Picture => picture(app, conn, target).await,
        ReportKind::Reply => reply(conn, caller, &id(target, "message")?).await,
    }
}

fn id<T: std::str::FromStr>(target: &str, what: &str) -> Result<T, Problem> {
    target.parse().map_err(|_| Problem::not_found(what))
}

async fn scenario(conn: &mut Conn, caller: &Anyone, id: &ScenarioId) -> Result<Copied, Problem> {
    let scenario = read_visible(conn, id, caller.person()).await?;
    let author = scenario.display_data.author.clone();
    let picture = key_of(scenario.display_data.avatar_urls.fullres.as_deref());
    Ok(Copied {
        copy: copy_of(&scenario, &["scenarioStats", "tagData"])?,
        subject: Some(Owner::Person(author)),
        picture,
    })
}

async fn card(conn: &mut Conn, id: &CardId) -> Result<Copied, Problem> {
    let card = cards::find_listed(conn, id)
        .await?
        .ok_or_else(|| Problem::not_found("card"))?;
    let author = card.display_data.author.clone();
    let picture = key_of(card.display_data.avatar_urls.fullres.as_deref());
    Ok(Copied {
        copy: copy_of(&card, &["cardStats", "liked", "disliked"])?,
        subject: Some(Owner::Person(author)),
        picture,
    })
}

async fn person(conn: &mut Conn, id: &UserId) -> Result<Copied, Problem> {
    let person = profiles::find_public(conn, id, Audience::Extreme)
        .await?
        .ok_or_else(|| Problem::not_found("person"))?;
    let picture = key_of(person.avatar_url.as_deref());
    Ok(Copied {
        copy: copy_of(&person, &["stats"])?,
        subject: Some(Owner::Person(person.user_id.clone())),
        picture,
    })
}

async fn picture(app: &AppState, conn: &mut Conn, target: &str) -> Result<Copied, Problem> {
    let missing = || Problem::not_found("picture");
    let key = key_of(Some(target)).ok_or_else(missing)?;
    if app.blobs.head(&key).await?.is_none() {
        return Err(missing());
    }
    let uses = store::list_uses(conn, key.as_str(), MAX_USES).await?;
    // It belongs to somebody only where everything that shows it has one author; else nobody is named for what
    // may be another's.
    let author = uses
        .first()
        .map(|first| first.author_id.clone())
        .filter(|author| uses.iter().all(|of| of.author_id == *author));
    let subject = author.map(|author| Owner::Person(UserId::trusted(author)));
    let uses: Vec<Value> = uses
        .into_iter()
        .map(|of| json!({ "kind": of.kind, "id": of.id, "name": of.name, "author": of.author_id }))
        .collect();
    Ok(Copied {
        copy: json!({ "url": media_url(key.as_str()), "usedBy": uses }),
        subject,
        picture: Some(key),
    })
}

/// A line of a story of the caller's own, with the line that it answers.
async fn reply(conn: &mut Conn, caller: &Anyone, id: &MessageId) -> Result<Copied, Problem> {
    let owner = match caller {
        Anyone::Person(person) => Owner::Person(person.user_id.clone()),
        Anyone::Guest(guest) => Owner::Guest(guest.guest_id.clone()),
        Anyone::Visitor => return Err(Problem::not_found("message")),
    };
    let (story, message) = stories::load_own_message(conn, &owner, id).await?;
    if message.author == Author::User {
        return Err(Problem::invalid(
            "targetId",
            "These are your own words. You can report what a character or the narrator says.",
        ));
    }
    let before = match &message.parent_id {
        Some(parent) => stories::path_to(conn, &story, Some(parent), 1).await?.pop(),
        None => None,
    };
    let line = |row: &stories::MessageRow| json!({ "id": row.id, "author": row.author, "name": row.name, "content": row.content, "version": row.version });
    let copy = json!({
        "storyId": story.id,
        "scenarioId": story.scenario_id,
        "cardId": story.card_id,
        "scenarioName": story.setup.name,
        "message": line(&message),
        "answers": before.as_ref().map(line),
        "model": message.model,
        "createdOn": message.created_at,
        "editedOn": message.edited_at,
    });
    Ok(Copied {
        copy,
        subject: None,
        picture: None,
    })
}

/// The key of a picture of this site.
fn key_of(url: Option<&str>) -> Option<BlobKey> {
    BlobKey::parse(url?.strip_prefix(MEDIA_PATH)?).ok()
}

/// A copy of something without its counts: they are not part of it, and the next click would find others.
fn copy_of(what: &impl Serialize, without: &[&str]) -> Result<Value, Problem> {
    let mut copy = serde_json::to_value(what).map_err(Problem::internal)?;
    if let Value::Object(fields) = &mut copy {
        fields.retain(|name, _| !without.contains(&name.as_str()));
    }
    if let Some(Value::Object(display)) = copy.get_mut("displayData") {
        display.remove("tagData");
    }
    Ok(copy)
}
