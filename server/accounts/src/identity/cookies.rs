//! The cookies of identity (reliability A-16). None gives authority over the API: `session` lets the server
//! render pages as this person, `refresh` gets the next access token, `sign-on` binds a sign-in at a provider to
//! the browser that began it.

use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use super::rules::{OIDC_SIGN_IN_MILLIS, SESSION_MILLIS};
use super::service::Identities;

/// Where the refresh token is sent, and nowhere else.
const REFRESH_PATH: &str = "/api/v1/auth";
/// Where the cookie of a sign-in at a provider is sent.
const OIDC_PATH: &str = "/api/v1/auth/oidc";

/// A cookie of identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CookieKind {
    Session,
    Refresh,
    Oidc,
}

impl CookieKind {
    /// Browsers accept the prefixed names only with `Secure`, and `__Host-` only for this very host.
    const fn name(self, secure: bool) -> &'static str {
        match (self, secure) {
            (Self::Session, true) => "__Host-session",
            (Self::Session, false) => "session",
            (Self::Refresh, true) => "__Secure-refresh",
            (Self::Refresh, false) => "refresh",
            (Self::Oidc, true) => "__Secure-sign-on",
            (Self::Oidc, false) => "sign-on",
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Session => "/",
            Self::Refresh => REFRESH_PATH,
            Self::Oidc => OIDC_PATH,
        }
    }

    const fn lifetime_millis(self) -> i64 {
        match self {
            Self::Session | Self::Refresh => SESSION_MILLIS,
            Self::Oidc => OIDC_SIGN_IN_MILLIS,
        }
    }
}

impl Identities {
    /// The value of the cookie by which pages are rendered for a person, if the request has one.
    #[must_use]
    pub fn session_cookie(&self, headers: &HeaderMap) -> Option<String> {
        self.cookie(headers, CookieKind::Session)
    }

    pub(super) fn cookie(&self, headers: &HeaderMap, kind: CookieKind) -> Option<String> {
        let jar = CookieJar::from_headers(headers);
        jar.get(kind.name(self.is_secure()))
            .map(|cookie| cookie.value().to_owned())
            .filter(|value| !value.is_empty())
    }

    /// The `Set-Cookie` that sets this value.
    pub(super) fn set_cookie(&self, kind: CookieKind, value: &str) -> HeaderValue {
        self.set_cookie_header(kind, value, kind.lifetime_millis() / 1_000)
    }

    /// The `Set-Cookie` that removes the cookie.
    pub(super) fn remove_cookie(&self, kind: CookieKind) -> HeaderValue {
        self.set_cookie_header(kind, "", 0)
    }

    fn set_cookie_header(&self, kind: CookieKind, value: &str, secs: i64) -> HeaderValue {
        let secure = self.is_secure();
        let mut cookie = Cookie::new(kind.name(secure), value);
        cookie.set_path(kind.path());
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_secure(secure);
        // Our values are base64url, our names and paths constants: this is always a header.
        HeaderValue::try_from(format!("{cookie}; Max-Age={secs}"))
            .unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}
