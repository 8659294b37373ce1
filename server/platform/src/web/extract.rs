//! Extractors that refuse in the API's error format. Handlers use these and not axum's own, whose refusals
//! are plain text.

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use kernel::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Problem;
use super::body::{read_body, refuse_parameter};

/// Query parameters; repeated keys become lists (spec section 7, "array values repeated").
#[derive(Debug, Clone)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        refuse_nul(parts.uri.query().unwrap_or_default())?;
        match axum_extra::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum_extra::extract::Query(value)) => Ok(Self(value)),
            Err(refusal) => Err(refuse_query(&refusal)),
        }
    }
}

/// Path parameters. A malformed one names nothing, so the answer is 404.
#[derive(Debug, Clone)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        refuse_nul(parts.uri.path())?;
        #[expect(clippy::disallowed_types, reason = "the one place that wraps it")]
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(_)) => Err(Problem::not_found("thing")),
            Err(other) => Err(Problem::internal(other)),
        }
    }
}

/// A JSON body of a request or an answer.
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        #[expect(clippy::disallowed_types, reason = "the one place that wraps it")]
        // In two steps: when it reads from text, serde reports a wrong type for an enum as a syntax error,
        // and the refusal would not name the field.
        match axum::Json::<Value>::from_request(request, state).await {
            Ok(axum::Json(body)) => read_body(&body).map(Self),
            Err(refusal) => Err(match refusal {
                JsonRejection::MissingJsonContentType(_) => Problem::new(
                    ErrorCode::UNSUPPORTED_MEDIA_TYPE,
                    "Send JSON with the content type application/json.",
                ),
                JsonRejection::JsonSyntaxError(_) | JsonRejection::JsonDataError(_) => {
                    Problem::bad_request("The body is not valid JSON.")
                }
                JsonRejection::BytesRejection(error) => Problem::new(
                    ErrorCode::from_status(error.status().as_u16()),
                    "The body could not be read.",
                ),
                other => Problem::bad_request(other.to_string()),
            }),
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// No stored text contains NUL, and PostgreSQL refuses it even in a query.
fn refuse_nul(encoded: &str) -> Result<(), Problem> {
    if encoded.contains("%00") {
        Err(Problem::bad_request("The address holds a NUL character."))
    } else {
        Ok(())
    }
}

/// The refusal names the parameter and what is expected, which axum keeps among the causes of its own.
fn refuse_query(refusal: &(dyn std::error::Error + 'static)) -> Problem {
    let mut cause = refusal;
    loop {
        if let Some(found) = cause.downcast_ref::<serde_path_to_error::Error<serde::de::value::Error>>() {
            return refuse_parameter(found.path(), &found.inner().to_string());
        }
        match cause.source() {
            Some(next) => cause = next,
            None => return Problem::bad_request("The query parameters cannot be read."),
        }
    }
}
