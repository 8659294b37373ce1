//! Rows that are changed from outside are found, and append-only tables cannot be changed.

use kernel::Shekels;
use platform::both_engines;
use platform::db::{Db, query_on};

use super::{assert_sound, capture, failed, grant, hold, post, reverse, spend, user};
use crate::ledger;
use crate::ledger::{Kind, NaturalKey, Order};
use crate::testing::{TEST_NOW, TestApp};

/// What an owner of the database might do, and which invariants then fail.
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

/// Removes the triggers, which only the owner of the database can do.
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

async fn fill_ledger(app: &TestApp) {
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

both_engines!(who_changes_the_books_is_found, async |app| {
    let db = &app.state.db;
    fill_ledger(app).await;
    assert_sound(db).await;
    let guarded = ["ledger_transactions", "ledger_postings"];
    // With the triggers, none of it can be done to append-only tables.
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

/// Makes the change and returns how to undo it: copies of the tables.
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
    fill_ledger(app).await;
    disarm(db).await;
    let _undo = change_with_copy(
        db,
        "update ledger_postings set amount = amount + 1 where seq = 3 and line = 2",
    )
    .await;
    let report = ledger::verify(db, TEST_NOW).await.expect("a report");
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
        fill_ledger(app).await;
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
        for (what, statement) in ledger::verify::FORBIDDEN {
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
