//! Test support of this floor for itself and those above: scenarios.

mod builders;
mod drafts;
mod memory;

use kernel::TestClock;

pub use accounts::testing::{state as state_below, *};
pub use builders::NewScenario;
pub use drafts::add_drafts;
pub use memory::peak_memory;

use crate::AppState;

/// The state of this floor and those below, with this database and clock.
#[must_use]
pub fn state(db: &TestDb, clock: &TestClock) -> AppState {
    AppState {
        report_kinds: platform::slice::report_kinds(crate::SLICES),
        ..accounts::testing::state(db, clock)
    }
}

platform::test_app!(accounts::testing::TestApp, |state| state.clone());
