//! The floor of playing: stories, prompts, turns, memory, and stories as files.

pub mod import_export;
pub mod library;
pub mod memory;
pub mod prompt;
pub mod quotas;
mod state;
pub mod stories;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod turns;

use platform::slice::Facts;
use platform::slice::calls::Calls;
use platform::slice::jobs::{self, Job, Ready};
pub use state::AppState;

/// The slices of this floor, from the bottom up.
pub const SLICES: &[Facts] = &[
    stories::FACTS,
    library::FACTS,
    prompt::FACTS,
    quotas::FACTS,
    memory::FACTS,
    turns::FACTS,
    import_export::FACTS,
];

/// The jobs of this floor.
const JOBS: &[&[Job<AppState>]] = &[stories::JOBS, turns::JOBS];

/// The calls of this floor and those below, relative to the API's base path, with this state. Without a
/// state, only their declarations.
pub fn api(state: Option<&AppState>) -> Calls<()> {
    let own = stories::calls()
        .and(library::calls())
        .and(prompt::calls())
        .and(memory::calls())
        .and(turns::calls())
        .and(import_export::calls());
    catalogue::api(state.map(|state| &state.below)).and(own.over(state.cloned()))
}

/// The jobs of this floor and those below, with this state.
pub fn jobs(state: &AppState) -> Vec<Ready> {
    let mut all = catalogue::jobs(&state.below);
    all.extend(jobs::over(JOBS, state));
    all
}

/// A router with the calls of this floor and those below, for tests.
#[cfg(any(test, feature = "testing"))]
fn router(state: AppState) -> axum::Router {
    axum::Router::new().nest(platform::web::API_BASE, api(Some(&state)).split().0.into())
}
