//! SQL of deleting records: the days of grace, and the hashes of former addresses.

use std::collections::{BTreeMap, BTreeSet};

use kernel::ids::UserId;
use kernel::{DAY_MS, Timestamp};
use platform::db::{Conn, Tx, query_on, statements};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::users::model::Persona;
use crate::users::portraits::keys_of;
use crate::users::rules::DELETION_GRACE_DAYS;

/// The key of somebody's portrait, and their personas by id.
type Portraits = (Option<String>, Json<BTreeMap<String, Persona>>);

statements! {
    ASK_DELETION = "
        update users
        set deletion_asked_at = coalesce(deletion_asked_at, $2), deletion_at = coalesce(deletion_at, $3),
            leaves_work = coalesce($4, leaves_work)
        where id = $1
        returning deletion_at, deletion_asked_at = $2";
    CANCEL_DELETION = "
        update users
        set deletion_asked_at = null, deletion_at = null, leaves_work = false
        where id = $1";
    FIND_DEPARTING_AUTHOR = "select authorname, leaves_work, deletion_at from users where id = $1";
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

/// What happens to the scenarios that a person has published when their record is deleted. Stories that
/// others have begun go on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublishedWork {
    /// They are withdrawn: nobody finds them any more.
    #[default]
    Withdraw,
    /// They stay for readers, as the work of a former author.
    Leave,
}

impl PublishedWork {
    /// The choice as it is stored.
    #[must_use]
    pub fn of_stored(leaves_work: bool) -> Self {
        if leaves_work { Self::Leave } else { Self::Withdraw }
    }
}

/// A deletion that was asked for.
#[derive(Debug, Clone, Copy)]
pub struct AskedDeletion {
    /// When it is due.
    pub due: Timestamp,
    /// Whether it was not asked for before.
    pub is_new: bool,
}

/// What deleting an account has to know of its person as an author.
#[derive(Debug)]
pub struct DepartingAuthor {
    /// Their name.
    pub authorname: String,
    /// Whether what they have published stays for readers.
    pub leaves_work: bool,
    /// When the deletion was due.
    pub deletion_at: Timestamp,
}

/// The author whose account is being deleted; `None` if their record is gone.
///
/// # Errors
/// Database errors.
pub async fn find_departing_author(conn: &mut Conn, user: &UserId) -> sqlx::Result<Option<DepartingAuthor>> {
    let row: Option<(String, bool, Option<i64>)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(FIND_DEPARTING_AUTHOR)
            .bind(user.as_str())
            .fetch_optional(x)
            .await)?;
    Ok(row.map(|(authorname, leaves_work, deletion_at)| DepartingAuthor {
        authorname,
        leaves_work,
        deletion_at: Timestamp(deletion_at.unwrap_or(0)),
    }))
}

/// Marks a record for deletion after the days of grace; `None` if the record is gone. Asking again changes
/// nothing but what happens to published work, and that only if `work` says what.
///
/// # Errors
/// Database errors.
pub async fn ask_deletion(
    tx: &mut Tx,
    user: &UserId,
    work: Option<PublishedWork>,
    now: Timestamp,
) -> sqlx::Result<Option<AskedDeletion>> {
    let due = now.plus_millis(DELETION_GRACE_DAYS * DAY_MS);
    let asked = query_on!(tx, |x: D| sqlx::query_as::<D, (i64, bool)>(ASK_DELETION)
        .bind(user.as_str())
        .bind(now.0)
        .bind(due.0)
        .bind(work.map(|work| work == PublishedWork::Leave))
        .fetch_optional(x)
        .await)?;
    Ok(asked.map(|(due, is_new)| AskedDeletion {
        due: Timestamp(due),
        is_new,
    }))
}

/// Cancels the deletion of a record.
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

/// Up to `limit` people whose days of grace are over at `now`, earliest first.
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

/// Locks the row of somebody whose days of grace are over; none where the deletion was cancelled. Returns the blob
/// keys of the portraits of the person and their personas, which are deleted with it.
///
/// # Errors
/// Database errors.
pub async fn lock_due_deletion(
    tx: &mut Tx,
    user: &UserId,
    now: Timestamp,
) -> sqlx::Result<Option<BTreeSet<String>>> {
    let locked = query_on!(tx, |x: D| sqlx::query_as::<D, Portraits>(LOCK_DUE)
        .bind(user.as_str())
        .bind(now.0)
        .fetch_optional(x)
        .await)?;
    let Some((portrait, personas)) = locked else {
        return Ok(None);
    };
    Ok(Some(keys_of(portrait, personas.0).collect()))
}

/// Records that somebody with this address had a record.
///
/// # Errors
/// Database errors.
pub async fn insert_former(tx: &mut Tx, address_hash: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_FORMER)
        .bind(address_hash)
        .bind(now.0)
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
