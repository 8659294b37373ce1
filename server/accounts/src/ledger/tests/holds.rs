//! Holds are captured, released, or expire.

use kernel::Shekels;
use platform::both_engines;

use super::{assert_sound, balance, capture, grant, hold, own_balance, post, release, reverse};
use crate::ledger;
use crate::ledger::{Account, HoldId, LedgerError};
use crate::testing::TEST_NOW;

both_engines!(holds_are_captured_released_or_expire, async |app| {
    let db = &app.state.db;
    post(db, grant("ann", "1", 100)).await.expect("a grant");
    let part = hold(db, "ann", "a", 30).await.expect("a hold");
    assert_eq!(
        (balance(db, "ann").await, own_balance(db, Account::Holds).await),
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
            own_balance(db, Account::Revenue).await,
            own_balance(db, Account::Holds).await
        ),
        (90, 10, 0)
    );
    let whole = hold(db, "ann", "c", 90).await.expect("a hold");
    capture(db, &whole.id, 90).await.expect("all of it");
    assert_eq!(
        (balance(db, "ann").await, own_balance(db, Account::Revenue).await),
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
        ledger::expire_holds(db, TEST_NOW)
            .await
            .expect("a run of the job"),
        0
    );
    assert_eq!(
        ledger::expire_holds(db, forgotten.expires_at)
            .await
            .expect("a run of the job"),
        1
    );
    assert_eq!(
        ledger::expire_holds(db, forgotten.expires_at)
            .await
            .expect("another"),
        0
    );
    assert_eq!(
        (balance(db, "ann").await, own_balance(db, Account::Holds).await),
        (5, 0)
    );
    assert!(matches!(
        capture(db, &HoldId::trusted("none".to_owned()), 1).await,
        Err(LedgerError::UnknownHold)
    ));
    assert_sound(db).await;
    // A capture of a whole hold names no wallet, and yet its shekels came from one.
    let taken = hold(db, "ann", "g", 5).await.expect("a hold");
    let taken = capture(db, &taken.id, 5).await.expect("all of it");
    reverse(db, &taken.id).await.expect("back");
    assert_eq!(
        (balance(db, "ann").await, own_balance(db, Account::Holds).await),
        (5, 0)
    );
    assert_sound(db).await;
    // Verification reports an expired hold that the job has not released.
    hold(db, "ann", "f", 1).await.expect("a hold");
    let late = ledger::verify(db, TEST_NOW.plus_millis(2 * kernel::HOUR_MS))
        .await
        .expect("a report");
    assert_eq!(late.failed(), ["holds-end"]);
});
