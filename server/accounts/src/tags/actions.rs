//! Finding tags.

use kernel::Audience;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::search::rules::MAX_SEARCH_CHARS;
use platform::search::tokens::fold;
use platform::web::{Problem, cut_to_page, read_cursor};

use super::model::TagData;
use super::store;
use crate::AppState;

/// A page of tags by name, as this audience sees them. `cursor`: where the page before ended.
///
/// # Errors
/// 400 where the cursor is not of this list; database errors.
pub(super) async fn search(
    app: &AppState,
    audience: Audience,
    text: &str,
    limit: Option<i64>,
    cursor: Option<&str>,
) -> Result<Page<TagData>, Problem> {
    let limit = clamp_limit(limit, MAX_LIMIT);
    let text: String = text.chars().take(MAX_SEARCH_CHARS).collect();
    let folded = fold(&text);
    let list = format!("tags:{}:{folded}", audience.as_str());
    let after = read_cursor(app, &list, cursor)?;
    let mut conn = app.db.read().await?;
    let rows = store::search(&mut conn, &folded, audience, after, limit + 1).await?;
    let (rows, next_cursor) = cut_to_page(app, &list, rows, limit);
    Ok(Page {
        results: rows.into_iter().map(|row| row.seen_by(audience)).collect(),
        next_cursor,
    })
}
