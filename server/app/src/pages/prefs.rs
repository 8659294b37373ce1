//! The few properties of a request that change the first paint. Nothing else of its headers reaches a page
//! (S-4, S-6).

use accounts::age_gate::confirmed_by_cookies;
use accounts::identity::audience_of_visitor;
use http::header::HeaderMap;
use kernel::Audience;
use kernel::ids::is_well_formed;
use percent_encoding::percent_decode_str;
use platform::web::cookie;
use serde::Serialize;

/// Colours of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

impl Theme {
    /// The class of the document element.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }
}

/// What the visitor chose, from cookies: an argument of every render and a part of every cache key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Prefs {
    /// Colours of the page.
    pub theme: Theme,
    /// Explicit images are shown unblurred.
    #[serde(rename = "showNSFW")]
    pub show_nsfw: bool,
    /// What the page's lists contain. Decides what is read for the page; the page itself does not need it.
    #[serde(skip)]
    pub audience: Audience,
    /// Images are hidden.
    pub hide_images: bool,
    /// The billing warning was dismissed.
    pub hide_subscription_warning: bool,
    /// The campaign that brought the visitor here: a well-formed id; `campaigns` knows whether it exists.
    pub campaign: Option<String>,
}

impl Prefs {
    /// The preferences in a request's cookies. The first cookie of a name counts, as in the browser's own
    /// reading. `must_confirm`: a campaign link alone does not show explicit images (O-10).
    #[must_use]
    pub fn from_cookies(headers: &HeaderMap, must_confirm: bool) -> Self {
        let value = |name: &str| cookie(headers, name);
        let is_true = |name: &str| value(name) == Some("true");
        Self {
            theme: if value("theme") == Some("light") {
                Theme::Light
            } else {
                Theme::Dark
            },
            show_nsfw: confirmed_by_cookies(headers, must_confirm),
            audience: audience_of_visitor(headers),
            hide_images: is_true("hideImages"),
            hide_subscription_warning: is_true("hideSubscriptionWarning"),
            campaign: value("campaign").and_then(campaign_id),
        }
    }

    /// The same, with the campaign of the address if it names one: it takes precedence over the cookie.
    #[must_use]
    pub fn with_campaign(mut self, query: Option<&str>) -> Self {
        let asked = query
            .filter(|query| query.contains("campaign="))
            .and_then(|query| {
                let mut pairs = url::form_urlencoded::parse(query.as_bytes());
                pairs
                    .find(|(name, _)| name == "campaign")
                    .map(|(_, value)| value.into_owned())
            });
        if let Some(id) = asked.filter(|id| is_well_formed(id)) {
            self.campaign = Some(id);
        }
        self
    }
}

fn campaign_id(raw: &str) -> Option<String> {
    let id = percent_decode_str(raw).decode_utf8().ok()?;
    is_well_formed(&id).then(|| id.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(jar: &str, query: Option<&str>) -> Prefs {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", jar.parse().expect("a header value"));
        Prefs::from_cookies(&headers, false).with_campaign(query)
    }

    #[test]
    fn only_the_known_cookies_count_and_only_in_their_known_values() {
        assert_eq!(from("session=abc; other=1", None), Prefs::default());
        assert_eq!(
            from("theme=blue; showNSFW=1; hideImages=yes", None),
            Prefs::default()
        );
        let all = from(
            "theme=light; showNSFW=true;hideImages=true; hideSubscriptionWarning=true; campaign=spring-1",
            None,
        );
        assert_eq!(
            all,
            Prefs {
                theme: Theme::Light,
                show_nsfw: true,
                audience: Audience::Everyone,
                hide_images: true,
                hide_subscription_warning: true,
                campaign: Some("spring-1".to_owned())
            }
        );
    }

    #[test]
    fn a_campaigns_cookie_unblurs_and_opens_no_lists() {
        let of = |jar| (from(jar, None).show_nsfw, from(jar, None).audience);
        assert_eq!(of("showNSFW=true; campaign=vibe"), (true, Audience::Everyone));
        assert_eq!(
            of("showNSFW=true; adultConfirmed=true"),
            (true, Audience::Explicit)
        );
        assert_eq!(of("adultConfirmed=true"), (false, Audience::Everyone));
    }

    #[test]
    fn the_campaign_of_the_address_wins_if_it_may_be_one() {
        for (query, expected) in [
            (None, Some("a")),
            (Some("campaign=b"), Some("b")),
            (Some("x=1&campaign=b&campaign=c"), Some("b")),
            (Some("campaign=%2Fetc"), Some("a")),
            (Some("nocampaign=b"), Some("a")),
        ] {
            assert_eq!(
                from("campaign=a", query).campaign.as_deref(),
                expected,
                "{query:?}"
            );
        }
        assert_eq!(from("campaign=..%2Fx", None).campaign, None);
    }
}
