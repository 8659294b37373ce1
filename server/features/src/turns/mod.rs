//! Turns: what happens when somebody speaks in a story.

mod chat;

use utoipa_axum::router::OpenApiRouter;

use crate::AppState;

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    chat::router()
}
