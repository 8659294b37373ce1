//! Cries for help in words that no phrase has: a linear classifier (multinomial logistic regression) over
//! what a text means ([`platform::vectors`]) and over its words and pairs of words, which carry the languages
//! that the sentence model knows poorly.
//!
//! [`fit`] makes its weights of `examples/crisis/` by `make generate`; nothing is learned from anybody who
//! plays here. What it reaches is in docs/benchmarks.md.

#[cfg(test)]
mod fit;

use std::sync::LazyLock;

use platform::vectors::{DIMENSIONS, Vector};
use xxhash_rust::xxh3::xxh3_64;

use super::minors::sentences;
use super::model::{Crisis, CrisisKind, Whom};
use super::pattern::clauses;

/// The weights as [`fit`] writes them: eight bytes that say of which examples they were made, then a row a
/// class.
const WEIGHTS: &[u8] = include_bytes!("weights.bin");
/// Places for words and pairs of words; what falls on the same place counts together.
const PLACES: usize = 8_192;
/// From which probability on somebody is in need, by language. English has the most examples, and the
/// sentence model knows it best.
const THRESHOLDS: [(&str, f32); 4] = [("en", 0.65), ("de", 0.6), ("fr", 0.6), ("es", 0.6)];
/// The same for whoever was answered just now and has not gone on.
const CLOSELY: f32 = 0.25;
/// From which probability of one on whom it is about is believed over the phrases, which tell it by a word.
const SURE_OF_WHOM: f32 = 0.8;
/// The same where the phrases name somebody else, as they do by more than a word.
const SURE_IT_IS_OWN: f32 = 0.95;
/// Sentences that are read together.
const TOGETHER: usize = 3;
/// By how many sentences the next ones are further on.
const STEP: usize = 2;
/// Most parts of a text that are read: the last ones.
const MAX_PIECES: usize = 12;
/// Common words by which a language is told from the others.
const COMMON: [(&str, &[&str]); 4] = [
    (
        "en",
        &[
            "i", "the", "and", "to", "my", "im", "it", "is", "you", "of", "dont", "not", "me", "that", "was",
            "for", "have", "just", "with", "but", "so", "she", "he", "this",
        ],
    ),
    (
        "de",
        &[
            "ich", "und", "der", "das", "nicht", "ist", "mir", "mich", "mein", "meine", "zu", "auch", "wenn",
            "hab", "habe", "kein", "nur", "noch", "sie", "mehr", "ein", "den", "mit", "dass",
        ],
    ),
    (
        "fr",
        &[
            "je", "le", "les", "et", "est", "pas", "ne", "mon", "ma", "que", "qui", "pour", "dans", "une",
            "jai", "cest", "moi", "tout", "plus", "suis", "elle", "des", "du", "au",
        ],
    ),
    (
        "es",
        &[
            "yo", "el", "los", "y", "que", "mi", "en", "para", "con", "lo", "se", "muy", "estoy", "ya",
            "mas", "por", "una", "todo", "pero", "tengo", "quiero", "nada", "ella", "como",
        ],
    ),
];

/// What a text may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Harmless,
    /// Whoever writes thinks of dying.
    Dying,
    /// They hurt themselves.
    Harm,
    /// They have done something that needs a doctor.
    Done,
    /// Somebody they write of is in need.
    Somebody,
}

impl Class {
    const ALL: [Self; 5] = [
        Self::Harmless,
        Self::Dying,
        Self::Harm,
        Self::Done,
        Self::Somebody,
    ];

    const fn crisis(self, language: &'static str) -> Option<Crisis> {
        let (kind, whom, is_done) = match self {
            Self::Harmless => return None,
            Self::Dying => (CrisisKind::Suicide, Whom::Writer, false),
            Self::Harm => (CrisisKind::SelfHarm, Whom::Writer, false),
            Self::Done => (CrisisKind::Suicide, Whom::Writer, true),
            Self::Somebody => (CrisisKind::Suicide, Whom::Somebody, false),
        };
        Some(Crisis {
            kind,
            whom,
            language,
            is_done,
        })
    }
}

/// How probable each of [`Class::ALL`] is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Odds([f32; Class::ALL.len()]);

impl Odds {
    fn in_need(&self) -> f32 {
        1.0 - self.0[0]
    }

    /// The most probable of those in need.
    fn most(&self) -> Class {
        let best = (1..self.0.len()).max_by(|one, other| self.0[*one].total_cmp(&self.0[*other]));
        best.map_or(Class::Harmless, |at| Class::ALL[at])
    }

    fn somebody(&self) -> f32 {
        self.0[Class::ALL.len() - 1]
    }
}

/// The parts in which a text is read: a short one as it is, a long one a few sentences at a time.
pub(super) fn pieces(text: &str) -> Vec<String> {
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

/// How probable it is of each part with a meaning that somebody is in need.
pub(super) fn weigh(pieces: &[String], meanings: impl IntoIterator<Item = Option<Vector>>) -> Vec<Odds> {
    pieces
        .iter()
        .zip(meanings)
        .filter_map(|(piece, meaning)| Some(odds(piece, &meaning?)))
        .collect()
}

fn odds(text: &str, meaning: &Vector) -> Odds {
    static READ: LazyLock<Weights> = LazyLock::new(|| Weights::read(WEIGHTS).unwrap_or_default());
    READ.odds(&Features::of(text, meaning))
}

/// The part that says it most surely.
fn surest(parts: &[Odds]) -> Option<&Odds> {
    parts
        .iter()
        .max_by(|one, other| one.in_need().total_cmp(&other.in_need()))
}

/// What these parts of a text say together with what the phrases found in it.
///
/// Where there is a phrase there is a crisis; the classifier only says whose, where it is sure.
pub(super) fn settle(text: &str, by_phrase: Option<Crisis>, parts: &[Odds]) -> Option<Crisis> {
    let Some(most) = surest(parts) else {
        return by_phrase;
    };
    if let Some(found) = by_phrase {
        let is_theirs = parts.iter().all(|odds| odds.somebody() >= SURE_OF_WHOM);
        let is_own = parts
            .iter()
            .any(|odds| odds.in_need() - odds.somebody() >= SURE_IT_IS_OWN);
        return Some(match found.whom {
            Whom::Writer if is_theirs => Crisis {
                whom: Whom::Somebody,
                ..found
            },
            Whom::Somebody if is_own => Crisis {
                whom: Whom::Writer,
                ..found
            },
            _ => found,
        });
    }
    let language = language_of(text);
    let threshold = THRESHOLDS
        .iter()
        .find(|(code, _)| *code == language)
        .map_or(1.0, |(_, threshold)| *threshold);
    if most.in_need() >= threshold {
        most.most().crisis(language)
    } else {
        None
    }
}

/// The same for whoever was answered just now and has not gone on: less is enough.
pub(super) fn settle_closely(text: &str, by_phrase: Option<Crisis>, parts: &[Odds]) -> Option<Crisis> {
    let most = || surest(parts).filter(|most| most.in_need() >= CLOSELY);
    by_phrase.or_else(|| most()?.most().crisis(language_of(text)))
}

/// Which of the four languages a text is in, by its commonest words; English where none tells.
fn language_of(text: &str) -> &'static str {
    let clauses = clauses(text);
    let count = |words: &[&str]| {
        clauses
            .iter()
            .flatten()
            .filter(|word| words.contains(&word.text()))
            .count()
    };
    let mut best = (0, COMMON[0].0);
    for (code, words) in COMMON {
        let count = count(words);
        if count > best.0 {
            best = (count, code);
        }
    }
    best.1
}

/// What is weighed of a text.
#[derive(Debug, Clone)]
struct Features {
    meaning: Vec<f32>,
    /// The places of its words and pairs of words, each once.
    places: Vec<usize>,
    /// What each of those counts, so that together they have length 1.
    share: f32,
}

impl Features {
    fn of(text: &str, meaning: &Vector) -> Self {
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

/// What each feature says for one class.
#[derive(Debug, Clone, Default)]
struct Row {
    base: f32,
    meaning: Vec<f32>,
    places: Vec<f32>,
}

impl Row {
    fn score(&self, features: &Features) -> f32 {
        let meant: f32 = self
            .meaning
            .iter()
            .zip(&features.meaning)
            .map(|(weight, number)| weight * number)
            .sum();
        let said: f32 = features
            .places
            .iter()
            .filter_map(|place| self.places.get(*place))
            .sum();
        self.base + meant + said * features.share
    }
}

/// The weights of all classes.
#[derive(Debug, Clone, Default)]
struct Weights {
    rows: Vec<Row>,
}

impl Weights {
    fn odds(&self, features: &Features) -> Odds {
        let mut odds = [0.0; Class::ALL.len()];
        if self.rows.len() != odds.len() {
            odds[0] = 1.0;
            return Odds(odds);
        }
        for (odd, row) in odds.iter_mut().zip(&self.rows) {
            *odd = row.score(features);
        }
        let most = odds.iter().copied().fold(f32::MIN, f32::max);
        odds.iter_mut().for_each(|odd| *odd = (*odd - most).exp());
        let sum: f32 = odds.iter().sum();
        odds.iter_mut().for_each(|odd| *odd /= sum);
        Odds(odds)
    }

    /// Reads what [`fit`] wrote; none where it is something else.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (_, mut rest) = bytes.split_first_chunk::<8>()?;
        let mut rows = Vec::with_capacity(Class::ALL.len());
        for _ in Class::ALL {
            let (base, after) = rest.split_first_chunk::<4>()?;
            let (meaning, after) = read_block(after, DIMENSIONS)?;
            let (places, after) = read_block(after, PLACES)?;
            rows.push(Row {
                base: f32::from_le_bytes(*base),
                meaning,
                places,
            });
            rest = after;
        }
        rest.is_empty().then_some(Self { rows })
    }
}

/// A scale, and a byte a number.
fn read_block(bytes: &[u8], count: usize) -> Option<(Vec<f32>, &[u8])> {
    let (scale, rest) = bytes.split_first_chunk::<4>()?;
    let scale = f32::from_le_bytes(*scale);
    let (numbers, rest) = rest.split_at_checked(count)?;
    Some((
        numbers
            .iter()
            .map(|byte| f32::from(byte.cast_signed()) * scale)
            .collect(),
        rest,
    ))
}
