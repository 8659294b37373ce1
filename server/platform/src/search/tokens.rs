//! Cutting texts into words that can be compared: lower case, without accents, in any script.
//!
//! Scripts that put no spaces between words (Chinese, Japanese, Thai …) are cut into overlapping pairs of
//! characters, so that any part of a text is found, not just its beginning. All words consist of letters,
//! digits and marks only: what reaches the search engines can hold no operator of theirs.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::rules::MAX_WORD_CHARS;

/// A text folded for comparison: its words joined by single spaces.
#[must_use]
pub fn fold(text: &str) -> String {
    words(text).join(" ")
}

/// The words of a text as they are indexed, in order, with repetitions.
#[must_use]
pub fn index_words(text: &str) -> Vec<String> {
    cut(text, true)
}

/// The words of a text as they are looked for.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    cut(text, false)
}

fn cut(text: &str, for_index: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut dense: Vec<char> = Vec::new();
    for c in text
        .nfkd()
        .filter(|c| !is_accent(*c))
        .flat_map(char::to_lowercase)
    {
        if is_dense(c) {
            push_word(&mut words, &mut word);
            dense.push(c);
        } else if c.is_alphanumeric() || (is_combining_mark(c) && !word.is_empty()) {
            push_dense(&mut words, &mut dense, for_index);
            word.push(c);
        } else if is_combining_mark(c) && !dense.is_empty() {
            dense.push(c);
        } else if !is_inside_word(c) {
            push_word(&mut words, &mut word);
            push_dense(&mut words, &mut dense, for_index);
        }
    }
    push_word(&mut words, &mut word);
    push_dense(&mut words, &mut dense, for_index);
    words
}

fn push_word(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(word.chars().take(MAX_WORD_CHARS).collect());
        word.clear();
    }
}

/// Pairs of neighbours; in the index also the last character alone, so that a single character finds every
/// place.
fn push_dense(words: &mut Vec<String>, dense: &mut Vec<char>, for_index: bool) {
    words.extend(dense.windows(2).map(|pair| pair.iter().collect::<String>()));
    if let Some(last) = dense.last()
        && (for_index || dense.len() == 1)
    {
        words.push(last.to_string());
    }
    dense.clear();
}

/// Accents of Latin, Greek and Cyrillic; marks of other scripts carry meaning and stay.
fn is_accent(c: char) -> bool {
    ('\u{0300}'..='\u{036f}').contains(&c)
}

/// Apostrophes and joiners neither end a word nor belong to it: "it's" is "its".
fn is_inside_word(c: char) -> bool {
    matches!(
        c,
        '\'' | '\u{2019}' | '\u{02bc}' | '\u{200c}' | '\u{200d}' | '\u{00ad}'
    )
}

/// Characters of scripts without spaces: CJK ideographs, kana, Thai, Lao, Myanmar, Khmer.
pub(super) fn is_dense(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
        && (c.is_alphanumeric() || is_combining_mark(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_folded_in_any_script() {
        for (text, folded) in [
            ("The Lighthouse-Keeper's Übung", "the lighthouse keepers ubung"),
            ("  ÉCLAIR ﬁne №5 ", "eclair fine no5"),
            ("Дракон и Рыцарь Й", "дракон и рыцарь и"),
            ("東京の夜", "東京 京の の夜"),
            ("夜", "夜"),
            ("हिन्दी कहानी", "हिन्दी कहानी"),
            ("\"a\" OR b* (c) NEAR:d ^e", "a or b c near d e"),
            ("🐉 dragon🔥", "dragon"),
            ("\0\u{202e}x", "x"),
        ] {
            assert_eq!(
                fold(text),
                folded.nfkd().filter(|c| !is_accent(*c)).collect::<String>(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn the_index_also_holds_the_last_dense_character() {
        assert_eq!(index_words("東京の夜"), ["東京", "京の", "の夜", "夜"]);
        assert_eq!(index_words("plain words"), ["plain", "words"]);
    }

    proptest! {
        #[test]
        fn words_hold_nothing_a_search_engine_reads_as_an_operator(text in any::<String>()) {
            for word in index_words(&text) {
                prop_assert!(!word.is_empty());
                prop_assert!(word.chars().all(|c| c.is_alphanumeric() || is_combining_mark(c)), "{word:?}");
            }
        }
    }
}
