//! Checks that a scene is complete and playable. A test runs it over all scenes; authors run it as they
//! write.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::phrases::Target;
use super::scene::Scene;
use super::script::{BeatKind, FallbackKind, LAST_WORD, NARRATOR, ScriptedReply};
use super::text::{count_words, keys};

/// The least number of beats of a scene, and of each kind.
const MIN_BEATS: usize = 40;
const MIN_OF_KIND: [(BeatKind, usize); 7] = [
    (BeatKind::Question, 12),
    (BeatKind::Place, 4),
    (BeatKind::Accusation, 3),
    (BeatKind::Kindness, 3),
    (BeatKind::Rudeness, 2),
    (BeatKind::Deed, 6),
    (BeatKind::Silence, 1),
];
/// How many cues a beat may have.
const CUES: std::ops::RangeInclusive<usize> = 4..=12;
/// The least number of steps that come in every play.
const MIN_STEPS: usize = 8;
/// The least number of endings.
const MIN_ENDINGS: usize = 3;
/// The least number of fallback lines of each kind: in the whole scene, of every actor, and of the narrator.
const MIN_LINES: [(FallbackKind, usize, usize, usize); 8] = [
    (FallbackKind::Unknown, 8, 2, 0),
    (FallbackKind::Small, 10, 2, 2),
    (FallbackKind::Told, 4, 1, 0),
    (FallbackKind::Silence, 3, 1, 0),
    (FallbackKind::Rude, 3, 1, 0),
    (FallbackKind::Thanks, 2, 1, 0),
    (FallbackKind::Sorry, 2, 0, 0),
    (FallbackKind::More, 4, 1, 2),
];
/// How many characters a text may have.
const TEXT_CHARS: std::ops::RangeInclusive<usize> = 40..=1_200;
/// Cues with a greater similarity are the same question.
const TOO_NEAR: f32 = 0.88;
/// Words of a sentence that may be in only one text.
const SENTENCE_WORDS: usize = 5;
/// Beginnings of a sentence in which a text would act for the player.
const FOR_THE_PLAYER: [&str; 14] = [
    "you say",
    "you ask",
    "you answer",
    "you reply",
    "you feel",
    "you think",
    "you decide",
    "you nod",
    "you smile",
    "you laugh",
    "you shake your head",
    "you sigh",
    "you take a step",
    "you begin to",
];

/// The findings of a check.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    /// Errors, which must be fixed.
    pub wrong: Vec<String>,
    /// Warnings, which the author should review.
    pub doubtful: Vec<String>,
}

/// Checks a scene.
pub(super) fn faults(scene: &Scene) -> Faults {
    let mut check = Check {
        scene,
        faults: Faults::default(),
    };
    check.numbers();
    check.names();
    check.facts();
    check.texts();
    check.cues();
    check.lines();
    check.faults
}

struct Check<'a> {
    scene: &'a Scene,
    faults: Faults,
}

impl<'a> Check<'a> {
    fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.faults.wrong.push(what());
        }
    }

    fn numbers(&mut self) {
        let scene = self.scene;
        self.require(scene.beats.len() >= MIN_BEATS, || {
            format!("{} beats, not {MIN_BEATS}", scene.beats.len())
        });
        for (kind, least) in MIN_OF_KIND {
            let count = scene.beats.iter().filter(|beat| beat.kind == Some(kind)).count();
            self.require(count >= least, || {
                format!("{count} beats of the kind {kind:?}, not {least}")
            });
        }
        let always = scene
            .steps
            .iter()
            .filter(|step| step.needs.is_empty() && step.unless.is_empty())
            .count();
        self.require(always >= MIN_STEPS, || {
            format!("{always} steps that come in every play, not {MIN_STEPS}")
        });
        self.require(scene.endings.len() >= MIN_ENDINGS, || {
            format!("{} endings, not {MIN_ENDINGS}", scene.endings.len())
        });
        let last_is_open = scene
            .endings
            .last()
            .is_some_and(|ending| ending.needs.is_empty() && ending.unless.is_empty());
        self.require(last_is_open, || "the last ending must fit always".to_owned());
        let early = scene
            .endings
            .iter()
            .rev()
            .skip(1)
            .find(|ending| ending.needs.is_empty() && ending.unless.is_empty());
        self.require(early.is_none(), || {
            "an ending before the last fits always, so that those after it never come".to_owned()
        });
    }

    fn names(&mut self) {
        let scene = self.scene;
        let mut ids = BTreeSet::new();
        for scripted in self.scene.scripted_replies() {
            let id = &scripted.id;
            self.require(ids.insert(id), || format!("{id}: the id is taken"));
            let is_reserved = FallbackKind::ALL.iter().any(|kind| kind.name() == id)
                || ["ended", "note", "english"].contains(&id.as_str());
            self.require(!is_reserved, || {
                format!("{id}: the id is the name of a sort of lines")
            });
            let is_plain = id
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            self.require(is_plain && !id.is_empty(), || {
                format!("{id}: ids are of small letters, digits and hyphens")
            });
            let is_there = scripted.by == NARRATOR || scene.actors.contains(&scripted.by);
            self.require(is_there, || format!("{id}: nobody is called {}", scripted.by));
        }
        for beat in &scene.beats {
            self.require(beat.kind.is_some(), || format!("{}: a beat has a kind", beat.id));
        }
        for scripted in scene.steps.iter().chain(&scene.endings) {
            self.require(scripted.kind.is_none() && scripted.again.is_none(), || {
                format!("{}: only beats have a kind and an `again`", scripted.id)
            });
        }
        let early = scene.steps.iter().rev().skip(1).find(|step| step.id == LAST_WORD);
        self.require(early.is_none(), || {
            format!("{LAST_WORD}: it is the last of the steps")
        });
        for ending in &scene.endings {
            self.require(ending.cues.is_empty(), || {
                format!("{}: an ending has no cues", ending.id)
            });
        }
        for name in scene.lines.keys() {
            let is_there = name == NARRATOR || scene.actors.contains(name);
            self.require(is_there, || format!("lines: nobody is called {name}"));
        }
    }

    fn facts(&mut self) {
        let known: BTreeSet<&String> = self
            .scene
            .scripted_replies()
            .flat_map(|scripted| scripted.sets.iter().chain([&scripted.id]))
            .collect();
        for scripted in self.scene.scripted_replies() {
            for fact in scripted.needs.iter().chain(&scripted.unless) {
                self.require(known.contains(fact), || {
                    format!("{}: nothing sets {fact}", scripted.id)
                });
            }
            let both = scripted.needs.iter().find(|fact| scripted.unless.contains(fact));
            self.require(both.is_none(), || {
                format!("{}: needs and shuts out the same", scripted.id)
            });
        }
        for (name, fact) in self
            .scene
            .lines
            .iter()
            .flat_map(|(name, lines)| lines.needs.iter().map(move |fact| (name, fact)))
        {
            self.require(known.contains(fact), || {
                format!("lines of {name}: nothing sets {fact}")
            });
        }
        let used: BTreeSet<&String> = self
            .scene
            .scripted_replies()
            .flat_map(|scripted| scripted.needs.iter().chain(&scripted.unless))
            .collect();
        for scripted in self.scene.scripted_replies() {
            for fact in scripted.sets.iter().filter(|fact| !used.contains(fact)) {
                self.faults
                    .doubtful
                    .push(format!("{}: nothing asks for the fact {fact}", scripted.id));
            }
        }
    }

    fn texts(&mut self) {
        let scene = self.scene;
        let mut all: Vec<(String, &str)> = self
            .scene
            .scripted_replies()
            .flat_map(|scripted| scripted.texts().map(|text| (scripted.id.clone(), text)))
            .collect();
        for (name, lines) in &scene.lines {
            all.extend(FallbackKind::ALL.iter().flat_map(|kind| {
                lines
                    .of(*kind)
                    .iter()
                    .map(move |text| (format!("{name}, {}", kind.name()), text.as_str()))
            }));
        }
        let mut seen: HashMap<String, String> = HashMap::new();
        let of_scenario: HashSet<String> = keys(&scene.scenario_text).into_iter().collect();
        for (place, text) in all {
            let length = text.chars().count();
            self.require(TEXT_CHARS.contains(&length), || {
                format!("{place}: {length} letters")
            });
            let odd = text
                .chars()
                .find(|c| matches!(c, '—' | '–' | '“' | '”' | '‘' | '’'));
            self.require(odd.is_none(), || {
                format!("{place}: straight quotes, no dashes: {odd:?}")
            });
            for mark in ['*', '"'] {
                self.require(text.matches(mark).count() % 2 == 0, || {
                    format!("{place}: a {mark} is not closed")
                });
            }
            self.require(!text.contains("{{char}}"), || format!("{place}: write the name"));
            let keys = keys(text);
            let telling: Vec<&String> = keys
                .iter()
                .filter(|key| count_words(key) >= SENTENCE_WORDS && !key.contains(" user "))
                .collect();
            self.require(!telling.is_empty(), || {
                format!("{place}: no sentence of five words by which it is known again")
            });
            for key in &keys {
                if count_words(key) >= SENTENCE_WORDS {
                    let before = seen.insert(key.clone(), place.clone());
                    self.require(before.is_none(), || {
                        format!("{place} and {}: {key}", before.clone().unwrap_or_default())
                    });
                    self.require(!of_scenario.contains(key), || {
                        format!("{place}: the scenario itself says: {key}")
                    });
                }
            }
            // Direct speech may say anything about the player.
            let told: String = text.split('"').step_by(2).collect::<Vec<_>>().join("\n");
            for key in super::text::keys(&told) {
                let speaks = FOR_THE_PLAYER.iter().find(|start| key.starts_with(*start));
                self.require(speaks.is_none(), || {
                    format!("{place}: acts for the player: {key}")
                });
            }
        }
    }

    fn cues(&mut self) {
        let scene = self.scene;
        for beat in &scene.beats {
            self.require(CUES.contains(&beat.cues.len()), || {
                format!("{}: {} cues", beat.id, beat.cues.len())
            });
        }
        let mut seen: BTreeMap<&str, Target> = BTreeMap::new();
        let phrases = &scene.cues.phrases;
        for phrase in phrases {
            let held = *seen.entry(phrase.text.as_str()).or_insert(phrase.target);
            self.require(
                held == phrase.target || self.excluded(held, phrase.target),
                || format!("two things have the cue: {}", phrase.text),
            );
        }
        for (number, (phrase, vector)) in phrases.iter().zip(&scene.cues.vectors).enumerate() {
            for (other, near) in phrases.iter().zip(&scene.cues.vectors).skip(number + 1) {
                let (one, two) = (phrase.target, other.target);
                if one != two && vector.near(near) > TOO_NEAR && !self.excluded(one, two) {
                    self.faults.doubtful.push(format!(
                        "{} and {} mean the same: \"{}\" / \"{}\"",
                        self.id(one),
                        self.id(two),
                        phrase.text,
                        other.text
                    ));
                }
            }
        }
    }

    fn id(&self, target: Target) -> &'a str {
        self.scene
            .scripted(target)
            .map(|scripted| scripted.id.as_str())
            .unwrap_or_default()
    }

    /// Whether two scripted replies can never be available at the same time.
    fn excluded(&self, one: Target, other: Target) -> bool {
        let (Some(one), Some(other)) = (self.scene.scripted(one), self.scene.scripted(other)) else {
            return false;
        };
        let shuts = |one: &ScriptedReply, other: &ScriptedReply| {
            one.needs.iter().any(|fact| other.unless.contains(fact))
        };
        shuts(one, other) || shuts(other, one)
    }

    fn lines(&mut self) {
        let scene = self.scene;
        for (kind, of_all, of_actor, of_narrator) in MIN_LINES {
            let count = |name: &str| scene.lines.get(name).map_or(0, |lines| lines.of(kind).len());
            let all: usize = scene.lines.values().map(|lines| lines.of(kind).len()).sum();
            self.require(all >= of_all, || {
                format!("{all} lines of the sort {}, not {of_all}", kind.name())
            });
            for actor in &scene.actors {
                self.require(count(actor) >= of_actor, || {
                    format!(
                        "{actor}: {} lines of the sort {}, not {of_actor}",
                        count(actor),
                        kind.name()
                    )
                });
            }
            self.require(count(NARRATOR) >= of_narrator, || {
                format!(
                    "the narrator: {} lines of the sort {}",
                    count(NARRATOR),
                    kind.name()
                )
            });
        }
    }
}
