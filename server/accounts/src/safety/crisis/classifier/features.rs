//! The features of a text: its vector, and its words and pairs of words.

use platform::vectors::Vector;
use xxhash_rust::xxh3::xxh3_64;

use crate::safety::words::clauses;

/// Places for words and pairs of words (a hash); those on the same place count together.
pub(super) const PLACES: usize = 8_192;

/// The features of a text.
#[derive(Debug, Clone)]
pub(super) struct Features {
    pub(super) meaning: Vec<f32>,
    /// The places of its words and pairs of words, each once.
    pub(super) places: Vec<usize>,
    /// The value of each of those, so that together they have length 1.
    pub(super) share: f32,
}

impl Features {
    pub(super) fn of(text: &str, meaning: &Vector) -> Self {
        let mut places = Vec::new();
        for clause in clauses(text) {
            places.extend(clause.iter().map(|word| place(word.text())));
            places.extend(
                clause
                    .windows(2)
                    .map(|pair| place(&format!("{} {}", pair[0].text(), pair[1].text()))),
            );
        }
        places.sort_unstable();
        places.dedup();
        let count = places.len().max(1) as f32;
        Self {
            meaning: meaning.numbers().to_vec(),
            places,
            share: count.sqrt().recip(),
        }
    }
}

fn place(word: &str) -> usize {
    usize::try_from(xxh3_64(word.as_bytes()) % PLACES as u64).unwrap_or(0)
}
