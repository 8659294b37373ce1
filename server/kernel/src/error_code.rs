//! How the API refuses: a stable word, its HTTP status and a title. Here is what any part may say; each slice
//! declares the errors that are its own ([`error_codes!`](crate::error_codes)).
//!
//! The wire format is RFC 9457 (`application/problem+json`); `platform::web::Problem` writes it.

use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// What went wrong, as a stable word that programs may compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorCode(&'static ErrorEntry);

/// What the catalogue says of an error.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ErrorEntry {
    /// The code as it is on the wire.
    pub code: &'static str,
    /// The HTTP status that always goes with it.
    pub status: u16,
    /// A short, general sentence.
    pub title: &'static str,
}

/// Declares errors: `/// What it means.` `ITS_CODE = status, "A short, general sentence";`. They become constants,
/// and together `ERRORS`, which belongs into the slice's facts.
#[macro_export]
macro_rules! error_codes {
    ($($(#[$doc:meta])+ $name:ident = $status:literal, $title:literal;)+) => {
        $(
            $(#[$doc])+
            pub const $name: $crate::ErrorCode = $crate::ErrorCode::new(&$crate::ErrorEntry {
                code: stringify!($name),
                status: $status,
                title: $title,
            });
        )+
        /// All of these.
        pub const ERRORS: &[$crate::ErrorCode] = &[
            $($crate::ErrorCode::new(&$crate::ErrorEntry {
                code: stringify!($name),
                status: $status,
                title: $title,
            })),+
        ];
    };
}

impl ErrorCode {
    /// The error of this entry. For [`error_codes!`](crate::error_codes).
    #[must_use]
    pub const fn new(entry: &'static ErrorEntry) -> Self {
        Self(entry)
    }

    /// The code as it is on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.code
    }

    /// The HTTP status that always goes with it.
    #[must_use]
    pub const fn status(self) -> u16 {
        self.0.status
    }

    /// A short, general sentence; the detail says what it was this time.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.0.title
    }

    /// The code that stands for a bare HTTP status, for errors that reach us as nothing but a status.
    #[must_use]
    pub fn from_status(status: u16) -> Self {
        let exact = Self::ERRORS.iter().copied().find(|code| code.status() == status);
        exact.unwrap_or(if (400..500).contains(&status) {
            Self::BAD_REQUEST
        } else {
            Self::INTERNAL
        })
    }

    /// The last segment of the problem's `type`: the code in lower case with dashes.
    #[must_use]
    pub fn slug(self) -> String {
        self.0.code.to_ascii_lowercase().replace('_', "-")
    }
}

// What any part may say; most of it is HTTP's own (RFC 9110 section 15).
impl ErrorCode {
    crate::error_codes! {
        /// The request cannot be read: a parameter, header, cursor or body that does not parse.
        BAD_REQUEST = 400, "The request could not be understood";
        /// No authority, or none that is any good; `authErrorType` says which.
        UNAUTHENTICATED = 401, "Please sign in";
        /// A known caller who may not do this.
        FORBIDDEN = 403, "This is not allowed";
        /// Nothing here, or nothing that this caller may know of.
        NOT_FOUND = 404, "Nothing was found here";
        /// The path exists, but not with this method.
        METHOD_NOT_ALLOWED = 405, "This method is not supported here";
        /// The request took too long to arrive.
        REQUEST_TIMEOUT = 408, "The request took too long to arrive";
        /// It cannot be done in the present state of things.
        CONFLICT = 409, "This does not fit the present state";
        /// It was here and was removed for good.
        GONE = 410, "This was removed";
        /// The body is larger than this route takes.
        PAYLOAD_TOO_LARGE = 413, "The body is too large";
        /// The address is longer than any of ours.
        URI_TOO_LONG = 414, "The address is too long";
        /// A body of a kind that this route does not read.
        UNSUPPORTED_MEDIA_TYPE = 415, "This kind of content is not supported";
        /// A request for a host that is not ours.
        MISDIRECTED_REQUEST = 421, "This host is not served here";
        /// Understood, but not acceptable.
        VALIDATION_FAILED = 422, "Some values are not acceptable";
        /// Too many requests in too short a time.
        RATE_LIMITED = 429, "Too many requests";
        /// More header text than this server reads.
        HEADERS_TOO_LARGE = 431, "The request headers are too large";
        /// Our fault, and nothing the caller can change.
        INTERNAL = 500, "Something went wrong on our side";
        /// A service behind us answered wrongly.
        UPSTREAM = 502, "A service we depend on failed";
        /// More work than can be done now.
        OVERLOADED = 503, "The service is busy";
        /// Nothing can be written: the storage is full or read-only.
        STORAGE_FULL = 503, "Nothing can be saved at the moment";
        /// The answer took too long.
        TIMEOUT = 504, "The answer took too long";
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code)
    }
}

/// A word; which words there are says the document, which knows all slices.
impl utoipa::PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
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
    fn statuses_find_their_code() {
        assert_eq!(ErrorCode::from_status(404), ErrorCode::NOT_FOUND);
        assert_eq!(ErrorCode::from_status(418), ErrorCode::BAD_REQUEST);
        assert_eq!(ErrorCode::from_status(599), ErrorCode::INTERNAL);
    }
}
