//! SQL of users.

use std::collections::{BTreeMap, BTreeSet};

use kernel::ids::UserId;
use kernel::{DAY_MS, Timestamp};
use platform::db::{Conn, Tx, query_on, statements};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::model::{Persona, Preferences};
use super::rules::DELETION_GRACE_DAYS;

/// The key of somebody's portrait, and their personas by id.
type Pictured = (Option<String>, Json<BTreeMap<String, Persona>>);

statements! {
    ADD_TO_FOLLOW_COUNTS = "
        update users
        set follower_count = follower_count + $2, following_count = following_count + $3
        where id = $1";
    UPSERT_USER = "
        insert into users (id, authorname, authorname_key, username, bio, avatar, joined_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (id) do update set authorname = excluded.authorname,
            authorname_key = excluded.authorname_key, username = excluded.username, bio = excluded.bio,
            avatar = excluded.avatar";
    /// A change that changes nothing else: SQLite knows no `for update`.
    LOCK_USER_ROW = "update users set revision = revision + 1 where id = $1";
    FIND_ID = "select id from users where id = $1 or authorname_key = $2";
    INSERT_PROFILE = "
        insert into users (id, authorname, authorname_key, username, joined_at, show_nsfw, campaign,
            experiment_id, group_id)
        values ($1, $2, $3, $2, $4, $5, $6, $7, $8)
        on conflict do nothing";
    DISCARD_PROFILE = "delete from users where id = $1";
    COUNT_LOOK_ALIKES = "
        select count(*)
        from users
        where replace(replace(replace(authorname_key, '0', 'o'), '1', 'l'), 'i', 'l') = $1 and id <> $2";
    LOCK_PROFILE = "
        update users
        set revision = revision + 1
        where id = $1
        returning show_nsfw, show_nsfl, authorname, avatar";
    SET_PORTRAIT = "update users set avatar = $2 where id = $1";
    FIND_PORTRAIT = "select avatar from users where id = $1";
    ASK_DELETION = "
        update users
        set deletion_asked_at = coalesce(deletion_asked_at, $2), deletion_at = coalesce(deletion_at, $3)
        where id = $1
        returning deletion_at";
    CANCEL_DELETION = "update users set deletion_asked_at = null, deletion_at = null where id = $1";
    LIST_DUE = "select id from users where deletion_at <= $1 order by deletion_at limit $2";
    LOCK_DUE = "
        update users
        set revision = revision + 1
        where id = $1 and deletion_at <= $2
        returning avatar, personas";
    INSERT_FORMER =
        "insert into former_records (address_hash, deleted_at) values ($1, $2) on conflict do nothing";
    COUNT_FORMER = "select count(*) from former_records where address_hash = $1";
}

/// The id of the person with this id or name, whatever the name's case.
///
/// # Errors
/// Database errors.
pub async fn find_id(conn: &mut Conn, id_or_name: &str) -> sqlx::Result<Option<UserId>> {
    // Names are ASCII (`check_authorname`): no other letter is to be folded into one of them.
    let key = id_or_name.to_ascii_lowercase();
    let id = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_ID)
        .bind(id_or_name)
        .bind(key)
        .fetch_optional(x)
        .await)?;
    Ok(id.map(UserId::trusted))
}

/// Lets what one person changes come one after another, where it is decided by all that is theirs.
///
/// # Errors
/// Database errors.
pub async fn lock_user_row(tx: &mut Tx, user: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(LOCK_USER_ROW)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// A record to be made.
pub struct NewProfile<'a> {
    /// Whose.
    pub id: &'a UserId,
    /// The name.
    pub authorname: &'a str,
    /// Whether they confirmed to see explicit pictures.
    pub show_nsfw: bool,
    /// The campaign they came by.
    pub campaign: Option<&'a str>,
    /// The experiment they are in.
    pub experiment_id: Option<&'a str>,
    /// Their group in it.
    pub group_id: Option<&'a str>,
    /// Since when.
    pub joined_at: Timestamp,
}

/// Stores a record; false where its name is taken.
///
/// # Errors
/// Database errors.
pub async fn insert_profile(tx: &mut Tx, new: &NewProfile<'_>) -> sqlx::Result<bool> {
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

/// Takes back a record that belongs to nobody.
///
/// # Errors
/// Database errors.
pub async fn discard_profile(tx: &mut Tx, id: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DISCARD_PROFILE)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Whether somebody else has a name that looks like this one.
///
/// # Errors
/// Database errors.
pub async fn is_name_taken(conn: &mut Conn, look: &str, by_other_than: &UserId) -> sqlx::Result<bool> {
    let count = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_LOOK_ALIKES)
        .bind(look)
        .bind(by_other_than.as_str())
        .fetch_one(x)
        .await)?;
    Ok(count > 0)
}

/// What a change of a profile begins with.
#[derive(sqlx::FromRow)]
pub struct LockedProfile {
    /// Whether explicit pictures are shown as they are.
    pub show_nsfw: bool,
    /// Whether what is stronger still is shown.
    pub show_nsfl: bool,
    /// The name.
    pub authorname: String,
    /// The blob key of the portrait.
    pub avatar: Option<String>,
}

/// Locks the row for this transaction: changes of one record come one after another.
///
/// # Errors
/// Database errors.
pub async fn lock_profile(tx: &mut Tx, id: &UserId) -> sqlx::Result<Option<LockedProfile>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, LockedProfile>(LOCK_PROFILE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// What changes of a profile; what is none stays.
#[derive(Default)]
pub struct Change {
    /// Another name.
    pub authorname: Option<String>,
    /// What they say of themselves.
    pub bio: Option<Option<String>>,
    /// All personas by id.
    pub personas: Option<BTreeMap<String, Persona>>,
    /// Whether explicit pictures are shown as they are.
    pub show_nsfw: bool,
    /// Whether what is stronger still is shown.
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
pub async fn update_profile(tx: &mut Tx, id: &UserId, change: Change) -> sqlx::Result<()> {
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

/// Sets or takes away the portrait.
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

/// Marks a record for deletion after the days of grace; when that will be. Asking again changes nothing.
///
/// # Errors
/// Database errors.
pub async fn ask_deletion(tx: &mut Tx, user: &UserId, now: Timestamp) -> sqlx::Result<Option<Timestamp>> {
    let due = now.plus_millis(DELETION_GRACE_DAYS * DAY_MS);
    let at = query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(ASK_DELETION)
        .bind(user.as_str())
        .bind(now.0)
        .bind(due.0)
        .fetch_optional(x)
        .await)?;
    Ok(at.map(Timestamp))
}

/// Lets a record stay after all.
///
/// # Errors
/// Database errors.
pub async fn cancel_deletion(tx: &mut Tx, user: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(CANCEL_DELETION)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Whether somebody with this address had a record before.
///
/// # Errors
/// Database errors.
pub async fn had_record(conn: &mut Conn, address_hash: &str) -> sqlx::Result<bool> {
    let count = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_FORMER)
        .bind(address_hash)
        .fetch_one(x)
        .await)?;
    Ok(count > 0)
}

/// Up to `limit` people whose days of grace are over at `now`, the longest ago first.
///
/// # Errors
/// Database errors.
pub async fn list_due_deletions(conn: &mut Conn, now: Timestamp, limit: i64) -> sqlx::Result<Vec<UserId>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_DUE)
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)?;
    Ok(ids.into_iter().map(UserId::trusted).collect())
}

/// Locks the row of somebody whose days of grace are over; none where they have changed their mind. The blob keys
/// of the portraits, their personas' too, that are to go with it.
///
/// # Errors
/// Database errors.
pub async fn lock_due_deletion(
    tx: &mut Tx,
    user: &UserId,
    now: Timestamp,
) -> sqlx::Result<Option<BTreeSet<String>>> {
    let taken = query_on!(tx, |x: D| sqlx::query_as::<D, Pictured>(LOCK_DUE)
        .bind(user.as_str())
        .bind(now.0)
        .fetch_optional(x)
        .await)?;
    let Some((portrait, personas)) = taken else {
        return Ok(None);
    };
    let of_personas = personas.0.into_values().filter_map(|persona| persona.avatar_url);
    let keys = portrait
        .into_iter()
        .chain(of_personas.filter_map(|url| url.strip_prefix("/media/").map(str::to_owned)));
    Ok(Some(keys.collect()))
}

/// Remembers that somebody with this address had a record.
///
/// # Errors
/// Database errors.
pub async fn note_former(tx: &mut Tx, address_hash: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_FORMER)
        .bind(address_hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Somebody who is there without having signed up: an author of the house.
pub struct NewUser<'a> {
    /// Whose.
    pub id: &'a str,
    /// The name in links and search.
    pub authorname: &'a str,
    /// The name to show.
    pub username: &'a str,
    /// What they say of themselves.
    pub bio: Option<&'a str>,
    /// The blob key of the portrait.
    pub avatar: Option<&'a str>,
    /// Since when.
    pub joined_at: Timestamp,
}

/// Stores a person, or brings them up to date.
///
/// # Errors
/// Database errors.
pub async fn put_user(tx: &mut Tx, user: &NewUser<'_>) -> sqlx::Result<()> {
    let key = user.authorname.to_lowercase();
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(UPSERT_USER)
            .bind(user.id)
            .bind(user.authorname)
            .bind(key)
            .bind(user.username)
            .bind(user.bio);
        put.bind(user.avatar)
            .bind(user.joined_at.0)
            .execute(x)
            .await
            .map(drop)
    })
}

/// Adds to how many follow these people and how many they follow; their rows are locked in the order of their ids.
///
/// # Errors
/// Database errors.
pub async fn add_to_follow_counts(tx: &mut Tx, mut counts: Vec<(UserId, i64, i64)>) -> sqlx::Result<()> {
    counts.sort();
    for (user, followers, following) in counts {
        query_on!(tx, |x: D| sqlx::query::<D>(ADD_TO_FOLLOW_COUNTS)
            .bind(user.as_str())
            .bind(followers)
            .bind(following)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}
