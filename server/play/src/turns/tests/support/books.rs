//! What somebody has, and whether the ledger is settled.

use kernel::{Random, Shekels};

use crate::testing::{Actor, TestApp};

/// The balance of a person.
pub(in crate::turns::tests) async fn shekels(app: &TestApp, person: &Actor<'_>) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    accounts::ledger::balance(&mut conn, &person.user_id)
        .await
        .expect("a balance")
        .0
}

/// Gives shekels to a person.
pub(in crate::turns::tests) async fn give(app: &TestApp, person: &Actor<'_>, amount: i64) {
    use accounts::ledger::{Kind, LedgerError, NaturalKey, Order};
    let key = Random::system().token();
    let order = Order::credit(
        Kind::Grant,
        NaturalKey::of("test", &key),
        "Given",
        &person.user_id,
        Shekels(amount),
    );
    let (now, order) = (crate::testing::TEST_NOW, &order);
    let posted: Result<_, LedgerError> = app
        .state
        .db
        .transact(platform::db::Isolation::Money, |tx| {
            Box::pin(async move { accounts::ledger::post(tx, now, order).await })
        })
        .await;
    posted.expect("a gift");
}

/// Checks the ledger: sound, and nothing on hold.
pub(in crate::turns::tests) async fn assert_settled(app: &TestApp) {
    let report = accounts::ledger::verify(&app.state.db, kernel::Clock::now(&app.clock))
        .await
        .expect("a report");
    assert!(report.ok && report.open_holds == 0, "{report:#?}");
}
