//! Files that are uploaded in forms (multipart/form-data).

use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::http::StatusCode;
use bytes::{Bytes, BytesMut};
use kernel::ErrorCode;

use super::problem::Problem;

/// The form of a request. `what` is what it should contain: "picture".
///
/// # Errors
/// 415 where the body is no form.
pub fn uploaded_form(form: Result<Multipart, MultipartRejection>, what: &str) -> Result<Multipart, Problem> {
    form.map_err(|_| {
        Problem::new(
            ErrorCode::UNSUPPORTED_MEDIA_TYPE,
            format!("Send the {what} as multipart/form-data."),
        )
    })
}

/// Takes the content of a field of a form piece by piece.
pub(super) trait Sink {
    /// Takes the next piece.
    fn add(&mut self, piece: Bytes) -> impl Future<Output = Result<(), Problem>> + Send;
}

impl Sink for BytesMut {
    async fn add(&mut self, piece: Bytes) -> Result<(), Problem> {
        self.extend_from_slice(&piece);
        Ok(())
    }
}

/// The content of the form's field `file`, at most `max_bytes` long. `what` is what it should be: "picture".
///
/// # Errors
/// 415 where the body is no form; `too_large()` for a file that is too large; 422 for a form without a file; 400
/// where it cannot be read.
pub async fn read_form_file(
    form: Result<Multipart, MultipartRejection>,
    what: &str,
    max_bytes: usize,
    too_large: fn() -> Problem,
) -> Result<Bytes, Problem> {
    let mut file = BytesMut::new();
    receive_form_file(form, what, max_bytes as u64, too_large, &mut file).await?;
    Ok(file.freeze())
}

/// Gives the content of the form's field `file` to a sink; returns the name that the file has where it comes from,
/// if that was sent. Errors are those of [`read_form_file`] and of the sink.
pub(super) async fn receive_form_file(
    form: Result<Multipart, MultipartRejection>,
    what: &str,
    max_bytes: u64,
    too_large: fn() -> Problem,
    sink: &mut impl Sink,
) -> Result<Option<String>, Problem> {
    let mut form = uploaded_form(form, what)?;
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable_form(&error, too_large))?
    {
        if field.name() == Some("file") {
            let name = field.file_name().map(str::to_owned);
            receive(field, max_bytes, too_large, sink).await?;
            return Ok(name);
        }
    }
    Err(Problem::invalid(
        "file",
        format!("Send the {what} as the field file."),
    ))
}

/// The content of a form's field, at most `max_bytes` long.
///
/// # Errors
/// `too_large()` where it is longer or the whole body is too long; 400 where it cannot be read.
pub async fn read_file_field(
    field: Field<'_>,
    max_bytes: usize,
    too_large: fn() -> Problem,
) -> Result<Bytes, Problem> {
    let mut file = BytesMut::new();
    receive(field, max_bytes as u64, too_large, &mut file).await?;
    Ok(file.freeze())
}

async fn receive(
    mut field: Field<'_>,
    max_bytes: u64,
    too_large: fn() -> Problem,
    sink: &mut impl Sink,
) -> Result<(), Problem> {
    let mut bytes = 0;
    while let Some(piece) = field
        .chunk()
        .await
        .map_err(|error| unreadable_form(&error, too_large))?
    {
        bytes += piece.len() as u64;
        if bytes > max_bytes {
            return Err(too_large());
        }
        sink.add(piece).await?;
    }
    Ok(())
}

/// The answer to a form that cannot be read: `too_large()` where its body is too long, else 400.
#[must_use]
pub fn unreadable_form(error: &MultipartError, too_large: fn() -> Problem) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large()
    } else {
        Problem::bad_request("The form cannot be read.")
    }
}
