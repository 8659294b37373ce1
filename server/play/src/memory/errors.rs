//! The errors of this slice.

kernel::error_codes! {
    /// A fact or a summary changed since the version that the caller knows; `current` is how it is now.
    MEMORY_CHANGED = 409, "This was changed meanwhile";
}
