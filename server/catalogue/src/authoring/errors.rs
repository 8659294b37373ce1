//! The errors of this slice.

use platform::web::Problem;

kernel::error_codes! {
    /// The draft changed since the version that the caller edited; `current` is the draft now.
    DRAFT_CHANGED = 412, "The scenario has changed meanwhile";
    /// The draft is in the trash: it can be read and restored.
    DRAFT_IN_TRASH = 409, "The scenario is in the trash";
    /// The author has as many scenarios as they may have.
    DRAFT_QUOTA_REACHED = 409, "No more scenarios can be kept";
    /// The model did not judge the image explicit, or a moderator has decided, which is final.
    NO_SECOND_LOOK = 409, "There is nothing to look at again";
}

pub(super) fn not_found() -> Problem {
    Problem::not_found("scenario")
}

/// The refusal of an action on an older version.
#[must_use]
pub fn outdated_version() -> Problem {
    Problem::new(
        DRAFT_CHANGED,
        "This scenario has changed in the meantime, perhaps in another window.",
    )
}

pub(super) fn in_trash() -> Problem {
    Problem::new(
        DRAFT_IN_TRASH,
        "This scenario is in the trash. Restore it to change it.",
    )
}

/// The refusals of a change of a draft, for the API document.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(crate) enum DraftErrors {
    /// There is no such draft of the caller.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    /// It is in the trash, or a limit is reached.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
}
