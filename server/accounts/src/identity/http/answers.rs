//! Answers that set or remove cookies.

use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::AppState;
use crate::identity::cookies::CookieKind;
use crate::identity::sessions::OpenedSession;

/// An answer that sets or removes cookies. No cache keeps it.
pub(super) struct WithCookies<T> {
    cookies: Vec<HeaderValue>,
    body: T,
}

impl<T> WithCookies<T> {
    /// An answer with this cookie.
    pub(super) fn one(cookie: HeaderValue, body: T) -> Self {
        Self {
            cookies: vec![cookie],
            body,
        }
    }

    /// An answer that changes no cookies.
    pub(super) fn unchanged(body: T) -> Self {
        Self {
            cookies: Vec::new(),
            body,
        }
    }

    /// An answer with the cookies of this session.
    pub(super) fn of(app: &AppState, opened: &OpenedSession, body: T) -> Self {
        let session = opened
            .cookie
            .iter()
            .map(|cookie| app.identities.set_cookie(CookieKind::Session, cookie));
        let refresh = app
            .identities
            .set_cookie(CookieKind::Refresh, &opened.refresh_token);
        Self {
            cookies: session.chain([refresh]).collect(),
            body,
        }
    }

    /// An answer that removes the cookies of a session.
    pub(super) fn removed(app: &AppState, body: T) -> Self {
        Self {
            cookies: [CookieKind::Session, CookieKind::Refresh]
                .map(|kind| app.identities.remove_cookie(kind))
                .to_vec(),
            body,
        }
    }
}

impl<T: IntoResponse> IntoResponse for WithCookies<T> {
    fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for cookie in self.cookies {
            headers.append(SET_COOKIE, cookie);
        }
        (headers, self.body).into_response()
    }
}
