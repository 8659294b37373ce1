//! The calls that show a story's lorebooks at work.

use utoipa_axum::router::OpenApiRouter;

use crate::web::AppState;

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
