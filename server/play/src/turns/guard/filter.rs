//! Judges a reply while it is written, and cuts it before anything that is never played.

use accounts::safety::{Minors, StorySpeaker, names_minor, sentences};

/// How far before a sentence a reply is read again to find out whom it is about, in bytes.
const CONTEXT_BYTES: usize = 2_000;
/// The most text that is held back because its sentence has not ended, in bytes.
const MAX_SENTENCE_BYTES: usize = 4_000;

/// Judges a reply sentence by sentence while it is written. If there are minors, nothing is shown before its
/// sentence has ended and was judged.
#[derive(Debug)]
pub(in crate::turns) struct ReplyFilter {
    minors: Minors,
    by: StorySpeaker,
    /// Everything so far, including the text before the first new word.
    all: String,
    /// How much of that was there before, in bytes, and how much was shown.
    begun: usize,
    shown: usize,
    /// How far it was judged, and where the unfinished sentence begins.
    read: usize,
    sentence: usize,
    /// Where to cut it.
    over: Option<usize>,
    /// Whether it contains a word that means a minor in any story.
    is_named: bool,
    /// How often it judged, for a test.
    #[cfg(test)]
    judged: usize,
}

impl ReplyFilter {
    /// A filter for a reply of this speaker that begins with this text.
    pub(in crate::turns) fn new(minors: Minors, by: StorySpeaker, begun: &str) -> Self {
        let length = begun.len();
        let sentence = sentences(begun).last().map_or(0, |(at, _)| *at);
        Self {
            minors,
            by,
            all: begun.to_owned(),
            begun: length,
            shown: length,
            read: length,
            sentence,
            over: None,
            is_named: false,
            #[cfg(test)]
            judged: 0,
        }
    }

    /// Takes more text; returns what may be shown. Pieces are small and many, and judging is expensive: so it
    /// judges at the end of a sentence, or if a sentence gets too long.
    pub(in crate::turns) fn push(&mut self, more: &str) -> String {
        if self.over.is_some() {
            return String::new();
        }
        let word = self.sentence + self.all[self.sentence..].rfind(char::is_whitespace).unwrap_or(0);
        self.all.push_str(more);
        self.is_named = self.is_named || names_minor(&self.all[word..]);
        // A sentence has ended when the next one begins.
        let begins = self.sentence
            + sentences(&self.all[self.sentence..])
                .last()
                .map_or(0, |(at, _)| *at);
        let is_long = self.all.len() - self.read > MAX_SENTENCE_BYTES;
        if begins > self.sentence || is_long {
            self.sentence = if is_long { self.all.len() } else { begins };
            self.read_to(self.sentence.max(self.read));
        }
        let until = if self.knows_minor() {
            self.read
        } else {
            self.all.len()
        };
        self.show(until)
    }

    /// The rest of the text that may be shown, once the model has ended.
    pub(in crate::turns) fn finish(&mut self) -> String {
        if self.over.is_some() {
            return String::new();
        }
        self.read_to(self.all.len());
        self.show(self.all.len())
    }

    /// Whether somebody is a minor, by the story or by the reply: then a model's thoughts are not shown.
    pub(in crate::turns) fn knows_minor(&self) -> bool {
        self.minors.any() || self.is_named
    }

    /// Where to cut the new text, in bytes; `None`: nowhere.
    pub(in crate::turns) fn over(&self) -> Option<usize> {
        self.over.map(|at| at.saturating_sub(self.begun))
    }

    fn context(&self, before: usize) -> usize {
        let mut at = before.saturating_sub(CONTEXT_BYTES);
        while !self.all.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Judges the text up to here. An age that becomes known counts for all the text before it.
    fn read_to(&mut self, until: usize) {
        let from = self.context(self.read);
        self.read = until;
        #[cfg(test)]
        {
            self.judged += 1;
        }
        let known = self.knows_minor();
        let learned = self.minors.learn(self.by, &self.all[from..until]);
        if !known && !learned {
            return;
        }
        let from = if learned { 0 } else { from };
        self.over = self
            .minors
            .judge(self.by, &self.all[from..until])
            .map(|at| (from + at).max(self.begun));
    }

    fn show(&mut self, until: usize) -> String {
        let until = self.over.unwrap_or(until);
        let shown = self.all.get(self.shown..until).unwrap_or_default().to_owned();
        self.shown = self.shown.max(until);
        shown
    }
}

#[cfg(test)]
mod tests {
    use accounts::safety::{DescribedPerson, StoryTexts};

    use super::*;

    fn filter(age: &str) -> ReplyFilter {
        let cast = vec![DescribedPerson {
            name: "Ada",
            text: age,
        }];
        ReplyFilter::new(
            Minors::of(&StoryTexts {
                player: Some(DescribedPerson {
                    name: "Robin",
                    text: "A neighbour, 33.",
                }),
                cast,
                ..StoryTexts::default()
            }),
            StorySpeaker::Cast(0),
            "",
        )
    }

    #[test]
    fn a_reply_is_judged_by_the_sentence_and_not_by_the_piece() {
        for age in ["A smith, 30.", "Fifteen years old."] {
            let mut filter = filter(age);
            let reply = "The rain has stopped, and the lamps along the harbour are lit one after the other. "
                .repeat(40);
            let pieces: Vec<&str> = reply.split_inclusive(' ').collect();
            let mut shown: String = pieces.iter().map(|piece| filter.push(piece)).collect();
            shown.push_str(&filter.finish());
            assert_eq!(shown, reply);
            assert!(
                pieces.len() > 500 && filter.judged <= 41,
                "{} of {}",
                filter.judged,
                pieces.len()
            );
        }
    }

    #[test]
    fn however_it_comes_it_is_cut_before_the_sentence() {
        let reply = "The rain stops. \"Come,\" she says. She kisses you on the mouth. Then she laughs.";
        for size in [1, 3, 7, 200] {
            let mut filter = filter("Fifteen years old.");
            let letters: Vec<char> = reply.chars().collect();
            let mut shown: String = letters
                .chunks(size)
                .map(|piece| filter.push(&piece.iter().collect::<String>()))
                .collect();
            shown.push_str(&filter.finish());
            assert_eq!(
                (shown.as_str(), filter.over()),
                ("The rain stops. \"Come,\" she says. ", Some(34)),
                "{size}"
            );
        }
        // A sentence without an end is judged, too, also if it began long before.
        let mut filter = filter("A smith, 30.");
        let long = format!("I am fifteen and {} I kiss you", "walk and walk and ".repeat(300));
        for piece in long.split_inclusive(' ') {
            filter.push(piece);
        }
        filter.finish();
        assert!(filter.over().is_some());
    }
}
