//! Counts how many listed scenarios carry each tag.

use accounts::tags::{self, TagCounts};
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

statements! {
    COUNT_BY_TAG = "
        select st.tag_id, sum(case when s.rating in ('everyone', 'mature') then 1 else 0 end) as everyone,
            sum(case when s.rating not in ('everyone', 'mature', 'extreme') then 1 else 0 end) as explicit,
            sum(case when s.rating = 'extreme' then 1 else 0 end) as extreme
        from scenario_tags st
        join scenarios s on s.id = st.scenario_id and s.listed
        where $1 = '' or s.author_id = $1
        group by st.tag_id
        order by st.tag_id";
}

#[derive(sqlx::FromRow)]
struct CountRow {
    tag_id: String,
    #[sqlx(flatten)]
    counts: TagCounts,
}

/// Counts the listed scenarios of each tag: those of one author, or of all.
pub(super) async fn count_by_tag(
    conn: &mut Conn,
    author: Option<&UserId>,
) -> sqlx::Result<Vec<(String, TagCounts)>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, CountRow>(COUNT_BY_TAG)
        .bind(author.map_or("", UserId::as_str))
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(|row| (row.tag_id, row.counts)).collect())
}

/// Recounts the listed scenarios of every tag, for each audience.
///
/// # Errors
/// Database errors.
pub async fn recount_tags(tx: &mut Tx) -> sqlx::Result<()> {
    let counted = count_by_tag(tx, None).await?;
    tags::clear_counts(tx).await?;
    for (tag, counts) in counted {
        tags::add_counts(tx, &tag, counts).await?;
    }
    Ok(())
}
