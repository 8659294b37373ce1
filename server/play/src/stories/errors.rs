//! The errors of this slice.

kernel::error_codes! {
    /// A guest has a story of this scenario already; `storyId` names it.
    STORY_EXISTS = 409, "There is a story of this scenario already";
    /// The story changed since the version that the caller knows; `current` is how it is now.
    STORY_CHANGED = 409, "The story has changed meanwhile";
    /// The story takes no more messages; it can be read and exported.
    STORY_CLOSED = 409, "This story takes no more messages";
    /// As many stories as this caller may have.
    STORY_QUOTA_REACHED = 429, "No more stories can be begun";
}
