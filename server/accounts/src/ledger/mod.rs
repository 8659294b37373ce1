//! The ledger: where shekels are, and how they got there. Every movement is a transaction of postings that
//! sum to zero, written once and never changed; a mistake is reversed by another transaction. Amounts are
//! whole, balances are cached in the transaction that changes them, what happens once in the world
//! ([`NaturalKey`]) is posted once, and each transaction's hash covers the one before it, so that [`verify`]
//! finds every row that was changed from outside.
//!
//! Other slices post inside their own use case, so that an action and its price happen together or not at all:
//!
//! ```ignore
//! app.db.transact(Isolation::Money, |tx| Box::pin(async move {
//!     ledger::post(tx, now, &Order::debit(Kind::Spend, NaturalKey::of("theme", id), "Theme “Dusk”", user, price)).await?;
//!     themes::unlock(tx, user, id).await?;
//!     Ok::<_, Problem>(())
//! })).await?;
//! ```
//!
//! [`LedgerError`] becomes a [`platform::web::Problem`] by `?`: 402 where there is not enough.

mod chain;
#[cfg(test)]
mod crash_tests;
#[cfg(test)]
mod cut_tests;
#[cfg(test)]
mod disk_tests;
mod error;
mod errors;
mod holds;
mod http;
#[cfg(test)]
mod idempotency_tests;
mod ids;
mod model;
mod posting;
mod reversal;
mod rows;
mod rules;
mod store;
#[cfg(test)]
mod struck_tests;
#[cfg(test)]
mod tests;
pub mod verify;
mod wallet;
mod welcome;

pub use error::LedgerError;
pub use errors::{ALREADY_ROLLED_BACK, INSUFFICIENT_SHEKELS};
pub use holds::{capture, expire_holds, place_hold, release};
pub use http::calls;
pub use ids::{HoldId, TransactionId};
pub use model::{Account, Hold, Kind, Line, MAX_AMOUNT, MAX_LINES, Movement, NaturalKey, Order, Posted};
pub use posting::post;
pub use reversal::reverse;
pub use verify::{Invariant, Report, verify};
pub use wallet::{account_balance, balance, history};
pub use welcome::grant_welcome;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Retention, Table};

use crate::AppState;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "ledger",
    about: Some("Shekels: the balance and its history."),
    uses: &["db", "audit", "idempotency", "identity"],
    tables: &[
        Table {
            name: "ledger_accounts",
            personal_data: PersonalData::Held {
                columns: &["owner_id"],
                export: Export::Rows("owner_id = $1"),
                end: End::Kept {
                    retention: Retention::AsLongAsTheSite,
                    reason: "The books add up for ever.",
                },
            },
        },
        Table {
            name: "ledger_head",
            personal_data: PersonalData::None,
        },
        Table {
            name: "ledger_holds",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("account_id in (select id from ledger_accounts where owner_id = $1)"),
                end: End::Kept {
                    retention: Retention::AsLongAsTheSite,
                    reason: "The books add up for ever.",
                },
            },
        },
        Table {
            name: "ledger_postings",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("account_id in (select id from ledger_accounts where owner_id = $1)"),
                end: End::Kept {
                    retention: Retention::AsLongAsTheSite,
                    reason: "The books add up for ever.",
                },
            },
        },
        Table {
            name: "ledger_transactions",
            personal_data: PersonalData::Held {
                columns: &["actor_id"],
                export: Export::Rows(
                    "seq in (select p.seq from ledger_postings p join ledger_accounts a on a.id = p.account_id where a.owner_id = $1)",
                ),
                end: End::Kept {
                    retention: Retention::AsLongAsTheSite,
                    reason: "The books add up for ever.",
                },
            },
        },
    ],
    statements: &[
        store::STATEMENTS,
        verify::append_only::STATEMENTS,
        verify::store::STATEMENTS,
    ],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "ledger.expire_holds",
    every: Every::HalfMinute,
    // The hold of a lost turn is released by the turn itself, which reports it in the story.
    after: &["turns.recover_lost"],
    run: |app| {
        Box::pin(async move {
            let holds = expire_holds(&app.db, app.clock.now()).await?;
            Ok(u64::try_from(holds).unwrap_or(u64::MAX))
        })
    },
}];
