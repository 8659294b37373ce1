//! The ids of this slice.

kernel::id_types! {
    /// A fact of a story.
    FactId,
}
