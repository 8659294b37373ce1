//! The audience of the caller: a person's own settings, or a visitor's own answer.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use kernel::Audience;
use platform::web::{Problem, cookie};

use super::authority::Viewer;
use crate::AppState;

/// Whether a visitor wants to see what is for adults (spec section 6).
pub const SHOW_COOKIE: &str = "showNSFW";
/// Whether they confirmed it themselves. Only the answer to the 18+ warning sets it, never a link.
pub const CONFIRMED_COOKIE: &str = "adultConfirmed";

/// The audience of a visitor, by the cookies of a request. A campaign link sets `showNSFW`, too, and that
/// unblurs images; lists show explicit content only after the visitor's own answer. For extreme content a
/// visitor has no setting.
#[must_use]
pub fn audience_of_visitor(headers: &HeaderMap) -> Audience {
    let is_true = |name: &str| cookie(headers, name) == Some("true");
    Audience::of_settings(is_true(SHOW_COOKIE) && is_true(CONFIRMED_COOKIE), false)
}

/// The audience of the caller.
///
/// A person's own settings count, not the cookies of their browser. Cookies count for all others, guests
/// included; for a page that the server renders, the audience is in the request's extensions, which no client
/// can set.
#[derive(Debug, Clone, Copy)]
pub struct ViewerAudience(pub Audience);

impl<S: Send + Sync> FromRequestParts<S> for ViewerAudience
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Viewer(person) = Viewer::from_request_parts(parts, state).await?;
        let of_page = parts.extensions.get::<Audience>().copied();
        Ok(Self(person.map_or_else(
            || of_page.unwrap_or_else(|| audience_of_visitor(&parts.headers)),
            |person| person.audience,
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_visitors_own_answer_opens_lists() {
        for (jar, audience) in [
            ("", Audience::Everyone),
            ("showNSFW=true", Audience::Everyone),
            ("showNSFW=true; campaign=vibe", Audience::Everyone),
            ("adultConfirmed=true", Audience::Everyone),
            ("showNSFW=false; adultConfirmed=true", Audience::Everyone),
            ("showNSFW=1; adultConfirmed=1", Audience::Everyone),
            ("showNSFW=true; adultConfirmed=true", Audience::Explicit),
            (
                "showNSFW=true; adultConfirmed=true; showNSFL=true",
                Audience::Explicit,
            ),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("cookie", jar.parse().expect("a header value"));
            assert_eq!(audience_of_visitor(&headers), audience, "{jar}");
        }
    }
}
