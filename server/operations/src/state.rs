//! The state of this floor's handlers, in addition to the state of the floors below.

use crate::status::StatusCache;

/// The state of this floor, with that of the floors below. Cheap to clone: every part is shared.
#[derive(Clone)]
pub struct AppState {
    /// The floor below.
    pub below: play::AppState,
    /// The latest results of the health checks.
    pub status_cache: StatusCache,
    /// The version of the running program, for the health report.
    pub version: &'static str,
}

platform::stands_on!(AppState, play::AppState, catalogue::AppState, platform::AppState);
