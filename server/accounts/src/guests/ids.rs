//! What the things of this slice are known by.

kernel::id_types! {
    /// A visitor who plays without an account.
    GuestId,
}
