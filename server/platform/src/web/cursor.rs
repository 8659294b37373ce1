//! Where a reader of a list has come to.

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
