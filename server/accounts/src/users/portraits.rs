//! Where portraits are stored, and that each is known to the judge of images for as long as it is.

use std::collections::BTreeMap;

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx, query_on, statements};
use platform::image_judge::{forget, register};
use platform::media::key_of_url;
use platform::slice::jobs::{Every, Job};
use platform::web::Problem;
use sqlx::types::Json;

use super::model::Persona;
use crate::AppState;

/// The folder of all portraits.
const FOLDER: &str = "avatars/";
/// People whose portraits one run registers; the next run registers more.
const AT_ONCE: i64 = 200;

statements! {
    LIST_UNREGISTERED = "
        select id, avatar, personas
        from users
        where not portraits_registered
        order by id
        limit $1";
    SET_REGISTERED = "update users set portraits_registered = true where id = $1";
}

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "users.register_portraits",
    every: Every::HalfMinute,
    after: &[],
    run: |app| Box::pin(register_stored(app)),
}];

/// The folder of a person's portraits; it ends with a slash.
pub(super) fn portrait_folder(owner: &UserId) -> String {
    format!("{FOLDER}{owner}/")
}

/// The folder of the portraits of a person's personas.
#[must_use]
pub fn persona_folder(owner: &UserId) -> String {
    format!("{}personas", portrait_folder(owner))
}

/// The blob keys of somebody's portrait and those of their personas.
pub(super) fn keys_of(
    portrait: Option<String>,
    personas: BTreeMap<String, Persona>,
) -> impl Iterator<Item = String> {
    let of_personas = personas.into_values().filter_map(|persona| persona.avatar_url);
    portrait
        .into_iter()
        .chain(of_personas.filter_map(|url| key_of_url(&url).map(|key| key.to_string())))
}

/// Deletes a portrait that is no longer used, and what the judge of images knows of it. A failure only leaves a
/// file behind.
pub async fn purge_portrait(app: &AppState, key: &str) {
    // Portraits of the starter catalogue stay.
    let Ok(blob) = BlobKey::parse(key) else { return };
    if !key.starts_with(FOLDER) {
        return;
    }
    if let Err(error) = app.blobs.delete(&blob).await {
        tracing::warn!(%key, %error, "an old portrait {key} could not be deleted");
        return;
    }
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { forget(tx, key).await })
    });
    if let Err(error) = use_case.await {
        tracing::warn!(%key, %error, "the verdict on an old portrait {key} could not be deleted");
    }
}

/// Registers portraits that were stored before portraits were judged; returns of how many people. Safe to run
/// at any time, also by several processes at once.
///
/// # Errors
/// Database errors; the next run tries again.
async fn register_stored(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let people = list_unregistered(&mut conn).await?;
    drop(conn);
    let now = app.clock.now();
    for (id, portrait, personas) in &people {
        let stored = |key: &String| key.starts_with(FOLDER);
        let keys: Vec<String> = keys_of(portrait.clone(), personas.0.clone())
            .filter(stored)
            .collect();
        let keys = &keys;
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { register_of(tx, id, keys, now).await })
        });
        use_case.await?;
    }
    if !people.is_empty() {
        // They are blurred from now on until they were judged.
        app.changes.tag("pictures");
    }
    Ok(people.len() as u64)
}

/// A person's id, the key of their portrait, and their personas.
type Unregistered = (String, Option<String>, Json<BTreeMap<String, Persona>>);

async fn list_unregistered(conn: &mut Conn) -> sqlx::Result<Vec<Unregistered>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, Unregistered>(LIST_UNREGISTERED)
        .bind(AT_ONCE)
        .fetch_all(x)
        .await)
}

async fn register_of(tx: &mut Tx, id: &str, keys: &[String], now: Timestamp) -> sqlx::Result<()> {
    for key in keys {
        register(tx, key, now).await?;
    }
    query_on!(tx, |x: D| sqlx::query::<D>(SET_REGISTERED)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}
