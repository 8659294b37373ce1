//! How streams of server-sent events stand in the API document.

use utoipa::ToSchema;

/// One event of a `text/event-stream`. What its data hold by the event's name is said with the call.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its shape is used, in the API document")]
pub struct ServerSentEvent {
    /// Its name.
    event: String,
    /// Its number, where the stream can be taken up again after it.
    id: Option<String>,
    /// A JSON text.
    #[schema(content_media_type = "application/json")]
    data: String,
}
