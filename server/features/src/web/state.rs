//! The long-lived parts that handlers use, built once by the composition root.

use std::sync::Arc;

use kernel::Clock;
use kernel::paging::CursorKey;

use crate::db::Db;

/// What handlers may reach. Cheap to clone: every part is shared.
#[derive(Clone)]
pub struct AppState {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// What list cursors are signed with.
    pub cursor_key: CursorKey,
    /// The version of the running program, for the health report.
    pub version: &'static str,
}
