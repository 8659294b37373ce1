//! The errors of this slice.

kernel::error_codes! {
    /// The guest session was carried over into an account already.
    GUEST_CLAIMED = 409, "This guest session belongs to an account already";
}
