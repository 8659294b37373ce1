//! The error catalogue: every way the API can refuse, with its HTTP status and title. One row, one error.
//!
//! The wire format is RFC 9457 (`application/problem+json`); `platform::web::Problem` writes it. Two rules
//! keep the client's recovery honest: no code is ever `UNAUTHORIZED`, and no message contains the words by
//! which the client recognises a missing user (spec section 8), because it would then create one.

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

macro_rules! catalogue {
    ($($(#[$doc:meta])+ $name:ident = $code:literal, $status:literal, $title:literal;)+) => {
        /// What went wrong, as a stable word that programs may compare.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        pub enum ErrorCode {
            $($(#[$doc])+ #[serde(rename = $code)] $name,)+
        }

        impl ErrorCode {
            /// Every code, in catalogue order.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The code as it is on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            /// The HTTP status that always goes with it.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status),+ }
            }

            /// A short, general sentence; the detail says what it was this time.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),+ }
            }
        }
    };
}

catalogue! {
    /// The request cannot be read: a parameter, header, cursor or body that does not parse.
    BadRequest = "BAD_REQUEST", 400, "The request could not be understood";
    /// An `Idempotency-Key` that is empty, too long or not printable.
    IdempotencyKeyInvalid = "IDEMPOTENCY_KEY_INVALID", 400, "The idempotency key is not valid";
    /// A mailed link, or a sign-in begun elsewhere, that is used, replaced, too old or another browser's (RFC
    /// 6749 section 5.2).
    InvalidGrant = "INVALID_GRANT", 400, "This link or sign-in is not good any more";
    /// No authority, or none that is any good; `authErrorType` says which.
    Unauthenticated = "UNAUTHENTICATED", 401, "Please sign in";
    /// The email address and the password do not belong together.
    SignInFailed = "SIGN_IN_FAILED", 401, "The email address or the password is wrong";
    /// Not enough shekels for this.
    InsufficientShekels = "INSUFFICIENT_SHEKELS", 402, "There are not enough shekels";
    /// A known caller who may not do this.
    Forbidden = "FORBIDDEN", 403, "This is not allowed";
    /// The right password, but nobody has proved that the address is theirs.
    EmailNotVerified = "EMAIL_NOT_VERIFIED", 403, "The email address is not confirmed yet";
    /// The right password, or a provider's word; the code of the authenticator is missing.
    TotpRequired = "TOTP_REQUIRED", 403, "A code from the authenticator is needed";
    /// The same; the code of the authenticator is wrong or was used.
    TotpWrong = "TOTP_WRONG", 403, "The code is not right";
    /// Rated for adults, and the caller has not asked to see such things; `rating` says how.
    AdultOnly = "ADULT_ONLY", 403, "This is for adults only";
    /// This address is not welcome.
    IpBlocked = "IP_BLOCKED", 403, "Access from this address is blocked";
    /// Nothing here, or nothing that this caller may know of.
    NotFound = "NOT_FOUND", 404, "Nothing was found here";
    /// The identity has no record in the product yet. The only error by which a client may recognise that
    /// (spec section 8).
    UserNotFound = "USER_NOT_FOUND", 404, "There is no record for this account yet";
    /// The path exists, but not with this method.
    MethodNotAllowed = "METHOD_NOT_ALLOWED", 405, "This method is not supported here";
    /// The request took too long to arrive.
    RequestTimeout = "REQUEST_TIMEOUT", 408, "The request took too long to arrive";
    /// It cannot be done in the present state of things.
    Conflict = "CONFLICT", 409, "This does not fit the present state";
    /// The name is somebody else's.
    NameTaken = "NAME_TAKEN", 409, "This name is taken";
    /// What was to be taken back was taken back before.
    AlreadyRolledBack = "ALREADY_ROLLED_BACK", 409, "This was taken back before";
    /// The first request with this idempotency key is still running.
    IdempotencyInProgress = "IDEMPOTENCY_IN_PROGRESS", 409, "The same request is still running";
    /// The guest session was carried over into an account already.
    GuestClaimed = "GUEST_CLAIMED", 409, "This guest session belongs to an account already";
    /// A guest has a story of this scenario already; `storyId` names it.
    StoryExists = "STORY_EXISTS", 409, "There is a story of this scenario already";
    /// The story changed since the version that the caller knows; `current` is how it is now.
    StoryChanged = "STORY_CHANGED", 409, "The story has changed meanwhile";
    /// The message changed since the version that the caller knows; `current` is how it is now.
    MessageChanged = "MESSAGE_CHANGED", 409, "The message has changed meanwhile";
    /// The story takes no more messages; it can be read and exported.
    StoryClosed = "STORY_CLOSED", 409, "This story takes no more messages";
    /// What the demo has for the story ends with the line before; `connect` says how a model is connected, in
    /// three lines.
    DemoEnded = "DEMO_ENDED", 409, "The demo's story has ended";
    /// It was here and was removed for good.
    Gone = "GONE", 410, "This was removed";
    /// A fact or a summary changed since the version that the caller knows; `current` is how it is now.
    MemoryChanged = "MEMORY_CHANGED", 409, "This was changed meanwhile";
    /// The folder changed since the etag that the caller knows; `current` is how it is now.
    FolderChanged = "FOLDER_CHANGED", 412, "The folder has changed meanwhile";
    /// The body is larger than this route takes.
    PayloadTooLarge = "PAYLOAD_TOO_LARGE", 413, "The body is too large";
    /// The address is longer than any of ours.
    UriTooLong = "URI_TOO_LONG", 414, "The address is too long";
    /// A body of a kind that this route does not read.
    UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE", 415, "This kind of content is not supported";
    /// A request for a host that is not ours.
    MisdirectedRequest = "MISDIRECTED_REQUEST", 421, "This host is not served here";
    /// Understood, but not acceptable.
    ValidationFailed = "VALIDATION_FAILED", 422, "Some values are not acceptable";
    /// Romance in which somebody under 18 takes part.
    NeverPlayed = "NEVER_PLAYED", 422, "This is never played";
    /// The idempotency key came with another request before.
    IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED", 422, "The idempotency key was used for another request";
    /// A mailed link, opened in a browser that has not shown who it is.
    VerificationNeedsPassword = "VERIFICATION_NEEDS_PASSWORD", 422, "Enter the password to confirm the address";
    /// The account is suspended.
    AccountSuspended = "ACCOUNT_SUSPENDED", 423, "This account is suspended";
    /// Too many requests in too short a time.
    RateLimited = "RATE_LIMITED", 429, "Too many requests";
    /// Today's loves are given.
    LoveQuotaReached = "LOVE_QUOTA_REACHED", 429, "No loves are left for today";
    /// As many stories as this caller may have.
    StoryQuotaReached = "STORY_QUOTA_REACHED", 429, "No more stories can be begun";
    /// A guest has had all the messages that guests have.
    GuestAllowanceUsed = "GUEST_ALLOWANCE_USED", 429, "No messages are left for guests";
    /// More header text than this server reads.
    HeadersTooLarge = "HEADERS_TOO_LARGE", 431, "The request headers are too large";
    /// Our fault, and nothing the caller can change.
    Internal = "INTERNAL", 500, "Something went wrong on our side";
    /// A service behind us answered wrongly.
    Upstream = "UPSTREAM", 502, "A service we depend on failed";
    /// More work than can be done now.
    Overloaded = "OVERLOADED", 503, "The service is busy";
    /// Nothing can be written: the storage is full or read-only.
    StorageFull = "STORAGE_FULL", 503, "Nothing can be saved at the moment";
    /// What may be spent today is spent.
    CapacityReached = "CAPACITY_REACHED", 503, "The capacity of today is used up";
    /// The answer took too long.
    Timeout = "TIMEOUT", 504, "The answer took too long";
    /// What must be in a prompt does not fit the model; the sentence names its largest part.
    PromptTooLarge = "PROMPT_TOO_LARGE", 422, "The prompt is too large for the model";
    /// The model's server does not accept the key of this site.
    ModelKeyRefused = "MODEL_KEY_REFUSED", 502, "The model's server did not accept the key";
    /// The model's server does not let this site use the model: no access, or no credit left.
    ModelForbidden = "MODEL_FORBIDDEN", 502, "The model's server denied access";
    /// The model's server has no such model any more.
    ModelNotFound = "MODEL_NOT_FOUND", 502, "The model is gone";
    /// The model's server refused the request for another reason.
    ModelRefused = "MODEL_REFUSED", 502, "The model's server refused the request";
    /// The provider's content filter held the reply back.
    ReplyFiltered = "REPLY_FILTERED", 502, "The reply was held back by a content filter";
    /// The model's server limits how often it may be asked.
    ModelRateLimited = "MODEL_RATE_LIMITED", 503, "The model has had too many requests";
    /// The model's server cannot be connected to.
    ModelUnreachable = "MODEL_UNREACHABLE", 502, "The model cannot be reached";
    /// The connection to the model was lost in the middle of a reply.
    ReplyCut = "REPLY_CUT", 502, "The reply broke off";
    /// What the model's server sent cannot be read.
    ReplyMalformed = "REPLY_MALFORMED", 502, "The reply could not be read";
    /// The model ended well and wrote nothing.
    ReplyEmpty = "REPLY_EMPTY", 502, "The reply is empty";
    /// The model wrote more than any reply may hold.
    ReplyTooLarge = "REPLY_TOO_LARGE", 502, "The reply is too long";
}

impl ErrorCode {
    /// The code that stands for a bare HTTP status, for errors that reach us as nothing but a status.
    #[must_use]
    pub fn from_status(status: u16) -> Self {
        let exact = Self::ALL.iter().copied().find(|code| code.status() == status);
        exact.unwrap_or(if (400..500).contains(&status) {
            Self::BadRequest
        } else {
            Self::Internal
        })
    }

    /// The last segment of the problem's `type`: the code in lower case with dashes.
    #[must_use]
    pub fn slug(self) -> String {
        self.as_str().to_ascii_lowercase().replace('_', "-")
    }
}

// Written out: the derive does not see names that come from a macro's parameter.
impl utoipa::PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let codes = Self::ALL.iter().map(|code| code.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(codes))
            .description(Some(
                "What went wrong, as a stable word that programs may compare.",
            ))
            .build()
            .into()
    }
}

impl utoipa::ToSchema for ErrorCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_error_can_be_mistaken_for_a_missing_user() {
        for code in ErrorCode::ALL {
            let words = format!("{} {}", code.as_str(), code.title()).to_lowercase();
            assert_ne!(code.as_str(), "UNAUTHORIZED");
            for forbidden in ["profile not found", "user not found", "inactive"] {
                assert!(!words.contains(forbidden), "{words}");
            }
        }
    }

    #[test]
    fn statuses_find_their_code() {
        assert_eq!(ErrorCode::from_status(404), ErrorCode::NotFound);
        assert_eq!(ErrorCode::from_status(418), ErrorCode::BadRequest);
        assert_eq!(ErrorCode::from_status(599), ErrorCode::Internal);
    }
}
