//! What the handlers of this floor use beside what stands below.

use crate::status::StatusCache;

/// The parts of this floor over those below. Cheap to clone: every part is shared.
#[derive(Clone)]
pub struct AppState {
    /// The floor below.
    pub below: play::AppState,
    /// What the last look at each part found.
    pub status_cache: StatusCache,
    /// The version of the running program, for the health report.
    pub version: &'static str,
}

platform::stands_on!(AppState, play::AppState, catalogue::AppState, platform::AppState);
