//! What has happened in a scene on one path of a story. It is derived from the messages each time, so branches,
//! edits, deletions and imports need no state of their own.

use std::collections::HashSet;

use platform::llm::{DemoLine, DemoRequest, DemoTask};

use super::scene::Scene;
use super::script::{FallbackKind, LAST_WORD, NARRATOR, ScriptedReply};
use super::text::{count_words, keys};

/// Words of a sentence that identifies a text, if it is in no other.
const TELLING_WORDS: usize = 4;

/// The state of a scene on one path of a story.
pub(super) struct SceneState<'a> {
    pub(super) scene: &'a Scene,
    pub(super) request: &'a DemoRequest,
    /// The sentences that the cast has said on the path, as they are compared.
    pub(super) said: HashSet<String>,
    /// The sentences of other versions of the requested reply.
    in_versions: HashSet<String>,
    /// What holds: ids of scripted replies that were said, and the facts that these set.
    pub(super) facts: HashSet<&'a str>,
    /// The index of the first step that is still to come.
    pub(super) position: usize,
    /// How often the player has spoken.
    pub(super) turn: usize,
    pub(super) has_ended: bool,
}

/// Whether a scripted reply can be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Availability<'t> {
    /// It can: this text of it.
    Fresh(&'t str),
    /// It was said; this is its text for being asked again.
    Again(&'t str),
    /// What is left of it is in another version of the requested reply.
    InOtherVersion,
    /// All of it was said.
    Spent,
}

impl<'a> SceneState<'a> {
    pub(super) fn new(scene: &'a Scene, request: &'a DemoRequest) -> Self {
        let mut said: HashSet<String> = request
            .path
            .iter()
            .filter(|line| !line.by_player)
            .flat_map(|line| keys(&line.text))
            .collect();
        if let DemoTask::Continue(so_far) = &request.kind {
            said.extend(keys(so_far));
        }
        let in_versions = request.versions.iter().flat_map(|text| keys(text)).collect();
        let turn = request.path.iter().filter(|line| line.by_player).count();
        let mut state = Self {
            scene,
            request,
            said,
            in_versions,
            facts: HashSet::new(),
            position: 0,
            turn,
            has_ended: false,
        };
        state.read_path();
        state
    }

    /// Derives facts and position from what was said.
    fn read_path(&mut self) {
        let scene = self.scene;
        for beat in &scene.beats {
            if self.was_used(beat) {
                self.learn(beat);
            }
        }
        let last = scene.steps.iter().rposition(|step| self.was_used(step));
        self.position = last.map_or(0, |last| last + 1);
        for step in &scene.steps[..self.position] {
            if self.was_used(step) {
                self.learn(step);
            } else if step.needs.is_empty() && step.unless.is_empty() && step.by != NARRATOR {
                // It was skipped, so it counts as having happened; but not what comes in from outside, which
                // nobody has seen.
                self.facts.insert(&step.id);
            }
        }
        self.has_ended = scene.endings.iter().any(|ending| self.was_used(ending));
    }

    fn was_used(&self, scripted: &ScriptedReply) -> bool {
        scripted.texts().any(|text| self.is_said(text))
    }

    /// What the player has just said; none where somebody else spoke last.
    pub(super) fn line(&self) -> Option<&'a DemoLine> {
        self.request.path.last().filter(|line| line.by_player)
    }

    /// The actor who spoke last.
    pub(super) fn last_speaker(&self) -> Option<&'a String> {
        let actors = &self.scene.actors;
        let mut others = self.request.path.iter().rev().filter(|line| !line.by_player);
        others.find_map(|line| actors.iter().find(|name| **name == line.name))
    }

    /// A text with the player's name in it.
    pub(super) fn named(&self, text: &str) -> String {
        let player = if self.request.player.trim().is_empty() {
            "you"
        } else {
            self.request.player.trim()
        };
        text.replace("{{user}}", player)
    }

    /// Whether this text is among these sentences. One identifying sentence is enough, so that an edited
    /// message is still recognised; where the text has none, all of its sentences must be there.
    fn is_in(&self, sentences: &HashSet<String>, text: &str) -> bool {
        let is_telling =
            |key: &&String| count_words(key) >= TELLING_WORDS && !self.scene.ambiguous.contains(*key);
        let (plain, named) = (keys(text), keys(&self.named(text)));
        // The player's name may have changed since.
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

    /// Whether it was neither said nor is in another version of the reply.
    pub(super) fn is_fresh(&self, text: &str) -> bool {
        !self.is_said(text) && !self.is_in(&self.in_versions, text)
    }

    /// Whether a reply can be said, and which text of it.
    pub(super) fn availability<'t>(&self, scripted: &'t ScriptedReply) -> Availability<'t> {
        if !self.is_said(&scripted.text) && !scripted.other.as_ref().is_some_and(|other| self.is_said(other))
        {
            let fresh = [Some(&scripted.text), scripted.other.as_ref()]
                .into_iter()
                .flatten()
                .find(|text| self.is_fresh(text));
            return fresh.map_or(Availability::InOtherVersion, |text| Availability::Fresh(text));
        }
        match &scripted.again {
            Some(again) if self.is_fresh(again) => Availability::Again(again),
            Some(again) if !self.is_said(again) => Availability::InOtherVersion,
            _ => Availability::Spent,
        }
    }

    /// Whether this fits what has happened.
    pub(super) fn fits(&self, scripted: &ScriptedReply) -> bool {
        let holds = |fact: &String| self.facts.contains(fact.as_str());
        scripted.needs.iter().all(holds) && !scripted.unless.iter().any(holds)
    }

    /// Adds the facts of a reply that is said.
    pub(super) fn learn(&mut self, scripted: &'a ScriptedReply) {
        self.facts.insert(&scripted.id);
        self.facts.extend(scripted.sets.iter().map(String::as_str));
    }

    /// The index of the step that comes next.
    pub(super) fn next_step(&self) -> Option<usize> {
        (self.position..self.scene.steps.len()).find(|number| {
            let step = &self.scene.steps[*number];
            step.id != LAST_WORD
                && self.fits(step)
                && matches!(self.availability(step), Availability::Fresh(_))
        })
    }

    /// The index of the step [`LAST_WORD`], where it is still to come.
    pub(super) fn last_word(&self) -> Option<usize> {
        let is_it = |step: &ScriptedReply| {
            step.id == LAST_WORD
                && self.fits(step)
                && matches!(self.availability(step), Availability::Fresh(_))
        };
        self.scene.steps.iter().position(is_it)
    }

    /// A fallback line that was not said yet, with its speaker: of `who`, else of anybody who has one.
    /// `strictly`: of nobody but `who`.
    pub(super) fn fallback_line(
        &self,
        kind: FallbackKind,
        who: &str,
        strictly: bool,
    ) -> Option<(&'a str, &'a str)> {
        let actors = self.scene.actors.iter().map(String::as_str);
        let others = actors.filter(|name| *name != who).chain([NARRATOR]);
        let mut speakers = [who].into_iter().chain(others.filter(|_| !strictly));
        speakers.find_map(|name| {
            let (name, lines) = self.scene.lines.get_key_value(name)?;
            // Speakers whose conditions do not hold, such as sleepers, answer only where nobody else may.
            if !strictly && !lines.needs.iter().all(|fact| self.facts.contains(fact.as_str())) {
                return None;
            }
            let text = lines.of(kind).iter().find(|text| self.is_fresh(text))?;
            Some((name.as_str(), text.trim()))
        })
    }
}
