//! Reads a list's cursor from a request.

use kernel::paging::cut_page;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Problem;
use crate::AppState;

/// Opens a cursor of `list`; a blank one counts as none (spec section 5).
pub fn read_cursor<P: DeserializeOwned>(
    app: &AppState,
    list: &str,
    cursor: Option<&str>,
) -> Result<Option<P>, Problem> {
    let cursor = cursor.map(str::trim).filter(|cursor| !cursor.is_empty());
    let opened = cursor.map(|cursor| app.cursor_key.open(list, cursor)).transpose();
    opened.map_err(|_| {
        Problem::bad_request("This page of the list is no longer available. Start again from the first page.")
            .with_field("cursor", "not one of this list's")
    })
}

/// Cuts rows of `list` that were read with their positions, one more than `limit` if there are that many: the
/// page's rows, and the cursor of the next page, if there is one.
#[must_use]
pub fn cut_to_page<T, P: Serialize>(
    app: &AppState,
    list: &str,
    rows: Vec<(T, P)>,
    limit: u32,
) -> (Vec<T>, Option<String>) {
    let (rows, next) = cut_page(rows, limit);
    (rows, next.map(|position| app.cursor_key.seal(list, &position)))
}
