//! PostgreSQL that disappears under load (reliability 3.2): sessions are ended, answers to COMMIT are lost on
//! the way, and the whole server stops at once. A client that got no answer asks whether the operation
//! happened, and otherwise tries again under the same key.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::join_all;
use kernel::Random;
use platform::db::Db;
use sqlx::{Connection, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::time::{Instant, sleep};
use url::Url;

use super::crash_tests::operate;
use crate::testing::{Engine, TEST_NOW, TestDb, run_test};

const CLIENTS: usize = 8;
/// How long the load lasts.
const LOAD: Duration = Duration::from_secs(4);
/// The pause between two ends of all sessions, and between two stops of the server.
const BETWEEN_CUTS: Duration = Duration::from_millis(200);
const BETWEEN_STOPS: Duration = Duration::from_millis(800);
const STOPS: usize = 5;
/// One in this many answers to COMMIT is lost.
const ONE_IN: u64 = 5;
/// How long a client waits after an error.
const PAUSE: Duration = Duration::from_millis(10);
/// A script that stops the cluster as a power cut would, and starts it again. Other tests must not use the
/// cluster meanwhile.
const RESTART: &str = "DRAMATIS_TEST_POSTGRES_RESTART";

/// Posts until the test is over. Returns what was acknowledged, or found to have happened, and how many
/// operations got no answer.
async fn load(db: &Db, url: &str, is_over: &AtomicBool) -> (Vec<String>, usize) {
    let unanswered = AtomicUsize::new(0);
    let clients = (0..CLIENTS).map(async |client| {
        let mut done = Vec::new();
        for n in 0.. {
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            let id = format!("cut-{client}-{n}");
            while operate(db, &format!("user-{client}"), &id, n).await.is_err() {
                unanswered.fetch_add(1, Ordering::Relaxed);
                sleep(PAUSE).await;
                if happened(url, &id).await {
                    break;
                }
            }
            done.push(id);
        }
        done
    });
    let done = join_all(clients).await.concat();
    (done, unanswered.into_inner())
}

/// Asks over a connection that is not cut, until there is an answer.
async fn happened(url: &str, id: &str) -> bool {
    loop {
        let count = async {
            let mut conn = PgConnection::connect(url).await?;
            let sql = "select count(*) from ledger_transactions where natural_key = $1";
            sqlx::query_scalar::<_, i64>(sql)
                .bind(format!("op:{id}"))
                .fetch_one(&mut conn)
                .await
        };
        match count.await {
            Ok(count) => return count > 0,
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Checks that every operation is there once and completely, and that the ledger is consistent.
async fn assert_consistent(url: &str, done: &[String]) {
    let db = Db::open(url).await.expect("the database");
    let report = super::verify(&db, TEST_NOW).await.expect("a report");
    assert!(report.ok && report.open_holds == 0, "{report:#?}");
    let Db::Pg { pool, .. } = &db else {
        panic!("not PostgreSQL")
    };
    let keys = async |like: &str| {
        let sql = "select substr(natural_key, position(':' in natural_key) + 1) from ledger_transactions where natural_key like $1 order by 1";
        sqlx::query_scalar::<_, String>(sql)
            .bind(like)
            .fetch_all(pool)
            .await
            .expect("keys")
    };
    let mut done = done.to_vec();
    done.sort();
    let (operations, given) = (keys("op:%").await, keys("given:%").await);
    assert_eq!(operations, done, "what happened is what was told");
    assert_eq!(given, done, "half an operation");
    db.close().await;
}

#[test]
fn ended_sessions_lose_and_double_nothing() {
    run_test(async {
        let Some(test) = TestDb::create(Engine::Postgres).await else {
            return;
        };
        let is_over = AtomicBool::new(false);
        let cut = async {
            let (start, mut busy) = (Instant::now(), 0);
            while start.elapsed() < LOAD {
                sleep(BETWEEN_CUTS).await;
                let mut conn = PgConnection::connect(&test.url).await.expect("the cluster");
                let sql = "select count(*) filter (where state <> 'idle' and pg_terminate_backend(pid)) from pg_stat_activity \
                     where datname = current_database() and pid <> pg_backend_pid()";
                busy += sqlx::query_scalar::<_, i64>(sql)
                    .fetch_one(&mut conn)
                    .await
                    .expect("an end");
            }
            is_over.store(true, Ordering::Relaxed);
            busy
        };
        // If the connection ends before a COMMIT, the operation is simply repeated, without an error.
        let ((done, _), busy) = tokio::join!(load(&test.db, &test.url, &is_over), cut);
        assert!(
            busy > 0 && done.len() > CLIENTS,
            "{busy} sessions ended under {} operations",
            done.len()
        );
        assert_consistent(&test.url, &done).await;
    });
}

/// Forwards the bytes between client and server, and sometimes cuts both off when the answer to a COMMIT
/// comes back.
async fn tunnel(
    mut client: TcpStream,
    server: (String, u16),
    random: Random,
    lost: Arc<AtomicUsize>,
) -> std::io::Result<()> {
    let mut server = TcpStream::connect((server.0.as_str(), server.1)).await?;
    let (mut asked, mut answered) = ([0; 16 << 10], [0; 16 << 10]);
    let mut is_commit = false;
    loop {
        tokio::select! {
            length = client.read(&mut asked) => {
                let sent = &asked[..length?];
                if sent.is_empty() {
                    return Ok(());
                }
                is_commit = sent.windows(6).any(|word| word.eq_ignore_ascii_case(b"commit"));
                server.write_all(sent).await?;
            }
            length = server.read(&mut answered) => {
                let sent = &answered[..length?];
                if sent.is_empty() {
                    return Ok(());
                }
                if is_commit && random.below(ONE_IN) == 0 {
                    lost.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                }
                client.write_all(sent).await?;
            }
        }
    }
}

#[test]
fn lost_answers_to_a_commit_lose_and_double_nothing() {
    run_test(async {
        let Some(test) = TestDb::create(Engine::Postgres).await else {
            return;
        };
        let mut url = Url::parse(&test.url).expect("an address");
        let server = (
            url.host_str().expect("a host").to_owned(),
            url.port().unwrap_or(5432),
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        url.set_port(Some(listener.local_addr().expect("an address").port()))
            .expect("a port");
        let (random, lost) = (Random::system(), Arc::new(AtomicUsize::new(0)));
        let count = lost.clone();
        let door = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(tunnel(client, server.clone(), random.clone(), count.clone()));
            }
        });
        // Opening may be cut, too.
        let db = loop {
            if let Ok(db) = Db::open(url.as_str()).await {
                break db;
            }
        };
        let is_over = AtomicBool::new(false);
        let end = async {
            sleep(LOAD).await;
            is_over.store(true, Ordering::Relaxed);
        };
        let ((done, unanswered), ()) = tokio::join!(load(&db, &test.url, &is_over), end);
        assert!(
            unanswered > 0 && lost.load(Ordering::Relaxed) > 0 && done.len() > CLIENTS,
            "{unanswered} of {} were cut",
            done.len()
        );
        door.abort();
        assert_consistent(&test.url, &done).await;
    });
}

/// Run by `make faults`, which starts a cluster of its own.
#[test]
fn a_server_that_stops_at_once_loses_and_doubles_nothing() {
    let Ok(restart) = std::env::var(RESTART) else {
        return eprintln!("left out: `make faults` runs it");
    };
    run_test(async {
        let Some(test) = TestDb::create(Engine::Postgres).await else {
            return;
        };
        let is_over = AtomicBool::new(false);
        let stop = async {
            for _ in 0..STOPS {
                sleep(BETWEEN_STOPS).await;
                let status = Command::new(Path::new(&restart))
                    .status()
                    .await
                    .expect("the script");
                assert!(status.success(), "{status}");
            }
            is_over.store(true, Ordering::Relaxed);
        };
        let ((done, unanswered), ()) = tokio::join!(load(&test.db, &test.url, &is_over), stop);
        assert!(
            unanswered > 0 && done.len() > CLIENTS,
            "{unanswered} of {} were cut",
            done.len()
        );
        assert_consistent(&test.url, &done).await;
    });
}
