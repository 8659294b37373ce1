//! The errors of this slice.

use platform::web::Problem;

kernel::error_codes! {
    /// The scenario is rated for adults, and the caller has not asked to see such content; `rating` holds the
    /// rating.
    ADULT_ONLY = 403, "This is for adults only";
    /// The person has no loves left today.
    LOVE_QUOTA_REACHED = 429, "No loves are left for today";
}

/// The refusals of a call about one scenario, for the API document.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(crate) enum ScenarioErrors {
    // It is not rated for the caller.
    #[response(status = 403, content_type = "application/problem+json")]
    AdultOnly(Problem),
    // There is no such scenario for the caller.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    // It was removed.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(Problem),
}
