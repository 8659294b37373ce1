//! Makes the weights of the examples, and measures what they reach. Only for tests and `make generate`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use platform::vectors::{DIMENSIONS, Vectors};

use super::{Class, Features, Odds, PLACES, Row, WEIGHTS, Weights, pieces, settle, weigh};
use crate::safety::{Whom, judge};
use crate::testing::sentence_model;

const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];
/// What weights are held small by, as the inverse of what the examples weigh against it.
const HOLD: f32 = 1.0 / 20.0;
const ROUNDS: usize = 20;
const BATCH: usize = 64;
const RATE: f32 = 0.02;
/// How many numbers a byte tells apart on each side of nothing.
const MOST: f32 = 127.0;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn class_of(kind: &str) -> Class {
    match kind {
        "none" => Class::Harmless,
        "harm" => Class::Harm,
        "done" => Class::Done,
        "other" => Class::Somebody,
        "wish" | "means" | "plan" | "goodbye" | "burden" | "hopeless" => Class::Dying,
        strange => panic!("there is no kind {strange}"),
    }
}

/// The examples of a set: what they are, and the text.
fn set(name: &str) -> Vec<(Class, String)> {
    let text = read(
        &root()
            .join("server/accounts/src/safety/examples/crisis")
            .join(name),
    );
    let lines = text
        .lines()
        .map(|line| line.split_once(" | ").unwrap_or_else(|| panic!("{name}: {line}")));
    lines
        .map(|(kind, text)| (class_of(kind), text.to_owned()))
        .collect()
}

/// Every second scene of the demo teaches; the others measure. Nobody in them is in need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Teaches,
    Measures,
}

/// The files of the scenes with this ending, in their order.
fn scenes(half: Half, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join("catalogue/scenes"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    paths
        .iter()
        .skip(usize::from(half == Half::Measures))
        .step_by(2)
        .map(|path| read(path))
        .collect()
}

/// What people type in the plays of the scenes.
fn played(half: Half) -> Vec<String> {
    let texts = scenes(half, "txt");
    let typed = texts
        .iter()
        .flat_map(|text| text.lines().filter_map(|line| line.strip_prefix("> ")));
    let lines: BTreeSet<String> = typed
        .map(|line| line.split(" => ").next().unwrap_or_default().trim().to_owned())
        .collect();
    lines.into_iter().filter(|line| line.len() > 3).collect()
}

/// Every text of the scenes: cues, and what is said in them.
fn told(half: Half) -> Vec<String> {
    fn collect(value: &toml::Value, key: &str, into: &mut BTreeSet<String>) {
        match value {
            toml::Value::String(text) if matches!(key, "text" | "cues") => {
                into.insert(text.clone());
            }
            toml::Value::Array(all) => all.iter().for_each(|one| collect(one, key, into)),
            toml::Value::Table(table) => table.iter().for_each(|(key, one)| collect(one, key, into)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for text in scenes(half, "toml") {
        let table: toml::Table = text.parse().expect("a scene");
        table
            .iter()
            .for_each(|(key, value)| collect(value, key, &mut found));
    }
    found.into_iter().collect()
}

/// All that the weights are made of. The scenes' own texts count only where they are made: a scene may change
/// without them.
fn examples() -> Vec<(Class, String)> {
    let sets = ["dev", "train"].into_iter().flat_map(|sort| {
        LANGUAGES
            .into_iter()
            .flat_map(move |language| set(&format!("{sort}-{language}.txt")))
    });
    sets.collect()
}

fn hash_of(examples: &[(Class, String)]) -> u64 {
    let mut all = format!("{HOLD} {ROUNDS} {BATCH} {RATE} {PLACES}\n");
    for (class, text) in examples {
        all.push_str(&format!("{class:?} {text}\n"));
    }
    xxhash_rust::xxh3::xxh3_64(all.as_bytes())
}

/// A weight, and what its steps have been (Adam: Kingma and Ba, 2015).
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

/// Weights under which these examples are as probable as they can be without large weights.
fn fit(examples: &[(Class, Features)]) -> Vec<Row> {
    let width = 1 + DIMENSIONS + PLACES;
    let mut weights = vec![vec![Weight::default(); width]; Class::ALL.len()];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut state = 1_u64;
    let mut steps = 0;
    for round in 0..ROUNDS {
        // Fisher and Yates, with the multiplier of Knuth's generator: the same order every time.
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
    let harmless = told(Half::Teaches)
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
    let path = root().join("server/accounts/src/safety/classifier/weights.bin");
    std::fs::write(&path, write(wanted, &fit(&all))).expect("weights written");
}

/// What is found in a text, by phrases and meaning together.
fn found(vectors: &Vectors, text: &str) -> Option<crate::safety::Crisis> {
    let pieces = pieces(text);
    settle(
        text,
        judge(text),
        &weigh(&pieces, pieces.iter().map(|piece| vectors.meaning(piece))),
    )
}

/// Of a set, in hundredths: how many in need themselves are met, how many who write of somebody else, how
/// many of those met are in need, and of how many of them it is said rightly whom it is about.
fn reached(vectors: &Vectors, name: &str) -> [usize; 4] {
    let (mut own, mut others, mut alarms, mut right) = ((0, 0), (0, 0), 0, 0);
    for (class, text) in set(name) {
        let found = found(vectors, &text);
        let is_met = usize::from(found.is_some());
        let is_of = |whom: Whom| usize::from(found.is_some_and(|found| found.whom == whom));
        match class {
            Class::Harmless => {
                alarms += is_met;
                if is_met == 1 {
                    eprintln!("{name}: harmless: {text}");
                }
            }
            Class::Somebody => {
                others = (others.0 + is_met, others.1 + 1);
                right += is_of(Whom::Somebody);
            }
            _ => {
                own = (own.0 + is_met, own.1 + 1);
                right += is_of(Whom::Writer);
            }
        }
    }
    let met = own.0 + others.0;
    [
        own.0 * 100 / own.1,
        others.0 * 100 / others.1,
        met * 100 / (met + alarms).max(1),
        right * 100 / met.max(1),
    ]
}

/// Holds what was reached, a little below it: another processor rounds otherwise.
fn hold(language: &str, floors: [(&str, [usize; 4]); 3]) {
    let vectors = sentence_model();
    for (sort, floor) in floors {
        let name = format!("{sort}-{language}.txt");
        let reached = reached(&vectors, &name);
        eprintln!("{name}: {reached:?}");
        assert!(
            reached
                .iter()
                .zip(floor)
                .all(|(reached, floor)| *reached >= floor),
            "{name}: {reached:?} of {floor:?}"
        );
    }
}

#[test]
fn indirect_words_are_understood_in_english() {
    hold(
        "en",
        [
            ("held", [94, 98, 88, 95]),
            ("fresh", [62, 70, 90, 97]),
            ("test", [74, 60, 92, 92]),
        ],
    );
}

#[test]
fn indirect_words_are_understood_in_german() {
    hold(
        "de",
        [
            ("held", [92, 86, 86, 96]),
            ("fresh", [44, 70, 80, 80]),
            ("test", [68, 58, 86, 90]),
        ],
    );
}

#[test]
fn indirect_words_are_understood_in_french() {
    hold(
        "fr",
        [
            ("held", [92, 98, 84, 91]),
            ("fresh", [46, 24, 72, 90]),
            ("test", [60, 88, 78, 85]),
        ],
    );
}

#[test]
fn indirect_words_are_understood_in_spanish() {
    hold(
        "es",
        [
            ("held", [86, 98, 84, 92]),
            ("fresh", [42, 48, 78, 85]),
            ("test", [72, 68, 84, 80]),
        ],
    );
}

/// Lines of plays that nobody learned from.
#[test]
fn ordinary_play_is_let_be() {
    let vectors = sentence_model();
    let lines = played(Half::Measures);
    let alarms: Vec<&String> = lines
        .iter()
        .filter(|line| found(&vectors, line).is_some())
        .collect();
    eprintln!("{} of {}: {alarms:#?}", alarms.len(), lines.len());
    assert!(
        lines.len() >= 100 && alarms.len() * 200 <= lines.len(),
        "{} of {}: {alarms:#?}",
        alarms.len(),
        lines.len()
    );
}

/// What people type on any day, close in form to what was once taken for a cry. Nobody learned from these
/// either.
#[test]
fn everyday_lines_are_let_be() {
    let vectors = sentence_model();
    for language in LANGUAGES {
        let lines = set(&format!("daily-{language}.txt"));
        let alarms: Vec<&String> = lines
            .iter()
            .map(|(_, text)| text)
            .filter(|text| found(&vectors, text).is_some())
            .collect();
        eprintln!("{language}: {} of {}: {alarms:#?}", alarms.len(), lines.len());
        assert!(
            alarms.len() * 25 <= lines.len(),
            "{language}: {} of {}: {alarms:#?}",
            alarms.len(),
            lines.len()
        );
    }
}

/// What a volunteer of a helpline wrote, of which characters of the stories had answered most.
#[test]
fn what_a_volunteer_wrote_is_understood() {
    let vectors = sentence_model();
    for (text, whom) in [
        (
            "My 14 year old son told me he doesn't want to live any more and I found cuts on his arms.",
            Whom::Somebody,
        ),
        (
            "I don't want to wake up tomorrow. Not a character, me.",
            Whom::Writer,
        ),
        (
            "I'm standing on the bridge and I don't think I'm going home",
            Whom::Writer,
        ),
        (
            "My sister sent us all a goodbye message and nobody can reach her",
            Whom::Somebody,
        ),
        (
            "best friend texted me goodbye and said she wont be here tomorrow",
            Whom::Somebody,
        ),
        (
            "my daughter swallowed a whole pack of paracetamol and she's getting sleepy",
            Whom::Somebody,
        ),
        ("Ma copine s'est coupée les veines", Whom::Somebody),
    ] {
        assert_eq!(
            found(&vectors, text).map(|found| found.whom),
            Some(whom),
            "{text}"
        );
    }
}
