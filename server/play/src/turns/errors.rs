//! The errors of this slice.

use platform::web::Problem;

kernel::error_codes! {
    /// The message changed since the version that the caller knows; `current` is the message now.
    MESSAGE_CHANGED = 409, "The message has changed meanwhile";
    /// The demo's story has ended with the message before; `connect` explains how to connect a model, in
    /// three lines.
    DEMO_ENDED = 409, "The demo's story has ended";
    /// A romance with somebody under 18.
    NEVER_PLAYED = 422, "This is never played";
    /// A guest has used all the messages that guests have.
    GUEST_ALLOWANCE_USED = 429, "No messages are left for guests";
}

pub(super) fn turn_not_found() -> Problem {
    Problem::not_found("turn")
}
