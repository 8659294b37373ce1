//! Receives notifications from other processes of the site.

use std::convert::Infallible;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::time::{Instant, interval, sleep, timeout};

use super::Subject;
use crate::AppState;
use crate::db::Db;
use crate::slice::Engine;

/// The PostgreSQL channel of the site's notifications. Also in `migrations/postgres/0037_news.sql`.
const CHANNEL: &str = "dramatis_news";
/// How often the connection is tested, and after which silence it counts as lost.
const TEST_EVERY: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(25);
/// The notification for that test.
const HELLO: &str = "hello";
/// The first pause before reconnecting, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long rows are kept, in seconds, for processes whose connection is lost.
const KEEP_SECS: f64 = 7_200.0;
/// A process that has read nothing for this long may have missed some, and invalidates everything. Half of
/// the time rows are kept, so that exact clocks are not needed.
pub const MAX_ABSENCE: Duration = Duration::from_secs(3_600);
/// If there are more rows than this at once, everything is invalidated instead.
const MAX_ROWS: i64 = 10_000;

/// The rows that were committed since this snapshot, and the snapshot to ask from the next time. A snapshot
/// that was taken before a late commit does not include it: no row is skipped, and none is read twice,
/// however long another transaction stays open.
const READ_NEWS: &str = "
    select pg_current_snapshot()::text, n.topic, n.subject
    from (select 1) once
    left join lateral (
        select topic, subject
        from news
        where xid >= pg_snapshot_xmin($1::text::pg_snapshot)
          and not pg_visible_in_snapshot(xid, $1::text::pg_snapshot)
        order by xid, number
        limit $2
    ) n on true";
const PURGE_NEWS: &str = "
    delete from news
    where number in (
        select number
        from news
        where at < now() - make_interval(secs => $1)
        order by at
        limit $2
    )";
/// Rows that one statement deletes.
const PURGED_AT_ONCE: i64 = 5_000;

/// The statements of this module with their engine.
pub(super) const STATEMENTS: &[(Engine, &str)] =
    &[(Engine::Postgres, READ_NEWS), (Engine::Postgres, PURGE_NEWS)];

/// Listens until the process ends, and forwards notifications to the listeners of this process. While the
/// connection is lost, cached pages live for as long as they may ([`crate::web::Invalidation`]); other
/// listeners are notified when the connection is restored.
pub async fn follow(app: AppState) {
    if !app.db.is_postgres() {
        return;
    }
    let hello = async {
        let mut rounds = interval(TEST_EVERY);
        loop {
            rounds.tick().await;
            // If this fails, the silence shows it.
            let _ = app.db.notify(HELLO).await;
        }
    };
    let listen = async {
        let mut follower = Follower::new(app.clone());
        let mut pause = FIRST_PAUSE;
        loop {
            let began = Instant::now();
            let Err(error) = follower.listen().await;
            tracing::warn!(%error, "what other processes change is not heard; trying again");
            if began.elapsed() > LONGEST_PAUSE {
                pause = FIRST_PAUSE;
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    };
    tokio::join!(hello, listen);
}

/// Deletes rows that no process can still need.
///
/// # Errors
/// Database errors.
pub async fn purge(db: &Db) -> sqlx::Result<()> {
    let Db::Pg { pool, .. } = db else { return Ok(()) };
    loop {
        let purged = sqlx::query(PURGE_NEWS)
            .bind(KEEP_SECS)
            .bind(PURGED_AT_ONCE)
            .execute(pool)
            .await?;
        if purged.rows_affected() < PURGED_AT_ONCE.unsigned_abs() {
            return Ok(());
        }
    }
}

/// Receives notifications and forwards them.
pub struct Follower {
    app: AppState,
    /// The snapshot up to which everything was read; `None`: nothing was read yet.
    seen: Option<String>,
    /// When that was.
    at: Instant,
    /// [`MAX_ABSENCE`]; tests make it short.
    pub max_absence: Duration,
}

impl Follower {
    /// A follower that has received nothing yet.
    pub fn new(app: AppState) -> Self {
        Self {
            app,
            seen: None,
            at: Instant::now(),
            max_absence: MAX_ABSENCE,
        }
    }

    async fn listen(&mut self) -> sqlx::Result<Infallible> {
        let Some(mut listener) = self.app.db.listener().await? else {
            return std::future::pending().await;
        };
        in_time(listener.listen(CHANNEL)).await?;
        // Notifications from before this process listened, and those without a row.
        in_time(self.catch_up(&mut listener)).await?;
        self.app.news.notify_all();
        loop {
            let Some(notification) = in_time(listener.try_recv()).await? else {
                return Err(sqlx::Error::WorkerCrashed);
            };
            // A process that receives notifications is not absent.
            self.at = Instant::now();
            let mut has_rows = self.forward(notification.payload());
            while let Some(notification) = listener.next_buffered() {
                has_rows |= self.forward(notification.payload());
            }
            if has_rows {
                in_time(self.catch_up(&mut listener)).await?;
            }
        }
    }

    /// Forwards a notification that is complete in itself; returns whether there are rows to read instead.
    fn forward(&self, payload: &str) -> bool {
        if let Some(subject) = payload
            .split_once(' ')
            .and_then(|(topic, id)| Subject::read(topic, id))
        {
            self.app.news.notify(&subject);
        }
        payload.is_empty()
    }

    /// Forwards what was notified while this process did not listen.
    ///
    /// # Errors
    /// Database errors.
    pub async fn catch_up(&mut self, listener: &mut PgListener) -> sqlx::Result<()> {
        // On the first call only the place to begin is needed.
        let was_absent = self.at.elapsed() > self.max_absence;
        let seen = self.seen.clone().filter(|_| !was_absent);
        let limit = if seen.is_some() { MAX_ROWS } else { 0 };
        let rows = sqlx::query_as::<_, (String, Option<String>, Option<String>)>(READ_NEWS)
            .bind(&seen)
            .bind(limit)
            .fetch_all(&mut *listener)
            .await?;
        self.at = Instant::now();
        self.seen = rows.first().map(|(snapshot, ..)| snapshot.clone());
        // After a failover, a server that lacks some of its predecessor's commits has an earlier snapshot.
        let continues = seen.is_some() && end_of(seen.as_deref()) <= end_of(self.seen.as_deref());
        let is_whole = continues && i64::try_from(rows.len()).is_ok_and(|rows| rows < MAX_ROWS);
        for (_, topic, subject) in rows {
            let (Some(topic), Some(subject)) = (topic, subject) else {
                continue;
            };
            match Subject::read(&topic, &subject) {
                Some(subject) => self.app.news.notify(&subject),
                None => self.app.changes.tag(&subject),
            }
        }
        if !is_whole {
            self.app.changes.everything();
            self.app.news.notify_all();
        }
        Ok(())
    }
}

/// Waits for the server, but with a time limit: a silently lost network ends nothing by itself.
async fn in_time<T>(asked: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    timeout(SILENCE, asked)
        .await
        .map_err(|_| sqlx::Error::WorkerCrashed)?
}

/// The transaction after the latest that a snapshot (`xmin:xmax:those in between that are open`) can see.
fn end_of(snapshot: Option<&str>) -> Option<u64> {
    snapshot?.split(':').nth(1)?.parse().ok()
}
