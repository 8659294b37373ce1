//! What the things of this slice are known by.

kernel::id_types! {
    /// A card of the older, single-character model.
    CardId,
}
