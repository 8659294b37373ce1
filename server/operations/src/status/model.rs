//! How the parts of the site are.

use serde::Serialize;
use utoipa::ToSchema;

/// How well something works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// As it should.
    Ok,
    /// But slowly, or not all of it.
    Degraded,
    /// Not at all.
    Down,
}

/// How one part is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Check {
    /// Which.
    pub(super) name: &'static str,
    /// How.
    pub(super) status: Level,
    /// In words that everybody may read.
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
