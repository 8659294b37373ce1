//! What tests of this floor and those above stand on: scenarios.

mod builders;

use kernel::TestClock;

pub use accounts::testing::{state as state_below, *};
pub use builders::NewScenario;

use crate::AppState;

/// This floor and those below, over this database and this clock.
#[must_use]
pub fn state(db: &TestDb, clock: &TestClock) -> AppState {
    accounts::testing::state(db, clock)
}

platform::test_app!(accounts::testing::TestApp, |state| state.clone());
