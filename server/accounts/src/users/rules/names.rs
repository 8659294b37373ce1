//! Which names people may have in links and search.

/// Characters of an authorname.
pub const AUTHORNAME_CHARS: std::ops::RangeInclusive<usize> = 3..=30;
/// Names that would be taken for those of the site itself.
const RESERVED: [&str; 17] = [
    "a-former-author",
    "admin",
    "administrator",
    "anonymous",
    "deleted",
    "dramatis",
    "everyone",
    "former-author",
    "formerauthor",
    "guest",
    "help",
    "moderator",
    "narrator",
    "null",
    "official",
    "support",
    "system",
];

/// Checks that this can be a name: ASCII letters, digits, and single dots, dashes or underscores between them. No
/// other alphabet, because its letters can be made to look like another person's name.
///
/// # Errors
/// What is wrong with it, for its owner.
pub fn check_authorname(name: &str) -> Result<(), &'static str> {
    if !AUTHORNAME_CHARS.contains(&name.chars().count()) {
        return Err("Use 3 to 30 characters.");
    }
    let is_joint = |byte: u8| matches!(byte, b'.' | b'_' | b'-');
    let bytes = name.as_bytes();
    let only_known = bytes
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || is_joint(*byte));
    let joints_join = bytes
        .windows(2)
        .all(|pair| !(is_joint(pair[0]) && is_joint(pair[1])));
    let ends_plainly = [bytes.first(), bytes.last()]
        .into_iter()
        .flatten()
        .all(|byte| !is_joint(*byte));
    if !(only_known && joints_join && ends_plainly) {
        return Err("Use letters a to z and digits, with single dots, dashes or underscores in between.");
    }
    if RESERVED.contains(&look_of(name).as_str())
        || RESERVED.iter().any(|word| look_of(word) == look_of(name))
    {
        return Err("This name is reserved.");
    }
    Ok(())
}

/// The look of a name: case and the characters most easily confused with each other do not count.
/// Migration 0007 indexes the same.
#[must_use]
pub fn look_of(name: &str) -> String {
    name.to_lowercase().replace('0', "o").replace(['1', 'i'], "l")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for good in ["ann", "Wren-Alderly", "a_1.b", "x2y", &"a".repeat(30)] {
            assert_eq!(check_authorname(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "ab",
            &"a".repeat(31),
            "-ann",
            "ann.",
            "a..b",
            "a-_b",
            "ann lee",
            "аnn",
            "ann\u{200b}",
            "ａｎｎ",
            "me@x.org",
            "Admin",
            "adm1n",
            "n\0ull",
            "SYSTEM",
            "Former-Author",
            "f0rmerauthor",
            "a-former-author",
        ] {
            assert!(check_authorname(bad).is_err(), "{bad}");
        }
        assert_eq!(look_of("Wren-1O"), look_of("wren-l0"));
        assert_eq!(look_of("IDA"), look_of("lda"));
    }
}
