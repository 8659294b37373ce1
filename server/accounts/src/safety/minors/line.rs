//! Finds where a text crosses the line: a romance with a minor in it.

use std::cell::{LazyCell, OnceCell};

use super::language::{LANGUAGES, Language, plain_clauses};
use super::lexicon::COUNT;
use super::model::StorySpeaker;
use super::participants::{Certainty, Mentioned, Participant, Passage, nearby, participants};
use super::people::{People, place_of};
use super::romance::Surroundings;
use crate::safety::sentences::sentences;
use crate::safety::words::Word;

/// Finds the first sentence of a text that is romantic with a minor in it; returns its position in bytes.
/// `of`: whom the text is about.
pub(super) fn find_crossing(
    people: &People,
    by: StorySpeaker,
    text: &str,
    of: Option<Participant>,
    certainty: Certainty,
) -> Option<usize> {
    let mut reading = TextReading {
        people,
        by,
        certainty,
        text,
        last_mentioned: [of; COUNT],
        tones: [const { Tone::new() }; COUNT],
    };
    let mut sentences = sentences(text).into_iter();
    let found = sentences.find(|(_, sentence)| reading.crosses(sentence));
    found.map(|(at, _)| at)
}

/// A text that is read sentence by sentence.
struct TextReading<'a> {
    people: &'a People,
    by: StorySpeaker,
    certainty: Certainty,
    /// All of it.
    text: &'a str,
    /// Who was mentioned last, by language, because a word for a child in one language means something else
    /// in another ("kind").
    last_mentioned: [Option<Participant>; COUNT],
    tones: [Tone; COUNT],
}

/// Other subjects of a whole text in one language. Searched once, and only if they matter.
struct Tone {
    has_bad_dream: OnceCell<bool>,
    is_familial: OnceCell<bool>,
}

impl Tone {
    const fn new() -> Self {
        Self {
            has_bad_dream: OnceCell::new(),
            is_familial: OnceCell::new(),
        }
    }
}

impl TextReading<'_> {
    /// Whether the next sentence is romantic with a minor.
    fn crosses(&mut self, sentence: &str) -> bool {
        let is_question = sentence.contains('?');
        let plain = plain_clauses(sentence);
        let mut crosses = false;
        for (number, language) in LANGUAGES.iter().enumerate() {
            let clauses = language.mark(&plain);
            crosses |= self.crosses_in(number, &clauses, is_question);
            self.last_mentioned[number] = self.mentioned_after(number, &clauses);
        }
        crosses
    }

    /// The same in one language.
    fn crosses_in(&self, number: usize, clauses: &[Vec<Word>], is_question: bool) -> bool {
        let (language, tone) = (&LANGUAGES[number], &self.tones[number]);
        let has_bad_dream = || language.has_any(self.text, &language.romance.bad_dreams);
        let is_familial = || language.has_any(self.text, &language.romance.family);
        let surroundings = Surroundings {
            is_question,
            has_bad_dream: &|| *tone.has_bad_dream.get_or_init(has_bad_dream),
            is_familial: &|| *tone.is_familial.get_or_init(is_familial),
        };
        let all_nearby = LazyCell::new(|| nearby(self.people, language, clauses));
        clauses.iter().enumerate().any(|(place, clause)| {
            let nearby = || all_nearby.get(place).copied().unwrap_or_default();
            language
                .romances(clause, &surroundings)
                .into_iter()
                .any(|romance| {
                    let mentioned = Mentioned {
                        nearby: &nearby,
                        before: self.last_mentioned[number],
                    };
                    let passage = Passage::of(language, clause, romance);
                    let parts = participants(self.people, self.by, &passage, &mentioned, self.certainty);
                    let is_own_family = romance.is_declaration && self.are_own_family(&parts);
                    !is_own_family && parts.into_iter().any(|part| part.is_minor(self.people))
                })
        })
    }

    /// Whether the speaker speaks only to their own family.
    fn are_own_family(&self, parts: &[Participant]) -> bool {
        let Some(own) = place_of(self.by) else {
            return false;
        };
        parts.iter().all(|part| {
            matches!(part, Participant::Person(person) if *person == own || self.people.are_kin(own, *person))
        })
    }

    /// Who was mentioned last once this sentence is read.
    fn mentioned_after(&self, number: usize, clauses: &[Vec<Word>]) -> Option<Participant> {
        let language = &LANGUAGES[number];
        let mut words = clauses.iter().rev().flat_map(|clause| clause.iter().rev());
        let here = words.find_map(|word| Participant::of(self.people, language, word));
        // After "a girl of fifteen" the next "she" is that girl.
        if self.people.has_unnamed_minor()
            && here.is_none_or(|part| part == Participant::Child)
            && has_minor_mark(language, clauses)
        {
            return Some(Participant::Child);
        }
        here.or(self.last_mentioned[number])
    }
}

fn has_minor_mark(language: &Language, clauses: &[Vec<Word>]) -> bool {
    let mut numbered = clauses.iter().enumerate();
    numbered.any(|(place, clause)| language.minor_mark(clause, clauses.get(place + 1)).is_some())
}
