//! Reads a text in two ways: by phrases ([`super::judge`]), which can be read and corrected line by line, and
//! by its meaning ([`super::classifier`]), which finds what no phrase expresses. The second takes some ten
//! milliseconds a sentence and runs before a transaction, because others wait for that.

use std::collections::HashMap;
use std::time::Duration;

use platform::vectors::Vectors;

use super::classifier::{Odds, pieces, settle, settle_closely, weigh};
use super::judge::{by_one_sign, judge, judge_closely};
use crate::safety::model::Crisis;

/// How long a message waits for its vectors when many are written at once; after that the phrases alone
/// decide.
const WAITS: Duration = Duration::from_secs(2);

/// The results for some texts.
#[derive(Debug, Clone, Default)]
pub struct Readings(HashMap<String, Reading>);

#[derive(Debug, Clone, Copy)]
struct Reading {
    found: Option<Crisis>,
    /// The same with the lower thresholds.
    closely: Option<Crisis>,
}

impl Reading {
    fn of(text: &str, parts: &[Odds]) -> Self {
        let found = settle(text, judge(text), parts);
        Self {
            found,
            closely: found.or_else(|| settle_closely(text, by_one_sign(text), parts)),
        }
    }
}

impl Readings {
    /// The crisis that a text expresses. A text that was not read before is judged by phrases.
    #[must_use]
    pub fn of(&self, text: &str) -> Option<Crisis> {
        self.0
            .get(text)
            .map_or_else(|| judge(text), |reading| reading.found)
    }

    /// The same for a player who was answered just now and has not resumed the story: the thresholds are
    /// lower then.
    #[must_use]
    pub fn of_closely(&self, text: &str) -> Option<Crisis> {
        self.0
            .get(text)
            .map_or_else(|| judge_closely(text), |reading| reading.closely)
    }
}

/// Reads texts of a person. If there is no sentence model, or no time for it, phrases decide.
pub async fn read(vectors: &Vectors, texts: Vec<String>) -> Readings {
    let mut read = Vec::new();
    for text in texts {
        let pieces = pieces(&text);
        let meanings = tokio::time::timeout(WAITS, vectors.meanings(pieces.clone()))
            .await
            .ok()
            .flatten()
            .unwrap_or_default();
        let parts = weigh(&pieces, meanings);
        read.push((text, parts));
    }
    let reading = |(text, parts): (String, Vec<Odds>)| {
        let reading = Reading::of(&text, &parts);
        (text, reading)
    };
    let judge = move || read.into_iter().map(reading).collect();
    // A text without a result is judged by phrases when it is asked for.
    tokio::task::spawn_blocking(judge)
        .await
        .map(Readings)
        .unwrap_or_default()
}
