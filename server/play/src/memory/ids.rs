//! What the things of this slice are known by.

kernel::id_types! {
    /// Something that a story remembers.
    FactId,
}
