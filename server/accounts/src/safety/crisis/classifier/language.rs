//! Detects the language of a text.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::safety::data_file;
use crate::safety::words::{WordList, clauses};

/// Common words that distinguish a language from the others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommonWords {
    en: WordList,
    de: WordList,
    fr: WordList,
    es: WordList,
}

static COMMON: LazyLock<CommonWords> = LazyLock::new(|| {
    data_file::read(
        "crisis/classifier/common_words.toml",
        include_str!("common_words.toml"),
    )
});

/// Which of the four languages a text is in, by its commonest words; English by default.
pub(super) fn language_of(text: &str) -> &'static str {
    let clauses = clauses(text);
    let count = |words: &WordList| {
        clauses
            .iter()
            .flatten()
            .filter(|word| words.iter().any(|one| one == word.text()))
            .count()
    };
    let mut best = (0, "en");
    for (code, words) in [
        ("en", &COMMON.en),
        ("de", &COMMON.de),
        ("fr", &COMMON.fr),
        ("es", &COMMON.es),
    ] {
        let count = count(words);
        if count > best.0 {
            best = (count, code);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_in_the_language_of_its_commonest_words() {
        for (text, code) in [
            ("I do not know what to do with my life", "en"),
            ("Ich weiß nicht, was ich mit dem Hund machen soll", "de"),
            ("Je ne sais pas que faire dans la ville", "fr"),
            ("Yo no quiero nada para mi casa", "es"),
            ("Zzz", "en"),
        ] {
            assert_eq!(language_of(text), code, "{text}");
        }
        assert_eq!(
            [&COMMON.en, &COMMON.de, &COMMON.fr, &COMMON.es].map(|words| words.iter().count()),
            [24; 4]
        );
    }
}
