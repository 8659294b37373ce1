//! The one error format: RFC 9457 problem documents with a `code` and the fields the client's error object
//! needs (spec section 8).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::ErrorCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::blobs::BlobError;
use crate::db::{Failure, is_busy, is_contention, is_unwritable, is_unwritable_io};

/// How long a caller should wait while nothing can be written, in seconds.
const STORAGE_RETRY_SECS: u32 = 10;

/// One field of the input that is not acceptable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// Where: a JSON pointer into the body, or the parameter's name.
    pub pointer: String,
    /// What is wrong with it, for people.
    pub message: String,
}

/// The four authentication errors that make the client refresh its token and try once more (spec section 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthError {
    /// No token was sent.
    MissingToken,
    /// The token was valid once.
    ExpiredToken,
    /// The token is not one of this site, or was revoked.
    InvalidToken,
    /// Anything else.
    GeneralAuthError,
}

/// An error. Serialises to `application/problem+json`; the body's status is always the response's.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A stable address of this kind of problem; its last segment is the code in lower case.
    #[serde(rename = "type")]
    kind: String,
    /// The kind of problem in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What happened in this case.
    detail: String,
    /// The id of the request, for reports; filled in by the outermost layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<String>,
    /// What went wrong, for programs.
    code: ErrorCode,
    /// One of the client's four authentication errors, else null (spec section 8).
    #[schema(required = true)]
    auth_error_type: Option<AuthError>,
    /// The same as `detail`, under the name that the client reads.
    message: String,
    /// The refused fields, if there are any.
    errors: Vec<FieldError>,
    /// Seconds to wait before trying again.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
    /// Further members of this kind of problem, for example the story that exists already.
    #[serde(flatten)]
    #[schema(ignore)]
    case: serde_json::Map<String, serde_json::Value>,
    /// Whether it means that the transaction may be run again; never sent.
    #[serde(skip)]
    contention: bool,
}

impl Problem {
    /// A problem of the catalogue with the sentence that says what happened in this case.
    #[must_use]
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            kind: format!("/problems/{}", code.slug()),
            title: code.title(),
            status: code.status(),
            message: detail.clone(),
            detail,
            instance: None,
            code,
            auth_error_type: None,
            errors: Vec::new(),
            retry_after: None,
            case: serde_json::Map::new(),
            contention: false,
        }
    }

    /// 401: the request has no authority or an invalid one.
    #[must_use]
    pub fn unauthenticated(fault: AuthError) -> Self {
        let detail = match fault {
            AuthError::MissingToken => "Please sign in.",
            AuthError::ExpiredToken => "Your session has expired. Please sign in again.",
            AuthError::InvalidToken => "Your session is no longer valid. Please sign in again.",
            AuthError::GeneralAuthError => "We couldn’t check your sign-in. Please sign in again.",
        };
        Self {
            auth_error_type: Some(fault),
            ..Self::new(ErrorCode::UNAUTHENTICATED, detail)
        }
    }

    /// 422: one field is not acceptable. The sentence about the field is also the problem's own.
    #[must_use]
    pub fn invalid(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::new(ErrorCode::VALIDATION_FAILED, message.clone()).with_field(pointer, message)
    }

    /// 404: there is nothing here, or nothing that this caller may see. `what` is a noun: "scenario".
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::new(ErrorCode::NOT_FOUND, format!("There is no such {what}."))
    }

    /// 400: a part of the request cannot be read.
    #[must_use]
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(ErrorCode::BAD_REQUEST, detail)
    }

    /// 500: the server failed. The cause is logged here, once, and never sent.
    #[must_use]
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed through our own fault");
        Self::new(
            ErrorCode::INTERNAL,
            "Something went wrong on our side. Please try again.",
        )
    }

    /// Another request changed the same data meanwhile: the transaction may be run again; 503 after the last
    /// attempt.
    #[must_use]
    pub fn contended() -> Self {
        Self {
            contention: true,
            ..Self::busy()
        }
    }

    /// 503: nothing can be written now; reading still works. No part of the request took effect.
    #[must_use]
    pub fn storage_full() -> Self {
        Self::new(
            ErrorCode::STORAGE_FULL,
            "Nothing can be saved at the moment, because the storage is full. Please try again in a while.",
        )
        .with_retry_after(STORAGE_RETRY_SECS)
    }

    fn busy() -> Self {
        Self::new(
            ErrorCode::OVERLOADED,
            "The service is busy. Please try again in a moment.",
        )
        .with_retry_after(2)
    }

    /// The same problem, naming a refused field.
    #[must_use]
    pub fn with_field(mut self, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        self.errors.push(FieldError {
            pointer: pointer.into(),
            message: message.into(),
        });
        self
    }

    /// The same problem with other names for its fields.
    #[must_use]
    pub fn map_fields(mut self, name: impl Fn(&str) -> String) -> Self {
        for error in &mut self.errors {
            error.pointer = name(&error.pointer);
        }
        self
    }

    /// The same problem with a time to wait, in seconds; also sent as `Retry-After`.
    #[must_use]
    pub fn with_retry_after(mut self, secs: u32) -> Self {
        self.retry_after = Some(secs);
        self
    }

    /// Seconds to wait before trying again, if the problem says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// The same problem with the id of the request.
    #[must_use]
    pub fn with_instance(mut self, request_id: impl Into<String>) -> Self {
        self.instance = Some(request_id.into());
        self
    }

    /// The same problem with another member (RFC 9457 section 3.2).
    #[must_use]
    pub fn with_extension(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.case.insert(name.to_owned(), value.into());
        self
    }

    /// The same problem with `current`: the current state of what the request wanted to change from an old
    /// version.
    #[must_use]
    pub fn with_current(self, current: &impl Serialize) -> Self {
        match serde_json::to_value(current) {
            Ok(current) => self.with_extension("current", current),
            Err(error) => Self::internal(error),
        }
    }

    /// What went wrong.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// What happened in this case, in words that may be shown.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json; charset=utf-8"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(secs) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(secs));
        }
        if self.code == ErrorCode::UNAUTHENTICATED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // Lets outer layers rewrite the problem (request id, HTML for navigations) without parsing it again.
        response.extensions_mut().insert(self);
        response
    }
}

impl Failure for Problem {
    fn is_contention(&self) -> bool {
        self.contention
    }
}

impl From<BlobError> for Problem {
    fn from(error: BlobError) -> Self {
        if error.is_unwritable() {
            tracing::error!(%error, "the blob store takes no writes");
            return Self::storage_full();
        }
        Self::internal(error)
    }
}

/// From writing a file for a download.
impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        if is_unwritable_io(&error) {
            tracing::error!(%error, "a file could not be written");
            return Self::storage_full();
        }
        Self::internal(error)
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        match error {
            error if is_contention(&error) => Self::contended(),
            error if is_unwritable(&error) => {
                tracing::error!(%error, "the database takes no writes");
                Self::storage_full()
            }
            error
                if is_busy(&error)
                    || matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed) =>
            {
                tracing::warn!(%error, "the database had no room in time");
                Self::busy()
            }
            other => Self::internal(other),
        }
    }
}

/// The errors of every operation, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum CommonErrors {
    /// A parameter, header or body cannot be read.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(Problem),
    /// The server failed.
    #[response(status = 500, content_type = "application/problem+json")]
    Internal(Problem),
    /// Too busy, with `Retry-After`.
    #[response(status = 503, content_type = "application/problem+json")]
    Overloaded(Problem),
}

/// The errors of a call that needs no token, but refuses an invalid one, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum CallerErrors {
    /// The token is expired, or not one of this site.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(Problem),
    /// The account is suspended.
    #[response(status = 423, content_type = "application/problem+json")]
    Suspended(Problem),
}

/// The errors of a call that needs a person with a record, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum AuthErrors {
    /// The token is missing or invalid.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(Problem),
    /// The caller has no record yet, or may not see what the call names.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    /// The account is suspended.
    #[response(status = 423, content_type = "application/problem+json")]
    Suspended(Problem),
}

/// The error of a call that adds to what somebody may have a limited number of, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum QuotaErrors {
    /// There are too many.
    #[response(status = 409, content_type = "application/problem+json")]
    TooMany(Problem),
}

/// The error of an uploaded image, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum UploadErrors {
    /// The image takes too long to process.
    #[response(status = 504, content_type = "application/problem+json")]
    TookTooLong(Problem),
}

/// The errors of a file that is written for its caller, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum FileErrors {
    /// The caller's other files are still being sent, with `Retry-After`.
    #[response(status = 429, content_type = "application/problem+json")]
    TooMany(Problem),
}

/// The errors of a JSON body, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum BodyErrors {
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// The body is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    NotJson(Problem),
    /// Some values are not acceptable; `errors` names them.
    #[response(status = 422, content_type = "application/problem+json")]
    NotValid(Problem),
}
