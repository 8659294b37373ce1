//! E-mail addresses: which are acceptable, and which two are the same.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

/// Longest address, in bytes (RFC 5321 section 4.5.3.1).
const MAX_EMAIL_BYTES: usize = 254;

/// An address that e-mail may be sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress {
    /// As it was written.
    pub address: String,
    /// For lookup: two addresses have the same key exactly if the mail system delivers both to one mailbox,
    /// as far as can be known from outside. The domain is in its ASCII form (IDNA). The local part is as
    /// written except for ASCII capitals, which providers do not distinguish (RFC 5321 section 2.4 would let
    /// them). Nothing else is folded: `mike.oﬃce@` and `mike.office@` belong to two people.
    pub key: String,
}

/// An address that looks like another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This address has characters that are easily taken for others. Use one with plain letters.")]
pub struct Lookalike;

impl EmailAddress {
    /// The address in this text; none where the text cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let address = text.trim();
        let (local, domain) = address.rsplit_once('@')?;
        let plain = |text: &str| {
            !text.is_empty()
                && !text
                    .chars()
                    .any(|c| c.is_whitespace() || c.is_control() || "<>()[],;:\\\"".contains(c))
        };
        let acceptable =
            address.len() <= MAX_EMAIL_BYTES && plain(local) && !local.contains('@') && plain(domain);
        if !acceptable || address.parse::<lettre::Address>().is_err() {
            return None;
        }
        let domain = idna::domain_to_ascii_cow(domain.as_bytes(), idna::AsciiDenyList::URL).ok()?;
        Some(Self {
            address: address.to_owned(),
            key: format!("{}@{domain}", local.to_ascii_lowercase()),
        })
    }

    /// Checks that a new account may use this address. Existing accounts keep theirs, since addresses are
    /// compared exactly.
    ///
    /// # Errors
    /// [`Lookalike`].
    pub fn check_new(&self) -> Result<(), Lookalike> {
        let (local, domain) = self.key.rsplit_once('@').unwrap_or_default();
        let (domain, _) = idna::domain_to_unicode(domain);
        if std::iter::once(local).chain(domain.split('.')).all(is_distinct) {
            Ok(())
        } else {
            Err(Lookalike)
        }
    }
}

/// Whether a name looks like itself and nothing else: ASCII, or composed characters of everyday use, of one
/// script (or of those that are written together), that are not all lookalikes of ASCII ones (Unicode
/// Technical Standard 39, sections 3, 4 and 5.2).
fn is_distinct(name: &str) -> bool {
    let is_usual = |c: char| c.is_ascii() || c.identifier_allowed();
    name.is_ascii()
        || name.nfc().eq(name.chars())
            && name.chars().all(is_usual)
            && name.check_restriction_level(RestrictionLevel::HighlyRestrictive)
            && !skeleton(name).all(|c| c.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> EmailAddress {
        EmailAddress::parse("Ann.Lee@Example.org").expect("an address")
    }

    #[test]
    fn addresses_have_one_key_and_nothing_hidden_in_them() {
        assert_eq!(
            ann(),
            EmailAddress {
                address: "Ann.Lee@Example.org".to_owned(),
                key: "ann.lee@example.org".to_owned()
            }
        );
        assert_eq!(
            EmailAddress::parse("  a@b.example "),
            EmailAddress::parse("A@B.example").map(|_| EmailAddress {
                address: "a@b.example".to_owned(),
                key: "a@b.example".to_owned()
            })
        );
        let long = format!("{}@example.org", "x".repeat(250));
        for bad in [
            "",
            "a",
            "@",
            "a@",
            "@b",
            "a b@c.example",
            "a@b@c.example",
            "a@b.example\r\nBcc: x@y.example",
            "<a@b.example>",
            "a,b@c.example",
            &long,
        ] {
            assert_eq!(EmailAddress::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn addresses_are_one_exactly_where_their_mailbox_is() {
        let key = |text: &str| EmailAddress::parse(text).map(|email| email.key);
        for (one, other) in [
            ("Ann@Example.ORG", "ann@example.org"),
            ("ann@MÜLLER.example", "ann@xn--mller-kva.example"),
            ("ann@example。org", "ann@example.org"),
            ("ann@ｅxample.org", "ann@example.org"),
        ] {
            assert!(key(one).is_some() && key(one) == key(other), "{one} {other}");
        }
        for other in [
            "ｍike.office@x.example",
            "mike.oﬃce@x.example",
            "mıke.office@x.example",
            "mike.offiсe@x.example",
            "mi\u{212a}e.office@x.example",
            "mike.office+a@x.example",
            "mikeoffice@x.example",
        ] {
            assert!(key(other).is_some(), "{other}");
            assert_ne!(key(other), key("mike.office@x.example"), "{other}");
        }
        assert_ne!(key("Ünal@x.example"), key("ünal@x.example"));
        assert_ne!(key("e\u{301}va@x.example"), key("éva@x.example"));
    }

    #[test]
    fn addresses_that_look_like_others_are_refused_at_the_door() {
        let is_taken = |text: &str| EmailAddress::parse(text).is_some_and(|email| email.check_new().is_ok());
        for good in [
            "ann+lists@example.org",
            "jörg.groß@example.org",
            "éva@müller.example",
            "дмитрий@почта.example",
            "伊藤さん@例え.example",
            "ναυσικά@example.org",
        ] {
            assert!(is_taken(good), "{good}");
        }
        for bad in [
            "ｍike@x.example",
            "mike.oﬃce@x.example",
            "mıke@x.example",
            "offiсe@x.example",
            "сосо@x.example",
            "e\u{301}va@x.example",
            "mi\u{200d}ke@x.example",
            "mi\u{212a}e@x.example",
            "𝓶ike@x.example",
            "mike@аррӏе.example",
        ] {
            assert!(!is_taken(bad), "{bad}");
        }
    }
}
