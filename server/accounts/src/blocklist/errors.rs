//! The errors of this slice.

kernel::error_codes! {
    /// This address is not welcome.
    IP_BLOCKED = 403, "Access from this address is blocked";
}
