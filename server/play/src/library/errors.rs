//! The errors of this slice.

kernel::error_codes! {
    /// The folder changed since the etag that the caller knows; `current` is the folder now.
    FOLDER_CHANGED = 412, "The folder has changed meanwhile";
}
