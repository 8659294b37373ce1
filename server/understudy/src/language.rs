//! Detects the language of the player's line.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use serde::Deserialize;

use super::text::key;

/// Common words of each language; the first is English.
const LANGUAGES: &str = include_str!("languages.toml");
/// The share of a line's words, in tenths, that must be common words of a language.
const TELLING_SHARE: usize = 3;
/// The fewest such words.
const TELLING_WORDS: usize = 2;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    languages: Vec<Language>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    code: String,
    words: HashSet<String>,
}

fn languages() -> &'static [Language] {
    static ALL: OnceLock<Vec<Language>> = OnceLock::new();
    // The test below parses the file.
    ALL.get_or_init(|| toml::from_str::<File>(LANGUAGES).unwrap_or_default().languages)
}

/// The language of a line that is not English, among those for which the demo has texts.
pub(super) fn foreign_language(line: &str) -> Option<&'static str> {
    if is_in_script(line, &['\u{0400}'..='\u{04ff}']) {
        return Some("ru");
    }
    if is_in_script(line, &['\u{3040}'..='\u{30ff}', '\u{4e00}'..='\u{9fff}']) {
        return Some("ja");
    }
    let key = key(line);
    let words: Vec<&str> = key.split(' ').filter(|word| !word.is_empty()).collect();
    let count = |language: &Language| {
        let telling = words.iter().filter(|word| language.words.contains(**word));
        telling.count()
    };
    let (english, others) = languages().split_first()?;
    // Of several with the same count, the first wins.
    let (language, most) = others
        .iter()
        .map(|language| (language.code.as_str(), count(language)))
        .rev()
        .max_by_key(|(_, count)| *count)?;
    let is_telling =
        most >= TELLING_WORDS && most > count(english) && most * 10 >= words.len() * TELLING_SHARE;
    is_telling.then_some(language)
}

/// Whether more than half of the letters of a line fall into these ranges.
fn is_in_script(line: &str, ranges: &[RangeInclusive<char>]) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let own = line
        .chars()
        .filter(|c| ranges.iter().any(|range| range.contains(c)))
        .count();
    own * 2 > letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_in_another_language_is_recognised() {
        for (line, language) in [
            ("Wie viele Schubladen gibt es hier?", "de"),
            ("Wer bist du?", "de"),
            ("Ich will nicht hier sein", "de"),
            ("Qui êtes-vous, et pourquoi pleurez-vous ?", "fr"),
            ("¿Quién es usted y qué hace aquí?", "es"),
            ("Quem é você?", "pt"),
            ("Кто вы такой?", "ru"),
            ("あなたは誰ですか", "ja"),
            ("What is die Wache?", ""),
            ("I do. So do you. No, not la la la.", ""),
            ("lol", ""),
            ("Kohaku, Sayo", ""),
            ("...", ""),
        ] {
            assert_eq!(foreign_language(line).unwrap_or_default(), language, "{line}");
        }
    }
}
