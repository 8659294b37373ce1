//! What the player wrote, ready to be compared with cues: the line as a whole, and its passages.

use platform::vectors::Vector;

use super::address::{plain, without_address, without_manner};
use super::text::{count_words, is_question, is_silent, key, sentences, stems};

/// Passages of a line that are compared one by one.
const MAX_PASSAGES: usize = 6;
/// Words of the shortest of them.
const MIN_PASSAGE_WORDS: usize = 2;

/// The whole line or one passage of it.
#[derive(Debug, Clone)]
pub(super) struct LineQuery {
    pub(super) text: String,
    pub(super) is_question: bool,
    pub(super) stems: Vec<String>,
    pub(super) vector: Option<Vector>,
}

/// What the player's line may mean: as a whole, and in its passages where it has several.
#[derive(Debug, Clone, Default)]
pub(super) struct ParsedLine {
    pub(super) whole: Option<LineQuery>,
    pub(super) passages: Vec<LineQuery>,
}

/// The texts to be compared: the whole line, then its passages.
pub(super) fn split_line(line: &str, actors: &[String]) -> Vec<String> {
    if is_silent(line) {
        return Vec::new();
    }
    let line = &without_manner(line, actors);
    let comparable = |text: &str| without_address(&plain(text), actors);
    let mut texts = vec![comparable(line)];
    // Speech and action, and two clauses that a semicolon joins, are passages of their own.
    let parts = sentences(line)
        .into_iter()
        .flat_map(|sentence| sentence.split([';', '*']).map(str::to_owned).collect::<Vec<_>>());
    let parts: Vec<String> = parts.filter(|part| !is_silent(part)).collect();
    if parts.len() > 1 {
        let passages = parts
            .iter()
            .filter(|part| count_words(&key(part)) >= MIN_PASSAGE_WORDS);
        texts.extend(passages.take(MAX_PASSAGES).map(|part| comparable(part)));
    }
    texts
}

impl ParsedLine {
    /// These texts of a line with the vectors of their meanings; without vectors their words are compared.
    pub(super) fn of(texts: Vec<String>, vectors: Option<Vec<Option<Vector>>>) -> Self {
        let mut vectors = vectors.unwrap_or_default().into_iter();
        let mut queries = texts.into_iter().map(|text| LineQuery {
            stems: stems(&text),
            is_question: is_question(&text),
            vector: vectors.next().flatten(),
            text,
        });
        Self {
            whole: queries.next(),
            passages: queries.collect(),
        }
    }
}
