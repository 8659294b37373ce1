//! What the things of this slice are known by.

kernel::id_types! {
    /// A story; also the id of its chat.
    StoryId,
    /// A message of a story.
    MessageId,
    /// A folder of a person's library, in which their stories lie.
    FolderId,
}
