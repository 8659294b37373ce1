//! The product, one folder per feature ("slice"). Knows `kernel` only; never links V8.
//!
//! [`api_router`] is the table of contents. Inside a slice the files answer fixed questions: `mod.rs` (what
//! is here), `model.rs` (what is it), `rules.rs` (pure decisions and constants), `store.rs` (SQL), `http.rs`
//! (handlers).

pub mod age_gate;
#[cfg(test)]
mod architecture;
pub mod audit;
pub mod blobs;
pub mod blocking;
pub mod blocklist;
pub mod campaigns;
pub mod cards;
pub mod db;
pub mod discovery;
mod document;
pub mod guests;
pub mod idempotency;
pub mod identity;
pub mod import_export;
pub mod jobs;
pub mod ledger;
pub mod library;
pub mod llm;
pub mod lorebooks;
pub mod mail;
#[cfg(test)]
mod matrix;
pub mod media;
pub mod memory;
pub mod news;
pub mod prompt;
pub mod quotas;
pub mod reports;
pub mod safety;
pub mod scenarios;
pub mod search;
pub mod seed;
pub mod social;
pub mod status;
pub mod stories;
pub mod tags;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod turns;
pub mod users;
pub mod vectors;
pub mod web;

use axum::Router;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

pub use web::AppState;

/// Where the API lives; the paths of the few older calls under `/api/…` are complete in themselves.
pub const API_BASE: &str = "/api/v1";

#[derive(OpenApi)]
#[openapi(info(
    title = "Dramatis API",
    description = "Everything the Dramatis client reads and writes. Errors are RFC 9457 problem documents.",
    license(name = "Proprietary"),
))]
struct ApiDocument;

/// The whole API with its state, ready to be served or called in process, and its OpenAPI document.
pub fn api(state: AppState) -> (Router, utoipa::openapi::OpenApi) {
    let (router, document) = routes().split_for_parts();
    (router.with_state(state), document::complete(document))
}

/// The API router alone. See [`api`].
pub fn api_router(state: AppState) -> Router {
    api(state).0
}

/// The OpenAPI document alone; needs no state.
#[must_use]
pub fn api_document() -> utoipa::openapi::OpenApi {
    document::complete(routes().split_for_parts().1)
}

fn routes() -> OpenApiRouter<AppState> {
    let v1 = OpenApiRouter::new()
        .merge(scenarios::router())
        .merge(discovery::router())
        .merge(cards::router())
        .merge(tags::router())
        .merge(users::router())
        .merge(social::router())
        .merge(guests::router())
        .merge(identity::router())
        .merge(ledger::router())
        .merge(lorebooks::router())
        .merge(prompt::router())
        .merge(library::router())
        .merge(stories::router())
        .merge(turns::router())
        .merge(safety::router())
        .merge(memory::router())
        .merge(import_export::router())
        .merge(reports::router())
        .merge(campaigns::router())
        .merge(llm::router())
        .merge(status::router());
    OpenApiRouter::with_openapi(ApiDocument::openapi())
        .nest(API_BASE, v1)
        .merge(status::legacy_router())
}
