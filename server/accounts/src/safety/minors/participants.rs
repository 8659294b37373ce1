//! Finds who takes part in a romance.

use super::language::Language;
use super::model::StorySpeaker;
use super::people::{PLAYER, People, place_of};
use super::romance::Romance;
use crate::safety::words::{Word, WordList};

/// A participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Participant {
    /// A known person, by their index.
    Person(usize),
    /// An adult without a name.
    Adult,
    /// A child without a name.
    Child,
}

/// How certain a participant must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    /// In doubt, a participant counts as a minor.
    InDoubt,
    /// Only those who play or were named, and "a child" and the like.
    Surely,
}

/// Who is mentioned around a clause, in the same sentence.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nearby {
    before: Option<Participant>,
    after: Option<Participant>,
}

/// Who is mentioned outside of a clause.
pub(super) struct Mentioned<'a> {
    /// In the same sentence; searched only when asked for.
    pub(super) nearby: &'a dyn Fn() -> Nearby,
    /// Last in the sentences before.
    pub(super) before: Option<Participant>,
}

/// The part of a clause that holds a romance.
pub(super) struct Passage<'a> {
    language: &'a Language,
    words: &'a [Word],
    /// The words of the clause before it.
    before: &'a [Word],
}

impl<'a> Passage<'a> {
    pub(super) fn of(language: &'a Language, clause: &'a [Word], romance: Romance) -> Self {
        let opens = |word: &Word| language.negation.clause_openers.has(word);
        let from = clause[..romance.start].iter().rposition(opens);
        let from = from.map_or(0, |at| at + 1);
        let to = clause[romance.end..].iter().position(opens);
        let to = to.map_or(clause.len(), |at| romance.end + at);
        Self {
            language,
            words: &clause[from..to],
            before: &clause[..from],
        }
    }

    fn has(&self, words: &WordList) -> bool {
        self.words.iter().any(|word| words.has(word))
    }
}

impl Participant {
    /// The participant that a word refers to.
    pub(super) fn of(people: &People, language: &Language, word: &Word) -> Option<Self> {
        if let Some(person) = people.named(word) {
            return Some(Self::Person(person));
        }
        let nouns = &language.people;
        if nouns.minors.has(word) || (people.has_minor() && nouns.children.has(word)) {
            return Some(Self::Child);
        }
        nouns.adults.has(word).then_some(Self::Adult)
    }

    /// Whether they are a minor.
    pub(super) fn is_minor(self, people: &People) -> bool {
        match self {
            Self::Person(person) => people.is_minor(person),
            Self::Child => true,
            Self::Adult => false,
        }
    }
}

/// For each clause of a sentence, who is mentioned last before it, and first after it.
pub(super) fn nearby(people: &People, language: &Language, clauses: &[Vec<Word>]) -> Vec<Nearby> {
    let participant = |word: &Word| Participant::of(people, language, word);
    let mut nearby = vec![Nearby::default(); clauses.len()];
    let mut last = None;
    for (place, clause) in clauses.iter().enumerate() {
        nearby[place].before = last;
        last = clause.iter().rev().find_map(participant).or(last);
    }
    let mut next = None;
    for (place, clause) in clauses.iter().enumerate().rev() {
        nearby[place].after = next;
        next = clause.iter().find_map(participant).or(next);
    }
    nearby
}

/// The participants in the romance of a passage.
pub(super) fn participants(
    people: &People,
    by: StorySpeaker,
    passage: &Passage<'_>,
    mentioned: &Mentioned<'_>,
    certainty: Certainty,
) -> Vec<Participant> {
    let search = Search {
        people,
        by,
        own: place_of(by).map(Participant::Person),
        passage,
        mentioned,
    };
    let mut parts = search.in_words();
    if passage.has(&passage.language.people.minors) && parts.contains(&Participant::Child) {
        return parts;
    }
    search.add_pronouns(&mut parts);
    if search.are_all_own(&parts) {
        let other = search.in_sentence().or_else(|| search.addressee());
        parts.extend(other.or(mentioned.before));
    }
    match certainty {
        Certainty::Surely => parts.retain(|part| matches!(part, Participant::Person(_))),
        Certainty::InDoubt if search.are_all_own(&parts) && search.can_only_be_minors() => {
            parts.push(Participant::Child);
        }
        Certainty::InDoubt => {}
    }
    parts
}

/// The search for participants.
struct Search<'a> {
    people: &'a People,
    by: StorySpeaker,
    /// The speaker, if they are in the story.
    own: Option<Participant>,
    passage: &'a Passage<'a>,
    mentioned: &'a Mentioned<'a>,
}

impl Search<'_> {
    /// The people named in the passage.
    fn in_words(&self) -> Vec<Participant> {
        let words = self.passage.words.iter();
        words
            .filter_map(|word| Participant::of(self.people, self.passage.language, word))
            .collect()
    }

    /// Adds the people that "I", "you" and "she" refer to, beside those who are named.
    fn add_pronouns(&self, parts: &mut Vec<Participant>) {
        let pronouns = &self.passage.language.people;
        let named = parts.len();
        let has_first = self.passage.has(&pronouns.first_person);
        if has_first {
            parts.extend(self.own);
        }
        if named < 2 && self.passage.has(&pronouns.second_person) {
            parts.extend(self.you());
        }
        if named == 0 && self.passage.has(&pronouns.third_person) {
            parts.extend(self.she());
        }
        // A verb without a named subject is the speaker's.
        if named < 2 && !has_first {
            parts.extend(self.own);
        }
    }

    /// The person addressed. The narrator addresses the player.
    fn you(&self) -> Option<Participant> {
        if self.by == StorySpeaker::Narrator {
            return Some(Participant::Person(PLAYER));
        }
        let is_person = |part: &Participant| matches!(part, Participant::Person(_));
        self.in_sentence().filter(is_person).or_else(|| self.addressee())
    }

    /// The person that a third-person pronoun refers to.
    fn she(&self) -> Option<Participant> {
        let spoken_of = self.in_sentence().or(self.mentioned.before);
        spoken_of
            .filter(|part| Some(*part) != self.own)
            .or_else(|| self.addressee())
    }

    /// A person that the same sentence names outside of the passage, other than the speaker.
    fn in_sentence(&self) -> Option<Participant> {
        let Nearby { before, after } = (self.mentioned.nearby)();
        let in_clause = || {
            let mut words = self.passage.before.iter().rev();
            words.find_map(|word| Participant::of(self.people, self.passage.language, word))
        };
        after
            .or_else(|| in_clause().or(before))
            .filter(|part| Some(*part) != self.own)
    }

    fn addressee(&self) -> Option<Participant> {
        self.people.addressee(self.by).map(Participant::Person)
    }

    /// Whether only the speaker takes part.
    fn are_all_own(&self, parts: &[Participant]) -> bool {
        parts.iter().all(|part| Some(*part) == self.own)
    }

    /// Whether no person in the story can be an adult but the player and the speaker.
    fn can_only_be_minors(&self) -> bool {
        self.people.count() > 1 && self.people.all_minors_beside(place_of(self.by))
    }
}
