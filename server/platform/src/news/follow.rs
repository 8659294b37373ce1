//! Hearing what other processes did.

use std::convert::Infallible;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::time::{Instant, interval, sleep, timeout};

use super::Subject;
use crate::AppState;
use crate::db::Db;
use crate::slice::Engine;

/// By this name the processes of a site know what is told. Also in `migrations/postgres/0037_news.sql`.
const CHANNEL: &str = "dramatis_news";
/// How often it is tried whether words still come, and after what silence they are taken to come no more.
const TRIED_EVERY: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(25);
/// What is said for that.
const HELLO: &str = "hello";
/// The first pause before another connection is tried, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long words are kept, in seconds, for those whose connection is lost.
const KEPT_SECS: f64 = 7_200.0;
/// Who has read nothing for so long may have missed some, and forgets everything. Half, so that no clock
/// needs to be right.
pub const AWAY: Duration = Duration::from_secs(3_600);
/// More words than this at once, and everything is forgotten instead.
const MOST_WORDS: i64 = 10_000;

/// What was told and committed since this snapshot, and the snapshot to ask from the next time. Of a snapshot
/// that was taken before a late commit, that commit is not part: no word is left out, and none read twice,
/// however long a transaction elsewhere stays open.
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
const FORGET_NEWS: &str = "
    delete from news
    where number in (
        select number
        from news
        where at < now() - make_interval(secs => $1)
        order by at
        limit $2
    )";
/// Words that one statement deletes.
const FORGOTTEN_AT_ONCE: i64 = 5_000;

/// The statements of this module with their engine.
pub(super) const STATEMENTS: &[(Engine, &str)] =
    &[(Engine::Postgres, READ_NEWS), (Engine::Postgres, FORGET_NEWS)];

/// Listens until the process ends, and passes on what it hears. While the connection is lost, kept pages grow
/// as old as they may ([`crate::web::Invalidation`]); whoever waits for something hears of it when the connection
/// is back.
pub async fn follow(app: AppState) {
    if !app.db.is_postgres() {
        return;
    }
    let hello = async {
        let mut rounds = interval(TRIED_EVERY);
        loop {
            rounds.tick().await;
            // Where this fails, the silence says so.
            let _ = app.db.notify(HELLO).await;
        }
    };
    let hear = async {
        let mut follower = Follower::new(app.clone());
        let mut pause = FIRST_PAUSE;
        loop {
            let began = Instant::now();
            let Err(error) = follower.hear().await;
            tracing::warn!(%error, "what other processes change is not heard; trying again");
            if began.elapsed() > LONGEST_PAUSE {
                pause = FIRST_PAUSE;
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    };
    tokio::join!(hello, hear);
}

/// Forgets words that nobody can still be waiting for.
///
/// # Errors
/// Database errors.
pub async fn purge(db: &Db) -> sqlx::Result<()> {
    let Db::Pg { pool, .. } = db else { return Ok(()) };
    loop {
        let forgotten = sqlx::query(FORGET_NEWS)
            .bind(KEPT_SECS)
            .bind(FORGOTTEN_AT_ONCE)
            .execute(pool)
            .await?;
        if forgotten.rows_affected() < FORGOTTEN_AT_ONCE.unsigned_abs() {
            return Ok(());
        }
    }
}

/// Listens, and passes on what it hears.
pub struct Follower {
    app: AppState,
    /// As of which snapshot everything was read; none: nothing was read yet.
    seen: Option<String>,
    /// When that was.
    at: Instant,
    /// [`AWAY`]; tests make it short.
    pub away: Duration,
}

impl Follower {
    /// One that has heard nothing yet.
    pub fn new(app: AppState) -> Self {
        Self {
            app,
            seen: None,
            at: Instant::now(),
            away: AWAY,
        }
    }

    async fn hear(&mut self) -> sqlx::Result<Infallible> {
        let Some(mut listener) = self.app.db.listener().await? else {
            return std::future::pending().await;
        };
        in_time(listener.listen(CHANNEL)).await?;
        // What was told before somebody listened, and what nobody keeps a row of.
        in_time(self.catch_up(&mut listener)).await?;
        self.app.news.tell_everybody();
        loop {
            let Some(word) = in_time(listener.try_recv()).await? else {
                return Err(sqlx::Error::WorkerCrashed);
            };
            // A process that hears is not away.
            self.at = Instant::now();
            let mut has_rows = self.pass_on(word.payload());
            while let Some(word) = listener.next_buffered() {
                has_rows |= self.pass_on(word.payload());
            }
            if has_rows {
                in_time(self.catch_up(&mut listener)).await?;
            }
        }
    }

    /// Passes a word on that is all there is; whether there are rows to read instead.
    fn pass_on(&self, word: &str) -> bool {
        if let Some(subject) = word
            .split_once(' ')
            .and_then(|(topic, id)| Subject::read(topic, id))
        {
            self.app.news.tell(&subject);
        }
        word.is_empty()
    }

    /// Passes on what was told while nobody listened.
    ///
    /// # Errors
    /// Database errors.
    pub async fn catch_up(&mut self, listener: &mut PgListener) -> sqlx::Result<()> {
        // From where nobody has been yet, only the place to begin is wanted.
        let is_away = self.at.elapsed() > self.away;
        let seen = self.seen.clone().filter(|_| !is_away);
        let most = if seen.is_some() { MOST_WORDS } else { 0 };
        let rows = sqlx::query_as::<_, (String, Option<String>, Option<String>)>(READ_NEWS)
            .bind(&seen)
            .bind(most)
            .fetch_all(&mut *listener)
            .await?;
        self.at = Instant::now();
        self.seen = rows.first().map(|(snapshot, ..)| snapshot.clone());
        // A server that took over, and has not heard of all that its predecessor committed, counts from
        // further back.
        let goes_on = seen.is_some() && end_of(seen.as_deref()) <= end_of(self.seen.as_deref());
        let is_whole = goes_on && i64::try_from(rows.len()).is_ok_and(|rows| rows < MOST_WORDS);
        for (_, topic, subject) in rows {
            let (Some(topic), Some(subject)) = (topic, subject) else {
                continue;
            };
            match Subject::read(&topic, &subject) {
                Some(subject) => self.app.news.tell(&subject),
                None => self.app.changes.elsewhere(&subject),
            }
        }
        if !is_whole {
            self.app.changes.everything();
            self.app.news.tell_everybody();
        }
        Ok(())
    }
}

/// Waits for the server, but not for ever: a network that is silently gone ends nothing by itself.
async fn in_time<T>(asked: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    timeout(SILENCE, asked)
        .await
        .map_err(|_| sqlx::Error::WorkerCrashed)?
}

/// The transaction after the latest that a snapshot (`xmin:xmax:those in between that are open`) can see.
fn end_of(snapshot: Option<&str>) -> Option<u64> {
    snapshot?.split(':').nth(1)?.parse().ok()
}
