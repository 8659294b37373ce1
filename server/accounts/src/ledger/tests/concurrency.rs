//! Many writers at the same time.

use futures::future::join_all;
use platform::both_engines;
use platform::db::Db;

use super::{assert_sound, balance, grant, post, spend};
use crate::ledger;
use crate::ledger::LedgerError;
use crate::testing::{Engine, TEST_NOW, TestDb};

both_engines!(many_spend_at_once_and_nobody_more_than_there_is, async |app| {
    let db = &app.state.db;
    post(db, grant("ann", "1", 10)).await.expect("a grant");
    let done = join_all((0..200).map(|n| post(db, spend("ann", &format!("spend-{n}"), 1)))).await;
    assert_eq!(
        done.iter().filter(|result| result.is_ok()).count(),
        10,
        "{done:?}"
    );
    assert_eq!(
        done.iter()
            .filter(|result| matches!(result, Err(LedgerError::InsufficientShekels { .. })))
            .count(),
        190,
        "{done:?}"
    );
    assert_eq!(balance(db, "ann").await, 0);
    // One key, requested by many at once.
    let done = join_all((0..100).map(|_| post(db, grant("bob", "the same", 7)))).await;
    let first: Vec<_> = done.iter().flatten().filter(|posted| !posted.repeated).collect();
    assert!(done.iter().all(Result::is_ok) && first.len() == 1, "{done:?}");
    assert_eq!(balance(db, "bob").await, 7);
    assert_sound(db).await;
});

both_engines!(money_can_also_be_moved_by_simple_writers, async |app| {
    let db = &app.state.db;
    let simple = (0..40).map(|n| async move {
        // Such a writer has to be ready for contention itself; on SQLite there is none.
        for _ in 0..200 {
            let mut tx = db.begin().await.expect("a transaction");
            match ledger::post(&mut tx, TEST_NOW, &grant("ann", &format!("simple-{n}"), 1)).await {
                Ok(_) => return tx.commit().await.expect("a commit"),
                Err(LedgerError::Contended) => {}
                Err(LedgerError::Engine(error)) => assert!(error.as_database_error().is_some(), "{error}"),
                Err(error) => panic!("{error}"),
            }
        }
        panic!("never got in");
    });
    let grouped = (0..100).map(|n| post(db, grant("ann", &format!("grouped-{n}"), 1)));
    let (_, grouped) = futures::join!(join_all(simple), join_all(grouped));
    assert!(grouped.iter().all(Result::is_ok), "{grouped:?}");
    assert_eq!(balance(db, "ann").await, 140);
    assert_sound(db).await;
});

/// 32 clients of two processes on one wallet, a fifth of all commits failing (reliability 1.1).
#[test]
fn processes_of_a_site_share_a_wallet_on_postgres() {
    crate::testing::run_test(async {
        let Some(test) = TestDb::create(Engine::Postgres).await else {
            return;
        };
        let other = Db::open(&test.url).await.expect("another process");
        other.inject_serialization_failures(0.2);
        post(&test.db, grant("ann", "first", 300)).await.expect("a grant");
        let client = async |n: usize| {
            let db = if n.is_multiple_of(2) { &test.db } else { &other };
            let mut done = Vec::new();
            for round in 0..20 {
                done.push(post(db, spend("ann", &format!("{n}-{round}"), 1)).await);
            }
            done
        };
        let done: Vec<_> = join_all((0..32).map(client))
            .await
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(done.iter().filter(|result| result.is_ok()).count(), 300);
        assert!(
            done.iter()
                .all(|result| matches!(result, Ok(_) | Err(LedgerError::InsufficientShekels { .. }))),
            "{done:?}"
        );
        assert_eq!(balance(&test.db, "ann").await, 0);
        assert_sound(&test.db).await;
        other.close().await;
    });
}
