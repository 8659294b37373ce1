//! SQL of a person's own record.

use std::collections::BTreeMap;

use kernel::ids::{IdentityId, UserId};
use kernel::{Audience, Role, Timestamp};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::me::{DiscordStatus, Me, Persona, Preferences, RetentionData};
use super::model::portrait;
use super::store::count_of;
use crate::db::{Conn, Tx, query_on};
use crate::media::media_url;
use crate::tags;

/// Ratings that the own record shows; the rest is asked for scenario by scenario.
const MAX_RATINGS: i64 = 1_000;

#[derive(sqlx::FromRow)]
struct ProfileRow {
    authorname: String,
    username: String,
    bio: Option<String>,
    avatar: Option<String>,
    joined_at: i64,
    show_nsfw: bool,
    show_nsfl: bool,
    personas: Json<BTreeMap<String, Persona>>,
    preferences: Json<Preferences>,
    theme_id: Option<String>,
    experiment_id: Option<String>,
    deletion_at: Option<i64>,
    role: Option<i64>,
    email: String,
    email_verified_at: Option<i64>,
}

pub(crate) const FIND_PROFILE: &str = "
    select u.authorname, u.username, u.bio, u.avatar, u.joined_at, u.show_nsfw, u.show_nsfl, u.personas,
        u.preferences, u.theme_id, u.experiment_id, u.deletion_at, a.role, i.email, i.email_verified_at
    from users u
    join accounts a on a.user_id = u.id
    join identities i on i.id = a.identity_id
    where u.id = $1";
pub(crate) const LIST_RATINGS_OF_USER: &str = "
    select scenario_id, liked
    from ratings
    where user_id = $1
    order by rated_at desc, scenario_id desc
    limit $2";

/// The whole record of somebody who has one. `shekels` are what their wallet holds.
pub(super) async fn find(conn: &mut Conn, id: &UserId, shekels: i64) -> sqlx::Result<Option<Me>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, ProfileRow>(FIND_PROFILE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    let Some((row, stats)) = row.zip(count_of(conn, id, Audience::Extreme).await?) else {
        return Ok(None);
    };
    let blocked_tag_data =
        tags::blocked_by(conn, id, Audience::of_settings(row.show_nsfw, row.show_nsfl)).await?;
    let ratings: Vec<(String, bool)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_RATINGS_OF_USER)
        .bind(id.as_str())
        .bind(MAX_RATINGS)
        .fetch_all(x)
        .await)?;
    let role = Role::from_stored(row.role);
    Ok(Some(Me {
        username: row.username,
        user_description: row.bio.clone().unwrap_or_default(),
        user_id: id.clone(),
        customer_id: None,
        shekels,
        joined_on: Timestamp(row.joined_at),
        show_nsfw: row.show_nsfw,
        show_nsfl: row.show_nsfl,
        subscribed: false,
        test_id: row.experiment_id,
        avatar_url: row.avatar.as_deref().map(media_url),
        avatar_urls: portrait(row.avatar.as_deref()),
        integrations: BTreeMap::new(),
        ratings: ratings
            .into_iter()
            .map(|(scenario, liked)| (scenario, if liked { 1 } else { -1 }))
            .collect(),
        authorname: row.authorname,
        trial_redeemed: false,
        retention_data: RetentionData::default(),
        personas: row.personas.0,
        role: role.number(),
        roles: vec![role],
        user_bio: row.bio,
        blocked_tags: blocked_tag_data.iter().map(|tag| tag.id.to_string()).collect(),
        blocked_tag_data,
        theme_id: row.theme_id,
        tier: None,
        discord_status: DiscordStatus::default(),
        stats,
        preferences: row.preferences.0,
        email: row.email,
        email_verified: row.email_verified_at.is_some(),
        deletion_on: row.deletion_at.map(Timestamp),
    }))
}

/// A record to be made.
pub(super) struct NewProfile<'a> {
    pub(super) id: &'a UserId,
    pub(super) authorname: &'a str,
    pub(super) show_nsfw: bool,
    pub(super) campaign: Option<&'a str>,
    pub(super) experiment_id: Option<&'a str>,
    pub(super) group_id: Option<&'a str>,
    pub(super) joined_at: Timestamp,
}

pub(crate) const INSERT_PROFILE: &str = "
    insert into users (id, authorname, authorname_key, username, joined_at, show_nsfw, campaign,
        experiment_id, group_id)
    values ($1, $2, $3, $2, $4, $5, $6, $7, $8)
    on conflict do nothing";
/// Stores a record; false where its name is taken.
pub(super) async fn insert(tx: &mut Tx, new: &NewProfile<'_>) -> sqlx::Result<bool> {
    let key = new.authorname.to_lowercase();
    let made = query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_PROFILE)
            .bind(new.id.as_str())
            .bind(new.authorname)
            .bind(key)
            .bind(new.joined_at.0);
        let insert = insert
            .bind(new.show_nsfw)
            .bind(new.campaign)
            .bind(new.experiment_id)
            .bind(new.group_id);
        insert.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(made == 1)
}

pub(crate) const DISCARD_PROFILE: &str = "delete from users where id = $1";

/// Takes back a record that belongs to nobody.
pub(super) async fn discard(tx: &mut Tx, id: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DISCARD_PROFILE)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))
}

pub(crate) const COUNT_LOOK_ALIKES: &str = "
    select count(*)
    from users
    where replace(replace(replace(authorname_key, '0', 'o'), '1', 'l'), 'i', 'l') = $1 and id <> $2";

/// Whether somebody else has a name that looks like this one.
pub(super) async fn is_taken(conn: &mut Conn, look: &str, by_other_than: &UserId) -> sqlx::Result<bool> {
    let count = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_LOOK_ALIKES)
        .bind(look)
        .bind(by_other_than.as_str())
        .fetch_one(x)
        .await)?;
    Ok(count > 0)
}

pub(crate) const TAKE_PROFILE: &str = "
    update users
    set revision = revision + 1
    where id = $1
    returning show_nsfw, show_nsfl, authorname, avatar";

/// What a change of a profile begins with.
#[derive(sqlx::FromRow)]
pub(super) struct Taken {
    pub(super) show_nsfw: bool,
    pub(super) show_nsfl: bool,
    pub(super) authorname: String,
    pub(super) avatar: Option<String>,
}

/// Takes the row for this transaction: changes of one record come one after another.
pub(super) async fn take(tx: &mut Tx, id: &UserId) -> sqlx::Result<Option<Taken>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, Taken>(TAKE_PROFILE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// What changes of a profile; what is none stays.
pub(super) struct Change {
    pub(super) authorname: Option<String>,
    pub(super) bio: Option<Option<String>>,
    pub(super) personas: Option<BTreeMap<String, Persona>>,
    pub(super) show_nsfw: bool,
    pub(super) show_nsfl: bool,
    pub(super) preferences: Option<Preferences>,
    pub(super) theme_id: Option<Option<String>>,
}

/// Writes a change.
pub(super) async fn update(tx: &mut Tx, id: &UserId, change: Change) -> sqlx::Result<()> {
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

pub(crate) const FIND_ADDRESS_OF: &str = "select email_key from identities where id = $1";

/// The folded address of these credentials.
pub(super) async fn find_address(conn: &mut Conn, identity: &IdentityId) -> sqlx::Result<Option<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_ADDRESS_OF)
        .bind(identity.as_str())
        .fetch_optional(x)
        .await)
}

pub(crate) const COUNT_FORMER: &str = "select count(*) from former_records where address_hash = $1";

/// Whether somebody with this address had a record before.
pub(super) async fn had_record(conn: &mut Conn, address_hash: &str) -> sqlx::Result<bool> {
    let count = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_FORMER)
        .bind(address_hash)
        .fetch_one(x)
        .await)?;
    Ok(count > 0)
}

pub(crate) const SET_PORTRAIT: &str = "update users set avatar = $2 where id = $1";

/// Sets or takes away the portrait.
pub(super) async fn set_portrait(tx: &mut Tx, id: &UserId, key: Option<&str>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_PORTRAIT)
        .bind(id.as_str())
        .bind(key)
        .execute(x)
        .await
        .map(drop))
}

pub(crate) const FIND_PORTRAIT: &str = "select avatar from users where id = $1";

/// The blob key of the portrait.
pub(super) async fn find_portrait(conn: &mut Conn, id: &UserId) -> sqlx::Result<Option<String>> {
    let key = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<String>>(
        FIND_PORTRAIT
    )
    .bind(id.as_str())
    .fetch_optional(x)
    .await)?;
    Ok(key.flatten())
}

pub(crate) const FIND_SIGN_IN: &str = "
    select s.created_at, case when i.password_hash is null then false else true end as has_password
    from identity_sessions s
    join identities i on i.id = s.identity_id
    where s.id = $1";

/// When the caller's session began, and whether they have a password.
pub(super) async fn find_sign_in(
    conn: &mut Conn,
    session: &kernel::ids::SessionId,
) -> sqlx::Result<Option<(i64, bool)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, bool)>(FIND_SIGN_IN)
        .bind(session.as_str())
        .fetch_optional(x)
        .await)
}
