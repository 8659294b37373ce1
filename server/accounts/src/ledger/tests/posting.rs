//! What is posted, and what is refused.

use kernel::Shekels;
use platform::both_engines;
use platform::db::query_on;

use super::{assert_sound, balance, grant, hold, own_balance, post, spend, user};
use crate::ledger;
use crate::ledger::{Account, Kind, LedgerError, Line, NaturalKey, Order};

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
    // A repeated purchase that could no longer be paid for is still the first one.
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
            own_balance(db, Account::Revenue).await,
            own_balance(db, Account::Issuance).await
        ),
        (0, 100, -100)
    );
    assert_sound(db).await;
});

both_engines!(amounts_and_balances_stay_within_bounds, async |app| {
    let db = &app.state.db;
    for amount in [0, -5, ledger::MAX_AMOUNT + 1, i64::MAX, i64::MIN] {
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
    post(db, grant("ann", "1", ledger::MAX_AMOUNT))
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
