//! SQL of profiles: what people change in their own record.

use std::collections::BTreeMap;

use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::users::model::{Persona, Preferences};

statements! {
    LOCK_PROFILE = "
        update users
        set revision = revision + 1
        where id = $1
        returning show_nsfw, show_nsfl, authorname, avatar";
    SET_PORTRAIT = "update users set avatar = $2 where id = $1";
    FIND_PORTRAIT = "select avatar from users where id = $1";
}

/// What a change of a profile is compared with.
#[derive(sqlx::FromRow)]
pub struct LockedProfile {
    /// Whether explicit images are shown unblurred.
    pub show_nsfw: bool,
    /// Whether extreme content is shown.
    pub show_nsfl: bool,
    /// The name.
    pub authorname: String,
    /// The blob key of the portrait.
    pub avatar: Option<String>,
}

/// Locks the row for this transaction: changes of one record are made one after another.
///
/// # Errors
/// Database errors.
pub async fn lock_profile(tx: &mut Tx, id: &UserId) -> sqlx::Result<Option<LockedProfile>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, LockedProfile>(LOCK_PROFILE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// A change of a profile; fields that are none stay as they are.
#[derive(Default)]
pub struct ProfileChange {
    /// Another name.
    pub authorname: Option<String>,
    /// What they write about themselves.
    pub bio: Option<Option<String>>,
    /// All personas by id.
    pub personas: Option<BTreeMap<String, Persona>>,
    /// Whether explicit images are shown unblurred.
    pub show_nsfw: bool,
    /// Whether extreme content is shown.
    pub show_nsfl: bool,
    /// All preferences.
    pub preferences: Option<Preferences>,
    /// Another theme.
    pub theme_id: Option<Option<String>>,
}

/// Writes a change.
///
/// # Errors
/// Database errors.
pub async fn update_profile(tx: &mut Tx, id: &UserId, change: ProfileChange) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let mut query = QueryBuilder::<D>::new("update users set show_nsfw = ");
        query
            .push_bind(change.show_nsfw)
            .push(", show_nsfl = ")
            .push_bind(change.show_nsfl);
        if let Some(name) = change.authorname {
            query.push(", authorname_key = ").push_bind(name.to_lowercase());
            query
                .push(", username = ")
                .push_bind(name.clone())
                .push(", authorname = ")
                .push_bind(name);
        }
        if let Some(bio) = change.bio {
            query.push(", bio = ").push_bind(bio);
        }
        if let Some(personas) = change.personas {
            query.push(", personas = ").push_bind(Json(personas));
        }
        if let Some(preferences) = change.preferences {
            query.push(", preferences = ").push_bind(Json(preferences));
        }
        if let Some(theme_id) = change.theme_id {
            query.push(", theme_id = ").push_bind(theme_id);
        }
        query.push(" where id = ").push_bind(id.to_string());
        query.build().execute(x).await.map(drop)
    })
}

/// Sets or removes the portrait.
///
/// # Errors
/// Database errors.
pub async fn set_portrait(tx: &mut Tx, id: &UserId, key: Option<&str>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_PORTRAIT)
        .bind(id.as_str())
        .bind(key)
        .execute(x)
        .await
        .map(drop))
}

/// The blob key of the portrait.
///
/// # Errors
/// Database errors.
pub async fn find_portrait(conn: &mut Conn, id: &UserId) -> sqlx::Result<Option<String>> {
    let key = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<String>>(
        FIND_PORTRAIT
    )
    .bind(id.as_str())
    .fetch_optional(x)
    .await)?;
    Ok(key.flatten())
}
