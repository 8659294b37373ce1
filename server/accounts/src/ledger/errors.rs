//! The errors of this slice.

kernel::error_codes! {
    /// Not enough shekels for this.
    INSUFFICIENT_SHEKELS = 402, "There are not enough shekels";
    /// The transaction was reversed before.
    ALREADY_ROLLED_BACK = 409, "This was taken back before";
}
