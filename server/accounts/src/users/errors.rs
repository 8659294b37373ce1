//! The errors of this slice.

kernel::error_codes! {
    /// The identity has no record in the product yet. The only error by which a client may recognise that
    /// (spec section 8).
    USER_NOT_FOUND = 404, "There is no record for this account yet";
    /// The name belongs to another person.
    NAME_TAKEN = 409, "This name is taken";
}
