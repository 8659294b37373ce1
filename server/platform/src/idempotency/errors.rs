//! The errors of this slice.

kernel::error_codes! {
    /// An `Idempotency-Key` that is empty, too long or not printable.
    IDEMPOTENCY_KEY_INVALID = 400, "The idempotency key is not valid";
    /// The first request with this idempotency key is still running.
    IDEMPOTENCY_IN_PROGRESS = 409, "The same request is still running";
    /// The idempotency key was sent with another request before.
    IDEMPOTENCY_KEY_REUSED = 422, "The idempotency key was used for another request";
}
