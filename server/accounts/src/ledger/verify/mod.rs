//! The twelve invariants (reliability 1.6), checked from outside: everything is read and counted again, and only
//! the form of the hash is taken from the code that wrote it.

mod accounts;
pub(super) mod append_only;
mod findings;
mod holds;
mod keys;
mod reversals;
pub(super) mod store;
mod sums;
mod walk;

use kernel::Timestamp;
use platform::db::Db;
use serde::Serialize;

pub use append_only::FORBIDDEN;

use findings::Findings;
use walk::Counted;

/// The result of verifying.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whether all invariants hold.
    pub ok: bool,
    /// Transactions read.
    pub transactions: i64,
    /// Postings read.
    pub postings: i64,
    /// Accounts read.
    pub accounts: i64,
    /// Holds that are open.
    pub open_holds: i64,
    /// All twelve, in order.
    pub invariants: Vec<Invariant>,
}

/// One invariant.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invariant {
    /// Its number in reliability 1.6.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Whether it holds.
    pub ok: bool,
    /// What contradicts it, row by row, at most ten.
    pub details: Vec<String>,
}

impl Report {
    /// The names of those that do not hold.
    #[must_use]
    pub fn failed(&self) -> Vec<&'static str> {
        self.invariants
            .iter()
            .filter(|invariant| !invariant.ok)
            .map(|invariant| invariant.name)
            .collect()
    }
}

/// The names of the invariants, in order.
const NAMES: [&str; 12] = [
    "transactions-sum-to-zero",
    "accounts-sum-to-zero",
    "cached-balances",
    "no-unflagged-debt",
    "append-only",
    "provider-events-once",
    "rewards-once",
    "holds-end",
    "reversals-once",
    "whole-amounts",
    "chain",
    "shown-balances",
];

/// Checks all invariants on one view of the ledger. Reads every posting: a minute for a few millions.
///
/// # Errors
/// What keeps the database from answering. A row that cannot be read is a finding, not an error.
pub async fn verify(db: &Db, now: Timestamp) -> sqlx::Result<Report> {
    let (mut findings, mut counted) = (Findings::default(), Counted::default());
    let mut conn = db.snapshot().await?;
    let accounts = sums::check(&mut findings, &mut conn).await?;
    let open_holds = holds::check(&mut findings, &mut conn, now).await?;
    keys::check_unique(&mut findings, &mut conn).await?;
    reversals::check(&mut findings, &mut conn).await?;
    let walked = async {
        walk::check(&mut findings, &mut counted, &mut conn).await?;
        accounts::check(&mut findings, &counted, &mut conn).await
    };
    if let Err(error) = walked.await {
        findings.add(11, format!("the books cannot be read to their end: {error}"));
    }
    drop(conn);
    append_only::check(&mut findings, db).await?;
    let invariants: Vec<Invariant> = (1..=12_u8)
        .zip(NAMES)
        .map(|(number, name)| {
            let details = findings.take(number);
            Invariant {
                number,
                name,
                ok: details.is_empty(),
                details,
            }
        })
        .collect();
    Ok(Report {
        ok: invariants.iter().all(|invariant| invariant.ok),
        transactions: counted.transactions,
        postings: counted.postings,
        accounts,
        open_holds,
        invariants,
    })
}
