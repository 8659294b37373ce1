//! The form by which a card or a lorebook is sent.

use axum::extract::Multipart;
use axum::extract::multipart::MultipartRejection;
use kernel::ErrorCode;
use platform::web::{Problem, StoredUpload, store_form_file};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::card_files::MAX_FILE_BYTES;

/// The form that sends a card or a lorebook.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
pub(super) struct CardForm {
    /// A character card, at most 200 MB: PNG, APNG, CHARX, JPEG, WebP, JSON or YAML, whatever its name is; or a
    /// lorebook in JSON.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ImportParams {
    /// Whether a file that was imported before is imported once more; by default it is not.
    #[serde(default)]
    pub(super) again: bool,
}

/// The form's field `file`, on the disk.
///
/// # Errors
/// 415 for a body that is no form, 413 for a file that is too large, 422 for a form without a file.
pub(super) async fn store_form(form: Result<Multipart, MultipartRejection>) -> Result<StoredUpload, Problem> {
    store_form_file(form, "card", MAX_FILE_BYTES, too_large).await
}

fn too_large() -> Problem {
    Problem::new(
        ErrorCode::PAYLOAD_TOO_LARGE,
        "This file is too large. A card file can have up to 200 MB.",
    )
}
