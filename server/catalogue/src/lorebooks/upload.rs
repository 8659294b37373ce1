//! Reads an uploaded lorebook file.

use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use kernel::ErrorCode;
use platform::web::{Json, Problem, unreadable_form};
use serde_json::Value;

use super::rules::MAX_BOOK_BYTES;
use crate::AppState;

/// Reads the JSON from the form's field `file`, or from the body itself; with the name of the file, if it was sent.
///
/// # Errors
/// 400 or 422 for an unreadable file, 413 for a file that is too large.
pub(super) async fn read_upload(
    app: &AppState,
    request: Request,
) -> Result<(Value, Option<String>), Problem> {
    let content_type = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if !content_type.starts_with("multipart/form-data") {
        let body = Json::<Value>::from_request(request, app).await;
        return body.map(|Json(file)| (file, None));
    }
    let mut form = Multipart::from_request(request, app)
        .await
        .map_err(|_| unreadable())?;
    while let Some(field) = form.next_field().await.map_err(|_| unreadable())? {
        if field.name() == Some("file") {
            let name = field.file_name().map(str::to_owned);
            return Ok((read_field(field).await?, name));
        }
    }
    Err(Problem::invalid("file", "Send the book as the field file."))
}

async fn read_field(field: Field<'_>) -> Result<Value, Problem> {
    let bytes = field
        .bytes()
        .await
        .map_err(|error| unreadable_form(&error, too_large))?;
    serde_json::from_slice(&bytes).map_err(|_| Problem::invalid("file", "This isn’t a JSON file."))
}

fn too_large() -> Problem {
    Problem::new(
        ErrorCode::PAYLOAD_TOO_LARGE,
        format!("A lorebook can have up to {MAX_BOOK_BYTES} bytes."),
    )
}

fn unreadable() -> Problem {
    Problem::bad_request("The form cannot be read.")
}
