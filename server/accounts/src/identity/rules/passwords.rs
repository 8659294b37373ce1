//! Which passwords may be chosen, and how they are normalized before they are hashed.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::EmailAddress;

/// Shortest password, in characters.
const MIN_PASSWORD_CHARS: usize = 8;
/// Longest password, in characters; far beyond any manager's default, and short enough to hash quickly.
const MAX_PASSWORD_CHARS: usize = 256;

/// Words of this product, which attackers try first.
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
static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("../../../data/passwords/common.txt")
        .lines()
        .collect()
});

/// Why a password is refused, in words for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    /// Fewer than eight characters.
    #[error("Use at least 8 characters.")]
    Short,
    /// More than 256 characters.
    #[error("Use at most 256 characters.")]
    Long,
    /// Among those that attackers try first.
    #[error("This password is too easy to guess. Choose another one.")]
    Common,
}

/// Checks that a password may be chosen. Any characters are allowed.
///
/// # Errors
/// [`WeakPassword`].
pub fn check_password(password: &str, email: &EmailAddress) -> Result<(), WeakPassword> {
    let chars = password.chars().take(MAX_PASSWORD_CHARS + 1).count();
    if chars < MIN_PASSWORD_CHARS {
        return Err(WeakPassword::Short);
    }
    if chars > MAX_PASSWORD_CHARS {
        return Err(WeakPassword::Long);
    }
    let folded = normalize_password(password).to_lowercase();
    // Attackers try "dramatis2026!" right after "dramatis".
    let core = folded.trim_matches(|c: char| !c.is_alphabetic());
    let own = email.key.split('@').next().unwrap_or_default();
    let is_common = COMMON.contains(folded.as_str())
        || PRODUCT_WORDS.contains(&core)
        || folded == email.key
        || core == own
        || is_one_character(&folded);
    if is_common {
        Err(WeakPassword::Common)
    } else {
        Ok(())
    }
}

fn is_one_character(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| chars.all(|c| c == first))
}

/// The password as it is hashed: the same for all ways of typing the same characters.
#[must_use]
pub fn normalize_password(password: &str) -> String {
    password.nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> EmailAddress {
        EmailAddress::parse("Ann.Lee@Example.org").expect("an address")
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
}
