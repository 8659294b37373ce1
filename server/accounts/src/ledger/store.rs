//! SQL of the ledger.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

use super::model::Account;
use super::rows::{AccountRow, HoldRow, LineRow, MovementRow, TransactionRow};
use super::rules::{AccountAfter, AccountState};

statements! {
    FIND_HEAD = "select seq, hash from ledger_head where id = 1";
    MOVE_HEAD = "update ledger_head set seq = $2, hash = $3 where id = 1 and seq = $1";
    FIND_BY_KEY = "
        select seq, id, kind, natural_key, reverses, title, actor_id, created_at, hash
        from ledger_transactions
        where natural_key = $1";
    FIND_BY_ID = "
        select seq, id, kind, natural_key, reverses, title, actor_id, created_at, hash
        from ledger_transactions
        where id = $1";
    FIND_REVERSAL = "
        select seq, id, kind, natural_key, reverses, title, actor_id, created_at, hash
        from ledger_transactions
        where reverses = $1";
    LIST_LINES = "
        select p.account_id, a.kind, a.owner_id, p.amount
        from ledger_postings p
        join ledger_accounts a on a.id = p.account_id
        where p.seq = $1
        order by p.line";
    FIND_ACCOUNTS = "select id, balance, postings from ledger_accounts where id in ($1, $2, $3, $4)";
    INSERT_ACCOUNT = "
        insert into ledger_accounts (id, kind, owner_id, balance, postings, in_debt, created_at)
        values ($1, $2, $3, 0, 0, false, $4)
        on conflict (id) do nothing";
    INSERT_TRANSACTION = "
        insert into ledger_transactions (seq, id, kind, natural_key, reverses, title, actor_id, created_at,
            hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict do nothing";
    INSERT_POSTING = "
        insert into ledger_postings (seq, line, account_id, amount, balance_after, account_seq)
        values ($1, $2, $3, $4, $5, $6)";
    UPDATE_ACCOUNT = "
        update ledger_accounts
        set balance = $3, postings = $4, in_debt = $5
        where id = $1 and postings = $2";
    FIND_BALANCE = "select balance from ledger_accounts where id = $1";
    LIST_MOVEMENTS = "
        select a.balance as wallet, p.account_seq, p.amount, p.balance_after, t.id, t.kind, t.title,
            t.created_at
        from ledger_accounts a
        left join ledger_postings p on p.account_id = a.id and p.account_seq < $2
        left join ledger_transactions t on t.seq = p.seq
        where a.id = $1
        order by p.account_seq desc
        limit $3";
    INSERT_HOLD = "
        insert into ledger_holds (id, account_id, amount, title, placed_seq, expires_at)
        values ($1, $2, $3, $4, $5, $6)";
    FIND_HOLD = "
        select h.id, h.amount, h.title, a.owner_id, h.expires_at, h.captured, h.closed_seq
        from ledger_holds h
        join ledger_accounts a on a.id = h.account_id
        where h.id = $1";
    FIND_HOLDER = "
        select a.owner_id
        from ledger_holds h
        join ledger_accounts a on a.id = h.account_id
        where h.closed_seq = $1";
    CLOSE_HOLD =
        "update ledger_holds set captured = $2, closed_seq = $3 where id = $1 and closed_seq is null";
    LIST_EXPIRED = "
        select id
        from ledger_holds
        where closed_seq is null and expires_at <= $1
        order by expires_at, id
        limit $2";
}

/// The last transaction of the chain: its number and its hash.
pub(super) async fn find_head(tx: &mut Tx) -> sqlx::Result<(i64, String)> {
    query_on!(tx, |x: D| sqlx::query_as::<D, (i64, String)>(FIND_HEAD)
        .fetch_one(x)
        .await)
}

/// Moves the head of the chain; false if it is no longer at `from`.
pub(super) async fn move_head(tx: &mut Tx, from: i64, to: i64, hash: &str) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(MOVE_HEAD)
        .bind(from)
        .bind(to)
        .bind(hash)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// The transaction with this natural key.
pub(super) async fn find_by_key(tx: &mut Tx, key: &str) -> sqlx::Result<Option<TransactionRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, TransactionRow>(FIND_BY_KEY)
        .bind(key)
        .fetch_optional(x)
        .await)
}

/// The transaction with this id.
pub(super) async fn find_by_id(tx: &mut Tx, id: &str) -> sqlx::Result<Option<TransactionRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, TransactionRow>(FIND_BY_ID)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The transaction that reverses this one.
pub(super) async fn find_reversal(tx: &mut Tx, of: &str) -> sqlx::Result<Option<TransactionRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, TransactionRow>(FIND_REVERSAL)
        .bind(of)
        .fetch_optional(x)
        .await)
}

/// The sides of a transaction, in order.
pub(super) async fn list_lines(tx: &mut Tx, seq: i64) -> sqlx::Result<Vec<LineRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, LineRow>(LIST_LINES)
        .bind(seq)
        .fetch_all(x)
        .await)
}

/// The accounts that exist of up to four.
pub(super) async fn find_accounts(tx: &mut Tx, ids: &[String]) -> sqlx::Result<Vec<AccountRow>> {
    let at = |n: usize| ids.get(n).or(ids.first()).map_or("", String::as_str);
    query_on!(tx, |x: D| sqlx::query_as::<D, AccountRow>(FIND_ACCOUNTS)
        .bind(at(0))
        .bind(at(1))
        .bind(at(2))
        .bind(at(3))
        .fetch_all(x)
        .await)
}

/// Opens an account, if it does not exist yet.
pub(super) async fn insert_account(
    tx: &mut Tx,
    account: &Account,
    id: &str,
    now: Timestamp,
) -> sqlx::Result<()> {
    let owner = account.owner().map(kernel::ids::UserId::as_str);
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_ACCOUNT)
        .bind(id)
        .bind(account.kind())
        .bind(owner)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Adds a transaction; false where its number, id, key or original is taken.
pub(super) async fn insert_transaction(tx: &mut Tx, row: &TransactionRow) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_TRANSACTION)
            .bind(row.seq)
            .bind(&row.id)
            .bind(&row.kind)
            .bind(&row.natural_key);
        let insert = insert
            .bind(row.reverses.as_deref())
            .bind(&row.title)
            .bind(row.actor_id.as_deref())
            .bind(row.created_at)
            .bind(&row.hash);
        insert.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// Adds a posting.
pub(super) async fn insert_posting(
    tx: &mut Tx,
    seq: i64,
    line: i64,
    account: &str,
    amount: i64,
    after: AccountAfter,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_POSTING)
            .bind(seq)
            .bind(line)
            .bind(account)
            .bind(amount);
        insert
            .bind(after.balance)
            .bind(after.postings)
            .execute(x)
            .await
            .map(drop)
    })
}

/// Updates an account; false where it has changed since it was read.
pub(super) async fn update_account(
    tx: &mut Tx,
    id: &str,
    from: AccountState,
    to: AccountAfter,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(UPDATE_ACCOUNT)
            .bind(id)
            .bind(from.postings)
            .bind(to.balance)
            .bind(to.postings)
            .bind(to.in_debt);
        update.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// The balance of an account; none where it has never been used.
pub(super) async fn find_balance(conn: &mut Conn, id: &str) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_BALANCE)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The movements of an account before the given one, newest first, with its balance at the same moment.
pub(super) async fn list_movements(
    conn: &mut Conn,
    id: &str,
    before: i64,
    limit: i64,
) -> sqlx::Result<Vec<MovementRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, MovementRow>(LIST_MOVEMENTS)
        .bind(id)
        .bind(before)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Adds an open hold.
pub(super) async fn insert_hold(
    tx: &mut Tx,
    hold: &HoldRow,
    account: &str,
    placed_seq: i64,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_HOLD)
            .bind(&hold.id)
            .bind(account)
            .bind(hold.amount)
            .bind(&hold.title);
        insert
            .bind(placed_seq)
            .bind(hold.expires_at)
            .execute(x)
            .await
            .map(drop)
    })
}

/// A hold.
pub(super) async fn find_hold(tx: &mut Tx, id: &str) -> sqlx::Result<Option<HoldRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, HoldRow>(FIND_HOLD)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The owner of the hold that this transaction closed, if it closed one.
pub(super) async fn find_holder(conn: &mut Conn, closed_seq: i64) -> sqlx::Result<Option<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_HOLDER)
        .bind(closed_seq)
        .fetch_optional(x)
        .await)
}

/// Closes an open hold; false where it is closed already.
pub(super) async fn close_hold(tx: &mut Tx, id: &str, captured: i64, closed_seq: i64) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(CLOSE_HOLD)
        .bind(id)
        .bind(captured)
        .bind(closed_seq)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Open holds that have expired.
pub(super) async fn list_expired(conn: &mut Conn, now: Timestamp, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_EXPIRED)
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}
