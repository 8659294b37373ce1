//! The weights of the classifier, and the probabilities they give.

use std::sync::LazyLock;

use platform::vectors::{DIMENSIONS, Vector};

use super::class::{Class, Odds};
use super::features::{Features, PLACES};

/// The weights as `make generate` writes them: eight bytes that identify the examples they were made from,
/// then a row for each class.
pub(super) const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The odds of each part that has a vector.
pub(in super::super) fn weigh(
    pieces: &[String],
    meanings: impl IntoIterator<Item = Option<Vector>>,
) -> Vec<Odds> {
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

/// The weights of one class.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) base: f32,
    pub(super) meaning: Vec<f32>,
    pub(super) places: Vec<f32>,
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
pub(super) struct Weights {
    pub(super) rows: Vec<Row>,
}

impl Weights {
    pub(super) fn odds(&self, features: &Features) -> Odds {
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

    /// Reads [`WEIGHTS`]; `None` if the bytes have another form.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
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
