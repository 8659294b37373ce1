//! The ledger: where shekels are, and how they got there. Every movement is a transaction of postings that
//! sum to zero, written once and never changed; a mistake is taken back by another transaction. Amounts are
//! whole, balances are cached in the transaction that changes them, what happens once in the world
//! ([`NaturalKey`]) is posted once, and each transaction's hash covers the one before it, so that [`verify`]
//! finds whatever was changed behind our back.
//!
//! Other slices post inside their own use case, so that the deed and its price happen together or not at all:
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

mod actions;
#[cfg(test)]
mod crash_tests;
#[cfg(test)]
mod cut_tests;
#[cfg(test)]
mod disk_tests;
mod error;
mod errors;
mod http;
#[cfg(test)]
mod idempotency_tests;
mod ids;
mod model;
#[cfg(test)]
mod model_tests;
mod rules;
pub mod store;
#[cfg(test)]
mod struck_tests;
#[cfg(test)]
mod tests;
pub mod verify;

pub use actions::{
    account_balance, balance, capture, expire_holds, grant_welcome, history, place_hold, post, release,
    reverse,
};
pub use error::LedgerError;
pub use errors::{ALREADY_ROLLED_BACK, INSUFFICIENT_SHEKELS};
pub use http::calls;
pub use ids::{HoldId, TransactionId};
pub use model::{Account, Hold, Kind, Line, Movement, NaturalKey, Order, Posted};
pub use rules::{MAX_AMOUNT, MAX_LINES};
pub use verify::{Invariant, Report, verify};

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, People, Retention, Table};

use crate::AppState;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "ledger",
    uses: &["db", "audit", "idempotency", "identity"],
    tables: &[
        Table {
            name: "ledger_accounts",
            people: People::Theirs {
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
            people: People::Nobody,
        },
        Table {
            name: "ledger_holds",
            people: People::Theirs {
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
            people: People::Theirs {
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
            people: People::Theirs {
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
    statements: &[store::STATEMENTS, verify::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
};

/// What this slice does by itself.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "ledger.expire_holds",
    every: Every::HalfMinute,
    // What a dead turn had set aside is given back by the turn, and said so in the story.
    after: &["turns.recover_lost"],
    run: |app| {
        Box::pin(async move {
            let holds = expire_holds(&app.db, app.clock.now()).await?;
            Ok(u64::try_from(holds).unwrap_or(u64::MAX))
        })
    },
}];
