//! The errors of this slice.

kernel::error_codes! {
    /// The scenario has no actor or several: no card can hold it.
    NOT_A_CARD = 409, "This scenario is not a card";
}
