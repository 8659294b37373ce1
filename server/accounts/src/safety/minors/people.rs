//! The people of a story: their names, who is a minor, who is related, who spoke last.

use super::lexicon::SHARED;
use super::model::{DescribedPerson, StorySpeaker};
use super::names::names_of;
use crate::safety::words::{Word, clauses};

/// Most minors outside of the cast who are remembered.
const MAX_MENTIONED: usize = 32;
/// The index of the player.
pub(super) const PLAYER: usize = 0;

/// A person with the names that texts use.
#[derive(Debug, Clone)]
struct Person {
    names: Vec<String>,
    is_minor: bool,
}

/// The person whose age a text gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AgeOwner {
    /// A known person, by their index.
    Known(usize),
    /// An unknown person with these names.
    New(Vec<String>),
    /// A person without a name.
    Unnamed,
}

/// Everybody in a story.
#[derive(Debug, Clone)]
pub(super) struct People {
    /// The player, then the cast, then minors who are only mentioned.
    people: Vec<Person>,
    /// How many of them are the player and the cast.
    playing: usize,
    /// Whether a person without a name is a minor.
    has_unnamed_minor: bool,
    /// Who spoke last.
    last: Option<usize>,
    /// Pairs of one family, by their cards.
    kin: Vec<(usize, usize)>,
}

/// The index of a speaker; `None` for the narrator.
pub(super) const fn place_of(speaker: StorySpeaker) -> Option<usize> {
    match speaker {
        StorySpeaker::Player => Some(PLAYER),
        StorySpeaker::Cast(place) => Some(place + 1),
        StorySpeaker::Narrator => None,
    }
}

impl People {
    /// The player (first) and the cast, of whom nothing is known yet.
    pub(super) fn of(roles: &[DescribedPerson<'_>]) -> Self {
        let person = |role: &DescribedPerson<'_>| Person {
            names: names_of(role.name),
            is_minor: false,
        };
        Self {
            people: roles.iter().map(person).collect(),
            playing: roles.len(),
            has_unnamed_minor: false,
            last: None,
            kin: Vec::new(),
        }
    }

    /// How many people are known.
    pub(super) fn count(&self) -> usize {
        self.people.len()
    }

    /// Whether anybody is a minor.
    pub(super) fn has_minor(&self) -> bool {
        self.has_unnamed_minor || self.people.iter().any(|one| one.is_minor)
    }

    /// Whether somebody without a name is a minor.
    pub(super) const fn has_unnamed_minor(&self) -> bool {
        self.has_unnamed_minor
    }

    /// Whether the person at this place is a minor.
    pub(super) fn is_minor(&self, place: usize) -> bool {
        self.people.get(place).is_some_and(|one| one.is_minor)
    }

    /// Records that somebody is a minor; true if that is new.
    pub(super) fn add_minor(&mut self, owner: AgeOwner) -> bool {
        match owner {
            AgeOwner::Known(place) => !std::mem::replace(&mut self.people[place].is_minor, true),
            AgeOwner::New(names) if self.people.len() < self.playing + MAX_MENTIONED && !names.is_empty() => {
                self.people.push(Person {
                    names,
                    is_minor: true,
                });
                true
            }
            AgeOwner::New(_) | AgeOwner::Unnamed => !std::mem::replace(&mut self.has_unnamed_minor, true),
        }
    }

    /// Records who spoke.
    pub(super) fn note_speaker(&mut self, speaker: StorySpeaker) {
        self.last = place_of(speaker).or(self.last);
    }

    /// Clears who spoke last.
    pub(super) fn clear_last_speaker(&mut self) {
        self.last = None;
    }

    /// The person that a word refers to: their name, with the s of the genitive, or with a merged article
    /// ("d'Anna").
    pub(super) fn named(&self, word: &Word) -> Option<usize> {
        let place = |is: &dyn Fn(&str) -> bool| {
            self.people
                .iter()
                .position(|one| one.names.iter().any(|name| is(name)))
        };
        let word = word.text();
        let stem = word.strip_suffix('s').filter(|stem| stem.chars().count() > 1);
        let joined = ["d", "qu", "l"]
            .into_iter()
            .find_map(|joined| word.strip_prefix(joined))
            .filter(|rest| rest.starts_with(['a', 'e', 'i', 'o', 'u', 'h', 'y']));
        let exactly = place(&|name| word == name);
        exactly
            .or_else(|| stem.and_then(|stem| place(&|name| stem == name)))
            .or_else(|| joined.and_then(|rest| place(&|name| rest == name && name.len() > 2)))
    }

    /// The person whom somebody addresses by default: who spoke last, otherwise the only other one.
    pub(super) fn addressee(&self, speaker: StorySpeaker) -> Option<usize> {
        let own = place_of(speaker);
        let other = self.last.filter(|last| Some(*last) != own);
        other.or(match (speaker, self.playing) {
            (StorySpeaker::Player, 2) => Some(1),
            (StorySpeaker::Cast(_), _) => Some(PLAYER),
            _ => None,
        })
    }

    /// Records to whose family somebody belongs by their card: "Anna's daughter", "mother of Lily".
    pub(super) fn relate(&mut self, place: usize, card: &str) {
        for clause in clauses(card) {
            for (at, word) in clause.iter().enumerate() {
                let Some(other) = self.named(word).filter(|other| *other != place) else {
                    continue;
                };
                let near = &clause[at.saturating_sub(2)..clause.len().min(at + 2)];
                if near.iter().any(|word| SHARED.kin.has(word))
                    && !clause.iter().any(|word| SHARED.not_kin.has(word))
                {
                    self.kin.push((place, other));
                }
            }
        }
    }

    /// Whether two are of one family.
    pub(super) fn are_kin(&self, one: usize, other: usize) -> bool {
        self.kin
            .iter()
            .any(|pair| *pair == (one, other) || *pair == (other, one))
    }

    /// Whether only the player and this person can be adults.
    pub(super) fn all_minors_beside(&self, own: Option<usize>) -> bool {
        self.people
            .iter()
            .enumerate()
            .all(|(place, one)| one.is_minor || Some(place) == own || place == PLAYER)
    }
}
