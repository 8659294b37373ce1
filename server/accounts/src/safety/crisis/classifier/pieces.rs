//! Splits a text into the parts that are read together.

use crate::safety::sentences::sentences;

/// Sentences that are read together.
const TOGETHER: usize = 3;
/// By how many sentences the next part begins later.
const STEP: usize = 2;
/// Most parts of a text that are read: the last ones.
const MAX_PIECES: usize = 12;

/// The parts of a text: a short one is one part, a long one has a few sentences in each.
pub(in super::super) fn pieces(text: &str) -> Vec<String> {
    let all = sentences(text);
    if all.len() <= TOGETHER {
        return vec![text.trim().to_owned()];
    }
    let starts = (0..all.len() - 1).step_by(STEP);
    let pieces: Vec<String> = starts
        .map(|at| {
            all[at..all.len().min(at + TOGETHER)]
                .iter()
                .map(|(_, sentence)| *sentence)
                .collect()
        })
        .collect();
    pieces[pieces.len().saturating_sub(MAX_PIECES)..].to_vec()
}
