//! Which cue is meant by what the player wrote.

use std::collections::HashMap;

use platform::vectors::Vector;

use super::book::{Cues, Target, said, without_address, without_manner};
use super::text::{count_words, is_question, is_silent, key, sentences, stems};

/// Passages of a line that are looked at one by one.
const MAX_PASSAGES: usize = 6;
/// Words of the shortest of them.
const MIN_PASSAGE_WORDS: usize = 2;
/// Meaning counts so much, and the words the rest: a name or a rare word tells apart what means nearly the
/// same.
const MEANING: f32 = 0.85;
/// From here on a cue is meant (docs/benchmarks.md, "The demo listens").
pub(super) const MEANT: f32 = 0.40;
/// The same where only words can be compared.
pub(super) const MEANT_BY_WORDS: f32 = 0.40;
/// What a question loses as the meaning of a line that asks nothing.
const NOT_ASKED: f32 = 0.06;
/// How much more a second answer to the same line must be meant.
pub(super) const SECOND: f32 = 0.15;

/// The whole line or one passage of it.
#[derive(Debug, Clone)]
pub(super) struct Query {
    pub(super) text: String,
    asks: bool,
    stems: Vec<String>,
    vector: Option<Vector>,
}

/// What the player's line may mean: as a whole, and in its passages where it has several.
#[derive(Debug, Clone, Default)]
pub(super) struct Heard {
    pub(super) whole: Option<Query>,
    pub(super) passages: Vec<Query>,
}

/// The texts of which the meaning is to be found out: the whole line, then its passages.
pub(super) fn texts(line: &str, actors: &[String]) -> Vec<String> {
    if is_silent(line) {
        return Vec::new();
    }
    let line = &without_manner(line, actors);
    let mut texts = vec![without_address(&said(line), actors)];
    // What is done and what is said, and two things that a semicolon holds together, are passages of their
    // own.
    let parts = sentences(line)
        .into_iter()
        .flat_map(|sentence| sentence.split([';', '*']).map(str::to_owned).collect::<Vec<_>>());
    let all: Vec<String> = parts.filter(|part| !is_silent(part)).collect();
    if all.len() > 1 {
        let is_passage = |sentence: &&String| count_words(&key(sentence)) >= MIN_PASSAGE_WORDS;
        texts.extend(
            all.iter()
                .filter(is_passage)
                .take(MAX_PASSAGES)
                .map(|sentence| without_address(&said(sentence), actors)),
        );
    }
    texts
}

impl Heard {
    /// What these texts of a line mean; without vectors their words are compared.
    pub(super) fn of(texts: Vec<String>, vectors: Option<Vec<Option<Vector>>>) -> Self {
        let mut vectors = vectors.unwrap_or_default().into_iter();
        let mut queries = texts.into_iter().map(|text| Query {
            stems: stems(&text),
            asks: is_question(&text),
            vector: vectors.next().flatten(),
            text,
        });
        Self {
            whole: queries.next(),
            passages: queries.collect(),
        }
    }
}

impl Query {
    /// From which score on a cue is meant.
    pub(super) fn threshold(&self, cues: &Cues) -> f32 {
        if self.vector.is_some() && !cues.vectors.is_empty() {
            MEANT
        } else {
            MEANT_BY_WORDS
        }
    }

    /// How well each target is meant, the best first. `to`: whom the line speaks to by name; what is said to
    /// somebody else by name it does not mean ("Are you cold, Kitty?" is not "Are you cold, Maud?").
    pub(super) fn rank(&self, all: &[&Cues], to: Option<&str>) -> Vec<(f32, Target)> {
        let mut best: HashMap<Target, f32> = HashMap::new();
        let weights = weights(all);
        for cues in all {
            for (number, line) in cues.lines.iter().enumerate() {
                if to.is_some_and(|to| line.to.as_ref().is_some_and(|other| other != to)) {
                    continue;
                }
                let by_words = overlap(&self.stems, &line.stems, &weights);
                let score = match self.vector.as_ref().zip(cues.vectors.get(number)) {
                    Some((vector, packed)) => MEANING * packed.cosine(vector) + (1.0 - MEANING) * by_words,
                    None => by_words,
                };
                let score = if line.asks && !self.asks {
                    score - NOT_ASKED
                } else {
                    score
                };
                let held = best.entry(line.target).or_insert(score);
                *held = held.max(score);
            }
        }
        let mut ranked: Vec<(f32, Target)> =
            best.into_iter().map(|(target, score)| (score, target)).collect();
        // Equal scores in the order of the file, so that the same line always finds the same.
        ranked.sort_by(|one, other| {
            other
                .0
                .total_cmp(&one.0)
                .then_with(|| order(one.1).cmp(&order(other.1)))
        });
        ranked
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

/// How much a word tells: the rarer, the more.
fn weights(all: &[&Cues]) -> HashMap<String, f32> {
    let mut counts: HashMap<&str, f32> = HashMap::new();
    let mut lines = 0.0_f32;
    for line in all.iter().flat_map(|cues| &cues.lines) {
        lines += 1.0;
        for stem in &line.stems {
            *counts.entry(stem).or_default() += 1.0;
        }
    }
    counts
        .into_iter()
        .map(|(stem, count)| (stem.to_owned(), ((lines + 1.0) / (count + 0.5)).ln().max(0.1)))
        .collect()
}

/// Which share of two lines' words is the same, by what the words tell.
fn overlap(one: &[String], other: &[String], weights: &HashMap<String, f32>) -> f32 {
    let rarest = weights.values().copied().fold(1.0, f32::max);
    let weight = |stem: &String| weights.get(stem).copied().unwrap_or(rarest);
    let sum = |stems: &[String]| stems.iter().map(weight).sum::<f32>();
    let shared: f32 = one.iter().filter(|stem| other.contains(stem)).map(weight).sum();
    let both = sum(one) + sum(other);
    if both > 0.0 {
        (2.0 * shared / both).min(1.0)
    } else {
        0.0
    }
}
