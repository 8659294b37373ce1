//! What counts as a confirmation.

use axum::http::HeaderMap;
use platform::web::cookie;

use crate::identity::{CONFIRMED_COOKIE, SHOW_COOKIE};

/// Whether a visitor without an account has confirmed to see explicit images, by the cookies of a request.
///
/// A campaign link sets `showNSFW`, too (spec section 4). Where the operator's law requires an explicit
/// confirmation (`must_confirm`), that cookie alone is not enough: the visitor's own answer must be beside it
/// (O-10).
#[must_use]
pub fn confirmed_by_cookies(headers: &HeaderMap, must_confirm: bool) -> bool {
    let is_true = |name: &str| cookie(headers, name) == Some("true");
    is_true(SHOW_COOKIE) && (!must_confirm || is_true(CONFIRMED_COOKIE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaigns_cookie_opens_nothing_where_a_confirmation_is_wanted() {
        for (jar, freely, strictly) in [
            ("", false, false),
            ("showNSFW=true", true, false),
            ("showNSFW=true; adultConfirmed=true", true, true),
            ("adultConfirmed=true", false, false),
            ("showNSFW=false; adultConfirmed=true", false, false),
            ("showNSFW=1; adultConfirmed=1", false, false),
            ("showNSFW=true; adultConfirmed=false", true, false),
            ("campaign=vibe; guest=1", false, false),
            ("showNSFW=false; showNSFW=true", false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("cookie", jar.parse().expect("a header value"));
            assert_eq!(
                (
                    confirmed_by_cookies(&headers, false),
                    confirmed_by_cookies(&headers, true)
                ),
                (freely, strictly),
                "{jar}"
            );
        }
    }
}
