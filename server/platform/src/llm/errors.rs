//! The errors of this slice.

kernel::error_codes! {
    /// What may be spent today is spent.
    CAPACITY_REACHED = 503, "The capacity of today is used up";
    /// What must be in a prompt does not fit the model; the sentence names its largest part.
    PROMPT_TOO_LARGE = 422, "The prompt is too large for the model";
    /// The model's server does not accept the key of this site.
    MODEL_KEY_REFUSED = 502, "The model's server did not accept the key";
    /// The model's server does not let this site use the model: no access, or no credit left.
    MODEL_FORBIDDEN = 502, "The model's server denied access";
    /// The model's server has no such model any more.
    MODEL_NOT_FOUND = 502, "The model is gone";
    /// The model's server refused the request for another reason.
    MODEL_REFUSED = 502, "The model's server refused the request";
    /// The provider's content filter held the reply back.
    REPLY_FILTERED = 502, "The reply was held back by a content filter";
    /// The model's server limits how often it may be asked.
    MODEL_RATE_LIMITED = 503, "The model has had too many requests";
    /// The model's server cannot be connected to.
    MODEL_UNREACHABLE = 502, "The model cannot be reached";
    /// The connection to the model was lost in the middle of a reply.
    REPLY_CUT = 502, "The reply broke off";
    /// What the model's server sent cannot be read.
    REPLY_MALFORMED = 502, "The reply could not be read";
    /// The model ended well and wrote nothing.
    REPLY_EMPTY = 502, "The reply is empty";
    /// The model wrote more than any reply may hold.
    REPLY_TOO_LARGE = 502, "The reply is too long";
}
