//! The chain of hashes: each transaction's hash covers the one before it. Pure.

use kernel::{Timestamp, hex};
use sha2::{Digest, Sha256};

/// The parts of a transaction that its hash covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct HashedTransaction<'a> {
    /// The hash of the transaction before it; empty before the first.
    pub(super) previous: &'a str,
    /// Its number in the sequence.
    pub(super) seq: i64,
    /// Its id.
    pub(super) id: &'a str,
    /// Its kind, as stored.
    pub(super) kind: &'a str,
    /// Its natural key.
    pub(super) key: &'a str,
    /// The transaction it reverses.
    pub(super) reverses: Option<&'a str>,
    /// Its title.
    pub(super) title: &'a str,
    /// The admin who ordered it.
    pub(super) actor: Option<&'a str>,
    /// When.
    pub(super) created_at: Timestamp,
}

/// The parts of a posting that the hash of its transaction covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct HashedLine<'a> {
    /// The account's id.
    pub(super) account: &'a str,
    /// What the account gains.
    pub(super) amount: i64,
    /// The balance of the account after it.
    pub(super) balance_after: i64,
    /// Its number among the postings of the account.
    pub(super) account_seq: i64,
}

/// The hash of a transaction, in hexadecimal. Every part is preceded by its length, so that
/// different contents never give the same text.
#[must_use]
pub(super) fn chain_hash<'a>(
    transaction: &HashedTransaction<'_>,
    lines: impl Iterator<Item = HashedLine<'a>>,
) -> String {
    let mut hash = Sha256::new();
    let mut part = |text: &str| {
        hash.update(text.len().to_string());
        hash.update(b":");
        hash.update(text);
    };
    part(transaction.previous);
    part(&transaction.seq.to_string());
    part(transaction.id);
    part(transaction.kind);
    part(transaction.key);
    for optional in [transaction.reverses, transaction.actor] {
        part(if optional.is_some() { "+" } else { "-" });
        part(optional.unwrap_or_default());
    }
    part(transaction.title);
    part(&transaction.created_at.0.to_string());
    for line in lines {
        part(line.account);
        part(&format!(
            "{} {} {}",
            line.amount, line.balance_after, line.account_seq
        ));
    }
    hex(&hash.finalize())
}
