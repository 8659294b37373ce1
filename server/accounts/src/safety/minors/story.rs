//! The judge of one story: it knows the story's people, and judges texts.

use super::language::{LANGUAGES, plain_clauses};
use super::learning::{learn, learn_cards};
use super::line::find_crossing;
use super::model::{DescribedPerson, StorySpeaker, StoryTexts};
use super::participants::{Certainty, Participant};
use super::people::{People, place_of};

/// Who in a story is a minor, and whether a text is romantic with them.
#[derive(Debug, Clone)]
pub struct Minors(People);

impl Minors {
    /// Finds the minors of a story.
    #[must_use]
    pub fn of(story: &StoryTexts<'_>) -> Self {
        let player = story.player.unwrap_or(DescribedPerson { name: "", text: "" });
        let roles: Vec<DescribedPerson<'_>> = std::iter::once(player)
            .chain(story.cast.iter().copied())
            .collect();
        let mut people = People::of(&roles);
        learn_cards(&mut people, &roles);
        let mut minors = Self(people);
        for text in &story.world {
            minors.learn(StorySpeaker::Narrator, text);
        }
        for said in &story.utterances {
            minors.learn(said.by, said.text);
            minors.note_speaker(said.by);
        }
        minors
    }

    /// Whether the story has a minor.
    #[must_use]
    pub fn any(&self) -> bool {
        self.0.has_minor()
    }

    /// Records who spoke.
    pub fn note_speaker(&mut self, by: StorySpeaker) {
        self.0.note_speaker(by);
    }

    /// Clears who spoke last, because the story is read again from its beginning.
    pub fn clear_last_speaker(&mut self) {
        self.0.clear_last_speaker();
    }

    /// Learns ages from a text; true if somebody is found to be a minor who was not known to be one.
    pub fn learn(&mut self, by: StorySpeaker, text: &str) -> bool {
        learn(&mut self.0, by, text)
    }

    /// Whether a text is romantic with a minor in it: the byte at which the sentence begins. Learns ages from
    /// the text first.
    pub fn judge(&mut self, by: StorySpeaker, text: &str) -> Option<usize> {
        self.learn(by, text);
        if !self.any() && !names_minor(text) {
            return None;
        }
        find_crossing(&self.0, by, text, None, Certainty::InDoubt)
    }

    /// Whether a text that was already judged when it came is romantic with a minor by what is known now, if
    /// that is certain.
    #[must_use]
    pub fn judge_again(&self, by: StorySpeaker, text: &str) -> bool {
        self.any() && find_crossing(&self.0, by, text, None, Certainty::Surely).is_some()
    }

    /// Whether a text that describes somebody, or the world, describes a romance with a minor, if that is
    /// certain. Who speaks to whom does not matter.
    #[must_use]
    pub fn describes_romance_with_minor(&self, of: StorySpeaker, text: &str) -> bool {
        let subject = place_of(of).map(Participant::Person);
        self.any()
            && find_crossing(&self.0, StorySpeaker::Narrator, text, subject, Certainty::Surely).is_some()
    }
}

/// Whether a text names somebody who is a minor in any story.
#[must_use]
pub fn names_minor(text: &str) -> bool {
    let plain = plain_clauses(text);
    LANGUAGES.iter().any(|language| {
        let clauses = language.mark(&plain);
        let mut words = clauses.iter().flatten();
        words.any(|word| language.people.minors.has(word))
    })
}
