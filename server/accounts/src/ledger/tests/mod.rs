//! The ledger through its own functions and over HTTP.

mod concurrency;
mod holds;
mod model;
mod posting;
mod reversals;
mod tampering;
mod wallet;

use kernel::Shekels;
use kernel::ids::UserId;
use platform::db::{Db, Isolation};

use super::{Account, Hold, HoldId, Kind, LedgerError, NaturalKey, Order, Posted, TransactionId};
use crate::ledger;
use crate::testing::TEST_NOW;

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
        Box::pin(async move { ledger::post(tx, TEST_NOW, order).await })
    })
    .await
}

async fn hold(db: &Db, of: &str, key: &str, amount: i64) -> Result<Hold, LedgerError> {
    let of = &user(of);
    let until = TEST_NOW.plus_millis(60_000);
    db.transact(Isolation::Money, |tx| {
        Box::pin(
            async move { ledger::place_hold(tx, TEST_NOW, of, key, "A reply", Shekels(amount), until).await },
        )
    })
    .await
}

async fn capture(db: &Db, hold: &HoldId, amount: i64) -> Result<Posted, LedgerError> {
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { ledger::capture(tx, TEST_NOW, hold, Shekels(amount)).await })
    })
    .await
}

async fn release(db: &Db, hold: &HoldId) -> Result<Posted, LedgerError> {
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { ledger::release(tx, TEST_NOW, hold).await })
    })
    .await
}

async fn reverse(db: &Db, original: &TransactionId) -> Result<Posted, LedgerError> {
    db.transact(Isolation::Money, |tx| {
        Box::pin(async move { ledger::reverse(tx, TEST_NOW, original, "Taken back", None).await })
    })
    .await
}

async fn balance(db: &Db, of: &str) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    ledger::balance(&mut conn, &user(of)).await.expect("a balance").0
}

async fn own_balance(db: &Db, account: Account) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    ledger::account_balance(&mut conn, &account)
        .await
        .expect("a balance")
        .0
}

async fn failed(db: &Db) -> Vec<&'static str> {
    let report = ledger::verify(db, TEST_NOW).await.expect("a report");
    assert_eq!(report.invariants.len(), 12);
    assert_eq!(report.ok, report.failed().is_empty());
    report.failed()
}

async fn assert_sound(db: &Db) {
    let report = ledger::verify(db, TEST_NOW).await.expect("a report");
    assert!(report.ok, "{report:#?}");
}
