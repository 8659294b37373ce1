//! SQL of the counts: how many notices were shown in which month, without text and without people.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

use super::model::CrisisKind;

statements! {
    COUNT_NOTICE = "
        insert into care_counts (month, kind, notices)
        values ($1, $2, 1)
        on conflict (month, kind) do update set notices = care_counts.notices + 1";
    LIST_COUNTS = "
        select month, kind, notices
        from care_counts
        where month >= $1 and month <= $2
        order by month, kind";
}

/// Counts a notice that is shown. Joins the caller's transaction.
///
/// # Errors
/// Database errors.
pub async fn count(tx: &mut Tx, kind: CrisisKind, now: Timestamp) -> sqlx::Result<()> {
    let month: String = now.to_string().chars().take(7).collect();
    query_on!(tx, |x: D| sqlx::query::<D>(COUNT_NOTICE)
        .bind(month)
        .bind(kind.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// One month's count of one kind.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct CountRow {
    /// `2026-03`.
    pub(super) month: String,
    pub(super) kind: String,
    pub(super) notices: i64,
}

/// The counts of a year.
pub(super) async fn list(conn: &mut Conn, year: u16) -> sqlx::Result<Vec<CountRow>> {
    let (first, last) = (format!("{year:04}-01"), format!("{year:04}-12"));
    query_on!(conn, |x: D| sqlx::query_as::<D, CountRow>(LIST_COUNTS)
        .bind(first)
        .bind(last)
        .fetch_all(x)
        .await)
}
