//! Names of files in an archive. Pure.

use std::collections::HashSet;

/// Characters of a title that a name keeps.
const MAX_NAME_CHARS: usize = 80;
/// Signs that file systems refuse in names.
const REFUSED: &[char] = &['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// The names that were given in one archive. Some file systems do not tell cases apart.
#[derive(Debug, Default)]
pub(super) struct FileNames(HashSet<String>);

impl FileNames {
    /// A name for a file of this title, which no other file of the archive has.
    pub(super) fn give(&mut self, title: &str, ending: &str) -> String {
        let stem = stem(title);
        let mut name = format!("{stem}.{ending}");
        let mut number = 1_u32;
        while !self.0.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{stem} ({number}).{ending}");
        }
        name
    }
}

fn stem(title: &str) -> String {
    let plain: String = title
        .chars()
        .map(|c| {
            if c.is_control() || REFUSED.contains(&c) {
                '_'
            } else {
                c
            }
        })
        .take(MAX_NAME_CHARS)
        .collect();
    // A dot in front hides a file, and one at the end is dropped by some systems.
    let plain = plain.trim_matches(|c: char| c.is_whitespace() || c == '.');
    if plain.is_empty() {
        "_".to_owned()
    } else {
        plain.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_none_is_given_twice() {
        let mut names = FileNames::default();
        for (title, name) in [
            ("The Salt Lamp", "The Salt Lamp.charx"),
            ("the salt lamp", "the salt lamp (2).charx"),
            ("The Salt Lamp", "The Salt Lamp (3).charx"),
            ("../../etc/passwd", "_.._etc_passwd.charx"),
            ("灯台の夜", "灯台の夜.charx"),
            (" a\nb ", "a_b.charx"),
            (". . ", "_.charx"),
            ("..", "_ (2).charx"),
        ] {
            assert_eq!(names.give(title, "charx"), name);
        }
        assert_eq!(
            names.give(&"é".repeat(200), "charx").chars().count(),
            MAX_NAME_CHARS + 6
        );
    }
}
