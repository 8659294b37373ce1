//! How the values of settings are read.

use accounts::identity::rules::EmailAddress;
use url::Url;

/// Accepts a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Accepts an amount like `12.50`, as millionths.
pub(super) fn millionths(text: &str) -> Result<i64, String> {
    let wrong = || "expected an amount like 12.50".to_owned();
    let amount: f64 = text.parse().map_err(|_| wrong())?;
    if (0.0..=1e9).contains(&amount) {
        Ok((amount * 1e6).round() as i64)
    } else {
        Err(wrong())
    }
}

/// Accepts `http(s)://host[:port]` and nothing more: the site lives at the root of its host.
pub(super) fn public_url(text: &str) -> Result<Url, String> {
    let url: Url = text.parse().map_err(|error| format!("{error}"))?;
    let bare =
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    match url.scheme() {
        "http" | "https" if bare && url.has_host() => Ok(url),
        _ => Err("expected http(s)://host[:port] without a path".to_owned()),
    }
}

/// Accepts `mailto:address` and `https://host…`: the contact link on every page.
pub(super) fn contact(text: &str) -> Result<String, String> {
    let wrong = || "expected mailto:address or https://…".to_owned();
    let text = text.trim();
    if let Some(address) = text.strip_prefix("mailto:") {
        let is_plain = address.bytes().all(|byte| {
            byte.is_ascii_graphic() && !matches!(byte, b'?' | b'&' | b'#' | b'%' | b'"' | b'<' | b'>' | b',')
        });
        return if is_plain && EmailAddress::parse(address).is_some() {
            Ok(text.to_owned())
        } else {
            Err(wrong())
        };
    }
    let url: Url = text.parse().map_err(|_| wrong())?;
    let is_page =
        url.scheme() == "https" && url.has_host() && url.username().is_empty() && url.password().is_none();
    if is_page { Ok(url.into()) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_kept_in_millionths() {
        assert_eq!(millionths("12.5"), Ok(12_500_000));
        assert_eq!(millionths("0"), Ok(0));
        for bad in ["", "x", "-1", "NaN", "inf", "1e10"] {
            assert!(millionths(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_contact_is_an_address_that_a_link_may_lead_to() {
        for good in [
            "mailto:help@play.example",
            " mailto:a.b+c@play.example ",
            "https://play.example/contact?about=us",
        ] {
            assert_eq!(contact(good).as_deref(), Ok(good.trim()));
        }
        for bad in [
            "",
            "help@play.example",
            "mailto:",
            "mailto:help",
            "mailto:help@play.example?subject=x",
            "mailto:a@b.example,c@d.example",
            "http://play.example/contact",
            "https://",
            "https://a:b@play.example",
            "javascript:alert(1)",
            "//play.example",
            "tel:123",
        ] {
            assert!(contact(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_public_url_is_an_origin() {
        for good in [
            "http://localhost:8080",
            "https://play.example",
            "https://play.example/",
        ] {
            assert!(public_url(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "play.example",
            "ftp://play.example",
            "https://play.example/app",
            "https://play.example?x",
            "https://a@play.example",
        ] {
            assert!(public_url(bad).is_err(), "{bad}");
        }
    }
}
