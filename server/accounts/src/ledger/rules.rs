//! What may be posted, and what it makes of the accounts. Pure.

use kernel::Shekels;

use super::error::LedgerError;
use super::model::{Account, Kind, Line, MAX_AMOUNT, MAX_LINES, Order};

/// Longest natural key, in bytes.
pub(super) const MAX_KEY_BYTES: usize = 300;
/// Longest title, in characters; longer ones are cut.
pub(super) const MAX_TITLE_CHARS: usize = 200;

/// The state of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AccountState {
    /// Its balance.
    pub(super) balance: i64,
    /// How many postings it has.
    pub(super) postings: i64,
}

/// The state of an account after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AccountAfter {
    /// Its balance.
    pub(super) balance: i64,
    /// How many postings it has.
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

/// Checks that the order is a transaction.
///
/// # Errors
/// [`LedgerError::AmountOutOfRange`], which may come from outside; [`LedgerError::Malformed`], which is a
/// fault of the program.
pub(super) fn check(order: &Order) -> Result<(), LedgerError> {
    for line in &order.lines {
        amount(Shekels(line.amount.0.checked_abs().unwrap_or(0)))?;
        // A negative grant is a debit that nobody allowed, and the other way round.
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
    let is_balanced = sum == Some(Shekels::ZERO)
        && !twice
        && (2..=MAX_LINES).contains(&order.lines.len())
        && of_its_kind
        && key.len() <= MAX_KEY_BYTES;
    if is_balanced {
        Ok(())
    } else {
        Err(LedgerError::Malformed)
    }
}

/// The state of an account after a line. Wallets and holds do not go below zero, except for a wallet that a
/// reversal takes from (`forced`): that is a debt, and nothing is spent until it is paid.
///
/// # Errors
/// [`LedgerError::InsufficientShekels`], [`LedgerError::BalanceOutOfRange`].
pub(super) fn apply(state: AccountState, line: &Line, forced: bool) -> Result<AccountAfter, LedgerError> {
    let balance = state
        .balance
        .checked_add(line.amount.0)
        .ok_or(LedgerError::BalanceOutOfRange)?;
    let postings = state
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
            available: Shekels(state.balance.max(0)),
        });
    }
    Ok(AccountAfter {
        balance,
        postings,
        in_debt: is_wallet && balance < 0,
    })
}

/// The lines that reverse a transaction. What it took out of the holds goes to `holder`, the wallet that it was
/// held from: the transaction itself does not name the wallet where all of a hold was captured.
///
/// # Errors
/// [`LedgerError::Malformed`] where there is nothing to reverse, or no wallet to give it to.
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
