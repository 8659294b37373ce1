//! The errors of this slice.

kernel::error_codes! {
    /// What the scenario says cannot be published; `errors` names the fields and passages.
    SCENARIO_REFUSED = 422, "This scenario can’t be published as it is";
}
