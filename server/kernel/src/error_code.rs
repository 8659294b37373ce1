//! The errors of the API: a stable code, its HTTP status and a title. This file declares the errors that any
//! slice may return; each slice declares its own ([`error_codes!`](crate::error_codes)).
//!
//! The wire format is RFC 9457 (`application/problem+json`); `platform::web::Problem` writes it.

use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// An error code: a stable string that programs may compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorCode(&'static ErrorEntry);

/// The catalogue's entry for an error.
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

    /// A short, general sentence; the problem's `detail` says what happened in this case.
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

// The errors that any slice may return; most of them are HTTP's own (RFC 9110 section 15).
impl ErrorCode {
    crate::error_codes! {
        /// The request cannot be read: a parameter, header, cursor or body that does not parse.
        BAD_REQUEST = 400, "The request could not be understood";
        /// The request has no authority or an invalid one; `authErrorType` says which.
        UNAUTHENTICATED = 401, "Please sign in";
        /// A known caller who may not do this.
        FORBIDDEN = 403, "This is not allowed";
        /// There is nothing here, or nothing that this caller may see.
        NOT_FOUND = 404, "Nothing was found here";
        /// The path exists, but not with this method.
        METHOD_NOT_ALLOWED = 405, "This method is not supported here";
        /// The request took too long to arrive.
        REQUEST_TIMEOUT = 408, "The request took too long to arrive";
        /// The request conflicts with the current state.
        CONFLICT = 409, "This does not fit the present state";
        /// The resource existed and was removed for good.
        GONE = 410, "This was removed";
        /// The body is larger than this route accepts.
        PAYLOAD_TOO_LARGE = 413, "The body is too large";
        /// The address is longer than any address of this site.
        URI_TOO_LONG = 414, "The address is too long";
        /// This route does not read bodies of this media type.
        UNSUPPORTED_MEDIA_TYPE = 415, "This kind of content is not supported";
        /// The request names a host that this site does not serve.
        MISDIRECTED_REQUEST = 421, "This host is not served here";
        /// The request was understood, but some values are not acceptable.
        VALIDATION_FAILED = 422, "Some values are not acceptable";
        /// Too many requests in too short a time.
        RATE_LIMITED = 429, "Too many requests";
        /// More header text than this server reads.
        HEADERS_TOO_LARGE = 431, "The request headers are too large";
        /// The server failed; the caller cannot change that.
        INTERNAL = 500, "Something went wrong on our side";
        /// A service that this server depends on failed.
        UPSTREAM = 502, "A service we depend on failed";
        /// The server has more work than it can do now.
        OVERLOADED = 503, "The service is busy";
        /// The storage is full or read-only, so nothing can be written.
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

/// A string; the API document, which knows all slices, lists the codes.
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
