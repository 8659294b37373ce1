//! Transactions under load and under injected failures.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use futures::future::join_all;
use kernel::Random;

use super::{Db, Isolation, MAX_RETRIES, query_on};
use crate::testing::{Engine, TestDb, run_test};

const CREATE: &str =
    "create table counters (id text primary key not null, n bigint not null check (n <= 1000))";
const ADD: &str = "
    insert into counters (id, n)
    values ($1, $2)
    on conflict (id) do update set n = counters.n + excluded.n
    returning n";
const READ: &str = "select n from counters where id = $1";

async fn counters(engine: Engine) -> Option<TestDb> {
    let test = TestDb::create(engine).await?;
    let mut tx = test.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(CREATE).execute(x).await.map(drop)).expect("a table");
    tx.commit().await.expect("a commit");
    Some(test)
}

async fn add(db: &Db, isolation: Isolation, id: &str, n: i64) -> sqlx::Result<i64> {
    db.transact(isolation, |tx| {
        Box::pin(async move {
            query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(ADD)
                .bind(id)
                .bind(n)
                .fetch_one(x)
                .await)
        })
    })
    .await
}

async fn read(db: &Db, id: &str) -> Option<i64> {
    let mut conn = db.read().await.expect("a connection");
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(READ)
        .bind(id)
        .fetch_optional(x)
        .await)
    .expect("a read")
}

fn on_both(body: impl AsyncFn(&Db)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        run_test(async {
            if let Some(test) = counters(engine).await {
                body(&test.db).await;
            }
        });
    }
}

#[test]
fn what_was_answered_was_done_once_whatever_is_injected() {
    on_both(async |db| {
        db.inject_serialization_failures(0.5);
        for isolation in [Isolation::Money, Isolation::Ordinary] {
            let id = format!("{isolation:?}");
            let done = join_all((0..100).map(|_| add(db, isolation, &id, 1))).await;
            assert!(done.iter().all(Result::is_ok), "{done:?}");
            assert_eq!(read(db, &id).await, Some(100));
        }
    });
}

#[test]
fn a_failure_undoes_its_own_work_and_nobody_elses() {
    on_both(async |db| {
        let one = async |n: i64| {
            db.transact(Isolation::Money, |tx| {
                Box::pin(async move {
                    query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(ADD)
                        .bind("all")
                        .bind(1_i64)
                        .fetch_one(x)
                        .await)?;
                    if n % 3 == 0 {
                        return Err(sqlx::Error::RowNotFound);
                    }
                    // The engine itself refuses this one, by the table's check.
                    let more = if n % 3 == 1 { 5_000_i64 } else { 0 };
                    query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(ADD)
                        .bind("all")
                        .bind(more)
                        .fetch_one(x)
                        .await)
                })
            })
            .await
        };
        let done = join_all((0..90).map(one)).await;
        assert_eq!(
            done.iter().filter(|result| result.is_ok()).count(),
            30,
            "{done:?}"
        );
        assert_eq!(read(db, "all").await, Some(30));
    });
}

#[test]
fn a_use_case_is_run_again_at_most_five_times_and_then_spared() {
    on_both(async |db| {
        db.inject_serialization_failures(1.0);
        for isolation in [Isolation::Money, Isolation::Ordinary] {
            let runs = AtomicU32::new(0);
            let counted = &runs;
            let result: sqlx::Result<()> = db
                .transact(isolation, |_| {
                    Box::pin(async move {
                        counted.fetch_add(1, Ordering::SeqCst);
                        Ok(())
                    })
                })
                .await;
            assert!(db.is_postgres() || isolation == Isolation::Money || result.is_ok());
            assert!(result.is_ok());
            assert_eq!(runs.load(Ordering::SeqCst), MAX_RETRIES + 1);
        }
    });
}

#[test]
fn who_goes_away_leaves_nothing_behind_and_holds_nobody_up() {
    on_both(async |db| {
        let impatient = (0..60).map(|n| async move {
            let work = db.transact(Isolation::Money, |tx| {
                Box::pin(async move {
                    query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(ADD)
                        .bind("gone")
                        .bind(1_i64)
                        .fetch_one(x)
                        .await)?;
                    std::future::pending::<sqlx::Result<()>>().await
                })
            });
            let _ = tokio::time::timeout(std::time::Duration::from_millis(n), work).await;
        });
        let patient = (0..60).map(|_| add(db, Isolation::Money, "stayed", 1));
        let (_, done) = futures::join!(join_all(impatient), join_all(patient));
        assert!(done.iter().all(Result::is_ok), "{done:?}");
        assert_eq!(
            (read(db, "gone").await, read(db, "stayed").await),
            (None, Some(60))
        );
        let panicked = tokio::spawn({
            let db = db.clone();
            async move {
                db.transact(Isolation::Money, |_| {
                    Box::pin(async { panic!("a fault of the test") as sqlx::Result<()> })
                })
                .await
            }
        });
        assert!(panicked.await.is_err());
        assert_eq!(
            add(db, Isolation::Money, "stayed", 1)
                .await
                .expect("still working"),
            61
        );
    });
}

#[test]
fn a_full_queue_refuses_at_once() {
    on_both(async |db| {
        let done = join_all((0..600).map(|_| add(db, Isolation::Money, "queue", 1))).await;
        let kept = done.iter().filter(|result| result.is_ok()).count();
        assert!(
            done.iter()
                .all(|result| matches!(result, Ok(_) | Err(sqlx::Error::PoolTimedOut))),
            "{done:?}"
        );
        assert!((super::MAX_WAITING..600).contains(&kept), "{kept}");
        assert_eq!(read(db, "queue").await, i64::try_from(kept).ok());
    });
}

#[test]
fn simple_writers_get_in_between() {
    on_both(async |db| {
        let simple = (0..30).map(|_| async {
            let mut tx = db.begin().await?;
            query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(ADD)
                .bind("simple")
                .bind(1_i64)
                .fetch_one(x)
                .await)?;
            tx.commit().await
        });
        let grouped = (0..200).map(|_| add(db, Isolation::Money, "grouped", 1));
        let (simple, grouped) = futures::join!(join_all(simple), join_all(grouped));
        assert!(simple.iter().all(Result::is_ok), "{simple:?}");
        assert!(grouped.iter().all(Result::is_ok), "{grouped:?}");
        assert_eq!(
            (read(db, "simple").await, read(db, "grouped").await),
            (Some(30), Some(200))
        );
    });
}

#[test]
fn what_the_engines_say_of_full_and_read_only_disks_is_understood() {
    run_test(async {
        let absent = Db::open("sqlite:///nowhere/at/all/site.db").await.err();
        assert!(
            matches!(&absent, Some(super::DbError::Engine(error)) if super::is_unwritable(error)),
            "SQLITE_CANTOPEN: {absent:?}"
        );
        let Some(test) = TestDb::create(Engine::Postgres).await else {
            return;
        };
        for (code, unwritable, busy) in [
            ("53100", true, false),
            ("58030", true, false),
            ("25006", true, false),
            ("57P03", false, true),
            ("22012", false, false),
            ("40001", false, false),
        ] {
            let text = format!("do $$ begin raise exception 'as said' using errcode = '{code}'; end $$");
            let mut tx = test.db.begin().await.expect("a transaction");
            let error = query_on!(tx, |x: D| sqlx::query::<D>(sqlx::AssertSqlSafe(text))
                .execute(x)
                .await
                .map(drop))
            .expect_err("it is raised");
            assert_eq!(
                (super::is_unwritable(&error), super::is_busy(&error)),
                (unwritable, busy),
                "{code}"
            );
        }
    });
}

/// A way in which a client of the consistency test reads a counter.
#[derive(Debug, Clone, Copy)]
enum Look {
    Within(Isolation),
    Alone,
}

const LOOKS: [Look; 3] = [
    Look::Within(Isolation::Money),
    Look::Alone,
    Look::Within(Isolation::Ordinary),
];

async fn look(db: &Db, how: Look, id: &str) -> sqlx::Result<i64> {
    let seen = match how {
        Look::Alone => read(db, id).await,
        Look::Within(isolation) => {
            let work = async |tx: &mut super::Tx| {
                query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(READ)
                    .bind(id)
                    .fetch_optional(x)
                    .await)
            };
            db.transact(isolation, |tx| Box::pin(work(tx))).await?
        }
    };
    Ok(seen.unwrap_or_default())
}

/// 32 clients write their own counters, at one process or the other, and read them and others' in every way,
/// at both processes. A counter only grows, so a read after an answer must see at least what was answered:
/// the client's own writes, what it read before, and what other clients were answered.
#[test]
fn what_was_answered_is_seen_by_who_asks_next() {
    const CLIENTS: usize = 32;
    const STEPS: usize = 20;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        run_test(async {
            let Some(test) = counters(engine).await else {
                return;
            };
            // A SQLite file has one process, PostgreSQL many.
            let other = if test.db.is_postgres() {
                Db::open(&test.url).await.expect("a second process")
            } else {
                test.db.clone()
            };
            let answered: [AtomicI64; CLIENTS] = Default::default();
            let record_answer = |at: usize, n: i64| answered[at].fetch_max(n, Ordering::SeqCst);
            let looked = async |db: &Db, how: Look, at: usize| {
                let known = answered[at].load(Ordering::SeqCst);
                // Contention may outlast all attempts here; that is a valid answer, too.
                let Ok(seen) = look(db, how, &at.to_string()).await else {
                    return;
                };
                assert!(
                    seen >= known,
                    "{how:?} saw {seen} of {at} after {known} had been answered ({engine:?})"
                );
                record_answer(at, seen);
            };
            let client = async |own: usize| {
                let random = Random::seeded(own as u64);
                for step in 0..STEPS {
                    let (here, there) = if (own + step).is_multiple_of(2) {
                        (&test.db, &other)
                    } else {
                        (&other, &test.db)
                    };
                    let isolation = if random.below(4) == 0 {
                        Isolation::Money
                    } else {
                        Isolation::Ordinary
                    };
                    if let Ok(n) = add(here, isolation, &own.to_string(), 1).await {
                        record_answer(own, n);
                    }
                    for how in LOOKS {
                        looked(here, how, own).await;
                        looked(there, how, random.below(CLIENTS as u64) as usize).await;
                    }
                }
            };
            join_all((0..CLIENTS).map(client)).await;
            for (at, answered) in answered.iter().enumerate() {
                assert_eq!(
                    read(&test.db, &at.to_string()).await,
                    Some(answered.load(Ordering::SeqCst))
                );
            }
        });
    }
}

#[test]
fn a_scrub_waits_for_transactions_that_could_see_deleted_rows() {
    on_both(async |db| {
        if !db.is_postgres() {
            return;
        }
        // It locks no table, so only its snapshot can be in the way.
        let mut tx = db.begin().await.expect("a transaction");
        query_on!(&mut tx, |x: D| sqlx::query::<D>("select pg_current_xact_id()")
            .execute(x)
            .await
            .map(drop))
        .expect("an id");
        let has_ended = AtomicU32::new(0);
        let end = async {
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            has_ended.store(1, Ordering::SeqCst);
            tx.commit().await.expect("a commit");
        };
        let scrub = async {
            let scrubbed = db.scrub().await.expect("a scrub");
            assert_eq!(has_ended.load(Ordering::SeqCst), 1, "it waited");
            assert!(scrubbed.is_complete);
        };
        futures::join!(end, scrub);
    });
}
