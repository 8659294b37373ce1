//! The ids of this slice.

kernel::id_types! {
    /// A visitor who plays without an account.
    GuestId,
}
