//! SQL conditions by which scenarios are shown, for a table named `s`.

use kernel::Audience;

/// The condition by which rows are for this audience.
pub(super) fn rated_for(audience: Audience) -> &'static str {
    match audience {
        Audience::Everyone => " and s.rating in ('everyone', 'mature')",
        Audience::Explicit => " and s.rating <> 'extreme'",
        Audience::Extreme => "",
    }
}

/// What is listed, and what was until it was removed.
pub(super) const LISTED_OR_REMOVED: &str =
    "(s.listed or (s.removed_at is not null and s.public and not s.hidden))";
