//! Hearing what other processes did.

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::time::{Instant, interval, sleep, timeout};

use super::Subject;
use crate::db::Db;
use crate::web::AppState;

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
pub(super) const AWAY: Duration = Duration::from_secs(3_600);
/// More words than this at once, and everything is forgotten instead.
const MOST_WORDS: i64 = 10_000;

/// What was told since, and from which transaction on to read the next time: all below are over, and were
/// read.
const READ_NEWS: &str = "
    select pg_snapshot_xmin(pg_current_snapshot())::text, n.number, n.topic, n.subject
    from (select 1) once
    left join lateral (
        select number, topic, subject
        from news
        where xid >= $1::text::xid8
        order by number
        limit $2
    ) n on true";
const FORGET_NEWS: &str = "delete from news where at < now() - make_interval(secs => $1)";

/// The statements of this slice with their engine, for the test that prepares them all.
#[cfg(test)]
pub(crate) const STATEMENTS: &[(&str, &str)] = &[("postgres", READ_NEWS), ("postgres", FORGET_NEWS)];

/// Listens until the process ends, and passes on what it hears. While the connection is lost, kept pages grow
/// as old as they may ([`crate::web::Changes`]); whoever waits for something hears of it when the connection
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
/// What the engine reports.
pub async fn sweep(db: &Db) -> sqlx::Result<()> {
    let Db::Pg { pool, .. } = db else { return Ok(()) };
    sqlx::query(FORGET_NEWS)
        .bind(KEPT_SECS)
        .execute(pool)
        .await
        .map(drop)
}

pub(super) struct Follower {
    app: AppState,
    /// From which transaction on words are still to come; none: nothing was read yet.
    from: Option<u64>,
    /// Of these transactions, what was read.
    read: HashSet<i64>,
    /// When that was.
    at: Instant,
    /// [`AWAY`]; tests make it short.
    pub(super) away: Duration,
}

impl Follower {
    pub(super) fn new(app: AppState) -> Self {
        Self {
            app,
            from: None,
            read: HashSet::new(),
            at: Instant::now(),
            away: AWAY,
        }
    }

    async fn hear(&mut self) -> sqlx::Result<Infallible> {
        let Some(mut listener) = self.app.db.listener().await? else {
            return std::future::pending().await;
        };
        listener.listen(CHANNEL).await?;
        // What was told before somebody listened, and what nobody keeps a row of.
        self.catch_up(&mut listener).await?;
        self.app.news.tell_everybody();
        loop {
            let word = timeout(SILENCE, listener.try_recv())
                .await
                .map_err(|_| sqlx::Error::WorkerCrashed)??;
            let Some(word) = word else {
                return Err(sqlx::Error::WorkerCrashed);
            };
            // Whoever hears is not away.
            self.at = Instant::now();
            let mut has_rows = self.pass_on(word.payload());
            while let Some(word) = listener.next_buffered() {
                has_rows |= self.pass_on(word.payload());
            }
            if has_rows {
                self.catch_up(&mut listener).await?;
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

    pub(super) async fn catch_up(&mut self, listener: &mut PgListener) -> sqlx::Result<()> {
        // From where nobody has been yet, only the place to begin is wanted.
        let is_away = self.at.elapsed() > self.away;
        let from = self.from.filter(|_| !is_away);
        let most = if from.is_some() { MOST_WORDS } else { 0 };
        let query = sqlx::query_as::<_, (String, Option<i64>, Option<String>, Option<String>)>(READ_NEWS);
        let rows = query
            .bind(from.unwrap_or_default().to_string())
            .bind(most)
            .fetch_all(&mut *listener)
            .await?;
        self.at = Instant::now();
        self.from = rows.first().and_then(|(next, ..)| next.parse().ok());
        // A server that took over, and has not heard of all that its predecessor committed, counts from
        // further back.
        let is_whole = from.is_some()
            && from <= self.from
            && i64::try_from(rows.len()).is_ok_and(|rows| rows < MOST_WORDS);
        let before = std::mem::take(&mut self.read);
        for (_, number, topic, subject) in rows {
            let (Some(number), Some(topic), Some(subject)) = (number, topic, subject) else {
                continue;
            };
            self.read.insert(number);
            if before.contains(&number) {
                continue;
            }
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
