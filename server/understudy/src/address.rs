//! Finds whom a line addresses, and strips the names and the stage directions before the line is compared.

use std::collections::HashSet;
use std::sync::OnceLock;

use serde::Deserialize;

use super::text::{is_silent, key, sentences, stems};

/// The word lists of this file.
const WORDS: &str = include_str!("address.toml");
/// The most words of a stage direction that only describes how a line is spoken: "looks up at you for a
/// moment".
const MAX_MANNER_WORDS: usize = 6;

/// The lists of `address.toml`; the file explains each.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    manners: HashSet<String>,
    before_name: HashSet<String>,
    after_name: HashSet<String>,
    interjections: HashSet<String>,
    courtesies: HashSet<String>,
}

fn words() -> &'static Words {
    static ALL: OnceLock<Words> = OnceLock::new();
    // The tests below parse the file.
    ALL.get_or_init(|| toml::from_str(WORDS).unwrap_or_default())
}

/// A line in the form in which the sentence model reads it.
pub(super) fn plain(line: &str) -> String {
    line.replace(['*', '"', '“', '”'], " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a line addresses this person, rather than only mentioning them.
pub(super) fn is_spoken_to(line: &str, name: &str) -> bool {
    let actors = [name.to_owned()];
    let line = &without_manner(line, &actors);
    sentences(line)
        .iter()
        .any(|sentence| without_address(sentence, &actors) != *sentence)
}

/// A line without the names of those it addresses: "Well noticed, Kitty!" becomes "Well noticed!". Names have
/// such weight in the vectors that they would decide the match.
pub(super) fn without_address(line: &str, actors: &[String]) -> String {
    let line = &without_bare_address(line, actors);
    let names = name_words(actors);
    let is_address = |part: &str| {
        let key = key(part);
        let mut words = key
            .split(' ')
            .filter(|word| !is_courtesy(word) && !is_interjection(word))
            .peekable();
        words.peek().is_some_and(|word| !word.is_empty())
            && words.all(|word| names.iter().any(|name| name == word))
    };
    let parts: Vec<&str> = line.split(',').collect();
    let kept: Vec<&str> = parts.iter().copied().filter(|part| !is_address(part)).collect();
    if kept.is_empty() || kept.len() == parts.len() {
        return line.to_owned();
    }
    let end = parts
        .last()
        .map(|last| end_marks(last.trim_end()))
        .unwrap_or_default();
    let kept = kept.join(",").trim().to_owned();
    if kept.ends_with(['.', '!', '?']) {
        kept
    } else {
        format!("{kept}{end}")
    }
}

/// The punctuation at the end of a text, the last mark first.
fn end_marks(text: &str) -> String {
    text.chars()
        .rev()
        .take_while(|c| matches!(c, '.' | '!' | '?'))
        .collect()
}

/// Removes a name that no comma separates: "Are you cold Kitty?", "Kitty where did you find it".
fn without_bare_address(line: &str, actors: &[String]) -> String {
    let names = name_words(actors);
    let is_name = |word: &str| names.contains(&key(word)) && !is_courtesy(&key(word));
    let is_called = |word: &str| is_name(word) || is_courtesy(&key(word));
    let has_end = |word: &str| word.ends_with([',', '.', '!', '?', ':', ';']);
    let all: Vec<&str> = line.split(' ').collect();
    let last = all.iter().rev().take_while(|word| is_called(word)).count();
    if all.last().is_some_and(|word| is_name(word)) && all.len() > last {
        let before = all[all.len() - last - 1];
        if !has_end(before) && words().before_name.contains(&key(before)) {
            return format!("{}{}", all[..all.len() - last].join(" "), end_marks(line));
        }
    }
    let first = all
        .iter()
        .take_while(|word| is_called(word) && !has_end(word))
        .count();
    let is_address = first > 0
        && all[..first].iter().any(|word| is_name(word))
        && all
            .get(first)
            .is_some_and(|word| words().after_name.contains(&key(word)));
    if is_address {
        return all[first..].join(" ");
    }
    line.to_owned()
}

/// A line without the stage direction that describes how it is spoken: "*grins* You like him" becomes "You
/// like him". A turn towards a person counts as addressing them: "*turns to Kitty* What now?" becomes "Kitty,
/// What now?". A line that is only a stage direction stays as it is.
pub(super) fn without_manner(line: &str, actors: &[String]) -> String {
    let names = name_words(actors);
    let parts: Vec<&str> = line.split('*').collect();
    // Text between two asterisks is action; after an unclosed asterisk it is not.
    let is_action = |number: usize| number % 2 == 1 && number + 1 < parts.len();
    let is_dropped = |number: usize| is_action(number) && is_manner(parts[number]);
    let is_said = |number: usize| !is_silent(parts[number]) && !is_dropped(number);
    if !(0..parts.len()).any(is_said) {
        return line.to_owned();
    }
    let mut kept = String::new();
    for (number, part) in parts.iter().enumerate() {
        if is_dropped(number) {
            if let Some(name) = turned_to(part, &names) {
                kept.push_str(&format!(" {name},"));
            }
        } else if is_action(number) {
            kept.push_str(&format!("*{part}*"));
        } else if number % 2 == 1 {
            kept.push_str(&format!("*{part}"));
        } else {
            kept.push_str(part);
        }
    }
    kept.trim().to_owned()
}

/// Whether an action only describes how a line is spoken.
fn is_manner(action: &str) -> bool {
    let stems = stems(action);
    let first = stems.iter().find(|stem| *stem != "i");
    stems.len() <= MAX_MANNER_WORDS && first.is_some_and(|first| words().manners.contains(first))
}

/// The name at the end of such an action: "turns to Mr Thwaite".
fn turned_to(manner: &str, names: &[String]) -> Option<String> {
    let all: Vec<&str> = manner.split_whitespace().collect();
    let is_called = |word: &&&str| names.contains(&key(word)) || is_courtesy(&key(word));
    let length = all.iter().rev().take_while(is_called).count();
    let (before, name) = all.split_at(all.len() - length);
    let is_to = matches!(before.last(), Some(&("to" | "at")));
    (!name.is_empty() && is_to).then(|| name.join(" "))
}

/// The words of these names, in the form in which they are compared.
fn name_words(actors: &[String]) -> Vec<String> {
    actors
        .iter()
        .flat_map(|name| key(name).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Whether this word may precede a name in an address: "Hey Kitty, what is that?"
fn is_interjection(word: &str) -> bool {
    words().interjections.contains(word)
}

/// Whether this word is a title before a name: "Mr Thwaite".
pub(super) fn is_courtesy(word: &str) -> bool {
    words().courtesies.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_line_is_said_is_left_out_and_whom_one_turns_to_is_spoken_to() {
        let actors = ["Kitty Sparrow".to_owned(), "Mr Thwaite".to_owned()];
        for (line, without) in [
            ("*grins* You like him", "You like him"),
            ("*turns to Kitty* What now?", "Kitty, What now?"),
            ("*I look at Mr Thwaite* Is it yours?", "Mr Thwaite, Is it yours?"),
            (
                "*looks at you* You play, don't you? *smiles*",
                "You play, don't you?",
            ),
            ("*opens the door* Who is there?", "*opens the door* Who is there?"),
            ("*looks around*", "*looks around*"),
            ("*smiles at Kitty*", "*smiles at Kitty*"),
            (
                "*looks under the bed for whatever Kitty may have lost* Hm.",
                "*looks under the bed for whatever Kitty may have lost* Hm.",
            ),
            ("five * six", "five * six"),
        ] {
            assert_eq!(without_manner(line, &actors), without, "{line}");
        }
        assert!(
            is_spoken_to("*turns to Kitty* What now?", "Kitty Sparrow")
                && !is_spoken_to("*turns to Kitty* What now?", "Mr Thwaite")
        );
    }

    #[test]
    fn whom_a_line_is_said_to_is_left_out_and_whom_it_is_about_is_not() {
        let actors = [
            "Kitty Sparrow".to_owned(),
            "Mr Thwaite".to_owned(),
            "Maud".to_owned(),
        ];
        for (line, without) in [
            ("Well noticed, Kitty!", "Well noticed!"),
            ("Hey Kitty, what is that?", "what is that?"),
            ("Are you lying to me Maud?", "Are you lying to me?"),
            ("Sorry Maud.", "Sorry."),
            ("Mr Thwaite what is that hat", "what is that hat"),
            ("Good day Mr Thwaite", "Good day"),
            ("Hi Kitty", "Hi"),
            ("Who is Kitty?", "Who is Kitty?"),
            ("I gave it to Maud.", "I gave it to Maud."),
            ("Maud is tired", "Maud is tired"),
            ("Kitty", "Kitty"),
        ] {
            assert_eq!(without_address(line, &actors), without, "{line}");
        }
    }
}
