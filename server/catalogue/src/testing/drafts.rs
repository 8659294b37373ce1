//! Many drafts at once.

use kernel::ids::UserId;
use platform::db::query_on;

use super::TestApp;

/// Gives a person this many empty drafts.
///
/// # Panics
/// When they cannot be stored.
pub async fn add_drafts(app: &TestApp, author: &UserId, count: i64) {
    let text = "
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $2)
        insert into scenario_drafts (id, author_id, version, state, title, tagline, title_key, tags,
            images, missing_count, created_at, updated_at, document)
        select 'd' || cast(n as text), $1, 1, 'draft', '', '', '', '[]', '{}', 7, n, n, '{}'
        from numbers";
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(author.as_str())
        .bind(count)
        .execute(x)
        .await
        .map(drop))
    .expect("drafts");
    let index = "
        insert into scenario_draft_index (draft_id, tags, complete, words)
        select id, '|', true, '' from scenario_drafts where author_id = $1
        on conflict do nothing";
    query_on!(tx, |x: D| sqlx::query::<D>(index)
        .bind(author.as_str())
        .execute(x)
        .await
        .map(drop))
    .expect("their index");
    tx.commit().await.expect("a commit");
}
