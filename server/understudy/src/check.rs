//! What makes a scene fit to be played. Held by a test over all scenes, and told to whoever writes one.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::book::{Kind, Moment, NARRATOR, Scene, Sort, Target};
use super::playing::LAST_WORD;
use super::text::{count_words, keys};

/// Beats of a scene at least, and so many of each kind.
const MIN_BEATS: usize = 40;
const MIN_OF_KIND: [(Kind, usize); 7] = [
    (Kind::Question, 12),
    (Kind::Place, 4),
    (Kind::Accusation, 3),
    (Kind::Kindness, 3),
    (Kind::Rudeness, 2),
    (Kind::Deed, 6),
    (Kind::Silence, 1),
];
/// Cues of a beat.
const CUES: std::ops::RangeInclusive<usize> = 4..=12;
/// Steps that come in every play.
const MIN_STEPS: usize = 8;
/// Endings to choose from.
const MIN_ENDINGS: usize = 3;
/// Lines of each sort: in the whole scene, of every actor, and of the narrator.
const MIN_LINES: [(Sort, usize, usize, usize); 8] = [
    (Sort::Unknown, 8, 2, 0),
    (Sort::Small, 10, 2, 2),
    (Sort::Told, 4, 1, 0),
    (Sort::Silence, 3, 1, 0),
    (Sort::Rude, 3, 1, 0),
    (Sort::Thanks, 2, 1, 0),
    (Sort::Sorry, 2, 0, 0),
    (Sort::More, 4, 1, 2),
];
/// Letters of a text.
const TEXT_CHARS: std::ops::RangeInclusive<usize> = 40..=1_200;
/// Cues that are nearer than this are the same question.
const TOO_NEAR: f32 = 0.88;
/// Sentences this long come once.
const SENTENCE_WORDS: usize = 5;
/// Openings of a sentence in which a text would act for the player.
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

/// What is wrong with a scene, and what is doubtful.
pub(super) fn faults(scene: &Scene) -> (Vec<String>, Vec<String>) {
    let mut check = Check {
        scene,
        wrong: Vec::new(),
        doubtful: Vec::new(),
    };
    check.numbers();
    check.names();
    check.facts();
    check.texts();
    check.cues();
    check.lines();
    (check.wrong, check.doubtful)
}

struct Check<'a> {
    scene: &'a Scene,
    wrong: Vec<String>,
    doubtful: Vec<String>,
}

impl<'a> Check<'a> {
    fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(what());
        }
    }

    fn moments(&self) -> impl Iterator<Item = &'a Moment> + use<'a> {
        self.scene
            .beats
            .iter()
            .chain(&self.scene.steps)
            .chain(&self.scene.endings)
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
        for moment in self.moments() {
            let id = &moment.id;
            self.require(ids.insert(id), || format!("{id}: the id is taken"));
            let is_reserved = Sort::ALL.iter().any(|sort| sort.name() == id)
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
            let is_there = moment.by == NARRATOR || scene.actors.contains(&moment.by);
            self.require(is_there, || format!("{id}: nobody is called {}", moment.by));
        }
        for beat in &scene.beats {
            self.require(beat.kind.is_some(), || format!("{}: a beat has a kind", beat.id));
        }
        for moment in scene.steps.iter().chain(&scene.endings) {
            self.require(moment.kind.is_none() && moment.again.is_none(), || {
                format!("{}: only beats have a kind and an `again`", moment.id)
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
            .moments()
            .flat_map(|moment| moment.sets.iter().chain([&moment.id]))
            .collect();
        for moment in self.moments() {
            for fact in moment.needs.iter().chain(&moment.unless) {
                self.require(known.contains(fact), || {
                    format!("{}: nothing sets {fact}", moment.id)
                });
            }
            let both = moment.needs.iter().find(|fact| moment.unless.contains(fact));
            self.require(both.is_none(), || {
                format!("{}: needs and shuts out the same", moment.id)
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
            .moments()
            .flat_map(|moment| moment.needs.iter().chain(&moment.unless))
            .collect();
        for moment in self.moments() {
            for fact in moment.sets.iter().filter(|fact| !used.contains(fact)) {
                self.doubtful
                    .push(format!("{}: nothing asks for the fact {fact}", moment.id));
            }
        }
    }

    fn texts(&mut self) {
        let scene = self.scene;
        let mut all: Vec<(String, &str)> = self
            .moments()
            .flat_map(|moment| moment.texts().map(|text| (moment.id.clone(), text)))
            .collect();
        for (name, lines) in &scene.lines {
            all.extend(Sort::ALL.iter().flat_map(|sort| {
                lines
                    .of(*sort)
                    .iter()
                    .map(move |text| (format!("{name}, {}", sort.name()), text.as_str()))
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
            // What somebody says about the player is theirs to say.
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
        let lines = &scene.cues.lines;
        for line in lines {
            let held = *seen.entry(line.text.as_str()).or_insert(line.target);
            self.require(held == line.target || self.excluded(held, line.target), || {
                format!("two things have the cue: {}", line.text)
            });
        }
        for (number, (line, vector)) in lines.iter().zip(&scene.cues.vectors).enumerate() {
            for (other, near) in lines.iter().zip(&scene.cues.vectors).skip(number + 1) {
                let (one, two) = (line.target, other.target);
                if one != two && vector.near(near) > TOO_NEAR && !self.excluded(one, two) {
                    self.doubtful.push(format!(
                        "{} and {} mean the same: \"{}\" / \"{}\"",
                        self.id(one),
                        self.id(two),
                        line.text,
                        other.text
                    ));
                }
            }
        }
    }

    fn moment(&self, target: Target) -> Option<&'a Moment> {
        match target {
            Target::Beat(number) => self.scene.beats.get(number),
            Target::Step(number) => self.scene.steps.get(number),
            _ => None,
        }
    }

    fn id(&self, target: Target) -> &'a str {
        self.moment(target)
            .map(|moment| moment.id.as_str())
            .unwrap_or_default()
    }

    /// Whether two things can never be asked for at the same time.
    fn excluded(&self, one: Target, other: Target) -> bool {
        let (Some(one), Some(other)) = (self.moment(one), self.moment(other)) else {
            return false;
        };
        let shuts = |one: &Moment, other: &Moment| one.needs.iter().any(|fact| other.unless.contains(fact));
        shuts(one, other) || shuts(other, one)
    }

    fn lines(&mut self) {
        let scene = self.scene;
        for (sort, of_all, of_actor, of_narrator) in MIN_LINES {
            let count = |name: &str| scene.lines.get(name).map_or(0, |lines| lines.of(sort).len());
            let all: usize = scene.lines.values().map(|lines| lines.of(sort).len()).sum();
            self.require(all >= of_all, || {
                format!("{all} lines of the sort {}, not {of_all}", sort.name())
            });
            for actor in &scene.actors {
                self.require(count(actor) >= of_actor, || {
                    format!(
                        "{actor}: {} lines of the sort {}, not {of_actor}",
                        count(actor),
                        sort.name()
                    )
                });
            }
            self.require(count(NARRATOR) >= of_narrator, || {
                format!(
                    "the narrator: {} lines of the sort {}",
                    count(NARRATOR),
                    sort.name()
                )
            });
        }
    }
}
