//! The file that an export answers.

use accounts::guests::Owner;
use axum::http::{HeaderName, HeaderValue, header};
use platform::web::{Problem, Spool, Spooled, attachment, spool};

use super::export::{Format, export};
use crate::AppState;
use crate::stories::{self, StoryId};

/// A story as a file, and the headers by which a browser stores it.
pub(super) type StoryFile = ([(HeaderName, HeaderValue); 3], Spooled);

/// Writes a story of this owner as a file.
///
/// # Errors
/// 404 if this owner has no such story; 503 if too many files are asked for.
pub(super) async fn export_file(
    app: AppState,
    owner: &Owner,
    id: &StoryId,
    format: Format,
    with_deleted: bool,
) -> Result<StoryFile, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    drop(conn);
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(format.media_type()),
        ),
        (
            header::CONTENT_DISPOSITION,
            attachment(&story.title, format.ending()),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    let write = async move |file: &mut Spool| {
        let mut conn = app.db.read().await?;
        export(&mut conn, &story, format, with_deleted, app.clock.now(), file).await
    };
    let file = spool(&owner.principal(), write).await?;
    Ok((headers, file))
}
