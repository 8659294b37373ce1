//! The books through their own face and over HTTP: what is posted, refused, set aside, taken back; and that
//! whoever changes a row behind our back is found.

use futures::future::join_all;
use kernel::ids::UserId;
use kernel::{Clock, Shekels, Timestamp};
use platform::both_engines;
use platform::db::{Db, Isolation, query_on};
use serde_json::Value;

use super::{Account, HoldId, Kind, LedgerError, Line, NaturalKey, Order, Posted, TransactionId};
use crate::testing::{Engine, TEST_NOW, TEST_WELCOME, TestApp, TestDb};

fn user(name: &str) -> UserId {
    UserId::trusted(name.to_owned())
}

fn grant(to: &str, key: &str, amount: i64) -> Order {
    Order::credit(
        Kind::Grant,
        NaturalKey::of("test", key),
        "A grant",
        &user(to),
        Shekels(amount),
    )
}

fn spend(from: &str, key: &str, amount: i64) -> Order {
    Order::debit(
        Kind::Spend,
        NaturalKey::of("test", key),
        "A thing",
        &user(from),
        Shekels(amount),
    )
}

async fn post(db: &Db, order: Order) -> Result<Posted, LedgerError> {
    let order = &order;
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { super::post(tx, TEST_NOW, order).await })
    })
    .await
}

async fn hold(db: &Db, of: &str, key: &str, amount: i64) -> Result<super::Hold, LedgerError> {
    let of = &user(of);
    let until = TEST_NOW.plus_millis(60_000);
    db.transact(Isolation::Money, |tx| {
        Box::pin(
            async move { super::place_hold(tx, TEST_NOW, of, key, "A reply", Shekels(amount), until).await },
        )
    })
    .await
}

async fn capture(db: &Db, hold: &HoldId, amount: i64) -> Result<Posted, LedgerError> {
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { super::capture(tx, TEST_NOW, hold, Shekels(amount)).await })
    })
    .await
}

async fn release(db: &Db, hold: &HoldId) -> Result<Posted, LedgerError> {
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { super::release(tx, TEST_NOW, hold).await })
    })
    .await
}

async fn reverse(db: &Db, original: &TransactionId) -> Result<Posted, LedgerError> {
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { super::reverse(tx, TEST_NOW, original, "Taken back", None).await })
    })
    .await
}

async fn balance(db: &Db, of: &str) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    super::balance(&mut conn, &user(of)).await.expect("a balance").0
}

async fn house(db: &Db, account: Account) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    super::account_balance(&mut conn, &account)
        .await
        .expect("a balance")
        .0
}

async fn failed(db: &Db) -> Vec<&'static str> {
    let report = crate::ledger::verify(db, TEST_NOW).await.expect("a report");
    assert_eq!(report.invariants.len(), 12);
    assert_eq!(report.ok, report.failed().is_empty());
    report.failed()
}

async fn assert_sound(db: &Db) {
    let report = crate::ledger::verify(db, TEST_NOW).await.expect("a report");
    assert!(report.ok, "{report:#?}");
}

both_engines!(what_is_posted_twice_happens_once, async |app| {
    let db = &app.state.db;
    let first = post(db, grant("ann", "1", 100)).await.expect("a grant");
    let again = post(db, grant("ann", "1", 100)).await.expect("the same grant");
    assert_eq!((again.id, again.seq, again.repeated), (first.id, first.seq, true));
    assert!(matches!(
        post(db, grant("ann", "1", 101)).await,
        Err(LedgerError::KeyReused)
    ));
    assert!(matches!(
        post(db, grant("bob", "1", 100)).await,
        Err(LedgerError::KeyReused)
    ));
    assert_eq!((balance(db, "ann").await, balance(db, "bob").await), (100, 0));
    // A purchase that could not be paid for now is still the one that was paid for then.
    post(db, spend("ann", "2", 100)).await.expect("a thing");
    assert!(
        post(db, spend("ann", "2", 100))
            .await
            .expect("the same thing")
            .repeated
    );
    assert_eq!(
        (
            balance(db, "ann").await,
            house(db, Account::Revenue).await,
            house(db, Account::Issuance).await
        ),
        (0, 100, -100)
    );
    assert_sound(db).await;
});

both_engines!(amounts_and_balances_stay_within_bounds, async |app| {
    let db = &app.state.db;
    for amount in [0, -5, crate::ledger::MAX_AMOUNT + 1, i64::MAX, i64::MIN] {
        assert!(
            matches!(
                post(db, grant("ann", "x", amount)).await,
                Err(LedgerError::AmountOutOfRange)
            ),
            "{amount}"
        );
        assert!(
            matches!(
                post(db, spend("ann", "x", amount)).await,
                Err(LedgerError::AmountOutOfRange)
            ),
            "{amount}"
        );
        assert!(
            matches!(
                hold(db, "ann", "x", amount).await,
                Err(LedgerError::AmountOutOfRange)
            ),
            "{amount}"
        );
    }
    let refused = post(db, spend("ann", "1", 1)).await;
    assert!(
        matches!(
            refused,
            Err(LedgerError::InsufficientShekels {
                needed: Shekels(1),
                available: Shekels(0)
            })
        ),
        "{refused:?}"
    );
    post(db, grant("ann", "1", crate::ledger::MAX_AMOUNT))
        .await
        .expect("the largest grant");
    // Near the end of what 64 bits hold, nothing wraps (M-16).
    let mut tx = db.begin().await.expect("a transaction");
    let nearly = i64::MAX - 5;
    query_on!(tx, |x: D| sqlx::query::<D>(
        "update ledger_accounts set balance = $1 where id = 'wallet:ann'"
    )
    .bind(nearly)
    .execute(x)
    .await
    .map(drop))
    .expect("a change");
    tx.commit().await.expect("a commit");
    assert!(matches!(
        post(db, grant("ann", "2", 6)).await,
        Err(LedgerError::BalanceOutOfRange)
    ));
    post(db, grant("ann", "3", 5)).await.expect("what just fits");
    assert_eq!(balance(db, "ann").await, i64::MAX);
});

both_engines!(orders_that_are_no_transactions_are_refused, async |app| {
    let db = &app.state.db;
    let line = |account: Account, amount: i64| Line {
        account,
        amount: Shekels(amount),
    };
    let order = |kind: Kind, key: NaturalKey, lines: Vec<Line>| Order {
        kind,
        key,
        title: String::new(),
        actor: None,
        lines,
    };
    let own = || NaturalKey::of("test", "1");
    let ann = || Account::Wallet(user("ann"));
    for (what, order) in [
        ("no sides", order(Kind::Grant, own(), vec![])),
        ("one side", order(Kind::Grant, own(), vec![line(ann(), 1)])),
        (
            "uneven",
            order(
                Kind::Grant,
                own(),
                vec![line(ann(), 2), line(Account::Issuance, -1)],
            ),
        ),
        (
            "an account twice",
            order(
                Kind::Grant,
                own(),
                vec![line(ann(), 1), line(ann(), 1), line(Account::Issuance, -2)],
            ),
        ),
        (
            "a gift without a gift's key",
            order(
                Kind::Gift,
                own(),
                vec![line(ann(), 1), line(Account::Issuance, -1)],
            ),
        ),
        (
            "a grant under a gift's key",
            order(
                Kind::Grant,
                NaturalKey::gift("g", &user("ann")),
                vec![line(ann(), 1), line(Account::Issuance, -1)],
            ),
        ),
        (
            "a key without end",
            order(
                Kind::Grant,
                NaturalKey::of("test", &"x".repeat(400)),
                vec![line(ann(), 1), line(Account::Issuance, -1)],
            ),
        ),
    ] {
        let refused = post(db, order).await;
        assert!(
            matches!(refused, Err(LedgerError::Malformed)),
            "{what}: {refused:?}"
        );
    }
    assert_eq!(balance(db, "ann").await, 0);
    assert_sound(db).await;
});

both_engines!(holds_are_captured_released_or_expire, async |app| {
    let db = &app.state.db;
    post(db, grant("ann", "1", 100)).await.expect("a grant");
    let part = hold(db, "ann", "a", 30).await.expect("a hold");
    assert_eq!(
        (balance(db, "ann").await, house(db, Account::Holds).await),
        (70, 30)
    );
    assert_eq!(hold(db, "ann", "a", 30).await.expect("the same hold"), part);
    assert!(matches!(
        hold(db, "ann", "a", 31).await,
        Err(LedgerError::KeyReused)
    ));
    assert!(matches!(
        hold(db, "ann", "b", 71).await,
        Err(LedgerError::InsufficientShekels { .. })
    ));
    assert!(matches!(
        capture(db, &part.id, 31).await,
        Err(LedgerError::CaptureTooLarge(Shekels(30)))
    ));
    let captured = capture(db, &part.id, 10).await.expect("a capture");
    assert_eq!(
        capture(db, &part.id, 10).await.expect("the same capture").id,
        captured.id
    );
    for refused in [capture(db, &part.id, 11).await, release(db, &part.id).await] {
        assert!(matches!(refused, Err(LedgerError::HoldClosed)), "{refused:?}");
    }
    assert_eq!(
        (
            balance(db, "ann").await,
            house(db, Account::Revenue).await,
            house(db, Account::Holds).await
        ),
        (90, 10, 0)
    );
    let whole = hold(db, "ann", "c", 90).await.expect("a hold");
    capture(db, &whole.id, 90).await.expect("all of it");
    assert_eq!(
        (balance(db, "ann").await, house(db, Account::Revenue).await),
        (0, 100)
    );
    assert_eq!(
        hold(db, "ann", "c", 90)
            .await
            .expect("the hold as it ended")
            .captured,
        Some(Shekels(90))
    );
    post(db, grant("ann", "2", 5)).await.expect("a grant");
    let given_back = hold(db, "ann", "d", 5).await.expect("a hold");
    release(db, &given_back.id).await.expect("a release");
    assert!(
        release(db, &given_back.id)
            .await
            .expect("the same release")
            .repeated
    );
    assert!(matches!(
        capture(db, &given_back.id, 1).await,
        Err(LedgerError::HoldClosed)
    ));
    let forgotten = hold(db, "ann", "e", 4).await.expect("a hold");
    assert_eq!(
        crate::ledger::expire_holds(db, TEST_NOW)
            .await
            .expect("a run of the job"),
        0
    );
    assert_eq!(
        crate::ledger::expire_holds(db, forgotten.expires_at)
            .await
            .expect("a run of the job"),
        1
    );
    assert_eq!(
        crate::ledger::expire_holds(db, forgotten.expires_at)
            .await
            .expect("another"),
        0
    );
    assert_eq!(
        (balance(db, "ann").await, house(db, Account::Holds).await),
        (5, 0)
    );
    assert!(matches!(
        capture(db, &HoldId::trusted("none".to_owned()), 1).await,
        Err(LedgerError::UnknownHold)
    ));
    assert_sound(db).await;
    // All of a hold captured names no wallet, and yet it is from there that it came.
    let taken = hold(db, "ann", "g", 5).await.expect("a hold");
    let taken = capture(db, &taken.id, 5).await.expect("all of it");
    reverse(db, &taken.id).await.expect("back");
    assert_eq!(
        (balance(db, "ann").await, house(db, Account::Holds).await),
        (5, 0)
    );
    assert_sound(db).await;
    // One that the job has not come by for is told of.
    hold(db, "ann", "f", 1).await.expect("a hold");
    let late = crate::ledger::verify(db, TEST_NOW.plus_millis(2 * kernel::HOUR_MS))
        .await
        .expect("a report");
    assert_eq!(late.failed(), ["holds-end"]);
});

both_engines!(
    what_is_taken_back_may_leave_a_debt_and_is_taken_back_once,
    async |app| {
        let db = &app.state.db;
        let bought = Order::credit(
            Kind::Purchase,
            NaturalKey::event("shop", "evt-1"),
            "100 shekels",
            &user("ann"),
            Shekels(100),
        );
        let bought = post(db, bought).await.expect("a purchase");
        let spent = post(db, spend("ann", "2", 100)).await.expect("a thing");
        let refund = reverse(db, &bought.id).await.expect("a refund");
        assert_eq!(
            (balance(db, "ann").await, house(db, Account::Sales).await),
            (-100, 0)
        );
        // M-8: in debt nothing is spent; what comes in pays the debt first.
        assert!(matches!(
            post(db, spend("ann", "3", 1)).await,
            Err(LedgerError::InsufficientShekels {
                available: Shekels(0),
                ..
            })
        ));
        assert_sound(db).await;
        post(db, grant("ann", "4", 60)).await.expect("a grant");
        assert!(matches!(
            post(db, spend("ann", "5", 1)).await,
            Err(LedgerError::InsufficientShekels { .. })
        ));
        post(db, grant("ann", "6", 60)).await.expect("a grant");
        assert_eq!(balance(db, "ann").await, 20);
        assert!(matches!(
            reverse(db, &bought.id).await,
            Err(LedgerError::AlreadyReversed)
        ));
        assert!(matches!(
            reverse(db, &refund.id).await,
            Err(LedgerError::NotReversible)
        ));
        assert!(matches!(
            reverse(db, &TransactionId::trusted("none".to_owned())).await,
            Err(LedgerError::UnknownTransaction)
        ));
        let racing = join_all((0..20).map(|_| reverse(db, &spent.id))).await;
        assert_eq!(
            racing.iter().filter(|result| result.is_ok()).count(),
            1,
            "{racing:?}"
        );
        assert!(
            racing
                .iter()
                .all(|result| matches!(result, Ok(_) | Err(LedgerError::AlreadyReversed))),
            "{racing:?}"
        );
        assert_eq!(
            (balance(db, "ann").await, house(db, Account::Revenue).await),
            (120, 0)
        );
        // What was captured goes back to whom it was taken from, not into the holds.
        let held = hold(db, "ann", "h", 50).await.expect("a hold");
        let captured = capture(db, &held.id, 20).await.expect("a capture");
        assert!(matches!(
            reverse(db, &TransactionId::trusted(held.id.to_string())).await,
            Err(LedgerError::NotReversible)
        ));
        assert_eq!(balance(db, "ann").await, 100);
        reverse(db, &captured.id).await.expect("money back");
        assert_eq!(
            (
                balance(db, "ann").await,
                house(db, Account::Holds).await,
                house(db, Account::Revenue).await
            ),
            (120, 0, 0)
        );
        assert_sound(db).await;
    }
);

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
    // One key, wished for by many at once.
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
            match crate::ledger::post(&mut tx, TEST_NOW, &grant("ann", &format!("simple-{n}"), 1)).await {
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

both_engines!(a_wallet_is_shown_with_its_history, async |app| {
    app.person("bob").await;
    let ann = app.person("ann").await;
    assert_eq!(ann.get("/user/fetch-shekels").await.ok()["shekels"], 0);
    assert_eq!(
        ann.get("/users/me/shekels").await.ok(),
        serde_json::json!({"balance": 0, "results": [], "nextCursor": null})
    );
    let (state, id) = (&app.state, &ann.user_id);
    for _ in 0..2 {
        let granted: Result<(), LedgerError> = state
            .db
            .transact(Isolation::Money, |tx| {
                Box::pin(async move { crate::ledger::grant_welcome(tx, state, id).await })
            })
            .await;
        granted.expect("a welcome gift");
    }
    for n in 1..=5 {
        post(&state.db, spend(id.as_str(), &format!("{n}"), n))
            .await
            .expect("a thing");
    }
    assert_eq!(
        ann.get("/user/fetch-shekels").await.ok()["shekels"],
        TEST_WELCOME.0 - 15
    );
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ann.get(&format!("/users/me/shekels?limit=2{cursor}")).await.ok();
        assert_eq!(page["balance"], TEST_WELCOME.0 - 15);
        seen.extend(page["results"].as_array().expect("a list").clone());
        match &page["nextCursor"] {
            Value::String(next) => cursor = format!("&cursor={next}"),
            _ => break,
        }
    }
    let amounts: Vec<_> = seen
        .iter()
        .map(|row| {
            (
                row["amount"].as_i64().expect("a number"),
                row["balance"].as_i64().expect("a number"),
            )
        })
        .collect();
    assert_eq!(
        amounts,
        [(-5, 35), (-4, 40), (-3, 44), (-2, 47), (-1, 49), (50, 50)]
    );
    assert_eq!(
        (&seen[5]["kind"], &seen[5]["title"]),
        (&Value::from("welcome"), &Value::from("Welcome gift"))
    );
    assert_eq!(seen[0]["createdOn"], Timestamp(TEST_NOW.0).to_string());
    // One's own and nobody else's.
    let bob = app.newcomer("carl").await;
    bob.get("/user/fetch-shekels")
        .await
        .assert_problem(404, "USER_NOT_FOUND");
    app.get("/user/fetch-shekels")
        .await
        .assert_unauthenticated("missing_token");
    ann.get(&format!("/users/me/shekels?cursor={}", "x".repeat(30)))
        .await
        .assert_problem(400, "BAD_REQUEST");
    assert_eq!(app.clock.now(), TEST_NOW);
    assert_sound(&state.db).await;
});

/// What somebody with the keys to the database might do, and which invariants then fail.
const TAMPERINGS: &[(&str, &[&str])] = &[
    (
        "update ledger_accounts set balance = balance + 1 where id = 'wallet:ann'",
        &["accounts-sum-to-zero", "cached-balances"],
    ),
    (
        "update ledger_accounts set balance = balance + 1 where id = 'wallet:ann' or id = 'issuance' and balance < 0",
        &["cached-balances"],
    ),
    (
        "update ledger_postings set amount = amount + 1 where seq = 3 and line = 2",
        &["transactions-sum-to-zero", "shown-balances", "chain"],
    ),
    (
        "update ledger_postings set account_id = 'sales' where seq = 3 and account_id = 'wallet:ann'",
        &["chain", "shown-balances", "cached-balances"],
    ),
    (
        "update ledger_postings set balance_after = balance_after - 1 where seq = 2 and line = 1",
        &["chain", "shown-balances"],
    ),
    (
        "update ledger_transactions set title = 'Nothing to see' where seq = 2",
        &["chain"],
    ),
    (
        "update ledger_transactions set created_at = created_at - 1 where seq = 4",
        &["chain"],
    ),
    (
        "update ledger_transactions set actor_id = '' where seq = 4",
        &["chain"],
    ),
    (
        "update ledger_transactions set natural_key = 'x:2' where kind = 'purchase'",
        &["chain", "provider-events-once"],
    ),
    (
        "update ledger_transactions set natural_key = 'x:2' where kind = 'gift'",
        &["chain", "rewards-once"],
    ),
    (
        "update ledger_transactions set reverses = null where kind = 'reversal'",
        &["chain", "reversals-once"],
    ),
    (
        "update ledger_transactions set reverses = (select id from ledger_transactions where seq = 1) where kind = 'reversal'",
        &["chain", "reversals-once"],
    ),
    (
        "delete from ledger_postings where seq = 2",
        &["transactions-sum-to-zero", "chain"],
    ),
    ("update ledger_head set seq = seq - 1", &["chain"]),
    ("update ledger_head set hash = ''", &["chain"]),
    (
        "update ledger_holds set amount = amount + 1 where closed_seq is null",
        &["holds-end"],
    ),
    (
        "update ledger_holds set captured = captured - 1 where captured > 0",
        &["holds-end"],
    ),
    (
        "delete from ledger_holds where closed_seq is null",
        &["holds-end"],
    ),
    (
        "update ledger_accounts set in_debt = false, kind = 'issuance' where in_debt",
        &["no-unflagged-debt", "cached-balances"],
    ),
];

/// How the guards are taken down, which only somebody with the keys to the database can do.
async fn disarm(db: &Db) {
    let tables = ["ledger_transactions", "ledger_postings"];
    let mut tx = db.begin().await.expect("a transaction");
    for table in tables {
        let statements = if tx.is_postgres() {
            vec![format!("alter table {table} disable trigger user")]
        } else {
            vec![
                format!("drop trigger {table}_refuse_update"),
                format!("drop trigger {table}_refuse_delete"),
            ]
        };
        for statement in statements {
            query_on!(tx, |x: D| sqlx::query::<D>(sqlx::AssertSqlSafe(statement))
                .execute(x)
                .await
                .map(drop))
            .expect("no guard");
        }
    }
    tx.commit().await.expect("a commit");
}

async fn some_books(app: &TestApp) {
    let db = &app.state.db;
    let ann = user("ann");
    post(db, grant("ann", "1", 100)).await.expect("a grant");
    post(db, spend("ann", "2", 10)).await.expect("a thing");
    post(db, grant("ann", "3", 5)).await.expect("a grant");
    let gift = Order::credit(
        Kind::Gift,
        NaturalKey::gift("g", &ann),
        "A gift",
        &ann,
        Shekels(5),
    );
    post(db, gift).await.expect("a gift");
    let bought = Order::credit(
        Kind::Purchase,
        NaturalKey::event("shop", "1"),
        "500 shekels",
        &user("bob"),
        Shekels(500),
    );
    let bought = post(db, bought).await.expect("a purchase");
    post(db, spend("bob", "4", 400)).await.expect("a thing");
    reverse(db, &bought.id).await.expect("a refund");
    let held = hold(db, "ann", "h", 7).await.expect("a hold");
    capture(db, &held.id, 3).await.expect("a capture");
    hold(db, "ann", "i", 7).await.expect("a hold");
}

both_engines!(whoever_changes_the_books_is_found, async |app| {
    let db = &app.state.db;
    some_books(app).await;
    assert_sound(db).await;
    let guarded = ["ledger_transactions", "ledger_postings"];
    // With the guards in place none of it can be done at all to what is only added to.
    for (change, _) in TAMPERINGS {
        if guarded.iter().any(|table| {
            change.contains(&format!("update {table} ")) || change.contains(&format!("delete from {table} "))
        }) {
            let mut tx = db.begin().await.expect("a transaction");
            let refused = query_on!(tx, |x: D| sqlx::query::<D>(*change).execute(x).await.map(drop));
            assert!(refused.is_err(), "{change}");
        }
    }
    assert_sound(db).await;
    disarm(db).await;
    assert_eq!(failed(db).await, ["append-only"]);
    for (change, expected) in TAMPERINGS {
        let undo = change_with_copy(db, change).await;
        let found = failed(db).await;
        for invariant in *expected {
            assert!(found.contains(invariant), "{change}: {found:?}");
        }
        undo.await;
    }
    assert_eq!(failed(db).await, ["append-only"]);
});

/// Makes the change and gives the way back: the tables as they were, copied aside.
async fn change_with_copy<'a>(db: &'a Db, change: &'static str) -> impl Future<Output = ()> + use<'a> {
    const TABLES: [&str; 5] = [
        "ledger_accounts",
        "ledger_transactions",
        "ledger_postings",
        "ledger_head",
        "ledger_holds",
    ];
    let run = async |statements: Vec<String>| {
        let mut tx = db.begin().await.expect("a transaction");
        let relaxed = if tx.is_postgres() {
            "set local session_replication_role = replica"
        } else {
            "pragma defer_foreign_keys = on"
        };
        for statement in std::iter::once(relaxed.to_owned()).chain(statements) {
            query_on!(tx, |x: D| sqlx::query::<D>(sqlx::AssertSqlSafe(
                statement.clone()
            ))
            .execute(x)
            .await
            .map(drop))
            .unwrap_or_else(|error| panic!("{error}: {statement}"));
        }
        tx.commit().await.expect("a commit");
    };
    let copy = TABLES
        .iter()
        .map(|table| format!("create table copy_of_{table} as select * from {table}"));
    run(copy.chain([change.to_owned()]).collect()).await;
    async move {
        let back = TABLES.iter().rev().map(|table| format!("delete from {table}"));
        let forth = TABLES
            .iter()
            .map(|table| format!("insert into {table} select * from copy_of_{table}"));
        let done = TABLES.iter().map(|table| format!("drop table copy_of_{table}"));
        run(back.chain(forth).chain(done).collect()).await;
    }
}

both_engines!(the_row_that_was_changed_is_named, async |app| {
    let db = &app.state.db;
    some_books(app).await;
    disarm(db).await;
    let _undo = change_with_copy(
        db,
        "update ledger_postings set amount = amount + 1 where seq = 3 and line = 2",
    )
    .await;
    let report = crate::ledger::verify(db, TEST_NOW).await.expect("a report");
    let of = |name: &str| {
        report
            .invariants
            .iter()
            .find(|invariant| invariant.name == name)
            .expect("an invariant")
            .details
            .join("; ")
    };
    assert!(
        of("shown-balances").contains("posting 3/2 "),
        "{}",
        of("shown-balances")
    );
    assert!(of("chain").contains("transaction 3 "), "{}", of("chain"));
});

both_engines!(
    what_is_only_added_to_can_be_neither_changed_nor_deleted,
    async |app| {
        let db = &app.state.db;
        some_books(app).await;
        let mut tx = db.begin().await.expect("a transaction");
        let event = platform::audit::Event {
            action: "test.event",
            subject: "x",
            at: TEST_NOW,
            ..Default::default()
        };
        platform::audit::record(&mut tx, &event).await.expect("an event");
        let answer = "insert into idempotency_keys (principal, method, route, key, fingerprint, status, body, expires_at) values ('a', 'POST', '/', 'k', '', 200, '', $1)";
        query_on!(tx, |x: D| sqlx::query::<D>(answer)
            .bind(TEST_NOW.0)
            .execute(x)
            .await
            .map(drop))
        .expect("an answer");
        tx.commit().await.expect("a commit");
        for (what, statement) in crate::ledger::verify::FORBIDDEN {
            let mut tx = db.begin().await.expect("a transaction");
            let refused = query_on!(tx, |x: D| sqlx::query::<D>(statement).execute(x).await.map(drop));
            let error = refused.expect_err(what).to_string();
            assert!(
                error.contains("never")
                    || error.contains("only ever added to")
                    || error.contains("before they expire"),
                "{error}"
            );
        }
    }
);
