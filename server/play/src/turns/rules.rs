//! The price and limits of turns, and the trimming of a model's text. Pure.

pub use kernel::MINUTE_MS;
use kernel::Shekels;

/// The longest text of one message, in bytes (reliability L-8).
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;
/// The longest note to a turn, in bytes.
pub const MAX_NOTE_BYTES: usize = 4 * 1024;
/// The longest client id of a message, in characters.
pub const MAX_CLIENT_ID_CHARS: usize = 64;
/// Turns that one player may begin within [`MINUTE_MS`] (reliability L-7).
pub const TURNS_PER_MINUTE: i64 = 20;
/// Turns that one player may begin within [`MINUTE_MS`] if they seem to be in need: enough that nobody in
/// need is ever refused, while a program cannot fill the database in their name.
pub const HELP_PER_MINUTE: i64 = 120;
/// Turns that one player may have running at once (reliability L-7).
pub const TURNS_AT_ONCE: i64 = 2;
/// The longest text of a reply, in bytes, whatever the model's limit; the reply ends there as if it were
/// complete.
pub const MAX_REPLY_BYTES: usize = 2 << 20;
/// A reply is stored at the latest after this much new text, in bytes.
pub const CHECKPOINT_BYTES: usize = 2 << 10;
/// The longest hold of shekels for one turn, in milliseconds: a turn that has not ended by then is lost.
pub const HOLD_MS: i64 = 20 * MINUTE_MS;
/// How long a turn counts as alive after its process last renewed its lease, in milliseconds.
pub const LEASE_MS: i64 = 30_000;

/// The installation's settings for turns.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnSettings {
    /// The price of a reply if the model has none of its own.
    pub reply_price: Shekels,
    /// Free messages a day for a person, however many characters answer; only with models that cost no more
    /// than `reply_price`, and with the default model.
    pub free_replies: i64,
    /// Messages of a guest in all; a person has at least as many.
    pub guest_turns: i64,
    /// Turns that run at once in this process.
    pub running: usize,
}

impl Default for TurnSettings {
    fn default() -> Self {
        Self {
            reply_price: Shekels(1),
            free_replies: 20,
            guest_turns: 20,
            running: 1_000,
        }
    }
}

/// The part of a price for `written` of at most `most` tokens, rounded up: at least one shekel if there is a
/// price and anything was written, and never more than the price.
#[must_use]
pub fn pro_rata(price: Shekels, written: u32, most: u32) -> Shekels {
    if written == 0 || price.0 <= 0 {
        return Shekels::ZERO;
    }
    let share = i128::from(price.0) * i128::from(written);
    let most = i128::from(most.max(1));
    let due = share.div_euclid(most) + i128::from(share.rem_euclid(most) > 0);
    Shekels(i64::try_from(due).unwrap_or(price.0).clamp(1, price.0))
}

/// The witnesses of a message: the given ones, by default those of the message before, and always its
/// speaker. `None`: everybody.
#[must_use]
pub fn witnesses(
    given: Option<&[String]>,
    before: Option<&[String]>,
    speaker: Option<&str>,
) -> Option<Vec<String>> {
    let mut ids = given.or(before)?.to_vec();
    if let Some(speaker) = speaker.filter(|speaker| !ids.iter().any(|id| id == speaker)) {
        ids.push(speaker.to_owned());
    }
    Some(ids)
}

/// The length of a text in UTF-16 units, as browsers count.
#[must_use]
pub fn utf16_len(text: &str) -> u64 {
    text.chars().map(|c| c.len_utf16() as u64).sum()
}

/// The part of a text between two positions in UTF-16 units; `None` if the text does not have them.
#[must_use]
pub fn utf16_slice(text: &str, start: u64, end: u64) -> Option<&str> {
    let place = |wanted: u64| {
        let mut units = 0;
        for (at, c) in text.char_indices() {
            if units >= wanted {
                return (units == wanted).then_some(at);
            }
            units += c.len_utf16() as u64;
        }
        (units == wanted).then_some(text.len())
    };
    (start < end)
        .then(|| text.get(place(start)?..place(end)?))
        .flatten()
}

/// Cuts a model's text where another speaker's line begins, and removes the speaker's own name before the
/// first word. Text passes as soon as it is certain to stay.
#[derive(Debug)]
pub struct ReplyTrimmer {
    stops: Vec<String>,
    /// `Name:`, until the first word arrives.
    label: Option<String>,
    held: String,
    ended: bool,
}

impl ReplyTrimmer {
    /// A trimmer for a speaker with this name, with these stop sequences; empty ones are ignored.
    #[must_use]
    pub fn new(speaker: &str, stops: &[String]) -> Self {
        let stops = stops
            .iter()
            .filter(|stop| !stop.trim().is_empty())
            .cloned()
            .collect();
        let label = (!speaker.trim().is_empty()).then(|| format!("{}:", speaker.trim()));
        Self {
            stops,
            label,
            held: String::new(),
            ended: false,
        }
    }

    /// Takes more text; returns what may be shown.
    pub fn push(&mut self, text: &str) -> String {
        if self.ended {
            return String::new();
        }
        self.held.push_str(text);
        if let Some(label) = &self.label {
            let begun = self.held.trim_start();
            if label.starts_with(begun) && begun.len() < label.len() {
                return String::new();
            }
            if let Some(rest) = begun.strip_prefix(label.as_str()) {
                if rest.trim_start().is_empty() {
                    return String::new();
                }
                self.held = rest.trim_start().to_owned();
            }
            self.label = None;
        }
        if let Some(at) = self
            .stops
            .iter()
            .filter_map(|stop| self.held.find(stop.as_str()))
            .min()
        {
            self.ended = true;
            self.held.truncate(at);
            return std::mem::take(&mut self.held);
        }
        let sure = self.held.len() - self.possible_stop_bytes();
        self.held.drain(..sure).collect()
    }

    /// The rest of the text, once the model has ended.
    pub fn finish(&mut self) -> String {
        let rest = if self.ended {
            String::new()
        } else {
            std::mem::take(&mut self.held)
        };
        self.ended = true;
        match self.label.take() {
            Some(label) => rest
                .trim_start()
                .strip_prefix(label.as_str())
                .map_or(rest.clone(), |after| after.trim_start().to_owned()),
            None => rest,
        }
    }

    /// Whether it met a stop sequence: nothing more follows.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// How many bytes at the end may be the beginning of a stop sequence.
    fn possible_stop_bytes(&self) -> usize {
        let longest = |stop: &String| {
            let ends = stop.char_indices().map(|(at, _)| at).skip(1);
            ends.filter(|end| self.held.ends_with(&stop[..*end]))
                .max()
                .unwrap_or(0)
        };
        self.stops.iter().map(longest).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_part_of_a_reply_costs_a_part_rounded_up() {
        let cases = [
            (1, 0, 100, 0),
            (1, 1, 100, 1),
            (1, 100, 100, 1),
            (10, 1, 100, 1),
            (10, 11, 100, 2),
            (10, 50, 100, 5),
            (10, 51, 100, 6),
            (10, 200, 100, 10),
        ];
        for (price, written, most, due) in cases {
            assert_eq!(
                pro_rata(Shekels(price), written, most),
                Shekels(due),
                "{price} {written}/{most}"
            );
        }
        assert_eq!(pro_rata(Shekels(0), 5, 10), Shekels(0));
        assert_eq!(pro_rata(Shekels(3), 5, 0), Shekels(3));
    }

    #[test]
    fn browsers_count_in_utf16() {
        assert_eq!(utf16_len("aé😀"), 4);
        assert_eq!(utf16_slice("aé😀b", 2, 4), Some("😀"));
        assert_eq!(utf16_slice("aé😀b", 2, 5), Some("😀b"));
        assert_eq!(utf16_slice("aé😀b", 3, 5), None, "half a character");
        assert_eq!(utf16_slice("ab", 1, 1), None);
        assert_eq!(utf16_slice("ab", 0, 3), None);
    }

    fn cut(speaker: &str, stops: &[&str], pieces: &[&str]) -> String {
        let stops: Vec<String> = stops.iter().map(|stop| (*stop).to_owned()).collect();
        let mut trimmer = ReplyTrimmer::new(speaker, &stops);
        let mut out: String = pieces.iter().map(|piece| trimmer.push(piece)).collect();
        out.push_str(&trimmer.finish());
        out
    }

    #[test]
    fn other_speakers_are_cut_off() {
        let cases: [(&[&str], &str); 10] = [
            (&["Hello", " there"], "Hello there"),
            (&["Hello\nBo", "b: Hi"], "Hello"),
            (&["Hello\nBo", "nd"], "Hello\nBond"),
            (&["Hello\n"], "Hello\n"),
            (&["Ada: Hello"], "Hello"),
            (&["A", "da", ":", " Hello"], "Hello"),
            (&["A", "da sings"], "Ada sings"),
            (&["Hello Ada: yes"], "Hello Ada: yes"),
            (&["\nBob: Hi"], ""),
            (&["Ada"], "Ada"),
        ];
        for (pieces, expected) in cases {
            assert_eq!(cut("Ada", &["\nBob:", "\nYou:"], pieces), expected, "{pieces:?}");
        }
    }

    proptest! {
        #[test]
        fn however_a_text_is_cut_into_pieces_the_same_comes_out(text in "[ab:\n ]{0,40}", cuts in prop::collection::vec(0_usize..40, 0..6)) {
            let stops = ["\na:", "b\nb", "::"];
            let mut cuts: Vec<usize> = cuts.into_iter().filter(|cut| *cut < text.len()).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in cuts {
                pieces.push(&text[from..cut]);
                from = cut;
            }
            pieces.push(&text[from..]);
            prop_assert_eq!(cut("", &stops, &pieces), cut("", &stops, &[&text]));
        }
    }
}
