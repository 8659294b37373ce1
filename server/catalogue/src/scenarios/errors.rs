//! The errors of this slice.

kernel::error_codes! {
    /// The scenario is rated for adults, and the caller has not asked to see such content; `rating` holds the
    /// rating.
    ADULT_ONLY = 403, "This is for adults only";
    /// The person has no loves left today.
    LOVE_QUOTA_REACHED = 429, "No loves are left for today";
}
