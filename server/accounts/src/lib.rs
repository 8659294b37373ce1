//! Who people are and what is theirs alone: records, signing in, guests, shekels, tags, safety.

pub mod age_gate;
pub mod blocklist;
pub mod guests;
pub mod identity;
pub mod ledger;
pub mod reports;
pub mod safety;
mod state;
pub mod tags;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod users;

use platform::slice::Facts;
use platform::slice::calls::Calls;
use platform::slice::jobs::{self, Job, Ready};
pub use state::AppState;

/// The slices of this floor, from the bottom up.
pub const SLICES: &[Facts] = &[
    users::FACTS,
    identity::FACTS,
    blocklist::FACTS,
    tags::FACTS,
    age_gate::FACTS,
    guests::FACTS,
    ledger::FACTS,
    safety::FACTS,
    reports::FACTS,
];

/// What they do by themselves.
const JOBS: &[&[Job<AppState>]] = &[
    users::JOBS,
    identity::JOBS,
    guests::JOBS,
    ledger::JOBS,
    reports::JOBS,
];

/// The calls of this floor and those below, below the API's base, over this state; without one, what is said of them.
pub fn api(state: Option<&AppState>) -> Calls<()> {
    let own = identity::calls()
        .and(guests::calls())
        .and(ledger::calls())
        .and(tags::calls())
        .and(safety::calls())
        .and(reports::calls());
    own.over(state.cloned())
}

/// The jobs of this floor and those below over this state.
pub fn jobs(state: &AppState) -> Vec<Ready> {
    let mut all = platform::jobs(state);
    all.extend(jobs::over(JOBS, state));
    all
}

/// The calls of this floor and those below, ready to be made: for tests.
#[cfg(any(test, feature = "testing"))]
fn router(state: AppState) -> axum::Router {
    axum::Router::new().nest(platform::web::API_BASE, api(Some(&state)).split().0.into())
}
