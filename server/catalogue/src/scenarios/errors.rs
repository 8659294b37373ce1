//! The errors of this slice.

kernel::error_codes! {
    /// Rated for adults, and the caller has not asked to see such things; `rating` says how.
    ADULT_ONLY = 403, "This is for adults only";
    /// Today's loves are given.
    LOVE_QUOTA_REACHED = 429, "No loves are left for today";
}
