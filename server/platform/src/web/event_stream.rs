//! Streams of server-sent events: their headers, and how they stand in the API document.

use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use utoipa::ToSchema;

/// Tells proxies not to collect an answer before they pass it on.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The answer with a stream of events: no cache stores it, and proxies pass it on as it comes.
pub fn event_stream(stream: impl IntoResponse) -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store"), (X_ACCEL_BUFFERING, "no")];
    (headers, stream).into_response()
}

/// One event of a `text/event-stream`. Each call describes what its data hold for each event name.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its shape is used, in the API document")]
pub struct ServerSentEvent {
    /// Its name.
    event: String,
    /// Its number, if the stream can be resumed after it.
    id: Option<String>,
    /// A JSON text.
    #[schema(content_media_type = "application/json")]
    data: String,
}
