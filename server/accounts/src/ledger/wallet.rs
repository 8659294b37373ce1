//! What wallets and accounts hold, and the history of a wallet.

use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use platform::db::Conn;

use super::model::{Account, Movement};
use super::{TransactionId, store};

/// The balance of somebody's wallet.
///
/// # Errors
/// Database errors.
pub async fn balance(conn: &mut Conn, user: &UserId) -> sqlx::Result<Shekels> {
    account_balance(conn, &Account::Wallet(user.clone())).await
}

/// The balance of an account; zero where it has never been used.
///
/// # Errors
/// Database errors.
pub async fn account_balance(conn: &mut Conn, account: &Account) -> sqlx::Result<Shekels> {
    Ok(Shekels(
        store::find_balance(conn, &account.id()).await?.unwrap_or(0),
    ))
}

/// A page of a wallet's history, newest first, with the balance at the same moment. The page begins
/// after the movement with the number `before`, going back; the number for the next page comes with it, if there
/// is one.
///
/// # Errors
/// Database errors.
pub async fn history(
    conn: &mut Conn,
    user: &UserId,
    before: Option<i64>,
    limit: u32,
) -> sqlx::Result<(Shekels, Vec<Movement>, Option<i64>)> {
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let id = Account::Wallet(user.clone()).id();
    let rows = store::list_movements(conn, &id, before.unwrap_or(i64::MAX), i64::from(limit) + 1).await?;
    let balance = Shekels(rows.first().map_or(0, |row| row.wallet));
    let next = rows
        .get(size)
        .and_then(|_| rows.get(size.saturating_sub(1)))
        .and_then(|row| row.account_seq);
    let movements = rows.into_iter().take(size).filter_map(|row| {
        Some(Movement {
            id: TransactionId::trusted(row.id?),
            kind: row.kind?,
            title: row.title?,
            amount: Shekels(row.amount?),
            balance: Shekels(row.balance_after?),
            created_on: Timestamp(row.created_at?),
        })
    });
    Ok((balance, movements.collect(), next))
}
