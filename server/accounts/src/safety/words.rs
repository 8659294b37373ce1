//! Splits a text into clauses and words for comparison: lower case, without accents and apostrophes, with the
//! usual disguises removed.

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;

/// How much of a word is compared, in characters; no phrase has one nearly as long.
const MAX_WORD_CHARS: usize = 32;
/// Most words of a text that are read; longer texts are refused before.
const MAX_WORDS: usize = 20_000;

/// A word of a text, with its possible readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    text: String,
    /// The same with stretched letters as a pair: "killll" is "kil" and "kill".
    paired: Option<String>,
    /// Whether it has a star, which stands for any letter.
    is_starred: bool,
}

impl Word {
    /// A word that replaces another text, such as a number.
    pub(super) fn standing_for(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            paired: None,
            is_starred: false,
        }
    }

    /// The word as it is compared.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its second reading, if it has stretched letters.
    pub(super) fn paired(&self) -> Option<&str> {
        self.paired.as_deref()
    }

    /// Whether it has a star, which stands for any letter.
    pub(super) fn is_starred(&self) -> bool {
        self.is_starred
    }

    /// Whether this is the given word. A star inside it stands for any letter: "k*ll".
    pub(super) fn is(&self, word: &str) -> bool {
        #[cfg(test)]
        comparisons::add();
        self.text == word
            || self.paired.as_deref() == Some(word)
            || (self.is_starred && fits(&self.text, word))
    }

    /// Whether it begins with this text.
    pub(super) fn begins(&self, beginning: &str) -> bool {
        self.text.starts_with(beginning)
            || self
                .paired
                .as_deref()
                .is_some_and(|paired| paired.starts_with(beginning))
    }
}

fn fits(starred: &str, word: &str) -> bool {
    let (mut a, mut b) = (starred.chars(), word.chars());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if x == y || x == '*' => {}
            _ => return false,
        }
    }
}

/// Whether a word is one of these.
pub(super) fn is_any(word: &Word, of: &[&str]) -> bool {
    of.iter().any(|one| word.is(one))
}

/// A list of words from a data file, which separates them by spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub(super) struct WordList(Vec<String>);

impl WordList {
    /// Whether a word is one of them.
    pub(super) fn has(&self, word: &Word) -> bool {
        self.0.iter().any(|one| word.is(one))
    }

    /// The words, in the order of the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl From<String> for WordList {
    fn from(text: String) -> Self {
        Self(text.split_whitespace().map(str::to_owned).collect())
    }
}

/// The clauses of a text.
pub(super) fn clauses(text: &str) -> Vec<Vec<Word>> {
    let folded: Vec<char> = fold(text);
    let mut clauses = vec![Vec::new()];
    let mut word = String::new();
    let mut words = 0;
    let is_letter = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric());
    for (place, c) in folded.iter().copied().enumerate() {
        let before = place.checked_sub(1).and_then(|at| folded.get(at));
        let within = is_letter(before) && is_letter(folded.get(place + 1));
        if c.is_alphanumeric() || (matches!(c, '*' | '$' | '@') && within) {
            word.push(c);
            continue;
        }
        if is_apostrophe(c) {
            continue;
        }
        words += usize::from(end_word(&mut clauses, &mut word));
        if words >= MAX_WORDS {
            break;
        }
        if ends_clause(c) || (c == '-' && !within) {
            clauses.push(Vec::new());
        }
    }
    end_word(&mut clauses, &mut word);
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn fold(text: &str) -> Vec<char> {
    let mut folded = Vec::with_capacity(text.len());
    for c in text
        .nfkd()
        .filter(|c| !matches!(c, '\u{0300}'..='\u{036f}') && !is_invisible(*c))
        .flat_map(char::to_lowercase)
    {
        match c {
            'ß' => folded.extend(['s', 's']),
            'œ' => folded.extend(['o', 'e']),
            'æ' => folded.extend(['a', 'e']),
            other => folded.push(other),
        }
    }
    folded
}

/// Whether nobody sees this character (Unicode's category Cf and the other joiners and selectors), so that it can
/// stand within a word unnoticed.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '\u{02bc}' | '`' | '´')
}

/// Whether a character always ends a clause; a hyphen does so only outside words.
fn ends_clause(c: char) -> bool {
    let is_dash = matches!(c, '\u{2013}' | '\u{2014}');
    let is_point = matches!(
        c,
        '.' | ',' | ';' | ':' | '!' | '?' | '¿' | '¡' | '\u{2026}' | '。' | '、'
    );
    let is_bracket = matches!(c, '(' | ')' | '"' | '«' | '»' | '“' | '”' | '„');
    is_dash || is_point || is_bracket || c == '\n'
}

/// Adds the collected word to the last clause; false if there is none.
fn end_word(clauses: &mut [Vec<Word>], word: &mut String) -> bool {
    if word.is_empty() {
        return false;
    }
    let plain = undisguise(&std::mem::take(word));
    // 1000 is not 10.
    let is_number = plain.chars().all(|c| c.is_ascii_digit());
    let once = if is_number {
        plain.clone()
    } else {
        shorten(&plain, 1)
    };
    let twice = shorten(&plain, 2);
    let paired = (once != twice && !is_number).then_some(twice);
    if let Some(clause) = clauses.last_mut() {
        clause.push(Word {
            is_starred: once.contains('*'),
            text: once,
            paired,
        });
    }
    true
}

/// Replaces digits and signs in a word by the letters they look like.
fn undisguise(word: &str) -> String {
    let has_letter = word.chars().any(char::is_alphabetic);
    let kept = word.chars().take(MAX_WORD_CHARS);
    if !has_letter {
        return kept.collect();
    }
    let plain = kept.map(|c| match c {
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '0' => 'o',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    });
    plain.collect()
}

/// Shortens runs of three and more of a letter to `left`.
fn shorten(word: &str, left: usize) -> String {
    let mut short = String::with_capacity(word.len());
    let letters: Vec<char> = word.chars().collect();
    for run in letters.chunk_by(|a, b| a == b) {
        let count = if run.len() >= 3 { left } else { run.len() };
        short.extend(run.iter().take(count));
    }
    short
}

/// Counts comparisons of words. They show whether the work grows with the text, independent of the machine's
/// load.
#[cfg(test)]
pub(super) mod comparisons {
    use std::cell::Cell;

    thread_local! {
        static COUNT: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn add() {
        COUNT.set(COUNT.get() + 1);
    }

    /// How often a word was compared during this work.
    pub(in super::super) fn during(work: impl FnOnce()) -> usize {
        let before = COUNT.get();
        work();
        COUNT.get() - before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_words_with_spaces_between_them() {
        let list = WordList::from("one two\n  three_four\n".to_owned());
        assert_eq!(list.iter().collect::<Vec<_>>(), ["one", "two", "three_four"]);
        assert!(list.has(&Word::standing_for("two")) && !list.has(&Word::standing_for("twos")));
    }

    #[test]
    fn words_are_compared_without_their_disguises() {
        let texts = |text: &str| -> Vec<Vec<String>> {
            let plain = |clause: Vec<Word>| clause.into_iter().map(|word| word.text).collect();
            clauses(text).into_iter().map(plain).collect()
        };
        assert_eq!(
            texts("K1ll, möchte Straße"),
            [vec!["kill"], vec!["mochte", "strasse"]]
        );
        assert_eq!(
            texts("don’t - go well-known"),
            [vec!["dont"], vec!["go", "well", "known"]]
        );
        assert!(texts("... !").is_empty());
    }
}
