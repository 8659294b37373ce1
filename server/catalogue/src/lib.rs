//! Everything that is published and can be found: scenarios, cards, lorebooks, public profiles.

pub mod authoring;
pub mod campaigns;
pub mod card_export;
pub mod card_fields;
pub mod card_files;
pub mod card_import;
pub mod cards;
pub mod discovery;
pub mod image_reviews;
pub mod lorebooks;
pub mod own_cards;
pub mod profiles;
pub mod publishing;
pub mod reindex;
pub mod scenarios;
pub mod shelf;
pub mod social;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

use platform::slice::Facts;
use platform::slice::calls::Calls;
use platform::slice::jobs::{self, Job, Ready};

pub use accounts::AppState;

/// The slices of this floor, from the bottom up.
pub const SLICES: &[Facts] = &[
    scenarios::FACTS,
    campaigns::FACTS,
    card_files::FACTS,
    cards::FACTS,
    reindex::FACTS,
    discovery::FACTS,
    lorebooks::FACTS,
    authoring::FACTS,
    card_fields::FACTS,
    card_import::FACTS,
    card_export::FACTS,
    publishing::FACTS,
    image_reviews::FACTS,
    shelf::FACTS,
    profiles::FACTS,
    social::FACTS,
    own_cards::FACTS,
];

/// The jobs of this floor.
const JOBS: &[&[Job<AppState>]] = &[
    scenarios::JOBS,
    campaigns::JOBS,
    authoring::JOBS,
    card_import::JOBS,
    reindex::JOBS,
];

/// The calls of this floor and those below, relative to the API's base path, with this state. Without a
/// state, only their declarations.
pub fn api(state: Option<&AppState>) -> Calls<()> {
    let own = scenarios::calls()
        .and(campaigns::calls())
        .and(cards::calls())
        .and(discovery::calls())
        .and(lorebooks::calls())
        .and(authoring::calls())
        .and(card_import::calls())
        .and(card_export::calls())
        .and(publishing::calls())
        .and(image_reviews::calls())
        .and(shelf::calls())
        .and(profiles::calls())
        .and(social::calls())
        .and(own_cards::calls());
    accounts::api(state).and(own.over(state.cloned()))
}

/// The jobs of this floor and those below, with this state.
pub fn jobs(state: &AppState) -> Vec<Ready> {
    let mut all = accounts::jobs(state);
    all.extend(jobs::over(JOBS, state));
    all
}

/// A router with the calls of this floor and those below, for tests.
#[cfg(any(test, feature = "testing"))]
fn router(state: AppState) -> axum::Router {
    axum::Router::new().nest(platform::web::API_BASE, api(Some(&state)).split().0.into())
}

/// The checks by which the age gate finds out whether an image is explicit, belongs to explicit content, or
/// was not judged yet.
pub const SHOWS_EXPLICIT: &[accounts::age_gate::ShowsExplicit] = &[
    scenarios::shows_explicit,
    cards::shows_explicit,
    platform::image_judge::is_blurred,
];
