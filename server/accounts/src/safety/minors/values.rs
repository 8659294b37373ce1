//! Finds numbers of a text that are not ages because of their form.

use super::language::Language;
use super::lexicon::SHARED;
use crate::safety::words::{Word, clauses};

/// Longest number of a list, in digits.
const MAX_LIST_DIGITS: usize = 2;

/// A text without the numbers that are not ages: values of something ("Strength: 14") and numbers of a list.
/// `has_title`: the text begins with the name of its subject. `is_name`: whether a word is anybody's name.
pub(super) fn without_values(
    language: &Language,
    text: &str,
    has_title: bool,
    is_name: &dyn Fn(&Word) -> bool,
) -> String {
    let is_long = text.contains('\n');
    let mut kept = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            kept.push('\n');
        }
        let line = if is_long { without_list_number(line) } else { line };
        let may_be_titled = number == 0 && has_title;
        push_without_values(language, line, may_be_titled, is_name, &mut kept);
    }
    kept
}

/// A line without its number in a list: "1. Likes tea."
fn without_list_number(line: &str) -> &str {
    let begun = line.trim_start();
    let digits = leading_digits(begun);
    let is_list = (1..=MAX_LIST_DIGITS).contains(&digits) && begun[digits..].starts_with(['.', ')']);
    if is_list { &begun[digits + 1..] } else { line }
}

fn leading_digits(text: &str) -> usize {
    text.chars().take_while(char::is_ascii_digit).count()
}

/// Adds a line, with a leading zero for a number after a colon that is not an age.
fn push_without_values(
    language: &Language,
    line: &str,
    may_be_titled: bool,
    is_name: &dyn Fn(&Word) -> bool,
    kept: &mut String,
) {
    let mut rest = line;
    let mut is_title = may_be_titled;
    while let Some((label, value)) = rest.split_once(':') {
        kept.push_str(label);
        kept.push(':');
        let spaces = value.len() - value.trim_start().len();
        let has_number = leading_digits(&value[spaces..]) > 0;
        rest = value;
        if has_number && !is_title && !is_age_label(language, label, is_name) {
            kept.push_str(&value[..spaces]);
            kept.push('0');
            rest = &value[spaces..];
        }
        is_title = false;
    }
    kept.push_str(rest);
}

/// Whether a number after this label is somebody's age: "Age: 14", "Mira: 14", "Daughter: 14".
fn is_age_label(language: &Language, label: &str, is_name: &dyn Fn(&Word) -> bool) -> bool {
    let last = clauses(label).pop().and_then(|mut clause| clause.pop());
    last.is_some_and(|word| {
        SHARED.age_labels.has(&word) || is_name(&word) || language.people.children.has(&word)
    })
}
