//! What has happened of a scene on one path of a story. It is read off the messages each time, so branches,
//! edits, deletions and imports need nothing of their own.

use std::collections::HashSet;

use platform::llm::{Cue, CueKind, CueLine};

use super::book::{Moment, NARRATOR, Scene, Sort};
use super::playing::LAST_WORD;
use super::text::{count_words, keys};

/// Words of a sentence by which a text is known again, if it stands in no other.
const TELLING_WORDS: usize = 4;

/// How a scene stands.
pub(super) struct State<'a> {
    pub(super) scene: &'a Scene,
    pub(super) cue: &'a Cue,
    /// Every sentence of the cast's on the path, as it is compared.
    pub(super) said: HashSet<String>,
    /// Every sentence of what stands beside the reply that is asked for.
    beside: HashSet<String>,
    pub(super) facts: HashSet<&'a str>,
    /// The first step that is still to come.
    pub(super) position: usize,
    /// How often the player has spoken.
    pub(super) turn: usize,
    pub(super) has_ended: bool,
}

/// Whether a text can be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stock<'t> {
    /// It can: this version.
    Fresh(&'t str),
    /// It was said, and there is something for being asked again.
    Again(&'t str),
    /// It stands beside the reply that is asked for, and there is no other version.
    Beside,
    /// All was said.
    Spent,
}

impl<'a> State<'a> {
    pub(super) fn new(scene: &'a Scene, cue: &'a Cue) -> Self {
        let mut said: HashSet<String> = cue
            .path
            .iter()
            .filter(|line| !line.by_player)
            .flat_map(|line| keys(&line.text))
            .collect();
        if let CueKind::Continue(so_far) = &cue.kind {
            said.extend(keys(so_far));
        }
        let beside = cue.versions.iter().flat_map(|text| keys(text)).collect();
        let turn = cue.path.iter().filter(|line| line.by_player).count();
        let mut state = Self {
            scene,
            cue,
            said,
            beside,
            facts: HashSet::new(),
            position: 0,
            turn,
            has_ended: false,
        };
        let used = |state: &Self, moment: &Moment| moment.texts().any(|text| state.is_said(text));
        for beat in scene
            .beats
            .iter()
            .filter(|beat| used(&state, beat))
            .collect::<Vec<_>>()
        {
            state.learn(beat);
        }
        state.position = scene
            .steps
            .iter()
            .rposition(|step| used(&state, step))
            .map_or(0, |last| last + 1);
        for step in &scene.steps[..state.position] {
            if used(&state, step) {
                state.learn(step);
            } else if step.needs.is_empty() && step.unless.is_empty() && step.by != NARRATOR {
                // It was passed over: by now it has happened somehow. Not what comes in from outside, which
                // nobody has seen.
                state.facts.insert(&step.id);
            }
        }
        state.has_ended = scene.endings.iter().any(|ending| used(&state, ending));
        state
    }

    /// What the player has just said; none where somebody else spoke last.
    pub(super) fn line(&self) -> Option<&'a CueLine> {
        self.cue.path.last().filter(|line| line.by_player)
    }

    /// A text with the player's name in it.
    pub(super) fn named(&self, text: &str) -> String {
        let player = if self.cue.player.trim().is_empty() {
            "you"
        } else {
            self.cue.player.trim()
        };
        text.replace("{{user}}", player)
    }

    /// Whether this text is among these sentences: one of those that stand in no other text is enough, so
    /// that a message which was mended by hand is still known; where it has none, all of them.
    fn is_in(&self, sentences: &HashSet<String>, text: &str) -> bool {
        let is_telling =
            |key: &&String| count_words(key) >= TELLING_WORDS && !self.scene.ambiguous.contains(*key);
        let (plain, named) = (keys(text), keys(&self.named(text)));
        // The player may be called otherwise by now.
        let nameless: Vec<&String> = plain
            .iter()
            .filter(|key| named.contains(key))
            .filter(is_telling)
            .collect();
        let own = if nameless.is_empty() {
            named.iter().filter(is_telling).collect()
        } else {
            nameless
        };
        match own.is_empty() {
            true => !named.is_empty() && named.iter().all(|key| sentences.contains(key)),
            false => own.iter().any(|key| sentences.contains(*key)),
        }
    }

    pub(super) fn is_said(&self, text: &str) -> bool {
        self.is_in(&self.said, text)
    }

    /// Whether it was neither said nor stands beside the reply.
    pub(super) fn is_fresh(&self, text: &str) -> bool {
        !self.is_said(text) && !self.is_in(&self.beside, text)
    }

    pub(super) fn stock<'t>(&self, moment: &'t Moment) -> Stock<'t> {
        if !self.is_said(&moment.text) && !moment.other.as_ref().is_some_and(|other| self.is_said(other)) {
            let fresh = [Some(&moment.text), moment.other.as_ref()]
                .into_iter()
                .flatten()
                .find(|text| self.is_fresh(text));
            return fresh.map_or(Stock::Beside, |text| Stock::Fresh(text));
        }
        match &moment.again {
            Some(again) if self.is_fresh(again) => Stock::Again(again),
            Some(again) if !self.is_said(again) => Stock::Beside,
            _ => Stock::Spent,
        }
    }

    /// Whether this fits what has happened.
    pub(super) fn fits(&self, moment: &Moment) -> bool {
        let holds = |fact: &String| self.facts.contains(fact.as_str());
        moment.needs.iter().all(holds) && !moment.unless.iter().any(holds)
    }

    /// Remembers that this was said.
    pub(super) fn learn(&mut self, moment: &'a Moment) {
        self.facts.insert(&moment.id);
        self.facts.extend(moment.sets.iter().map(String::as_str));
    }

    /// The step that comes next.
    pub(super) fn next_step(&self) -> Option<usize> {
        (self.position..self.scene.steps.len()).find(|number| {
            let step = &self.scene.steps[*number];
            step.id != LAST_WORD && self.fits(step) && matches!(self.stock(step), Stock::Fresh(_))
        })
    }

    /// The step that leaves the player a last word, where it is still to come.
    pub(super) fn last_word(&self) -> Option<usize> {
        let is_it = |step: &Moment| {
            step.id == LAST_WORD && self.fits(step) && matches!(self.stock(step), Stock::Fresh(_))
        };
        self.scene.steps.iter().position(is_it)
    }

    /// A line of this sort that was not said yet, of this person if they have one left, else of whoever has.
    /// `strictly`: of nobody else.
    pub(super) fn spare(&self, sort: Sort, who: &str, strictly: bool) -> Option<(&'a str, &'a str)> {
        let mut order: Vec<&str> = vec![who];
        if !strictly {
            order.extend(
                self.scene
                    .actors
                    .iter()
                    .map(String::as_str)
                    .filter(|name| *name != who),
            );
            order.push(NARRATOR);
        }
        order.into_iter().find_map(|name| {
            let (name, lines) = self.scene.lines.get_key_value(name)?;
            // Whoever is asleep says nothing, unless nobody else may speak.
            if !strictly && !lines.needs.iter().all(|fact| self.facts.contains(fact.as_str())) {
                return None;
            }
            let text = lines.of(sort).iter().find(|text| self.is_fresh(text))?;
            Some((name.as_str(), text.trim()))
        })
    }
}
