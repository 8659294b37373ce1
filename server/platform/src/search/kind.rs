//! What is searched.

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Scenarios.
    Scenario,
    /// Cards of the older model.
    Card,
}

impl Kind {
    /// The kind's word in `search_docs.kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Card => "card",
        }
    }
}
