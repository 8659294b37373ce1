//! SQL conditions that select the scenarios to show; the table's alias is `s`.

use kernel::Audience;

/// Selects the rows that are rated for this audience.
pub(super) fn rated_for(audience: Audience) -> &'static str {
    match audience {
        Audience::Everyone => " and s.rating in ('everyone', 'mature')",
        Audience::Explicit => " and s.rating <> 'extreme'",
        Audience::Extreme => "",
    }
}

/// Selects listed scenarios, and removed ones that were listed before.
pub(super) const LISTED_OR_REMOVED: &str =
    "(s.listed or (s.removed_at is not null and s.public and not s.hidden))";
