//! The ids of this slice.

kernel::id_types! {
    /// A story; also the id of its chat.
    StoryId,
    /// A message of a story.
    MessageId,
    /// A folder of a person's library, which contains stories.
    FolderId,
}
