//! Kill -9 under load: what was acknowledged is there, once; what was not is there once or not at all; and
//! the ledger is consistent (reliability 3.2). The killed process is this test's own program; its environment
//! makes it post and print what was acknowledged.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use futures::future::join_all;
use kernel::ids::UserId;
use kernel::{Random, Shekels};
use platform::db::{Db, Isolation};

use super::{Kind, LedgerError, NaturalKey, Order};
use crate::testing::{TEST_NOW, run_test};

/// Environment variables: the database that the child posts to, and the prefix of its operations.
const DATABASE: &str = "DRAMATIS_CRASH_DATABASE";
const ROUND: &str = "DRAMATIS_CRASH_ROUND";
/// Clients of the child.
const CLIENTS: usize = 8;
/// Rounds on one file before a new one is used.
const PER_FILE: u32 = 10;
/// Longest a round runs before it is killed, in milliseconds.
const LONGEST_MILLIS: u64 = 120;

/// Not a test by itself: the child.
#[test]
fn child() {
    let (Ok(url), Ok(round)) = (std::env::var(DATABASE), std::env::var(ROUND)) else {
        return;
    };
    run_test(load(&url, &round));
}

/// Posts from several clients until the process ends, and prints what was acknowledged.
pub(super) async fn load(url: &str, round: &str) {
    let db = Db::open(url).await.expect("the database");
    say("ready");
    let clients = (0..CLIENTS).map(async |client| {
        for n in 0.. {
            let id = format!("{round}-{client}-{n}");
            operate(&db, &format!("user-{client}"), &id, n)
                .await
                .expect("an operation");
            say(&format!("done {id}"));
        }
    });
    join_all(clients).await;
}

pub(super) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // One write, so that a line is there completely or not at all.
    let _ = out
        .write_all(format!("\n{line}\n").as_bytes())
        .and_then(|()| out.flush());
}

/// Several movements that belong together, the last one under the operation's own key.
pub(super) async fn operate(db: &Db, user: &str, id: &str, n: u64) -> Result<(), LedgerError> {
    let user = &UserId::trusted(user.to_owned());
    let now = TEST_NOW;
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move {
            let given = Order::credit(
                Kind::Grant,
                NaturalKey::of("given", id),
                "Given",
                user,
                Shekels(5),
            );
            let given = super::post(tx, now, &given).await?;
            match n % 4 {
                0 => {
                    let hold =
                        super::place_hold(tx, now, user, id, "Held", Shekels(4), now.plus_millis(60_000))
                            .await?;
                    super::capture(tx, now, &hold.id, Shekels(3)).await?;
                }
                1 => {
                    let hold =
                        super::place_hold(tx, now, user, id, "Held", Shekels(4), now.plus_millis(60_000))
                            .await?;
                    super::release(tx, now, &hold.id).await?;
                }
                2 => {
                    super::reverse(tx, now, &given.id, "Taken back", None).await?;
                    let again = Order::credit(
                        Kind::Grant,
                        NaturalKey::of("again", id),
                        "Given again",
                        user,
                        Shekels(5),
                    );
                    super::post(tx, now, &again).await?;
                }
                _ => {}
            }
            super::post(
                tx,
                now,
                &Order::debit(Kind::Spend, NaturalKey::of("op", id), "Done", user, Shekels(1)),
            )
            .await
        })
    })
    .await
    .map(drop)
}

fn start(file: &Path, round: u32) -> Child {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args([
        "--exact",
        "ledger::crash_tests::child",
        "--nocapture",
        "--test-threads=1",
    ]);
    command
        .env(DATABASE, format!("sqlite://{}", file.display()))
        .env(ROUND, round.to_string());
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child")
}

/// Kills a child at a random moment; returns what it had acknowledged by then.
fn one_round(file: &Path, round: u32, random: &Random) -> Vec<String> {
    let mut child = start(file, round);
    let (ready, is_ready) = mpsc::channel();
    let out = child.stdout.take().expect("its output");
    let reader = std::thread::spawn(move || {
        let mut done = Vec::new();
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            match line.strip_prefix("done ") {
                Some(id) => done.push(id.to_owned()),
                None if line == "ready" => drop(ready.send(())),
                None => {}
            }
        }
        done
    });
    // Sometimes also while it is still opening the database.
    if random.below(10) > 0 {
        is_ready
            .recv_timeout(Duration::from_secs(20))
            .expect("a child that gets ready");
    }
    std::thread::sleep(Duration::from_micros(random.below(LONGEST_MILLIS * 1_000)));
    child.kill().expect("a kill");
    child.wait().expect("its end");
    reader.join().expect("its output")
}

pub(super) async fn assert_consistent(file: &Path, acknowledged: &HashSet<String>, killed: u32) {
    let db = Db::open(&format!("sqlite://{}", file.display()))
        .await
        .expect("the database after a kill");
    let report = super::verify(&db, TEST_NOW).await.expect("a report");
    assert!(report.ok && report.open_holds == 0, "{report:#?}");
    let Db::Lite { writer, .. } = &db else {
        panic!("not SQLite")
    };
    let stored: Vec<String> = sqlx::query_scalar(
        "select substr(natural_key, 4) from ledger_transactions where natural_key like 'op:%'",
    )
    .fetch_all(writer)
    .await
    .expect("keys");
    let count = stored.len();
    let stored: HashSet<String> = stored.into_iter().collect();
    assert_eq!(stored.len(), count, "an operation is there twice");
    let lost: Vec<_> = acknowledged.difference(&stored).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    let unacknowledged = stored.difference(acknowledged).count();
    assert!(
        unacknowledged <= CLIENTS * killed as usize,
        "{unacknowledged} were never acknowledged"
    );
    let given: i64 =
        sqlx::query_scalar("select count(*) from ledger_transactions where natural_key like 'given:%'")
            .fetch_one(writer)
            .await
            .expect("a count");
    assert_eq!(usize::try_from(given), Ok(count), "half an operation");
    let integrity: String = sqlx::query_scalar("pragma integrity_check")
        .fetch_one(writer)
        .await
        .expect("a check");
    assert_eq!(integrity, "ok");
    let dangling = sqlx::query("pragma foreign_key_check")
        .fetch_all(writer)
        .await
        .expect("a check");
    assert!(dangling.is_empty());
    db.close().await;
}

fn rounds(number: u32) {
    let random = Random::system();
    let mut operations = 0;
    let mut left = number;
    while left > 0 {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("crash.db");
        let mut acknowledged = HashSet::new();
        for round in 1..=PER_FILE.min(left) {
            acknowledged.extend(one_round(&file, round, &random));
            run_test(assert_consistent(&file, &acknowledged, round));
        }
        operations += acknowledged.len();
        left = left.saturating_sub(PER_FILE);
    }
    assert!(
        operations > number as usize,
        "{operations} operations in {number} rounds are no load"
    );
}

#[test]
fn nothing_is_lost_or_doubled_by_kills_1() {
    rounds(125);
}

#[test]
fn nothing_is_lost_or_doubled_by_kills_2() {
    rounds(125);
}
