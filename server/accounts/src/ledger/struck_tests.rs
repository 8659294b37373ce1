//! An operation that is interrupted between any two of its steps (reliability 3.2): its caller leaves, it
//! panics, it pauses for a while, or the process ends. Others who share its commit notice nothing, and it can
//! be tried again.

use std::panic::AssertUnwindSafe;
use std::process::{Command, Stdio};
use std::task::Poll;
use std::time::Duration;

use futures::FutureExt;
use futures::future::poll_fn;
use platform::db::{Db, query_on};
use tokio::time::sleep;

use super::crash_tests::{operate, say};
use crate::testing::{Engine, TEST_NOW, TestDb, run_test};

/// The database that the child posts to, the operation, and the step before which it ends.
const DATABASE: &str = "DRAMATIS_STRUCK_DATABASE";
const STEP: &str = "DRAMATIS_STRUCK_STEP";
/// Every operation has fewer steps than this. Their number depends on the machine: what has already come from
/// the database when it is polled is not a step.
const MAX_STEPS: usize = 300;
/// How long an operation pauses.
const DELAY: Duration = Duration::from_millis(20);
/// Kinds of operations that [`operate`] knows.
const KINDS: u64 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strike {
    Leave,
    Panic,
    Delay,
    Abort,
}

/// Not a test by itself: the child.
#[test]
fn child() {
    let (Ok(url), Ok(step)) = (std::env::var(DATABASE), std::env::var(STEP)) else {
        return;
    };
    let (kind, step) = step.split_once(' ').expect("a kind and a step");
    let (kind, step) = (kind.parse().expect("a kind"), step.parse().expect("a step"));
    run_test(async {
        let db = Db::open(&url).await.expect("the database");
        let (done, _) = struck(
            operate(&db, "user", &id(Strike::Abort, kind, step), kind),
            step,
            Strike::Abort,
        )
        .await;
        done.expect("nobody left").expect("an operation");
        say("done");
    });
}

fn id(strike: Strike, kind: u64, step: usize) -> String {
    format!("{strike:?}-{kind}-{step}")
}

/// The result of the work, or `None` if it was interrupted before this step; and whether there was such a
/// step.
async fn struck<T>(work: impl Future<Output = T>, step: usize, strike: Strike) -> (Option<T>, bool) {
    let (mut work, mut delay) = (Box::pin(work), Box::pin(sleep(DELAY)));
    let mut steps = 0;
    poll_fn(|context| {
        steps += 1;
        match strike {
            Strike::Leave if steps == step => return Poll::Ready((None, true)),
            Strike::Panic if steps == step => panic!("struck"),
            Strike::Abort if steps == step => std::process::abort(),
            Strike::Delay if steps >= step && delay.poll_unpin(context).is_pending() => return Poll::Pending,
            _ => {}
        }
        work.poll_unpin(context).map(|done| (Some(done), steps >= step))
    })
    .await
}

/// Interrupts an operation before this step, beside another one that notices nothing. Returns whether there
/// was such a step.
async fn strike_before(test: &TestDb, strike: Strike, kind: u64, step: usize) -> bool {
    let id = id(strike, kind, step);
    if strike == Strike::Abort {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args([
            "--exact",
            "ledger::struck_tests::child",
            "--nocapture",
            "--test-threads=1",
        ]);
        command
            .env(DATABASE, &test.url)
            .env(STEP, format!("{kind} {step}"));
        let output = command.stderr(Stdio::null()).output().expect("a child");
        return !String::from_utf8_lossy(&output.stdout)
            .lines()
            .any(|line| line == "done");
    }
    let work = AssertUnwindSafe(struck(operate(&test.db, "user", &id, kind), step, strike)).catch_unwind();
    let beside = format!("{id}-beside");
    let (result, neighbour) = tokio::join!(work, operate(&test.db, "neighbour", &beside, kind));
    neighbour.expect("who stands beside it notices nothing");
    let Ok((done, was_struck)) = result else {
        return true;
    };
    done.into_iter().for_each(|done| done.expect("an operation"));
    was_struck
}

/// Interrupts before each step, and repeats what was not done.
async fn strike_everywhere(engine: Engine, strike: Strike) {
    let Some(test) = TestDb::create(engine).await else {
        return;
    };
    let (mut expected, mut strikes) = (Vec::new(), 0_u64);
    for kind in 0..KINDS {
        let mut steps = 1..MAX_STEPS;
        for step in steps.by_ref() {
            let was_struck = strike_before(&test, strike, kind, step).await;
            let id = id(strike, kind, step);
            // A caller who left after asking for the commit may have got it; then the key is taken.
            if !happened(&test.db, &id).await {
                assert!(was_struck, "{id} was told to be done");
                operate(&test.db, "user", &id, kind).await.expect("a second try");
            }
            expected.extend((strike != Strike::Abort).then(|| format!("{id}-beside")));
            expected.push(id);
            strikes += u64::from(was_struck);
            if !was_struck {
                break;
            }
        }
        assert!(!steps.is_empty(), "it has no end");
    }
    // Before the first step of each, and somewhere in between.
    assert!(strikes > KINDS, "{strikes} strikes");
    assert_consistent(&test.db, expected).await;
}

async fn happened(db: &Db, id: &str) -> bool {
    keys(db, &format!("op:{id}")).await.len() == 1
}

/// The part after the colon of keys like this.
async fn keys(db: &Db, like: &str) -> Vec<String> {
    let sql = "select natural_key from ledger_transactions where natural_key like $1";
    let mut conn = db.read().await.expect("a connection");
    let keys: Vec<String> = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(sql)
        .bind(like)
        .fetch_all(x)
        .await)
    .expect("keys");
    keys.iter()
        .filter_map(|key| key.split_once(':'))
        .map(|(_, id)| id.to_owned())
        .collect()
}

/// Checks that every operation is there once and completely, and that the ledger is consistent.
async fn assert_consistent(db: &Db, mut expected: Vec<String>) {
    let report = super::verify(db, TEST_NOW).await.expect("a report");
    assert!(report.ok && report.open_holds == 0, "{report:#?}");
    expected.sort();
    for like in ["op:%", "given:%"] {
        let mut keys = keys(db, like).await;
        keys.sort();
        assert_eq!(keys, expected, "{like}");
    }
}

macro_rules! strikes {
    ($($name:ident: $strike:ident,)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn sqlite() {
                run_test(strike_everywhere(Engine::Sqlite, Strike::$strike));
            }

            #[test]
            fn postgres() {
                run_test(strike_everywhere(Engine::Postgres, Strike::$strike));
            }
        })*
    };
}

strikes! {
    who_leaves_at_any_step_loses_and_doubles_nothing: Leave,
    a_panic_at_any_step_loses_and_doubles_nothing: Panic,
    standing_still_at_any_step_loses_and_doubles_nothing: Delay,
    an_abort_at_any_step_loses_and_doubles_nothing: Abort,
}
