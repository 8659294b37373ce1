//! SQL of verifying: it reads everything, and takes nothing from the code that wrote it.

use kernel::Timestamp;
use platform::db::{Conn, query_on, statements};

use crate::ledger::model::{Line, MAX_AMOUNT};
use crate::ledger::rows::{LineRow, TransactionRow};

statements! {
    SUM_ACCOUNTS = "
        select cast(coalesce(sum(balance), 0) as bigint), count(*), (
            select cast(coalesce(sum(amount), 0) as bigint)
            from ledger_postings
        )
        from ledger_accounts";
    LIST_ACCOUNTS_AFTER = "
        select id, kind, owner_id, balance, postings, in_debt
        from ledger_accounts
        where id > $1
        order by id
        limit $2";
    LIST_TRANSACTIONS_AFTER = "
        select seq, id, kind, natural_key, reverses, title, actor_id, created_at, hash
        from ledger_transactions
        where seq > $1
        order by seq
        limit $2";
    LIST_POSTINGS_BETWEEN = "
        select seq, line, account_id, amount, balance_after, account_seq
        from ledger_postings
        where seq > $1 and seq <= $2
        order by seq, line";
    LIST_ORPHANS = "
        select p.seq, p.line
        from ledger_postings p
        where not exists (
            select 1
            from ledger_transactions t
            where t.seq = p.seq
        ) or not exists (select 1 from ledger_accounts a where a.id = p.account_id)
        order by p.seq, p.line
        limit $1";
    LIST_FRACTIONS = "
        select seq, line
        from ledger_postings
        where cast(amount as bigint) <> amount
          or cast(balance_after as bigint) <> balance_after
          or amount = 0
          or amount > $1
          or amount < -$1
        order by seq, line
        limit $2";
    LIST_SHARED_KEYS = "
        select natural_key
        from ledger_transactions
        group by natural_key
        having count(*) > 1
        order by natural_key
        limit $1";
    LIST_REVERSALS = "
        select r.seq, r.reverses, o.seq as original_seq, o.kind as original_kind,
            o.reverses as original_reverses
        from ledger_transactions r
        left join ledger_transactions o on o.id = r.reverses
        where r.reverses is not null or r.kind = 'reversal'
        order by r.seq";
    LIST_SHARED_ORIGINALS = "
        select reverses
        from ledger_transactions
        where reverses is not null
        group by reverses
        having count(*) > 1
        limit $1";
    LIST_LINES_OF = "
        select p.account_id, a.kind, a.owner_id, p.amount
        from ledger_postings p
        join ledger_accounts a on a.id = p.account_id
        where p.seq = $1
        order by p.line";
    COUNT_HOLDS = "
        select count(*), cast(coalesce(sum(amount), 0) as bigint)
        from ledger_holds
        where closed_seq is null";
    LIST_OVERDUE = "
        select id
        from ledger_holds
        where closed_seq is null and expires_at < $1
        order by expires_at
        limit $2";
    LIST_ODD_HOLDS = "
        select h.id
        from ledger_holds h
        left join ledger_transactions p on p.seq = h.placed_seq
        left join ledger_transactions c on c.seq = h.closed_seq
        where p.id is null or p.id <> h.id or p.kind <> 'hold' or (h.closed_seq is not null and (c.id is null or
            c.natural_key <> 'close:' || h.id or c.kind <> (case when h.captured > 0 then 'capture' else
            'release' end) or h.captured <> (
                select cast(coalesce(sum(amount), 0) as bigint)
                from ledger_postings x
                where x.seq = h.closed_seq and x.account_id = 'revenue'
            )))
        order by h.id
        limit $1";
    LIST_LOST_HOLDS = "
        select t.seq
        from ledger_transactions t
        where t.kind = 'hold' and not exists (select 1 from ledger_holds h where h.placed_seq = t.seq)
        order by t.seq
        limit $1";
    READ_HEAD = "select seq, hash from ledger_head";
}

#[derive(sqlx::FromRow)]
pub(super) struct PostingRow {
    pub(super) seq: i64,
    pub(super) line: i64,
    pub(super) account_id: String,
    pub(super) amount: i64,
    pub(super) balance_after: i64,
    pub(super) account_seq: i64,
}

#[derive(sqlx::FromRow)]
pub(super) struct AccountRow {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) owner_id: Option<String>,
    pub(super) balance: i64,
    pub(super) postings: i64,
    pub(super) in_debt: bool,
}

/// A reversal with the transaction it names, which may not exist.
#[derive(sqlx::FromRow)]
pub(super) struct ReversalRow {
    pub(super) seq: i64,
    pub(super) reverses: Option<String>,
    pub(super) original_seq: Option<i64>,
    pub(super) original_kind: Option<String>,
    pub(super) original_reverses: Option<String>,
}

/// The sum of all balances, the number of accounts, and the sum of all postings.
pub(super) async fn sum_accounts(conn: &mut Conn) -> sqlx::Result<(i64, i64, i64)> {
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(SUM_ACCOUNTS)
        .fetch_one(x)
        .await)
}

/// Postings (transaction and line) without a transaction or an account.
pub(super) async fn list_orphans(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<(i64, i64)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_ORPHANS)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Postings (transaction and line) whose amount is not whole, zero or too large.
pub(super) async fn list_fractions(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<(i64, i64)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_FRACTIONS)
        .bind(MAX_AMOUNT)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Natural keys of more than one transaction.
pub(super) async fn list_shared_keys(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_SHARED_KEYS)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// All reversals.
pub(super) async fn list_reversals(conn: &mut Conn) -> sqlx::Result<Vec<ReversalRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, ReversalRow>(LIST_REVERSALS)
        .fetch_all(x)
        .await)
}

/// Transactions that are reversed more than once.
pub(super) async fn list_shared_originals(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
        LIST_SHARED_ORIGINALS
    )
    .bind(limit)
    .fetch_all(x)
    .await)
}

/// The lines of a transaction; none where one of them cannot be read.
pub(super) async fn find_lines(conn: &mut Conn, seq: i64) -> sqlx::Result<Option<Vec<Line>>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, LineRow>(LIST_LINES_OF)
        .bind(seq)
        .fetch_all(x)
        .await)?;
    let lines: Result<_, _> = rows.into_iter().map(Line::try_from).collect();
    Ok(lines.ok())
}

/// The number of open holds, and what they come to.
pub(super) async fn count_holds(conn: &mut Conn) -> sqlx::Result<(i64, i64)> {
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(COUNT_HOLDS)
        .fetch_one(x)
        .await)
}

/// Open holds that expired before this time.
pub(super) async fn list_overdue(
    conn: &mut Conn,
    before: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OVERDUE)
        .bind(before.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Holds that do not agree with the transactions that placed and closed them.
pub(super) async fn list_odd_holds(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_ODD_HOLDS)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Transactions that placed a hold that does not exist.
pub(super) async fn list_lost_holds(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(LIST_LOST_HOLDS)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Transactions after this number.
pub(super) async fn list_transactions(
    conn: &mut Conn,
    after: i64,
    limit: i64,
) -> sqlx::Result<Vec<TransactionRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TransactionRow>(
        LIST_TRANSACTIONS_AFTER
    )
    .bind(after)
    .bind(limit)
    .fetch_all(x)
    .await)
}

/// The postings of transactions after one number, up to and including another.
pub(super) async fn list_postings(conn: &mut Conn, after: i64, until: i64) -> sqlx::Result<Vec<PostingRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, PostingRow>(
        LIST_POSTINGS_BETWEEN
    )
    .bind(after)
    .bind(until)
    .fetch_all(x)
    .await)
}

/// Accounts after this id.
pub(super) async fn list_accounts(conn: &mut Conn, after: &str, limit: i64) -> sqlx::Result<Vec<AccountRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, AccountRow>(LIST_ACCOUNTS_AFTER)
        .bind(after)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// The heads of the chain: there must be one.
pub(super) async fn list_heads(conn: &mut Conn) -> sqlx::Result<Vec<(i64, String)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(READ_HEAD).fetch_all(x).await)
}
