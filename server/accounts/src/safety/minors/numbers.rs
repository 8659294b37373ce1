//! Reads the numbers of a text as ages.

use std::collections::{HashMap, HashSet};

use super::lexicon::{NumberWords, SHARED};
use crate::safety::words::{Word, WordList};

/// The age from which somebody is an adult.
const ADULT: u32 = 18;
/// Numbers below are counts rather than ages if they stand alone.
const SMALL: u32 = 6;
/// Numbers above are not ages of people.
const OLDEST: u32 = 120;
/// Stands for any number that is not an age.
const NO_AGE: u32 = OLDEST + 1;
/// Stands for any number of twenty and more, put together from several words.
const COMPOUND: u32 = ADULT + 2;

/// The number words of one language.
pub(super) struct Numbers {
    /// The numbers that begin with a word: their values and words, the longest first, so that "dix-sept" is
    /// not "dix".
    by_first_word: HashMap<String, Vec<(u32, Vec<String>)>>,
    /// All words that are a number by themselves.
    ones: HashSet<String>,
    tens: WordList,
    joins: WordList,
}

impl Numbers {
    pub(super) fn of(words: NumberWords) -> Self {
        let mut by_first_word: HashMap<String, Vec<(u32, Vec<String>)>> = HashMap::new();
        for (number, forms) in (0_u32..20).zip(&words.ones).rev() {
            for form in forms.split('|') {
                let words: Vec<String> = form.split('_').map(str::to_owned).collect();
                by_first_word
                    .entry(words[0].clone())
                    .or_default()
                    .push((number, words));
            }
        }
        let forms = words.ones.iter().flat_map(|forms| forms.split('|'));
        Self {
            by_first_word,
            ones: forms.map(str::to_owned).collect(),
            tens: words.tens,
            joins: words.joins,
        }
    }

    /// A clause with its numbers as kinds of ages: `#i` below six, `#k` below 18, `#e` 18, `#a` above, `#n`
    /// for one that is not an age.
    pub(super) fn mark(&self, clause: &[Word]) -> Vec<Word> {
        let mut words = Vec::with_capacity(clause.len());
        let mut at = 0;
        while at < clause.len() {
            let Some((number, length)) = self.number(clause, at) else {
                words.push(clause[at].clone());
                at += 1;
                continue;
            };
            words.push(Word::standing_for(match number {
                // "One" is more often a pronoun than an age.
                1 if clause[at].text().parse::<u32>().is_err() => clause[at].text(),
                0..SMALL => "#i",
                SMALL..ADULT => "#k",
                ADULT => "#e",
                _ if number <= OLDEST => "#a",
                _ => "#n",
            }));
            at += length;
        }
        words
    }

    /// The number that stands here in digits or words, and how many words it takes.
    fn number(&self, clause: &[Word], at: usize) -> Option<(u32, usize)> {
        let text = clause[at].text();
        if let Ok(number) = text.parse::<u32>() {
            // "3,012" and "18:02" are not ages.
            let is_part = text.len() > 1 && text.starts_with('0');
            return Some((if is_part { NO_AGE } else { number }, 1));
        }
        // "Once" is English as well as Spanish, where it is eleven with its years.
        if text == "once" && clause.get(at + 1).is_none_or(|next| next.text() != "anos") {
            return None;
        }
        if let Some((number, length)) = self.small_number(clause, at) {
            let is_counted_in_tens = clause.get(at + length).is_some_and(|next| self.tens.has(next));
            return Some((if is_counted_in_tens { NO_AGE } else { number }, length));
        }
        if self.tens.has(&clause[at]) {
            return Some(self.tens_and_ones(clause, at));
        }
        is_compound(text).then_some((COMPOUND, 1))
    }

    /// A number from 0 to 19 in words.
    fn small_number(&self, clause: &[Word], at: usize) -> Option<(u32, usize)> {
        let candidates = self.by_first_word.get(clause[at].text())?;
        let found = candidates.iter().find(|(_, words)| {
            let there = clause.get(at..at + words.len()).unwrap_or_default();
            there.iter().map(Word::text).eq(words.iter().map(String::as_str))
        });
        found.map(|(number, words)| (*number, words.len()))
    }

    /// Tens with what follows: "twenty-one", "two hundred and five".
    fn tens_and_ones(&self, clause: &[Word], at: usize) -> (u32, usize) {
        let mut length = 1;
        while let Some(word) = clause.get(at + length) {
            let is_one = |word: &Word| self.ones.contains(word.text());
            let is_part = self.tens.has(word) || is_one(word);
            let is_join = self.joins.has(word) && clause.get(at + length + 1).is_some_and(is_one);
            if !(is_part || is_join) {
                break;
            }
            length += 1;
        }
        let is_large = clause[at..at + length]
            .iter()
            .any(|word| SHARED.hundreds.has(word));
        (if is_large { NO_AGE } else { COMPOUND }, length)
    }
}

/// Whether one word is a number of twenty and more: "siebenundzwanzig", "veintiuno".
fn is_compound(word: &str) -> bool {
    let tens = [
        "zwanzig", "dreissig", "vierzig", "funfzig", "fuenfzig", "sechzig", "siebzig", "achtzig", "neunzig",
    ];
    tens.iter().any(|ten| word.ends_with(ten)) || word.starts_with("veinti")
}

/// The same phrase for the ages below six. A number that stands alone is more often a count.
pub(super) fn with_infants(phrase: &str) -> String {
    if !phrase.contains("#k") || phrase.ends_with("#k $") && phrase.starts_with('^') {
        return phrase.to_owned();
    }
    let part = |part: &str| {
        let both = |one: &str| {
            if one.contains("#k") {
                format!("{one}|{}", one.replace("#k", "#i"))
            } else {
                one.to_owned()
            }
        };
        part.split('|').map(both).collect::<Vec<_>>().join("|")
    };
    phrase.split(' ').map(part).collect::<Vec<_>>().join(" ")
}

/// Letters after digits as a separate word: "15yo", "9th".
pub(super) fn separate_digits(text: &str) -> String {
    let mut separate = String::with_capacity(text.len() + 8);
    let text = &join_number_parts(text);
    let mut digits_only = true;
    let mut before = ' ';
    for c in text.chars() {
        if before.is_ascii_digit() && c.is_alphabetic() && digits_only {
            separate.push(' ');
        }
        digits_only = if c.is_alphanumeric() {
            (digits_only || !before.is_alphanumeric()) && c.is_ascii_digit()
        } else {
            true
        };
        separate.push(c);
        before = c;
    }
    separate
}

/// "7:15", "12.10.1987" and "1.7" as one number with a leading zero, which is not an age.
fn join_number_parts(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let joins =
        |at: usize| matches!(chars[at], ':' | '.') && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    let mut joined = String::with_capacity(text.len() + 8);
    for (at, c) in chars.iter().enumerate() {
        if joins(at) {
            continue;
        }
        if c.is_ascii_digit() && !is_digit(at.checked_sub(1)) && !(at > 0 && joins(at - 1)) {
            let digits = chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            if at + digits < chars.len() && joins(at + digits) {
                joined.push('0');
            }
        }
        joined.push(*c);
    }
    joined
}
