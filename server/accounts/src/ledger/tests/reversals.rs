//! Transactions are reversed, once and completely.

use futures::future::join_all;
use kernel::Shekels;
use platform::both_engines;

use super::{assert_sound, balance, capture, grant, hold, own_balance, post, reverse, spend, user};
use crate::ledger::{Account, Kind, LedgerError, NaturalKey, Order, TransactionId};

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
            (balance(db, "ann").await, own_balance(db, Account::Sales).await),
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
            (balance(db, "ann").await, own_balance(db, Account::Revenue).await),
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
                own_balance(db, Account::Holds).await,
                own_balance(db, Account::Revenue).await
            ),
            (120, 0, 0)
        );
        assert_sound(db).await;
    }
);
