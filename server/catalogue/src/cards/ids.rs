//! The ids of this slice.

kernel::id_types! {
    /// A card of the older, single-character model.
    CardId,
}
