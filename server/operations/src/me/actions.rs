//! Creates, reads and changes a person's own record.

use accounts::identity::{self, IdentityRef};
use accounts::ledger;
use accounts::tags::{self, MAX_BLOCKED_TAGS};
use accounts::users::rules::{
    MAX_BIO_CHARS, address_hash, check_authorname, check_personas, check_preferences, check_text, is_theme,
    look_of,
};
use accounts::users::{self, LockedProfile, NewProfile, ProfileChange, gone_meanwhile};
use catalogue::reindex;
use catalogue::scenarios::ContentNote;
use kernel::ids::{UserId, is_well_formed};
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::model::{Me, NewRecord, ProfileUpdate};
use super::store;
use crate::AppState;

/// How many names are tried to find a free one.
const NAME_TRIES: usize = 20;

/// Returns whether a record was created; false if there was one, also if another request created it at the
/// same time.
pub(super) async fn create_record(
    app: &AppState,
    tx: &mut Tx,
    caller: &IdentityRef,
    new: &NewRecord,
) -> Result<bool, Problem> {
    let now = app.clock.now();
    if identity::find_record_of(tx, &caller.identity_id).await?.is_some() {
        return Ok(false);
    }
    let id = UserId::trusted(app.random.id(now));
    insert_under_free_name(app, tx, &id, new).await?;
    if !identity::attach(tx, &id, &caller.identity_id, now).await? {
        users::discard_profile(tx, &id).await?;
        return Ok(false);
    }
    identity::appoint_first_admin(app, tx).await?;
    let address = identity::find_address(tx, &caller.identity_id).await?;
    let is_first = match address {
        Some(address) => !users::had_record(tx, &address_hash(&address)).await?,
        None => true,
    };
    if is_first {
        ledger::grant_welcome(tx, app, &id).await?;
    }
    Ok(true)
}

async fn insert_under_free_name(
    app: &AppState,
    tx: &mut Tx,
    id: &UserId,
    new: &NewRecord,
) -> Result<(), Problem> {
    for _ in 0..NAME_TRIES {
        let authorname = users::suggest_name(&app.random);
        if users::is_name_taken(tx, &look_of(&authorname), id).await? {
            continue;
        }
        let record = NewProfile {
            id,
            authorname: &authorname,
            show_nsfw: new.show_nsfw.unwrap_or(false),
            campaign: new.campaign.as_deref().map(str::trim),
            experiment_id: new.experiment_id.as_deref().map(str::trim),
            group_id: new.group_id.as_deref().map(str::trim),
            joined_at: app.clock.now(),
        };
        if users::insert_profile(tx, &record).await? {
            return Ok(());
        }
    }
    Err(Problem::internal("no free name was found"))
}

pub(super) async fn load(conn: &mut Conn, id: &UserId) -> Result<Me, Problem> {
    let shekels = ledger::balance(conn, id).await?;
    store::find(conn, id, shekels.0).await?.ok_or_else(gone_meanwhile)
}

/// Where other people may have seen the changed fields.
pub(super) struct VisibleChange {
    pub(super) itself: bool,
    pub(super) in_lists: bool,
}

pub(super) async fn update_record(
    tx: &mut Tx,
    id: &UserId,
    mut update: ProfileUpdate,
) -> Result<VisibleChange, Problem> {
    let before = users::lock_profile(tx, id).await?.ok_or_else(gone_meanwhile)?;
    if let Some(names) = update.blocked_tags.take() {
        let blocked = read_blocked_tags(tx, names).await?;
        tags::block(tx, id, &blocked).await?;
    }
    if let Some(ids) = update.blocked_notes.take() {
        tags::block_notes(tx, id, &read_blocked_notes(&ids)?).await?;
    }
    let change = read_change(id, update, &before)?;
    let new_name = change.authorname.clone();
    if let Some(name) = &change.authorname
        && users::is_name_taken(tx, &look_of(name), id).await?
    {
        return Err(name_taken());
    }
    let seen = VisibleChange {
        itself: new_name.is_some() || change.bio.is_some(),
        in_lists: new_name.is_some(),
    };
    let written = users::update_profile(tx, id, change).await;
    // Two people may want the same name at the same time; the unique key gives it to one of them.
    if written.as_ref().is_err_and(|error| {
        error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }) {
        return Err(name_taken());
    }
    written?;
    if let Some(name) = new_name {
        reindex::begin(tx, id, &name).await?;
    }
    Ok(seen)
}

fn name_taken() -> Problem {
    Problem::new(
        users::NAME_TAKEN,
        "This name, or one that looks like it, is already taken.",
    )
    .with_field("/authorname", "taken")
}

/// The ids of tags that are given by id or slug, without duplicates.
async fn read_blocked_tags(conn: &mut Conn, names: Vec<String>) -> Result<Vec<String>, Problem> {
    if names.len() > MAX_BLOCKED_TAGS {
        return Err(Problem::invalid(
            "/blockedTags",
            format!("You can block up to {MAX_BLOCKED_TAGS} tags."),
        ));
    }
    let mut ids = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        let id = if is_well_formed(name) {
            tags::resolve_one(conn, name).await?
        } else {
            None
        };
        let id =
            id.ok_or_else(|| Problem::invalid(format!("/blockedTags/{place}"), "This tag doesn’t exist."))?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// Content notes that are given by their ids.
fn read_blocked_notes(ids: &[String]) -> Result<Vec<&'static str>, Problem> {
    if ids.len() > ContentNote::ALL.len() {
        return Err(Problem::invalid("/blockedNotes", "Name each content note once."));
    }
    let note = |(place, id): (usize, &String)| {
        ContentNote::of_id(id).map(ContentNote::id).ok_or_else(|| {
            Problem::invalid(
                format!("/blockedNotes/{place}"),
                "This content note doesn’t exist.",
            )
        })
    };
    ids.iter().enumerate().map(note).collect()
}

fn read_change(id: &UserId, update: ProfileUpdate, before: &LockedProfile) -> Result<ProfileChange, Problem> {
    let ProfileUpdate {
        authorname,
        user_bio,
        personas,
        show_nsfw,
        show_nsfl,
        blocked_tags: _,
        blocked_notes: _,
        preferences,
        theme_id,
    } = update;
    if let Some(name) = &authorname {
        check_authorname(name).map_err(|why| Problem::invalid("/authorname", why))?;
    }
    let bio = match user_bio {
        None => None,
        Some(text) => {
            let text = check_text(text.as_deref().unwrap_or_default(), MAX_BIO_CHARS)
                .map_err(|why| Problem::invalid("/userBio", why))?;
            Some(Some(text).filter(|text| !text.is_empty()))
        }
    };
    let at = |(pointer, why): (String, String)| Problem::invalid(pointer, why);
    let personas = personas
        .map(|personas| check_personas(id, personas))
        .transpose()
        .map_err(at)?;
    if let Some(preferences) = &preferences {
        check_preferences(preferences).map_err(at)?;
    }
    if theme_id
        .as_ref()
        .is_some_and(|id| id.as_deref().is_some_and(|id| !is_theme(id)))
    {
        return Err(Problem::invalid("/themeID", "This theme doesn’t exist."));
    }
    let (show_nsfw, show_nsfl) = match (show_nsfw, show_nsfl) {
        (Some(false), Some(true)) => {
            return Err(Problem::invalid(
                "/showNSFL",
                "Extreme content needs adult content to be on.",
            ));
        }
        (Some(false), _) => (false, false),
        (_, Some(true)) => (true, true),
        (nsfw, nsfl) => (nsfw.unwrap_or(before.show_nsfw), nsfl.unwrap_or(before.show_nsfl)),
    };
    let authorname = authorname.filter(|name| *name != before.authorname);
    Ok(ProfileChange {
        authorname,
        bio,
        personas,
        show_nsfw,
        show_nsfl,
        preferences,
        theme_id,
    })
}
