//! SQL by which workers take files, keep them, and record what became of them. Every change but taking needs the
//! lease: what another worker has meanwhile is not touched.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx, query_on, statements};
use platform::web::Problem;
use sqlx::types::Json;

use super::model::{ChangedCards, FileState};
use super::store;
use crate::AppState;
use crate::card_import::model::ImportReport;
use crate::card_import::rules::LEASE_MS;
use crate::scenarios::ScenarioId;

/// A file that a worker has taken.
#[derive(Debug)]
pub(in crate::card_import) struct Task {
    pub(super) batch: String,
    pub(super) position: i64,
    pub(super) owner: UserId,
    pub(super) name: String,
    pub(super) hash: String,
    /// Its content; `None`: it is gone.
    pub(super) blob: Option<BlobKey>,
    pub(super) bytes: i64,
    /// The id of the draft that it becomes, if it becomes a new one.
    pub(super) draft: ScenarioId,
    /// Which attempt this is, from 1.
    pub(super) attempt: i64,
    /// The owner's answer about changed cards.
    pub(super) changed: Option<ChangedCards>,
    lease: String,
}

/// What became of a file.
#[derive(Debug)]
pub(super) struct Done<'a> {
    pub(super) state: FileState,
    pub(super) scenario: Option<&'a ScenarioId>,
    pub(super) problem: Option<&'a str>,
    pub(super) report: Option<&'a ImportReport>,
}

/// Who has a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// The worker that asks.
    Oneself,
    /// Another worker, or nobody: it is done or waits.
    Another,
    /// The file is gone.
    Gone,
}

#[derive(Debug, sqlx::FromRow)]
struct DueRow {
    batch_id: String,
    position: i64,
    name: String,
    hash: String,
    blob: Option<String>,
    bytes: i64,
    draft_id: String,
    attempts: i64,
    ready_at: i64,
    owner_id: String,
    changed: Option<String>,
}

statements! {
    FIND_DUE = "
        select f.batch_id, f.position, f.name, f.hash, f.blob, f.bytes, f.draft_id, f.attempts, f.ready_at,
            b.owner_id, b.changed
        from card_import_files f
        join card_import_batches b on b.id = f.batch_id
        where f.state in ('waiting', 'importing') and f.ready_at <= $1
        order by b.taken_at, f.batch_id, f.position
        limit 1";
    TOUCH_BATCH = "update card_import_batches set taken_at = $2 where id = $1";
    TAKE_FILE = "
        update card_import_files
        set state = 'importing', attempts = attempts + 1, lease = $5, ready_at = $6
        where batch_id = $1 and position = $2 and attempts = $3 and ready_at = $4
          and state in ('waiting', 'importing')";
    RENEW_LEASE = "
        update card_import_files set ready_at = $4 where batch_id = $1 and position = $2 and lease = $3";
    FIND_LEASE = "select lease from card_import_files where batch_id = $1 and position = $2";
    FINISH_FILE = "
        update card_import_files
        set state = $4, scenario_id = $5, problem = $6, differences = $7, report = $8, lease = null, blob = null
        where batch_id = $1 and position = $2 and lease = $3";
    ASK_ABOUT_FILE = "
        update card_import_files
        set state = $4, scenario_id = $5, ready_at = $6, lease = null
        where batch_id = $1 and position = $2 and lease = $3";
    PUT_BACK_FILE = "
        update card_import_files
        set state = 'waiting', ready_at = $4, attempts = $5, lease = null
        where batch_id = $1 and position = $2 and lease = $3";
}

/// Takes the next file that waits, or whose worker is taken for dead; `None` if there is none.
///
/// # Errors
/// Database errors.
pub(in crate::card_import) async fn take(app: &AppState) -> Result<Option<Task>, Problem> {
    let (now, lease) = (app.clock.now(), app.random.token());
    let lease = lease.as_str();
    let use_case = app
        .db
        .transact(Isolation::Ordinary, |tx| Box::pin(take_due(tx, lease, now)));
    use_case.await
}

async fn take_due(tx: &mut Tx, lease: &str, now: Timestamp) -> Result<Option<Task>, Problem> {
    let Some(due) = find_due(tx, now).await? else {
        return Ok(None);
    };
    // The batch before the file, as everybody locks them.
    query_on!(tx, |x: D| sqlx::query::<D>(TOUCH_BATCH)
        .bind(&due.batch_id)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))?;
    let taken = query_on!(tx, |x: D| {
        let take = sqlx::query::<D>(TAKE_FILE)
            .bind(&due.batch_id)
            .bind(due.position)
            .bind(due.attempts)
            .bind(due.ready_at);
        let take = take.bind(lease).bind(now.plus_millis(LEASE_MS).0);
        take.execute(x).await.map(|done| done.rows_affected())
    })?;
    if taken == 0 {
        // Another worker was quicker: there may be further files.
        return Err(Problem::contended());
    }
    Ok(Some(Task {
        batch: due.batch_id,
        position: due.position,
        owner: UserId::trusted(due.owner_id),
        name: due.name,
        hash: due.hash,
        blob: due.blob.and_then(|key| BlobKey::parse(&key).ok()),
        bytes: due.bytes,
        draft: ScenarioId::trusted(due.draft_id),
        attempt: due.attempts + 1,
        changed: due.changed.as_deref().map(ChangedCards::of_stored),
        lease: lease.to_owned(),
    }))
}

async fn find_due(conn: &mut Conn, now: Timestamp) -> sqlx::Result<Option<DueRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, DueRow>(FIND_DUE)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// Whether a file can be taken.
pub(super) async fn is_due(conn: &mut Conn, now: Timestamp) -> sqlx::Result<bool> {
    Ok(find_due(conn, now).await?.is_some())
}

/// Says that the worker of a file still lives.
pub(super) async fn renew(app: &AppState, task: &Task) -> sqlx::Result<()> {
    let until = app.clock.now().plus_millis(LEASE_MS);
    let renewal = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            query_on!(tx, |x: D| sqlx::query::<D>(RENEW_LEASE)
                .bind(&task.batch)
                .bind(task.position)
                .bind(&task.lease)
                .bind(until.0)
                .execute(x)
                .await
                .map(drop))
        })
    });
    renewal.await
}

/// Who has this file now.
pub(super) async fn find_holder(conn: &mut Conn, task: &Task) -> sqlx::Result<Holder> {
    let lease = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<String>>(FIND_LEASE)
        .bind(&task.batch)
        .bind(task.position)
        .fetch_optional(x)
        .await)?;
    Ok(match lease {
        None => Holder::Gone,
        Some(Some(lease)) if lease == task.lease => Holder::Oneself,
        Some(_) => Holder::Another,
    })
}

/// Records what became of a file.
///
/// # Errors
/// 409 if the worker does not have it any more.
pub(super) async fn finish(tx: &mut Tx, task: &Task, done: &Done<'_>) -> Result<(), Problem> {
    let differences = done.report.map_or(0, ImportReport::differences);
    let changed = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(FINISH_FILE)
            .bind(&task.batch)
            .bind(task.position)
            .bind(&task.lease)
            .bind(done.state.name())
            .bind(done.scenario.map(ScenarioId::as_str))
            .bind(done.problem);
        let update = update.bind(differences as i64).bind(done.report.map(Json));
        update.execute(x).await.map(|done| done.rows_affected())
    })?;
    held(changed)
}

/// Records that the card of a file is another one than that of this draft was. It waits for the owner's answer, or
/// for its turn if they have answered meanwhile.
///
/// # Errors
/// 409 if the worker does not have the file any more.
pub(super) async fn ask(tx: &mut Tx, task: &Task, twin: &ScenarioId, now: Timestamp) -> Result<(), Problem> {
    let batch = store::lock_batch(tx, &task.batch, &task.owner).await?;
    let state = match batch.and_then(|batch| batch.changed) {
        Some(_) => FileState::Waiting,
        None => FileState::Changed,
    };
    let changed = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(ASK_ABOUT_FILE)
            .bind(&task.batch)
            .bind(task.position)
            .bind(&task.lease);
        let update = update.bind(state.name()).bind(twin.as_str()).bind(now.0);
        update.execute(x).await.map(|done| done.rows_affected())
    })?;
    held(changed)
}

/// Puts a file back: it is taken again at this moment, as if it had been tried this often.
///
/// # Errors
/// 409 if the worker does not have it any more.
pub(super) async fn put_back(tx: &mut Tx, task: &Task, at: Timestamp, attempts: i64) -> Result<(), Problem> {
    let changed = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(PUT_BACK_FILE)
            .bind(&task.batch)
            .bind(task.position)
            .bind(&task.lease);
        let update = update.bind(at.0).bind(attempts);
        update.execute(x).await.map(|done| done.rows_affected())
    })?;
    held(changed)
}

fn held(changed: u64) -> Result<(), Problem> {
    match changed {
        0 => Err(Problem::new(
            kernel::ErrorCode::CONFLICT,
            "This file is not being imported any more.",
        )),
        _ => Ok(()),
    }
}
