//! The form by which a card is imported.

use axum::extract::Multipart;
use axum::extract::multipart::MultipartRejection;
use bytes::Bytes;
use kernel::ErrorCode;
use platform::web::{Problem, read_form_file};
use utoipa::ToSchema;

use crate::card_files::MAX_CARD_JSON_BYTES;

/// The largest body: the file and its multipart framing.
pub(super) const FORM_BYTES: usize = MAX_CARD_JSON_BYTES + 64 * 1024;

/// The form that imports a card.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
pub(super) struct CardForm {
    /// A character card as JSON (V1, V2, V3 and older forms), at most 8 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// The bytes of the form's field `file`.
///
/// # Errors
/// 415 for a body that is no form, 413 for a file that is too large, 422 for a form without a file.
pub(super) async fn read_form(form: Result<Multipart, MultipartRejection>) -> Result<Bytes, Problem> {
    read_form_file(form, "card", MAX_CARD_JSON_BYTES, too_large).await
}

fn too_large() -> Problem {
    Problem::new(ErrorCode::PAYLOAD_TOO_LARGE, "This card is too large (max 8 MB).")
}
