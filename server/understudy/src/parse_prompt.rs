//! Parses what the player wrote into texts that can be compared with the phrases of a scene: the whole line,
//! and its passages.

use platform::vectors::Vector;

use super::address::{plain, without_address, without_manner};
use super::text::{count_words, is_question, is_silent, key, sentences, stems};

/// The most passages of a line that are compared.
const MAX_PASSAGES: usize = 6;
/// The fewest words of a passage.
const MIN_PASSAGE_WORDS: usize = 2;

/// The whole line, or one of its passages.
#[derive(Debug, Clone)]
pub(super) struct LineQuery {
    pub(super) text: String,
    pub(super) is_question: bool,
    pub(super) stems: Vec<String>,
    pub(super) vector: Option<Vector>,
}

/// The player's line as queries: the whole line, and its passages if it has several.
#[derive(Debug, Clone, Default)]
pub(super) struct ParsedLine {
    pub(super) whole: Option<LineQuery>,
    pub(super) passages: Vec<LineQuery>,
}

/// The texts to compare: the whole line first, then its passages.
pub(super) fn split_line(line: &str, actors: &[String]) -> Vec<String> {
    if is_silent(line) {
        return Vec::new();
    }
    let line = &without_manner(line, actors);
    let comparable = |text: &str| without_address(&plain(text), actors);
    let mut texts = vec![comparable(line)];
    // Speech and action are separate passages, and so are clauses that a semicolon joins.
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
    /// Builds the queries from these texts and their vectors. Without vectors, words are compared.
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
