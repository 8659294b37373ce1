//! The errors of this slice.

kernel::error_codes! {
    /// This address is on the blocklist.
    IP_BLOCKED = 403, "Access from this address is blocked";
}
