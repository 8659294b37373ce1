//! The errors of this slice.

use platform::web::Problem;

use super::rules::MAX_SERIES;

kernel::error_codes! {
    /// The series changed since the version that the caller edited; `current` is the series now.
    SERIES_CHANGED = 412, "The series has changed meanwhile";
    /// The author has as many series as they may have.
    SERIES_QUOTA_REACHED = 409, "No more series can be kept";
}

pub(super) fn not_found() -> Problem {
    Problem::not_found("series")
}

pub(super) fn quota_reached() -> Problem {
    Problem::new(
        SERIES_QUOTA_REACHED,
        format!("{MAX_SERIES} series are the most one can have. Delete one to make a new one."),
    )
}

pub(super) fn outdated_version() -> Problem {
    Problem::new(
        SERIES_CHANGED,
        "This series has changed in the meantime, perhaps in another window.",
    )
}
