//! SQL of records: finding and locking one, making and discarding one.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

use crate::users::former_author::{FORMER_AUTHOR, FORMER_AUTHOR_NAME};

statements! {
    /// The former author is nobody; a person may have their id for a name.
    FIND_ID = "
        select id from users where (id = $1 or authorname_key = $2) and id <> 'former-author'";
    /// An update that changes nothing else: SQLite has no `for update`.
    LOCK_USER_ROW = "update users set revision = revision + 1 where id = $1";
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
    UPSERT_USER = "
        insert into users (id, authorname, authorname_key, username, bio, avatar, joined_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (id) do update set authorname = excluded.authorname,
            authorname_key = excluded.authorname_key, username = excluded.username, bio = excluded.bio,
            avatar = excluded.avatar";
}

/// The id of the person with this id or name; the name's case does not matter. The former author is nobody.
///
/// # Errors
/// Database errors.
pub async fn find_id(conn: &mut Conn, id_or_name: &str) -> sqlx::Result<Option<UserId>> {
    // Names are ASCII (`check_authorname`): no other character may be folded into one of them.
    let key = id_or_name.to_ascii_lowercase();
    let id = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_ID)
        .bind(id_or_name)
        .bind(key)
        .fetch_optional(x)
        .await)?;
    Ok(id.map(UserId::trusted))
}

/// Locks the row of a person, so that changes that depend on several rows of theirs are made one after another.
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

/// A new record.
pub struct NewProfile<'a> {
    /// Its id.
    pub id: &'a UserId,
    /// The name.
    pub authorname: &'a str,
    /// Whether they confirmed to see explicit images.
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

/// Deletes a record that was inserted but could not be linked to credentials.
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

/// A person without credentials: an author of the starter catalogue.
pub struct NewUser<'a> {
    /// Their id.
    pub id: &'a str,
    /// The name in links and search.
    pub authorname: &'a str,
    /// The name to show.
    pub username: &'a str,
    /// What they write about themselves.
    pub bio: Option<&'a str>,
    /// The blob key of the portrait.
    pub avatar: Option<&'a str>,
    /// Since when.
    pub joined_at: Timestamp,
}

/// Inserts a person, or updates them.
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

/// Stores the row of the former author, if it is not there yet.
///
/// # Errors
/// Database errors.
pub async fn put_former_author(tx: &mut Tx) -> sqlx::Result<()> {
    let row = NewUser {
        id: FORMER_AUTHOR,
        authorname: FORMER_AUTHOR_NAME,
        username: FORMER_AUTHOR_NAME,
        bio: None,
        avatar: None,
        joined_at: Timestamp(0),
    };
    put_user(tx, &row).await
}
