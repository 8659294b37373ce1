//! Finding scenarios or cards by text, tags and author, page by page, with corrections of the spelling.

use accounts::tags::BlockedContent;
use kernel::Audience;
use kernel::paging::{MAX_LIMIT, clamp_limit, cut_page};
use platform::db::Conn;
use platform::search::rules::MAX_SEARCH_CHARS;
use platform::search::{self, Filters, Kind, Position};
use platform::web::{Problem, read_cursor};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::listing::{RequestedFilters, read_filters};
use crate::AppState;

/// Parameters of the scenario search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchParams {
    /// The search text; empty finds everything, the most popular first.
    pub(crate) q: Option<String>,
    /// Ids or slugs of tags that every result must have.
    #[serde(default)]
    pub(crate) wl_tags: Vec<String>,
    /// Ids or slugs of tags that no result may have.
    #[serde(default)]
    pub(crate) bl_tags: Vec<String>,
    /// Ids of content notes that no result may have.
    #[serde(default)]
    pub(crate) bl_notes: Vec<String>,
    /// How many, 1 to 100; 20 by default.
    pub(crate) limit: Option<i64>,
    /// Only scenarios of this author: a name or an id.
    pub(crate) author: Option<String>,
    /// `nextCursor` of the previous page.
    pub(crate) cursor: Option<String>,
}

/// Where a page of search results ended. Later pages search for the text that found the first page.
#[derive(Debug, Serialize, Deserialize)]
struct SearchPosition {
    #[serde(rename = "p")]
    position: Position,
    #[serde(rename = "c", skip_serializing_if = "Option::is_none", default)]
    corrected: Option<String>,
}

/// A page of ids that a search found.
#[derive(Debug, Default)]
pub(crate) struct SearchPage {
    pub(crate) ids: Vec<String>,
    /// Where the next page begins; `None` at the end.
    pub(crate) next_cursor: Option<String>,
    /// The text that was searched for instead of the given one.
    pub(crate) corrected: Option<String>,
}

/// The ids on a page of a search, without what the caller has blocked and without what is not rated for this
/// audience.
///
/// # Errors
/// Too many tags, or a cursor that is not of this search.
pub(crate) async fn find_page(
    app: &AppState,
    conn: &mut Conn,
    kind: Kind,
    blocked: &BlockedContent,
    audience: Audience,
    params: SearchParams,
) -> Result<SearchPage, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let author = params.author.as_deref().map(str::trim);
    let author = author.filter(|name| !name.is_empty());
    let wanted = RequestedFilters {
        with_tags: &params.wl_tags,
        without_tags: &params.bl_tags,
        without_notes: &params.bl_notes,
        author,
    };
    let Some(filters) = read_filters(conn, blocked, audience, wanted).await? else {
        return Ok(SearchPage::default());
    };
    let text = read_search_text(params.q);
    let list = match kind {
        Kind::Scenario => format!("search:{text}:{filters:?}"),
        Kind::Card => format!("card-search:{text}:{filters:?}"),
    };
    let after = read_cursor(app, &list, params.cursor.as_deref())?;
    let FoundRows { ids, next, corrected } =
        find_with_corrections(conn, kind, text, &filters, after, limit).await?;
    let next_cursor = next.map(|position| {
        let corrected = corrected.clone();
        app.cursor_key
            .seal(&list, &SearchPosition { position, corrected })
    });
    Ok(SearchPage {
        ids,
        next_cursor,
        corrected,
    })
}

/// The ids of the rows that fit a text best.
///
/// # Errors
/// Database errors.
pub(crate) async fn find_best(
    conn: &mut Conn,
    kind: Kind,
    text: Option<String>,
    filters: &Filters,
    limit: u32,
) -> Result<Vec<String>, Problem> {
    let found = find_with_corrections(conn, kind, read_search_text(text), filters, None, limit).await?;
    Ok(found.ids)
}

/// Rows that were found by text.
struct FoundRows {
    ids: Vec<String>,
    /// Where the next page begins; `None` at the end.
    next: Option<Position>,
    /// The text that was searched for instead of the given one.
    corrected: Option<String>,
}

/// Finds rows by text. If the first page would be empty, searches for a corrected text.
async fn find_with_corrections(
    conn: &mut Conn,
    kind: Kind,
    text: String,
    filters: &Filters,
    after: Option<SearchPosition>,
    limit: u32,
) -> Result<FoundRows, Problem> {
    let (position, mut corrected) =
        after.map_or((None, None), |after| (Some(after.position), after.corrected));
    let mut found = search::find(
        conn,
        kind,
        corrected.as_deref().unwrap_or(&text),
        filters,
        position,
        limit + 1,
    )
    .await?;
    if found.is_empty() && position.is_none() {
        // First corrects the spelling, then leaves words out.
        let meant = search::correct(conn, kind, &text).await?;
        if let Some(meant) = &meant {
            found = search::find(conn, kind, meant, filters, None, limit + 1).await?;
        }
        corrected = meant;
        if found.is_empty() {
            corrected = search::loosen(conn, kind, corrected.as_deref().unwrap_or(&text), filters).await?;
            if let Some(less) = &corrected {
                found = search::find(conn, kind, less, filters, None, limit + 1).await?;
            }
        }
    }
    let (ids, next) = cut_page(
        found.into_iter().map(|row| (row.item_id, row.position)).collect(),
        limit,
    );
    Ok(FoundRows { ids, next, corrected })
}

/// The search text as it is used: trimmed and cut to a reasonable length.
fn read_search_text(q: Option<String>) -> String {
    q.unwrap_or_default()
        .trim()
        .chars()
        .take(MAX_SEARCH_CHARS)
        .collect()
}
