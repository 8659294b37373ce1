//! SQL of image reviews.

use platform::db::{Conn, query_on, statements};
use serde::{Deserialize, Serialize};

statements! {
    LIST_WAITING = "
        select l.key, l.draft_id, d.title, d.author_id, u.authorname, l.note, l.asked_at
        from image_second_looks l
        join scenario_drafts d on d.id = l.draft_id and d.deleted_at is null
        join users u on u.id = d.author_id
        join image_verdicts v on v.key = l.key and v.decided_explicit is null
        where (l.asked_at, l.key) > ($1, $2)
        order by l.asked_at, l.key
        limit $3";
}

/// Where a page of reviews ended.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct ReviewPosition(i64, String);

/// An image whose author asks for a second look.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct ReviewRow {
    pub(super) key: String,
    pub(super) draft_id: String,
    pub(super) title: String,
    pub(super) author_id: String,
    pub(super) authorname: String,
    pub(super) note: String,
    pub(super) asked_at: i64,
}

/// Up to `limit` images that wait for a decision, the longest waiting first, each with its position.
pub(super) async fn list_waiting(
    conn: &mut Conn,
    after: Option<ReviewPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(ReviewRow, ReviewPosition)>> {
    let ReviewPosition(at, key) = after.unwrap_or_default();
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, ReviewRow>(LIST_WAITING)
        .bind(at)
        .bind(key)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    let positioned = |row: ReviewRow| {
        let position = ReviewPosition(row.asked_at, row.key.clone());
        (row, position)
    };
    Ok(rows.into_iter().map(positioned).collect())
}
