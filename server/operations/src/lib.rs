//! The top floor: dashboards, the site's status, personal data, jobs. It assembles the API.

#[cfg(test)]
mod architecture;
#[cfg(test)]
mod cached_answers_tests;
#[cfg(test)]
mod circles_tests;
pub mod dashboard;
mod document;
#[cfg(test)]
mod errors_tests;
#[cfg(test)]
mod fields_tests;
pub mod jobs;
#[cfg(test)]
mod matrix;
pub mod me;
pub mod person_data;
#[cfg(test)]
mod published_tests;
pub mod seed;
#[cfg(test)]
mod slices_tests;
#[cfg(test)]
mod sources;
mod state;
pub mod status;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

use std::sync::{LazyLock, OnceLock};

use axum::Router;
use platform::slice::Facts;
use platform::slice::calls::{Calls, Row, RuleTable};
use platform::slice::jobs::{Job, Ready};
use platform::web::API_BASE;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

pub use state::AppState;

/// The slices of this floor, from the bottom up.
const OWN_SLICES: &[Facts] = &[
    dashboard::FACTS,
    seed::FACTS,
    status::FACTS,
    person_data::FACTS,
    me::FACTS,
    jobs::FACTS,
];

/// The jobs of this floor.
const JOBS: &[&[Job<AppState>]] = &[person_data::JOBS];

/// The slices of all floors, from the bottom up: a slice uses earlier ones, its tables refer to tables of
/// earlier ones, and people are erased from the last slice to the first.
pub static SLICES: LazyLock<Vec<Facts>> = LazyLock::new(|| {
    [
        platform::SLICES,
        accounts::SLICES,
        &[understudy::FACTS],
        catalogue::SLICES,
        play::SLICES,
        OWN_SLICES,
    ]
    .concat()
});

#[derive(OpenApi)]
#[openapi(info(
    title = "Dramatis API",
    description = "Everything the Dramatis client reads and writes. Errors are RFC 9457 problem documents.",
    license(name = "Proprietary"),
))]
struct ApiDocument;

/// The whole API with its state, for serving and for calls in process, and its OpenAPI document.
pub fn api(state: &AppState) -> (Router, utoipa::openapi::OpenApi) {
    let (router, document) = assemble(Some(state)).0.split_for_parts();
    (router, document::complete(document))
}

/// The API router alone. See [`api`].
pub fn api_router(state: &AppState) -> Router {
    api(state).0
}

/// The OpenAPI document alone; needs no state.
#[must_use]
pub fn api_document() -> utoipa::openapi::OpenApi {
    document::complete(assemble(None).0.split_for_parts().1)
}

/// All declared calls with complete paths.
#[must_use]
pub fn declared_calls() -> Vec<Row> {
    assemble(None).1
}

/// The rules of all calls, by method and complete path.
pub fn rules() -> &'static RuleTable {
    static RULES: OnceLock<RuleTable> = OnceLock::new();
    RULES.get_or_init(|| RuleTable::new(&declared_calls()))
}

/// The jobs of all slices.
fn all_jobs(state: &AppState) -> Vec<Ready> {
    let mut all = play::jobs(&state.below);
    all.extend(platform::slice::jobs::over(JOBS, state));
    all
}

/// All calls with this state; without a state, only their declarations.
fn assemble(state: Option<&AppState>) -> (OpenApiRouter, Vec<Row>) {
    let own: Calls<AppState> = dashboard::calls()
        .and(status::calls())
        .and(person_data::calls())
        .and(me::calls());
    let below = play::api(state.map(|state| &state.below));
    let (v1, mut rows) = below.and(own.over(state.cloned())).split();
    for row in &mut rows {
        row.path.insert_str(0, API_BASE);
    }
    let (legacy, legacy_rows) = status::legacy_calls().over(state.cloned()).split();
    rows.extend(legacy_rows);
    let router = OpenApiRouter::with_openapi(ApiDocument::openapi())
        .nest(API_BASE, v1)
        .merge(legacy);
    (router, rows)
}

/// The API router for tests.
#[cfg(any(test, feature = "testing"))]
fn router(state: AppState) -> Router {
    api_router(&state)
}
