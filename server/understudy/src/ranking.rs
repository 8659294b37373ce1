//! Scores how well phrases match what the player wrote.

use std::collections::HashMap;

use super::parse_prompt::LineQuery;
use super::phrases::{IndexedPhrase, PhraseIndex, Target};

/// The weight of the meaning in a score. Shared words make up the rest: a name or a rare word separates
/// phrases with nearly the same meaning.
const MEANING: f32 = 0.85;
/// The lowest score of a match (docs/benchmarks.md, "The demo listens").
pub(super) const MEANT: f32 = 0.40;
/// The same if only words can be compared.
pub(super) const MEANT_BY_WORDS: f32 = 0.40;
/// The penalty of a phrase that is a question if the line is none.
const NOT_ASKED: f32 = 0.06;
/// How much better a second answer to the same line must match.
pub(super) const SECOND: f32 = 0.15;

impl LineQuery {
    /// The lowest score of a match with these phrases.
    pub(super) fn threshold(&self, cues: &PhraseIndex) -> f32 {
        if self.vector.is_some() && !cues.vectors.is_empty() {
            MEANT
        } else {
            MEANT_BY_WORDS
        }
    }

    /// Scores every target, the best first. `to`: the person the line addresses by name; phrases that address
    /// somebody else do not match ("Are you cold, Kitty?" is not "Are you cold, Maud?").
    pub(super) fn rank(&self, all: &[&PhraseIndex], to: Option<&str>) -> Vec<(f32, Target)> {
        let mut best: HashMap<Target, f32> = HashMap::new();
        let weights = Weights::of(all);
        for cues in all {
            for (number, phrase) in cues.phrases.iter().enumerate() {
                if to.is_some_and(|to| phrase.to.as_ref().is_some_and(|other| other != to)) {
                    continue;
                }
                let score = self.score(cues, number, phrase, &weights);
                let held = best.entry(phrase.target).or_insert(score);
                *held = held.max(score);
            }
        }
        let mut ranked: Vec<(f32, Target)> =
            best.into_iter().map(|(target, score)| (score, target)).collect();
        // Equal scores keep the order of the file, so that the same line always finds the same target.
        ranked.sort_by(|one, other| {
            let by_score = other.0.total_cmp(&one.0);
            by_score.then_with(|| order(one.1).cmp(&order(other.1)))
        });
        ranked
    }

    fn score(&self, cues: &PhraseIndex, number: usize, phrase: &IndexedPhrase, weights: &Weights<'_>) -> f32 {
        let by_words = weights.overlap(&self.stems, &phrase.stems);
        let score = match self.vector.as_ref().zip(cues.vectors.get(number)) {
            Some((vector, packed)) => MEANING * packed.cosine(vector) + (1.0 - MEANING) * by_words,
            None => by_words,
        };
        if phrase.is_question && !self.is_question {
            score - NOT_ASKED
        } else {
            score
        }
    }
}

fn order(target: Target) -> (u8, usize) {
    match target {
        Target::Step(number) => (0, number),
        Target::Beat(number) => (1, number),
        Target::Silent => (2, 0),
        Target::Rude => (2, 1),
        Target::Thanks => (2, 2),
        Target::Sorry => (2, 3),
        Target::Greeting => (2, 4),
    }
}

/// The weight of each word: the rarer, the heavier.
struct Weights<'a> {
    by_stem: HashMap<&'a str, f32>,
    /// The weight of a word that no cue has.
    rarest: f32,
}

impl<'a> Weights<'a> {
    fn of(all: &[&'a PhraseIndex]) -> Self {
        let mut counts: HashMap<&str, f32> = HashMap::new();
        let mut phrases = 0.0_f32;
        for phrase in all.iter().flat_map(|cues| &cues.phrases) {
            phrases += 1.0;
            for stem in &phrase.stems {
                *counts.entry(stem).or_default() += 1.0;
            }
        }
        let weight = |count: f32| ((phrases + 1.0) / (count + 0.5)).ln().max(0.1);
        let by_stem: HashMap<&str, f32> = counts
            .into_iter()
            .map(|(stem, count)| (stem, weight(count)))
            .collect();
        Self {
            rarest: by_stem.values().copied().fold(1.0, f32::max),
            by_stem,
        }
    }

    fn weight(&self, stem: &str) -> f32 {
        self.by_stem.get(stem).copied().unwrap_or(self.rarest)
    }

    fn sum<'s>(&self, stems: impl Iterator<Item = &'s String>) -> f32 {
        stems.map(|stem| self.weight(stem)).sum()
    }

    /// The share of words that two lines have in common, by the weights of the words.
    fn overlap(&self, one: &[String], other: &[String]) -> f32 {
        let shared = self.sum(one.iter().filter(|stem| other.contains(stem)));
        let both = self.sum(one.iter()) + self.sum(other.iter());
        if both > 0.0 {
            (2.0 * shared / both).min(1.0)
        } else {
            0.0
        }
    }
}
