//! Makes the weights from the examples. `make generate` runs this.

use platform::vectors::DIMENSIONS;

use super::super::class::{Class, Odds};
use super::super::features::{Features, PLACES};
use super::super::weights::{Row, WEIGHTS, Weights};
use super::examples::{Half, examples, played, root, texts};
use crate::testing::sentence_model;

/// The strength of regularisation, as the inverse of the examples' weight against it.
const HOLD: f32 = 1.0 / 20.0;
const ROUNDS: usize = 20;
const BATCH: usize = 64;
const RATE: f32 = 0.02;
/// The largest number of a signed byte.
const MOST: f32 = 127.0;

fn hash_of(examples: &[(Class, String)]) -> u64 {
    let mut all = format!("{HOLD} {ROUNDS} {BATCH} {RATE} {PLACES}\n");
    for (class, text) in examples {
        all.push_str(&format!("{class:?} {text}\n"));
    }
    xxhash_rust::xxh3::xxh3_64(all.as_bytes())
}

/// A weight and the moments of its steps (Adam: Kingma and Ba, 2015).
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    now: f32,
    mean: f32,
    square: f32,
}

impl Weight {
    fn step(&mut self, gradient: f32, so_far: i32) {
        const KEEP_MEAN: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        self.mean = KEEP_MEAN * self.mean + (1.0 - KEEP_MEAN) * gradient;
        self.square = KEEP_SQUARE * self.square + (1.0 - KEEP_SQUARE) * gradient * gradient;
        let mean = self.mean / (1.0 - KEEP_MEAN.powi(so_far));
        let square = self.square / (1.0 - KEEP_SQUARE.powi(so_far));
        self.now -= RATE * mean / (square.sqrt() + 1e-8);
    }
}

/// The weights that make these examples most probable, with regularisation.
fn fit(examples: &[(Class, Features)]) -> Vec<Row> {
    let width = 1 + DIMENSIONS + PLACES;
    let mut weights = vec![vec![Weight::default(); width]; Class::ALL.len()];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut state = 1_u64;
    let mut steps = 0;
    for round in 0..ROUNDS {
        // Fisher and Yates, with the multiplier of Knuth's generator: always the same order.
        for at in (1..order.len()).rev() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            order.swap(at, (state >> 33) as usize % (at + 1));
        }
        for batch in order.chunks(BATCH) {
            steps += 1;
            let rows: Vec<Row> = weights.iter().map(|row| row_of(row)).collect();
            let current = Weights { rows };
            let mut gradients = vec![vec![0.0_f32; width]; Class::ALL.len()];
            for (class, features) in batch.iter().map(|at| &examples[*at]) {
                let Odds(odds) = current.odds(features);
                for (place, gradient) in gradients.iter_mut().enumerate() {
                    let wrong =
                        (odds[place] - f32::from(u8::from(Class::ALL[place] == *class))) / batch.len() as f32;
                    gradient[0] += wrong;
                    for (at, number) in features.meaning.iter().enumerate() {
                        gradient[1 + at] += wrong * number;
                    }
                    for at in &features.places {
                        gradient[1 + DIMENSIONS + at] += wrong * features.share;
                    }
                }
            }
            let held = HOLD / examples.len() as f32;
            for (row, gradient) in weights.iter_mut().zip(gradients) {
                for (at, (weight, gradient)) in row.iter_mut().zip(gradient).enumerate() {
                    let pull = if at == 0 { 0.0 } else { held * weight.now };
                    weight.step(gradient + pull, steps);
                }
            }
        }
        eprintln!("round {} of {ROUNDS}", round + 1);
    }
    weights.iter().map(|row| row_of(row)).collect()
}

fn row_of(weights: &[Weight]) -> Row {
    let numbers: Vec<f32> = weights.iter().map(|weight| weight.now).collect();
    Row {
        base: numbers[0],
        meaning: numbers[1..=DIMENSIONS].to_vec(),
        places: numbers[1 + DIMENSIONS..].to_vec(),
    }
}

fn write(examples: u64, rows: &[Row]) -> Vec<u8> {
    let mut out = examples.to_le_bytes().to_vec();
    for row in rows {
        out.extend(row.base.to_le_bytes());
        for block in [&row.meaning, &row.places] {
            let scale = block
                .iter()
                .fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()))
                / MOST;
            out.extend(scale.to_le_bytes());
            out.extend(
                block
                    .iter()
                    .map(|number| ((number / scale).round() as i8).cast_unsigned()),
            );
        }
    }
    out
}

#[test]
fn the_weights_are_made_of_the_examples() {
    let examples = examples();
    let wanted = hash_of(&examples);
    let found = WEIGHTS.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
    if found == Some(wanted) && Weights::read(WEIGHTS).is_some() {
        return;
    }
    assert!(
        std::env::var_os("DRAMATIS_GENERATE").is_some(),
        "the examples have changed: run `make generate`"
    );
    let vectors = sentence_model();
    let harmless = texts(Half::Teaches)
        .into_iter()
        .chain(played(Half::Teaches))
        .map(|text| (Class::Harmless, text));
    let all: Vec<(Class, Features)> = examples
        .into_iter()
        .chain(harmless)
        .map(|(class, text)| {
            let meaning = vectors.meaning(&text).expect("a meaning");
            (class, Features::of(&text, &meaning))
        })
        .collect();
    eprintln!("{} examples", all.len());
    let path = root().join("server/accounts/src/safety/crisis/classifier/weights.bin");
    std::fs::write(&path, write(wanted, &fit(&all))).expect("weights written");
}
