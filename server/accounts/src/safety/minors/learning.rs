//! Learns from a text the ages of a story's people.

use std::cell::LazyCell;
use std::collections::HashSet;

use super::ages::MinorMark;
use super::description::{Names, SHORT_CLAUSE_WORDS, is_of_minor};
use super::language::{LANGUAGES, Language};
use super::model::{DescribedPerson, StorySpeaker};
use super::names::{capitals, names_in_title, title_of};
use super::people::{AgeOwner, PLAYER, People, place_of};
use super::values::without_values;
use crate::safety::pattern::Patterns;
use crate::safety::sentences::sentences;
use crate::safety::words::Word;

/// Longest clause that says an age and nothing else, in words.
const BARE_CLAUSE_WORDS: usize = 2;

/// Learns from the cards of the cast who is a minor, and who is related.
pub(super) fn learn_cards(people: &mut People, roles: &[DescribedPerson<'_>]) {
    for (place, role) in roles.iter().enumerate() {
        let names = Names {
            is_other: &|word| people.named(word).is_some_and(|named| named != place),
            is_name: &|word| people.named(word).is_some(),
        };
        if is_of_minor(role.text, &names) {
            people.add_minor(AgeOwner::Known(place));
        }
    }
    for (place, role) in roles.iter().enumerate() {
        people.relate(place, role.text);
    }
}

/// Learns from a text; true if somebody is found to be a minor who was not known to be one.
pub(super) fn learn(people: &mut People, by: StorySpeaker, text: &str) -> bool {
    let capitals = capitals(text);
    let title = if by == StorySpeaker::Narrator {
        title_of(text)
    } else {
        None
    };
    // A person found by one language must not become a label of values for the next one.
    let texts: Vec<String> = LANGUAGES
        .iter()
        .map(|language| {
            without_values(language, text, title.is_some(), &|word| {
                people.named(word).is_some()
            })
        })
        .collect();
    let mut has_learned = false;
    for (language, text) in LANGUAGES.iter().zip(&texts) {
        let lesson = Lesson {
            language,
            by,
            capitals: &capitals,
            title: title.as_deref(),
        };
        for (_, sentence) in sentences(text) {
            has_learned |= lesson.read(people, sentence);
        }
    }
    has_learned
}

/// How one text is read in one language.
struct Lesson<'a> {
    language: &'a Language,
    by: StorySpeaker,
    /// The words that are written with a capital somewhere in the text.
    capitals: &'a HashSet<String>,
    /// The title of an entry.
    title: Option<&'a [Word]>,
}

/// A clause that says that somebody is a minor.
struct Statement<'a> {
    clause: &'a [Word],
    /// The clause before it.
    before: Option<&'a [Word]>,
    /// The first word of what says so.
    start: usize,
}

impl Statement<'_> {
    /// The clause before, if this one is so short that it may only add an age to it.
    fn continued(&self) -> Option<&[Word]> {
        self.before.filter(|_| self.clause.len() <= SHORT_CLAUSE_WORDS)
    }

    /// Whether it says little more than an age.
    fn is_bare(&self) -> bool {
        self.clause.len() <= BARE_CLAUSE_WORDS
    }

    /// Whether one of these stands before the age.
    fn begins_with(&self, patterns: &Patterns) -> bool {
        let found = patterns.find(self.clause, &|_| false);
        found.into_iter().any(|(from, _)| from <= self.start + 1)
    }
}

impl Lesson<'_> {
    /// Learns from one sentence; true if somebody is found to be a minor who was not known to be one.
    fn read(&self, people: &mut People, sentence: &str) -> bool {
        let clauses = self.language.clauses(sentence);
        let says_adult = LazyCell::new(|| clauses.iter().any(|clause| self.language.says_adult(clause)));
        let mut has_learned = false;
        for (place, clause) in clauses.iter().enumerate() {
            let mark = self.language.minor_mark(clause, clauses.get(place + 1));
            let Some(MinorMark { start, in_years }) = mark else {
                continue;
            };
            if !in_years && *says_adult {
                continue;
            }
            let said = Statement {
                clause,
                before: place.checked_sub(1).map(|before| clauses[before].as_slice()),
                start,
            };
            if let Some(owner) = self.owner(people, &said) {
                has_learned |= people.add_minor(owner);
            }
        }
        has_learned
    }

    /// The person with that age.
    fn owner(&self, people: &People, said: &Statement<'_>) -> Option<AgeOwner> {
        if let Some(person) = named(people, said) {
            return Some(AgeOwner::Known(person));
        }
        let known = |person: Option<usize>| Some(person.map_or(AgeOwner::Unnamed, AgeOwner::Known));
        if said.begins_with(&self.language.ages.i_am) {
            return known(place_of(self.by));
        }
        if said.begins_with(&self.language.ages.you_are) {
            // A description of the world speaks to the player.
            return known(match self.by {
                StorySpeaker::Narrator => Some(PLAYER),
                by => people.addressee(by),
            });
        }
        self.new_name(said)
            .map(AgeOwner::New)
            .or_else(|| self.titled(people, said))
            .or_else(|| (!said.is_bare()).then_some(AgeOwner::Unnamed))
    }

    /// The name of somebody who is not known yet: at the beginning of the clause, or of the one it continues.
    fn new_name(&self, said: &Statement<'_>) -> Option<Vec<String>> {
        let here = self
            .language
            .name_at_start(said.clause, said.start, self.capitals);
        here.or_else(|| {
            let before = said.continued()?;
            self.language.name_at_start(before, before.len(), self.capitals)
        })
    }

    /// The subject of an entry that gives the age of its subject: "Mira: She is fifteen".
    fn titled(&self, people: &People, said: &Statement<'_>) -> Option<AgeOwner> {
        let third_person = &self.language.people.third_person;
        let is_of_subject = said.start == 0
            || said.start == 1 && said.clause.first().is_none_or(|word| third_person.has(word));
        let title = self.title.filter(|_| said.is_bare() || is_of_subject)?;
        let known = title.iter().find_map(|word| people.named(word));
        Some(known.map_or_else(|| AgeOwner::New(names_in_title(title)), AgeOwner::Known))
    }
}

/// The person named before the age, or in the clause that it continues.
fn named(people: &People, said: &Statement<'_>) -> Option<usize> {
    let last_in = |words: &[Word]| words.iter().rev().find_map(|word| people.named(word));
    let until = said.clause.len().min(said.start + 2);
    last_in(&said.clause[..until]).or_else(|| said.continued().and_then(last_in))
}
