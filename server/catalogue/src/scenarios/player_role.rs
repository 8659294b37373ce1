//! Whom an author suggests the player plays.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The role that the author suggests to the player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PlayerRole {
    /// Name; empty: the player's own.
    pub name: String,
    /// Who the player is.
    pub description: String,
}

impl PlayerRole {
    /// Whether none is suggested.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.name.is_empty() && self.description.is_empty()
    }
}
