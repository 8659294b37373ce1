//! The errors of this slice.

use platform::web::Problem;

use super::StoryId;

kernel::error_codes! {
    /// A guest has a story of this scenario already; `storyId` is its id.
    STORY_EXISTS = 409, "There is a story of this scenario already";
    /// The story changed since the version that the caller knows; `current` is the story now.
    STORY_CHANGED = 409, "The story has changed meanwhile";
    /// The story takes no more messages; it can be read and exported.
    STORY_CLOSED = 409, "This story takes no more messages";
    /// The caller has as many stories as they may have.
    STORY_QUOTA_REACHED = 429, "No more stories can be begun";
}

pub(super) fn story_not_found() -> Problem {
    Problem::not_found("story")
}

pub(super) fn message_not_found() -> Problem {
    Problem::not_found("message")
}

pub(super) fn story_exists(id: &StoryId) -> Problem {
    Problem::new(STORY_EXISTS, "You have a story of this already.").with_extension("storyId", id.as_str())
}

/// The story changed since the version that the caller knows.
#[must_use]
pub fn story_changed() -> Problem {
    Problem::new(
        STORY_CHANGED,
        "This story has changed in the meantime, perhaps in another window.",
    )
}

/// The story takes no more messages.
#[must_use]
pub fn closed() -> Problem {
    let sentence = "This story takes no more messages, because romance with somebody under 18 was asked for again and again. You can still read and export it.";
    Problem::new(STORY_CLOSED, sentence)
}

/// The refusal of a change that was made from an old version, for the API document.
#[derive(utoipa::IntoResponses)]
pub enum VersionErrors {
    /// It changed since that version; `current` is how it is.
    #[response(status = 409, content_type = "application/problem+json")]
    Changed(Problem),
}
