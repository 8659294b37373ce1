//! The health of the parts of the site.

use serde::Serialize;
use utoipa::ToSchema;

/// How well something works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// It works.
    Ok,
    /// It works slowly, or not all of it works.
    Degraded,
    /// It does not work.
    Down,
}

/// The health of one part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Check {
    /// The part.
    pub(super) name: &'static str,
    /// Its level.
    pub(super) status: Level,
    /// A sentence that everybody may read.
    pub(super) detail: String,
}

impl Check {
    pub(super) fn new(name: &'static str, status: Level, detail: impl Into<String>) -> Self {
        Self {
            name,
            status,
            detail: detail.into(),
        }
    }
}
