//! What the things of this slice are known by.

kernel::id_types! {
    /// One signed-in browser or device.
    SessionId,
}
