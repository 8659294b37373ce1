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
pub mod dashboard;
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
pub mod me;
pub mod media;
pub mod memory;
pub mod news;
pub mod person_data;
pub mod profiles;
pub mod prompt;
pub mod quotas;
pub mod reindex;
pub mod reports;
pub mod safety;
pub mod scenarios;
pub mod search;
pub mod seed;
pub mod slice;
#[cfg(test)]
mod slices_tests;
pub mod social;
pub mod status;
pub mod stories;
pub mod tags;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod turns;
pub mod understudy;
pub mod users;
pub mod vectors;
pub mod web;

use std::sync::OnceLock;

use axum::Router;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use slice::calls::{Row, RuleTable};
pub use web::AppState;

/// Where the API lives; the paths of the few older calls under `/api/…` are complete in themselves.
pub const API_BASE: &str = "/api/v1";

/// All slices, from the bottom up: a slice uses earlier ones, its tables refer to tables of earlier ones, and people
/// are erased from the last to the first.
pub const SLICES: &[slice::Facts] = &[
    db::FACTS,
    audit::FACTS,
    blobs::FACTS,
    idempotency::FACTS,
    llm::FACTS,
    media::FACTS,
    news::FACTS,
    search::FACTS,
    vectors::FACTS,
    mail::FACTS,
    users::FACTS,
    identity::FACTS,
    blocklist::FACTS,
    tags::FACTS,
    age_gate::FACTS,
    guests::FACTS,
    ledger::FACTS,
    safety::FACTS,
    understudy::FACTS,
    scenarios::FACTS,
    campaigns::FACTS,
    cards::FACTS,
    discovery::FACTS,
    lorebooks::FACTS,
    profiles::FACTS,
    reindex::FACTS,
    social::FACTS,
    stories::FACTS,
    library::FACTS,
    prompt::FACTS,
    quotas::FACTS,
    memory::FACTS,
    reports::FACTS,
    turns::FACTS,
    import_export::FACTS,
    dashboard::FACTS,
    seed::FACTS,
    status::FACTS,
    person_data::FACTS,
    me::FACTS,
    jobs::FACTS,
];

/// What all slices do by themselves.
pub const ALL_JOBS: &[&[slice::jobs::Job<AppState>]] = &[
    db::JOBS,
    idempotency::JOBS,
    news::JOBS,
    identity::JOBS,
    guests::JOBS,
    ledger::JOBS,
    campaigns::JOBS,
    reindex::JOBS,
    stories::JOBS,
    reports::JOBS,
    turns::JOBS,
    person_data::JOBS,
];

/// Who knows whether something explicit has a picture, for the age gate.
pub const SHOWS_EXPLICIT: &[age_gate::ShowsExplicit] = &[scenarios::shows_explicit, cards::shows_explicit];

#[derive(OpenApi)]
#[openapi(info(
    title = "Dramatis API",
    description = "Everything the Dramatis client reads and writes. Errors are RFC 9457 problem documents.",
    license(name = "Proprietary"),
))]
struct ApiDocument;

/// The whole API with its state, ready to be served or called in process, and its OpenAPI document.
pub fn api(state: AppState) -> (Router, utoipa::openapi::OpenApi) {
    let (router, document) = assemble().0.split_for_parts();
    (router.with_state(state), document::complete(document))
}

/// The API router alone. See [`api`].
pub fn api_router(state: AppState) -> Router {
    api(state).0
}

/// The OpenAPI document alone; needs no state.
#[must_use]
pub fn api_document() -> utoipa::openapi::OpenApi {
    document::complete(assemble().0.split_for_parts().1)
}

/// All calls as they are declared, with complete paths.
#[must_use]
pub fn declared_calls() -> Vec<Row> {
    assemble().1
}

/// The rules of all calls, by method and complete path.
pub fn rules() -> &'static RuleTable {
    static RULES: OnceLock<RuleTable> = OnceLock::new();
    RULES.get_or_init(|| RuleTable::new(&declared_calls()))
}

fn assemble() -> (OpenApiRouter<AppState>, Vec<Row>) {
    let v1 = identity::calls()
        .and(guests::calls())
        .and(ledger::calls())
        .and(tags::calls())
        .and(safety::calls())
        .and(scenarios::calls())
        .and(campaigns::calls())
        .and(cards::calls())
        .and(discovery::calls())
        .and(lorebooks::calls())
        .and(profiles::calls())
        .and(social::calls())
        .and(stories::calls())
        .and(library::calls())
        .and(prompt::calls())
        .and(memory::calls())
        .and(reports::calls())
        .and(turns::calls())
        .and(import_export::calls())
        .and(dashboard::calls())
        .and(status::calls())
        .and(person_data::calls())
        .and(me::calls());
    let (v1, mut rows) = v1.split();
    for row in &mut rows {
        row.path.insert_str(0, API_BASE);
    }
    let (legacy, legacy_rows) = status::legacy_calls().split();
    rows.extend(legacy_rows);
    let router = OpenApiRouter::with_openapi(ApiDocument::openapi())
        .nest(API_BASE, v1)
        .merge(legacy);
    (router, rows)
}
