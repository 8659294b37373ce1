//! What identity decides: which addresses and passwords are acceptable, how often may be guessed, how devices
//! are called.

use std::collections::HashSet;
use std::sync::LazyLock;

use kernel::{DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, Timestamp};
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};
use url::Url;

/// How long a session lives at most, however often it is refreshed, in milliseconds (reliability A-10).
pub const SESSION_MILLIS: i64 = 90 * DAY_MS;
/// For how long after its use the newest used refresh token still gives the same successor, in milliseconds
///
pub const REFRESH_OVERLAP_MILLIS: i64 = 10 * SECOND_MS;
/// How long the link that confirms an address is good, in milliseconds.
pub const VERIFY_MILLIS: i64 = DAY_MS;
/// How long the link that resets a password is good, in milliseconds.
pub const RESET_MILLIS: i64 = 30 * MINUTE_MS;
/// How long a sign-in begun at another provider may take, in milliseconds.
pub const SIGN_ON_MILLIS: i64 = 10 * MINUTE_MS;
/// How many sign-ups for one address are looked through when a link is confirmed with a password: each costs
/// one hash.
pub const MAX_SIGN_UPS_TRIED: usize = 4;
/// How many recovery codes are given out.
pub const RECOVERY_CODES: usize = 10;

/// Longest address, in bytes (RFC 5321 section 4.5.3.1).
const MAX_EMAIL_BYTES: usize = 254;
/// Shortest password, in characters.
const MIN_PASSWORD_CHARS: usize = 8;
/// Longest password, in characters; far beyond any manager's default, and short enough to hash quickly.
const MAX_PASSWORD_CHARS: usize = 256;

/// Words of this product, which are the first that a guesser tries.
const PRODUCT_WORDS: [&str; 8] = [
    "dramatis",
    "dramatispersonae",
    "personae",
    "shekel",
    "shekels",
    "scenario",
    "scenarios",
    "understudy",
];
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("../../data/passwords/common.txt").lines().collect());

/// An address that mail may be sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    /// As it was written.
    pub address: String,
    /// For lookup: two addresses have the same key exactly if the mail system delivers both to one mailbox,
    /// as far as can be known from outside. The domain is in its ASCII form (IDNA), the local part as written
    /// but for ASCII capitals, which no provider tells apart (RFC 5321 section 2.4 would let it). Nothing
    /// else is folded: `mike.oﬃce@` and `mike.office@` are two people's.
    pub key: String,
}

/// An address that nobody can tell from another by looking at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This address has characters that are easily taken for others. Use one with plain letters.")]
pub struct Lookalike;

impl Email {
    /// The address in this text; none where it cannot be one.
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

    /// Whether an account may begin to live under it. Who has one already finds it in any case, since
    /// addresses are compared exactly.
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

/// Why a password is not taken, in words for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    /// Fewer than eight characters.
    #[error("Use at least 8 characters.")]
    Short,
    /// More than 256 characters.
    #[error("Use at most 256 characters.")]
    Long,
    /// Among those that are guessed first.
    #[error("This password is too easy to guess. Choose another one.")]
    Common,
}

/// Whether a password may be chosen. There is no rule on which characters it has.
///
/// # Errors
/// [`WeakPassword`].
pub fn check_password(password: &str, email: &Email) -> Result<(), WeakPassword> {
    let chars = password.chars().take(MAX_PASSWORD_CHARS + 1).count();
    if chars < MIN_PASSWORD_CHARS {
        return Err(WeakPassword::Short);
    }
    if chars > MAX_PASSWORD_CHARS {
        return Err(WeakPassword::Long);
    }
    let folded = normalize_password(password).to_lowercase();
    // "dramatis2026!" is "dramatis" to whoever guesses.
    let core = folded.trim_matches(|c: char| !c.is_alphabetic());
    let own = email.key.split('@').next().unwrap_or_default();
    let guessed = COMMON.contains(folded.as_str())
        || PRODUCT_WORDS.contains(&core)
        || folded == email.key
        || core == own
        || is_one_character(&folded);
    if guessed {
        Err(WeakPassword::Common)
    } else {
        Ok(())
    }
}

fn is_one_character(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| chars.all(|c| c == first))
}

/// The password as it is hashed: the same for every way of typing the same characters.
#[must_use]
pub fn normalize_password(password: &str) -> String {
    password.nfkc().collect()
}

/// Longest reason of an admin's decision, in characters.
const MAX_REASON_CHARS: usize = 500;

/// Why an admin decides, without what surrounds it: it is kept in the audit log.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn check_reason(text: &str) -> Result<&str, String> {
    let reason = text.trim();
    if reason.is_empty() {
        return Err("Say why; it goes into the audit log.".to_owned());
    }
    if reason.chars().count() > MAX_REASON_CHARS || reason.contains('\0') {
        return Err(format!("A reason has at most {MAX_REASON_CHARS} characters."));
    }
    Ok(reason)
}

/// How often something may be tried.
#[derive(Debug, Clone, Copy)]
pub struct AttemptLimit {
    /// What it counts; part of the bucket's name.
    pub kind: &'static str,
    /// How many tries are free.
    pub free: i64,
    /// The wait after the last free try, in milliseconds. It doubles with each further one.
    pub first_wait: i64,
    /// The longest wait, in milliseconds: nobody is ever shut out for good.
    pub longest_wait: i64,
    /// After how long a rest everything is forgotten, in milliseconds.
    pub forget: i64,
}

/// Guesses at one account, from wherever.
pub const ACCOUNT_GUESSES: AttemptLimit = AttemptLimit {
    kind: "account",
    free: 10,
    first_wait: MINUTE_MS,
    longest_wait: 15 * MINUTE_MS,
    forget: 12 * HOUR_MS,
};
/// Guesses from one address, at whatever account.
pub const ADDRESS_GUESSES: AttemptLimit = AttemptLimit {
    kind: "address",
    free: 50,
    first_wait: MINUTE_MS,
    longest_wait: 15 * MINUTE_MS,
    forget: 12 * HOUR_MS,
};
/// Sign-ups and requests for mail from one address.
pub const ADDRESS_MAILS: AttemptLimit = AttemptLimit {
    kind: "mails-of-address",
    free: 60,
    first_wait: MINUTE_MS,
    longest_wait: HOUR_MS,
    forget: 2 * HOUR_MS,
};
/// Letters of an account to addresses that are not its own. Beyond it the answer is the same, and no letter
/// is sent.
pub const ACCOUNT_MAILS: AttemptLimit = AttemptLimit {
    kind: "mails-of-account",
    free: 10,
    first_wait: 5 * MINUTE_MS,
    longest_wait: HOUR_MS,
    forget: 6 * HOUR_MS,
};
/// Letters of one kind to one recipient. Beyond it the answer is the same, and no letter is sent.
pub const RECIPIENT_MAILS: AttemptLimit = AttemptLimit {
    kind: "mails-to",
    free: 5,
    first_wait: 5 * MINUTE_MS,
    longest_wait: HOUR_MS,
    forget: 6 * HOUR_MS,
};

/// What is remembered of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Used {
    /// Tries so far.
    pub used: i64,
    /// The last one, in Unix milliseconds.
    pub last_at: i64,
    /// When the next one is free, in Unix milliseconds.
    pub free_at: i64,
}

impl AttemptLimit {
    /// One more try: what is remembered then.
    ///
    /// # Errors
    /// How many seconds to wait, where there is no try left.
    pub fn take(&self, used: Option<Used>, now: Timestamp) -> Result<Used, u32> {
        let before = used
            .filter(|used| now.0 - used.last_at < self.forget)
            .unwrap_or_default();
        if now.0 < before.free_at {
            return Err(
                u32::try_from((before.free_at - now.0 + SECOND_MS - 1) / SECOND_MS).unwrap_or(u32::MAX),
            );
        }
        let used = before.used + 1;
        let beyond = used - self.free;
        let wait = if beyond < 0 {
            0
        } else {
            self.first_wait
                .saturating_mul(1 << beyond.min(20))
                .min(self.longest_wait)
        };
        Ok(Used {
            used,
            last_at: now.0,
            free_at: now.0 + wait,
        })
    }
}

/// What a device is called in its owner's list, from what its browser calls itself.
#[must_use]
pub fn device_label(agent: &str) -> String {
    const BROWSERS: [(&str, &str); 8] = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |known: &[(&str, &'static str)]| {
        known
            .iter()
            .find(|(mark, _)| agent.contains(mark))
            .map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A browser on {system}"),
        (None, None) => "An unknown device".to_owned(),
    }
}

/// Longest address of a page to lead back to, in bytes.
const MAX_PAGE_BYTES: usize = 512;
/// Any host that is not ours: an address that leads away from it leads away from us.
static HERE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse("https://here.invalid").ok());

/// The page of ours to which a sign-in at another provider may lead back (S-9), as a browser reads the
/// address: without dot segments. None where it leads to another host, or could be read so by whoever takes
/// it apart once more.
#[must_use]
pub fn own_page(address: &str) -> Option<String> {
    let is_plain = address.len() <= MAX_PAGE_BYTES
        && address.starts_with('/')
        && address.chars().all(|c| c.is_ascii_graphic() && c != '\\');
    let here = HERE.as_ref().filter(|_| is_plain)?;
    let url = here
        .join(address)
        .ok()
        .filter(|url| url.origin() == here.origin())?;
    let rest = url.path().get(1..)?.to_ascii_lowercase();
    if ["/", "\\", "%2f", "%5c"]
        .iter()
        .any(|start| rest.starts_with(start))
    {
        return None;
    }
    Some(url[url::Position::BeforePath..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> Email {
        Email::parse("Ann.Lee@Example.org").expect("an address")
    }

    #[test]
    fn addresses_have_one_key_and_nothing_hidden_in_them() {
        assert_eq!(
            ann(),
            Email {
                address: "Ann.Lee@Example.org".to_owned(),
                key: "ann.lee@example.org".to_owned()
            }
        );
        assert_eq!(
            Email::parse("  a@b.example "),
            Email::parse("A@B.example").map(|_| Email {
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
            assert_eq!(Email::parse(bad), None, "{bad:?}");
        }
    }

    /// Whom the mail system tells apart, we tell apart.
    #[test]
    fn addresses_are_one_exactly_where_their_mailbox_is() {
        let key = |text: &str| Email::parse(text).map(|email| email.key);
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
        let is_taken = |text: &str| Email::parse(text).is_some_and(|email| email.check_new().is_ok());
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

    #[test]
    fn passwords_are_refused_for_being_guessed_and_for_nothing_else() {
        let check = |password: &str| check_password(password, &ann());
        assert!(COMMON.len() >= 3_000);
        for good in [
            "correct horse",
            "🐉🐉🐎🐎🦄🦄🐢🐢",
            "        x       ",
            "a\0bcdefgh",
            &"x y".repeat(50),
            &format!("z{}", "é".repeat(255)),
        ] {
            assert_eq!(check(good), Ok(()), "{good:?}");
        }
        for common in [
            "password123",
            "PASSWORD123",
            "12345678",
            "Dramatis!",
            "dramatis2026",
            "shekels!!",
            "ann.lee@example.org",
            "ann.lee1",
            "aaaaaaaaaa",
        ] {
            assert_eq!(check(common), Err(WeakPassword::Common), "{common}");
        }
        assert_eq!(check("seven77"), Err(WeakPassword::Short));
        assert_eq!(check(&"long ".repeat(1_000)), Err(WeakPassword::Long));
    }

    #[test]
    fn guessing_gets_slower_and_never_ends_for_good() {
        let mut now = Timestamp(1_000_000);
        let mut used = None;
        for _ in 0..10 {
            used = Some(ACCOUNT_GUESSES.take(used, now).expect("ten are free"));
        }
        assert_eq!(ACCOUNT_GUESSES.take(used, now), Err(60));
        let mut waits = Vec::new();
        for _ in 0..8 {
            let wait = ACCOUNT_GUESSES.take(used, now).expect_err("one must wait");
            waits.push(wait);
            now = now.plus_millis(i64::from(wait) * SECOND_MS);
            used = Some(ACCOUNT_GUESSES.take(used, now).expect("the wait is over"));
        }
        assert_eq!(waits, [60, 120, 240, 480, 900, 900, 900, 900]);
        let rested = ACCOUNT_GUESSES
            .take(used, now.plus_millis(ACCOUNT_GUESSES.forget))
            .expect("all is forgotten");
        assert_eq!(rested.used, 1);
    }

    #[test]
    fn devices_have_names_that_people_know() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
        assert_eq!(device_label(chrome), "Chrome on Windows");
        assert_eq!(
            device_label(&format!("{chrome} Edg/140.0.0.0")),
            "Edge on Windows"
        );
        assert_eq!(device_label(phone), "Safari on iPhone");
        assert_eq!(device_label("curl/8"), "An unknown device");
    }

    #[test]
    fn only_our_own_pages_are_led_back_to() {
        for good in [
            "/",
            "/profile",
            "/search?search=elf#top",
            "/search?search=%2F%2Felf",
        ] {
            assert_eq!(own_page(good).as_deref(), Some(good));
        }
        assert_eq!(own_page("/a/../b?c=/../d").as_deref(), Some("/b?c=/../d"));
        for bad in [
            "",
            "profile",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\r\nb",
            "/a b",
            "/é",
        ] {
            assert_eq!(own_page(bad), None, "{bad:?}");
        }
        for bad in [
            "/.//evil.example",
            "/..//evil.example",
            "/a/..//evil.example",
            "/%2e//evil.example",
            "/%5cevil.example",
            "/./%5Cevil.example",
            "/%2F/evil.example",
        ] {
            assert_eq!(own_page(bad), None, "{bad:?}");
        }
    }
}
