//! The calls of stories.

mod events;
mod find;
mod link;
mod messages;
mod stories;

use utoipa_axum::router::OpenApiRouter;

use crate::web::AppState;

#[cfg(test)]
pub(super) use find::SEARCHES;
pub(crate) use stories::NewStoryBody;

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(stories::router())
        .merge(messages::router())
        .merge(events::router())
        .merge(link::router())
        .merge(find::router())
}
