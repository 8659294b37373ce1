//! The errors of this slice.

kernel::error_codes! {
    /// The author does not show readers how the scenario is made.
    MAKING_CLOSED = 403, "How this scenario is made is not open to readers";
    /// What the scenario says cannot be published; `errors` names the fields and passages.
    SCENARIO_REFUSED = 422, "This scenario can’t be published as it is";
}
