//! The errors of this slice.

use platform::web::Problem;

kernel::error_codes! {
    /// A fact or a summary changed since the version that the caller knows; `current` is its current state.
    MEMORY_CHANGED = 409, "This was changed meanwhile";
}

pub(super) fn fact_not_found() -> Problem {
    Problem::not_found("fact")
}

/// The refusal of a change from an outdated version of this fact or summary.
pub(super) fn changed(what: &str, version: i64) -> Problem {
    Problem::new(MEMORY_CHANGED, format!("The {what} has changed in the meantime."))
        .with_extension("version", version)
}

/// The refusal of such a change, for the API document.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(super) enum VersionErrors {
    /// It changed since; `current` is how it is.
    #[response(status = 409, content_type = "application/problem+json")]
    Changed(Problem),
}
