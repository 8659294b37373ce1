//! The errors of this slice.

kernel::error_codes! {
    /// The guest session was already claimed by an account.
    GUEST_CLAIMED = 409, "This guest session belongs to an account already";
}
