//! The errors of this slice.

use platform::web::Problem;

kernel::error_codes! {
    /// The message changed since the version that the caller knows; `current` is how it is now.
    MESSAGE_CHANGED = 409, "The message has changed meanwhile";
    /// What the demo has for the story ends with the line before; `connect` says how a model is connected, in
    /// three lines.
    DEMO_ENDED = 409, "The demo's story has ended";
    /// Romance in which somebody under 18 takes part.
    NEVER_PLAYED = 422, "This is never played";
    /// A guest has had all the messages that guests have.
    GUEST_ALLOWANCE_USED = 429, "No messages are left for guests";
}

pub(super) fn turn_not_found() -> Problem {
    Problem::not_found("turn")
}
