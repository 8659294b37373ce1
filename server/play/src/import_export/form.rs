//! The form by which a story is imported: its file, and the scenario that it belongs to.

use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartRejection};
use bytes::Bytes;
use catalogue::scenarios::ScenarioId;
use kernel::ErrorCode;
use platform::web::{Problem, read_file_field, unreadable_form, uploaded_form};
use utoipa::ToSchema;

use super::rules::MAX_FILE_BYTES;

/// The largest body of an import: the file and its multipart framing.
pub(super) const BODY_BYTES: usize = MAX_FILE_BYTES + 64 * 1024;

/// The form that imports a story.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only the API document reads it")]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportForm {
    /// Our own JSON, a SillyTavern chat (.jsonl), or a chat of CAI Tools, text-generation-webui or Agnai; at
    /// most 20 MB and 20,000 messages.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// The scenario that the story belongs to; its actors replace characters of the file.
    scenario_id: Option<ScenarioId>,
}

/// The file of a form and the scenario it names.
///
/// # Errors
/// 415 if it is not a form, 413 if the file is too large, 422 if there is no file or the scenario's id is
/// malformed.
pub(super) async fn read_form(
    form: Result<Multipart, MultipartRejection>,
) -> Result<(Bytes, Option<ScenarioId>), Problem> {
    let mut form = uploaded_form(form, "file")?;
    let (mut file, mut scenario) = (None, None);
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable_form(&error, too_large))?
    {
        match field.name() {
            Some("file") if file.is_none() => {
                file = Some(read_file_field(field, MAX_FILE_BYTES, too_large).await?);
            }
            Some("scenarioId") => scenario = read_scenario(field).await?.or(scenario),
            _ => {}
        }
    }
    let file = file.ok_or_else(|| Problem::invalid("file", "Send the story as the field file."))?;
    Ok((file, scenario))
}

async fn read_scenario(field: Field<'_>) -> Result<Option<ScenarioId>, Problem> {
    let text = field
        .text()
        .await
        .map_err(|error| unreadable_form(&error, too_large))?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let id = text.trim().parse();
    id.map(Some)
        .map_err(|_| Problem::invalid("scenarioId", "This scenario doesn’t exist."))
}

fn too_large() -> Problem {
    Problem::new(
        ErrorCode::PAYLOAD_TOO_LARGE,
        format!(
            "This file is too large (max {} MB).",
            MAX_FILE_BYTES / 1024 / 1024
        ),
    )
}
