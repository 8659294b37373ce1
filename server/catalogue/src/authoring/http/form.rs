//! The form by which a scenario is created.

use axum::extract::Multipart;
use axum::extract::multipart::MultipartRejection;
use bytes::Bytes;
use kernel::{ErrorCode, hex};
use platform::media::{UPLOAD_BYTES, upload_too_large};
use platform::web::{Problem, read_file_field, unreadable_form, uploaded_form};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::authoring::draft::ScenarioDraft;
use crate::authoring::rules::MAX_SENT_BYTES;

/// The largest body: a draft, two images, and the multipart framing.
pub(super) const FORM_BYTES: usize = MAX_SENT_BYTES + 2 * UPLOAD_BYTES + 64 * 1024;

/// The form that creates a scenario.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
pub(super) struct NewScenarioForm {
    /// The draft as JSON; it may be incomplete.
    scenario: ScenarioDraft,
    /// Its upright image: JPEG, PNG, GIF, WebP or BMP, at most 10 MB.
    #[schema(value_type = String, required = false, format = Binary, content_media_type = "application/octet-stream")]
    cover: Option<Vec<u8>>,
    /// Its wide image.
    #[schema(value_type = String, required = false, format = Binary, content_media_type = "application/octet-stream")]
    banner: Option<Vec<u8>>,
}

/// The fields of the form as they were sent.
#[derive(Debug)]
pub(super) struct SentForm {
    pub(super) scenario: Bytes,
    pub(super) cover: Option<Bytes>,
    pub(super) banner: Option<Bytes>,
}

impl SentForm {
    /// A hash of all that was sent, in hexadecimal digits.
    pub(super) fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for part in [Some(&self.scenario), self.cover.as_ref(), self.banner.as_ref()] {
            // With its length, so that no byte can move from one part to the next.
            hash.update(part.map_or(u64::MAX, |part| part.len() as u64).to_be_bytes());
            hash.update(part.map(|part| &part[..]).unwrap_or_default());
        }
        hex(&hash.finalize())
    }
}

/// Reads the form.
///
/// # Errors
/// 415 for a body that is no form, 413 for a part that is too large, 422 for a form without a scenario.
pub(super) async fn read_form(form: Result<Multipart, MultipartRejection>) -> Result<SentForm, Problem> {
    let mut form = uploaded_form(form, "scenario")?;
    let (mut scenario, mut cover, mut banner) = (None, None, None);
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable_form(&error, draft_too_large))?
    {
        match field.name() {
            Some("scenario") => {
                scenario = Some(read_file_field(field, MAX_SENT_BYTES, draft_too_large).await?);
            }
            Some("cover") => cover = Some(read_file_field(field, UPLOAD_BYTES, upload_too_large).await?),
            Some("banner") => banner = Some(read_file_field(field, UPLOAD_BYTES, upload_too_large).await?),
            _ => {}
        }
    }
    let scenario =
        scenario.ok_or_else(|| Problem::invalid("scenario", "Send the scenario as the field scenario."))?;
    Ok(SentForm {
        scenario,
        cover,
        banner,
    })
}

/// The refusal of a draft that is larger than any valid one.
pub(super) fn draft_too_large() -> Problem {
    Problem::new(
        ErrorCode::PAYLOAD_TOO_LARGE,
        format!("A scenario can have up to {MAX_SENT_BYTES} bytes."),
    )
}
