//! Deleting a person's record and everything that is theirs, when the time they asked for it has come (O-9).
//!
//! What others see of them goes, and so do their credentials. The books of the ledger stay, under an id that
//! leads to nobody; so does the audit log. Counts that others see are corrected in the same transaction.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Timestamp;
use kernel::ids::UserId;
use sqlx::types::Json;

use super::me::Persona;
use super::rules::DELETION_GRACE_DAYS;
use super::{avatar, http, profile};
use crate::db::{self, Conn, Isolation, Tx, query_on};
use crate::identity;
use crate::search::{self, Kind};
use crate::web::{AppState, Problem};

/// Records deleted in one run of the job; the rest waits for the next.
const MAX_RECORDS: i64 = 100;
const DAY_MS: i64 = 24 * 3600 * 1000;

pub(crate) const ASK_DELETION: &str = "
    update users
    set deletion_asked_at = coalesce(deletion_asked_at, $2), deletion_at = coalesce(deletion_at, $3)
    where id = $1
    returning deletion_at";
pub(crate) const CANCEL_DELETION: &str =
    "update users set deletion_asked_at = null, deletion_at = null where id = $1";
pub(crate) const LIST_DUE: &str =
    "select id from users where deletion_at <= $1 order by deletion_at limit $2";
pub(crate) const TAKE_DUE: &str = "
    update users
    set revision = revision + 1
    where id = $1 and deletion_at <= $2
    returning avatar, personas";
pub(crate) const INSERT_FORMER: &str =
    "insert into former_records (address_hash, deleted_at) values ($1, $2) on conflict do nothing";
pub(crate) const LIST_WRITTEN_SCENARIOS: &str = "select id from scenarios where author_id = $1";
pub(crate) const LIST_WRITTEN_CARDS: &str = "select id from cards where author_id = $1";

/// What is done, in this order, with `$1` for the person's id: first what others see of them is taken out of
/// the counts, then the rows go, those that refer to others first.
pub(crate) const ERASE: &[&str] = &[
    "
        update users
        set follower_count = follower_count - 1
        where id in (select followee_id from follows where follower_id = $1)",
    "
        update users
        set following_count = following_count - 1
        where id in (select follower_id from follows where followee_id = $1)",
    "delete from follows where follower_id = $1 or followee_id = $1",
    "
        update scenarios
        set love_count = love_count - 1
        where id in (select scenario_id from loves where user_id = $1)",
    "
        update scenarios
        set ratings = ratings - 1, likes = likes - 1
        where id in (select scenario_id from ratings where user_id = $1 and liked)",
    "
        update scenarios
        set ratings = ratings - 1, dislikes = dislikes - 1
        where id in (select scenario_id from ratings where user_id = $1 and not liked)",
    "
        update cards
        set likes = likes - 1
        where id in (select card_id from card_ratings where user_id = $1 and liked)",
    "
        update cards
        set dislikes = dislikes - 1
        where id in (select card_id from card_ratings where user_id = $1 and not liked)",
    "
        delete from loves
        where user_id = $1 or scenario_id in (select id from scenarios where author_id = $1)",
    "
        delete from ratings
        where user_id = $1 or scenario_id in (select id from scenarios where author_id = $1)",
    "
        delete from card_ratings
        where user_id = $1 or card_id in (select id from cards where author_id = $1)",
    // What others reported of this person goes with it; what this person reported stays, but for who did and
    // in which words. A copy of a reply is a piece of their own story.
    "delete from reports where (subject_kind = 'person' and subject_id = $1) \
     or (subject_kind = 'guest' and subject_id in (select id from guest_sessions where claimed_by = $1))",
    "
        delete from reports
        where kind = 'reply' and (reporter_id = $1 or reporter_id in (
            select id
            from guest_sessions
            where claimed_by = $1
        ))",
    "
        update reports
        set reporter_id = null, sender_hash = null, same_hash = null, note = '', reply_to = null
        where reporter_id = $1 or reporter_id in (select id from guest_sessions where claimed_by = $1)",
    // What belongs to a story goes with it.
    "delete from stories where owner_kind = 'person' and owner_id = $1",
    "delete from play_use where owner_kind = 'person' and owner_id = $1",
    "update library_folders set parent_id = null, name_key = id where owner_id = $1",
    "delete from library_folders where owner_id = $1",
    "delete from blocked_tags where user_id = $1",
    "
        delete from idempotency_keys
        where principal in (select 'guest:' || id from guest_sessions where claimed_by = $1)",
    "
        delete from guest_devices
        where guest_id in (select id from guest_sessions where claimed_by = $1)",
    "delete from guest_sessions where claimed_by = $1",
    "
        update tags
        set scenario_count = scenario_count - (
            select count(*)
            from scenario_tags st
            join scenarios s on s.id = st.scenario_id
            where st.tag_id = tags.id
              and s.author_id = $1
              and s.listed
              and s.rating in ('everyone', 'mature')
        ), explicit_count = explicit_count - (
            select count(*)
            from scenario_tags st
            join scenarios s on s.id = st.scenario_id
            where st.tag_id = tags.id
              and s.author_id = $1
              and s.listed
              and s.rating not in ('everyone', 'mature', 'extreme')
        ), extreme_count = extreme_count - (
            select count(*)
            from scenario_tags st
            join scenarios s on s.id = st.scenario_id
            where st.tag_id = tags.id and s.author_id = $1 and s.listed and s.rating = 'extreme'
        )
        where id in (
            select st.tag_id
            from scenario_tags st
            join scenarios s on s.id = st.scenario_id
            where s.author_id = $1
        )",
    "
        delete from campaign_section_scenarios
        where scenario_id in (select id from scenarios where author_id = $1)",
    "
        delete from scenario_tags
        where scenario_id in (select id from scenarios where author_id = $1)",
    "
        delete from scenario_actors
        where scenario_id in (select id from scenarios where author_id = $1)",
    "delete from scenarios where author_id = $1",
    "delete from card_tags where card_id in (select id from cards where author_id = $1)",
    "delete from cards where author_id = $1",
    "
        delete from lorebook_attachments
        where lorebook_id in (select id from lorebooks where owner_id = $1)",
    "delete from lorebooks where owner_id = $1",
    "delete from renamed_authors where author_id = $1",
    "delete from users where id = $1",
    // Who is nobody's any more may be forgotten (migration 36).
    "delete from idempotency_keys where principal = 'person:' || $1",
];

pub(crate) const NOTE_SCRUBBED: &str = "
    insert into heartbeats (name, at)
    values ('scrubbed', $1)
    on conflict (name) do update set at = excluded.at";
/// Whether anything was erased since the files were last scrubbed, and that was not a moment ago.
pub(crate) const IS_SCRUB_DUE: &str = "
    select count(*)
    from heartbeats e
    where e.name = 'erased' and not exists (
        select 1
        from heartbeats s
        where s.name = 'scrubbed' and (s.at > e.at or s.at > $1)
    )";
/// Time between two scrubs, in milliseconds: whoever leaves is gone from the files within a day (O-9), and
/// tables that are written anew cannot be used meanwhile.
const SCRUB_PAUSE_MS: i64 = 12 * 3600 * 1000;

/// Marks a record for deletion after the days of grace; when that will be. Asking again changes nothing.
pub(super) async fn ask(tx: &mut Tx, user: &UserId, now: Timestamp) -> sqlx::Result<Option<Timestamp>> {
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
pub(super) async fn cancel(tx: &mut Tx, user: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(CANCEL_DELETION)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Deletes the records whose time has come; how many. Safe to run at any time, also twice at once.
///
/// # Errors
/// The first that could not be deleted; the next run tries again.
pub async fn sweep(app: &AppState) -> Result<u64, Problem> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let due = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_DUE)
        .bind(now.0)
        .bind(MAX_RECORDS)
        .fetch_all(x)
        .await)?;
    drop(conn);
    let mut deleted = 0;
    for id in due.into_iter().map(UserId::trusted) {
        let user = &id;
        let gone = app
            .db
            .transact(Isolation::Ordinary, |tx| Box::pin(delete(tx, user, now)))
            .await?;
        let Some(portraits) = gone else { continue };
        for key in portraits {
            avatar::forget(&app.blobs, &key).await;
        }
        app.changes.user(id.as_str());
        app.changes.lists();
        deleted += 1;
    }
    if deleted > 0 {
        tracing::info!(deleted, "{deleted} records were deleted at their owners' wish");
    }
    Ok(deleted)
}

/// Takes what was deleted out of the database's own files, where anything was erased since this was last
/// done; whether that was so. Safe to run at any time, also twice at once.
///
/// # Errors
/// What the engine reports; the next run tries again.
pub async fn scrub(app: &AppState) -> sqlx::Result<bool> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let due = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(IS_SCRUB_DUE)
        .bind(now.0 - SCRUB_PAUSE_MS)
        .fetch_one(x)
        .await)?;
    drop(conn);
    if due == 0 {
        return Ok(false);
    }
    // The index only notes what is deleted, until its parts are merged.
    for kind in [Kind::Scenario, Kind::Card] {
        let mut tx = app.db.begin().await?;
        search::optimize(&mut tx, kind).await?;
        search::forget_terms(&mut tx, kind).await?;
        tx.commit().await?;
    }
    let large = app.db.scrub().await?;
    if large > 0 {
        tracing::warn!(
            tables = large,
            "tables too large to be written anew keep bytes of deleted rows (docs/operations.md, Who leaves)"
        );
    }
    let mut tx = app.db.begin().await?;
    query_on!(tx, |x: D| sqlx::query::<D>(NOTE_SCRUBBED)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))?;
    tx.commit().await?;
    Ok(true)
}

/// The key of somebody's portrait, and their personas by id.
type Pictured = (Option<String>, Json<BTreeMap<String, Persona>>);

/// Deletes one record, unless its owner has changed their mind; the keys of the portraits, their personas'
/// too, that are to go with it.
async fn delete(tx: &mut Tx, user: &UserId, now: Timestamp) -> sqlx::Result<Option<Vec<String>>> {
    let taken = query_on!(tx, |x: D| sqlx::query_as::<D, Pictured>(TAKE_DUE)
        .bind(user.as_str())
        .bind(now.0)
        .fetch_optional(x)
        .await)?;
    let Some((portrait, personas)) = taken else {
        return Ok(None);
    };
    let of_personas = personas.0.into_values().filter_map(|persona| persona.avatar_url);
    let keys: BTreeSet<String> = portrait
        .into_iter()
        .chain(of_personas.filter_map(|url| url.strip_prefix("/media/").map(str::to_owned)))
        .collect();
    let identity = identity::detach(tx, user).await?;
    if let Some(identity) = &identity
        && let Some(address) = profile::find_address(tx, identity).await?
    {
        let hash = http::address_hash(&address);
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_FORMER)
            .bind(hash)
            .bind(now.0)
            .execute(x)
            .await
            .map(drop))?;
    }
    for (kind, text) in [
        (Kind::Scenario, LIST_WRITTEN_SCENARIOS),
        (Kind::Card, LIST_WRITTEN_CARDS),
    ] {
        for item in written(tx, text, user).await? {
            search::forget_doc(tx, kind, &item).await?;
        }
    }
    for text in ERASE {
        query_on!(tx, |x: D| sqlx::query::<D>(*text)
            .bind(user.as_str())
            .execute(x)
            .await
            .map(drop))?;
    }
    if let Some(identity) = &identity {
        identity::erase(tx, identity).await?;
    }
    db::note_erased(tx, now).await?;
    Ok(Some(keys.into_iter().collect()))
}

async fn written(conn: &mut Conn, text: &'static str, user: &UserId) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(text)
        .bind(user.as_str())
        .fetch_all(x)
        .await)
}
