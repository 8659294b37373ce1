//! Pure decisions: how many tokens a text has, and which sampler settings are acceptable.

use super::Sampling;

/// A run of this many Latin letters is one token …
const SHORT_RUN: u32 = 5;
/// … and a longer one has a token for every started group of this size.
const LATIN_CHARS_PER_TOKEN: u32 = 4;
/// The largest seed: every whole number up to it is exact in JavaScript.
const MAX_SEED: u64 = (1 << 53) - 1;

/// About how many tokens a text has.
///
/// An estimate without any model's vocabulary, which rather says too much than too little: measured by the
/// vocabulary `cl100k_base` over the starter scenarios, English comes out 18 to 28 % too large, French 10 %,
/// and German, Spanish, Portuguese, Russian and Japanese from 3 % too small to 4 % too large. Text of many
/// rare names, or code, can be further off, so budgets leave a margin all the same.
#[must_use]
pub fn count_tokens(text: &str) -> u32 {
    let mut tokens: u32 = 0;
    let mut run = Run::None;
    let (mut length, mut has_accent, mut ideographs) = (0, false, 0_u32);
    for c in text.chars() {
        let kind = Run::of(c);
        if kind != run {
            tokens = tokens.saturating_add(run.tokens(length) + u32::from(has_accent));
            (run, length, has_accent) = (kind, 0, false);
        }
        length += 1;
        has_accent |= kind == Run::Latin && !c.is_ascii();
        ideographs = ideographs.saturating_add(u32::from(kind == Run::Ideographs));
    }
    tokens = tokens.saturating_add(run.tokens(length) + u32::from(has_accent));
    tokens.saturating_add(ideographs.saturating_mul(8).div_ceil(7))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    None,
    Space,
    Latin,
    Digits,
    Letters,
    Ideographs,
    Marks,
}

impl Run {
    fn of(c: char) -> Self {
        match c {
            ' ' => Self::Space,
            '0'..='9' => Self::Digits,
            _ if c.is_ascii_alphabetic() || ('\u{c0}'..='\u{24f}').contains(&c) => Self::Latin,
            '\u{2e80}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => Self::Ideographs,
            _ if c.is_alphabetic() => Self::Letters,
            _ => Self::Marks,
        }
    }

    fn tokens(self, length: u32) -> u32 {
        match self {
            // Ideographs are counted all together: there are eight tokens to seven of them.
            Self::None | Self::Ideographs => 0,
            // One space belongs to the word after it.
            Self::Space => u32::from(length > 1),
            Self::Latin if length <= SHORT_RUN => 1,
            Self::Latin => length.div_ceil(LATIN_CHARS_PER_TOKEN),
            Self::Digits => length.div_ceil(3),
            Self::Letters => length.div_ceil(2),
            Self::Marks => length,
        }
    }
}

impl Sampling {
    /// The settings that are out of range, each with what is acceptable.
    #[must_use]
    pub fn faults(&self) -> Vec<(&'static str, &'static str)> {
        let within =
            |value: Option<f64>, low: f64, high: f64| value.is_none_or(|value| (low..=high).contains(&value));
        let top_k = within(self.top_k, 1.0, 1_000.0) && self.top_k.is_none_or(|value| value.fract() == 0.0);
        let checks = [
            (
                within(self.temperature, 0.0, 2.0),
                "temperature",
                "Choose a number from 0 to 2.",
            ),
            (
                within(self.top_p, f64::MIN_POSITIVE, 1.0),
                "topP",
                "Choose a number above 0, up to 1.",
            ),
            (top_k, "topK", "Choose a whole number from 1 to 1,000."),
            (
                within(self.min_p, 0.0, 1.0),
                "minP",
                "Choose a number from 0 to 1.",
            ),
            (
                within(self.frequency_penalty, -2.0, 2.0),
                "frequencyPenalty",
                "Choose a number from -2 to 2.",
            ),
            (
                within(self.presence_penalty, -2.0, 2.0),
                "presencePenalty",
                "Choose a number from -2 to 2.",
            ),
            (
                within(self.repetition_penalty, 0.5, 2.0),
                "repetitionPenalty",
                "Choose a number from 0.5 to 2.",
            ),
            (
                self.seed.is_none_or(|seed| seed <= MAX_SEED),
                "seed",
                "Choose a whole number up to 9,007,199,254,740,991.",
            ),
        ];
        checks
            .into_iter()
            .filter(|(good, ..)| !good)
            .map(|(_, field, range)| (field, range))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_counted_about_right() {
        let cases = [
            ("", 0..=0),
            ("Hello", 1..=1),
            ("The bell over your door gives half a ring.", 10..=13),
            ("Unbeschreiblichkeiten", 4..=6),
            ("señoría", 2..=3),
            ("こんにちは世界", 8..=8),
            ("Привет, мир", 5..=7),
            ("2026-11-21", 5..=7),
            ("    ", 1..=1),
        ];
        for (text, expected) in cases {
            assert!(
                expected.contains(&count_tokens(text)),
                "{text}: {}",
                count_tokens(text)
            );
        }
    }

    #[test]
    fn sampling_has_ranges() {
        assert!(Sampling::default().faults().is_empty());
        let good = Sampling {
            temperature: Some(2.0),
            top_p: Some(1.0),
            top_k: Some(40.0),
            min_p: Some(0.0),
            seed: Some(MAX_SEED),
            ..Sampling::default()
        };
        assert!(good.faults().is_empty());
        let bad = Sampling {
            temperature: Some(f64::NAN),
            top_p: Some(0.0),
            top_k: Some(1.5),
            min_p: Some(-0.1),
            frequency_penalty: Some(2.1),
            presence_penalty: Some(f64::INFINITY),
            repetition_penalty: Some(0.0),
            seed: Some(MAX_SEED + 1),
        };
        assert_eq!(bad.faults().len(), 8);
    }
}
