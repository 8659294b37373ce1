//! What may be posted, what it leaves behind, and how the chain is forged. Pure.

use kernel::{Shekels, Timestamp, hex};
use sha2::{Digest, Sha256};

use super::error::LedgerError;
use super::model::{Account, Kind, Line, Order};

/// Most shekels of one posting (reliability 1.6, invariant 10).
pub const MAX_AMOUNT: i64 = 1_000_000_000_000;
/// Most sides of one transaction.
pub const MAX_LINES: usize = 4;
/// Longest natural key, in bytes.
pub(super) const MAX_KEY_BYTES: usize = 300;
/// Longest title, in characters; longer ones are cut.
pub(super) const MAX_TITLE_CHARS: usize = 200;

/// An account as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Standing {
    /// What it holds.
    pub(super) balance: i64,
    /// How many postings made it so.
    pub(super) postings: i64,
}

/// An account as a line leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settled {
    /// What it holds then.
    pub(super) balance: i64,
    /// How many postings made it so.
    pub(super) postings: i64,
    /// Whether it is a wallet below zero.
    pub(super) in_debt: bool,
}

/// The amount, if it is one.
///
/// # Errors
/// [`LedgerError::AmountOutOfRange`] for anything but 1 to [`MAX_AMOUNT`].
pub(super) fn amount(shekels: Shekels) -> Result<Shekels, LedgerError> {
    if (1..=MAX_AMOUNT).contains(&shekels.0) {
        Ok(shekels)
    } else {
        Err(LedgerError::AmountOutOfRange)
    }
}

/// Whether the order is a transaction at all.
///
/// # Errors
/// [`LedgerError::AmountOutOfRange`], which may come from outside; [`LedgerError::Malformed`], which is our
/// own fault.
pub(super) fn check(order: &Order) -> Result<(), LedgerError> {
    for line in &order.lines {
        amount(Shekels(line.amount.0.checked_abs().unwrap_or(0)))?;
        // A grant of less than nothing is a debit that nobody allowed, and the other way round.
        let is_backwards = matches!(line.account, Account::Wallet(_))
            && order
                .kind
                .gives()
                .is_some_and(|gives| gives != (line.amount > Shekels::ZERO));
        if is_backwards {
            return Err(LedgerError::AmountOutOfRange);
        }
    }
    let sum = order
        .lines
        .iter()
        .try_fold(Shekels::ZERO, |sum, line| sum.plus(line.amount));
    let twice = order
        .lines
        .iter()
        .enumerate()
        .any(|(n, line)| order.lines[..n].iter().any(|other| other.account == line.account));
    let key = order.key.as_str();
    let of_its_kind = match order.kind.key_prefix() {
        Some(prefix) => key.starts_with(prefix),
        None => !Kind::ALL
            .iter()
            .filter_map(|kind| kind.key_prefix())
            .any(|prefix| key.starts_with(prefix)),
    };
    let sound = sum == Some(Shekels::ZERO)
        && !twice
        && (2..=MAX_LINES).contains(&order.lines.len())
        && of_its_kind
        && key.len() <= MAX_KEY_BYTES;
    if sound {
        Ok(())
    } else {
        Err(LedgerError::Malformed)
    }
}

/// What a line makes of its account. Wallets and holds do not go below zero, but for a wallet that a reversal
/// takes from (`forced`): that is a debt, and nothing is spent until it is paid.
///
/// # Errors
/// [`LedgerError::InsufficientShekels`], [`LedgerError::BalanceOutOfRange`].
pub(super) fn settle(standing: Standing, line: &Line, forced: bool) -> Result<Settled, LedgerError> {
    let balance = standing
        .balance
        .checked_add(line.amount.0)
        .ok_or(LedgerError::BalanceOutOfRange)?;
    let postings = standing
        .postings
        .checked_add(1)
        .ok_or(LedgerError::BalanceOutOfRange)?;
    let is_wallet = matches!(line.account, Account::Wallet(_));
    let is_guarded = is_wallet || line.account == Account::Holds;
    let takes = line.amount < Shekels::ZERO;
    if is_guarded && takes && balance < 0 && !(is_wallet && forced) {
        let needed = line.amount.negated().unwrap_or_default();
        return Err(LedgerError::InsufficientShekels {
            needed,
            available: Shekels(standing.balance.max(0)),
        });
    }
    Ok(Settled {
        balance,
        postings,
        in_debt: is_wallet && balance < 0,
    })
}

/// The sides that take a transaction back. What it took out of the holds goes to `holder`, the wallet from
/// which it was set aside: the transaction itself does not name it where all of a hold was captured.
///
/// # Errors
/// [`LedgerError::Malformed`] where there is nothing to take back, or nobody to give it to.
pub(super) fn reversed(lines: &[Line], holder: Option<&Account>) -> Result<Vec<Line>, LedgerError> {
    let mut back: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        let account = match &line.account {
            Account::Holds => holder.ok_or(LedgerError::Malformed)?,
            account => account,
        };
        let amount = line.amount.negated().ok_or(LedgerError::Malformed)?;
        match back.iter_mut().find(|other| other.account == *account) {
            Some(other) => other.amount = other.amount.plus(amount).ok_or(LedgerError::Malformed)?,
            None => back.push(Line {
                account: account.clone(),
                amount,
            }),
        }
    }
    back.retain(|line| line.amount != Shekels::ZERO);
    if back.is_empty() {
        Err(LedgerError::Malformed)
    } else {
        Ok(back)
    }
}

/// The title as it is stored.
#[must_use]
pub(super) fn title(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(MAX_TITLE_CHARS)
        .collect()
}

/// Everything of a transaction that its hash covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sealed<'a> {
    /// The hash of the transaction before it; empty before the first.
    pub(super) previous: &'a str,
    /// Its place in the sequence.
    pub(super) seq: i64,
    /// Its id.
    pub(super) id: &'a str,
    /// Its kind, as stored.
    pub(super) kind: &'a str,
    /// Its natural key.
    pub(super) key: &'a str,
    /// The transaction it takes back.
    pub(super) reverses: Option<&'a str>,
    /// Its title.
    pub(super) title: &'a str,
    /// The admin who ordered it.
    pub(super) actor: Option<&'a str>,
    /// When.
    pub(super) created_at: Timestamp,
}

/// A posting, as its transaction's hash covers it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SealedLine<'a> {
    /// The account's id.
    pub(super) account: &'a str,
    /// What it gains.
    pub(super) amount: i64,
    /// What it holds afterwards.
    pub(super) balance_after: i64,
    /// The posting's place among the account's.
    pub(super) account_seq: i64,
}

/// The hash of a transaction, in hexadecimal. Every part is written with its length, so that no two contents
/// look alike.
#[must_use]
pub(super) fn seal<'a>(transaction: &Sealed<'_>, lines: impl Iterator<Item = SealedLine<'a>>) -> String {
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
