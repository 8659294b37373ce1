//! What has happened in a scene on one path of a story. It is derived from the messages each time, so branches,
//! edits, deletions and imports need no state of their own.

use std::borrow::Cow;
use std::collections::HashSet;

use platform::llm::{DemoLine, DemoRequest, DemoTask};

use super::scene::Scene;
use super::script::{FallbackKind, LAST_WORD, NARRATOR, ScriptedReply};
use super::text::{count_words, keys};

/// The fewest words of a sentence that can identify a text, if it occurs in no other.
const TELLING_WORDS: usize = 4;
/// Stands for the player's name in a scene.
const PLAYER_MACRO: &str = "{{user}}";

/// The state of a scene on one path of a story.
pub(super) struct SceneState<'a> {
    pub(super) scene: &'a Scene,
    pub(super) request: &'a DemoRequest,
    /// The sentences of the cast on the path, as keys.
    pub(super) said: HashSet<String>,
    /// The sentences of other versions of the requested reply.
    in_versions: HashSet<String>,
    /// What holds: the ids of scripted replies that were played, and the facts that they set.
    pub(super) facts: HashSet<&'a str>,
    /// The index of the first step that was not played yet.
    pub(super) position: usize,
    /// How many lines the player has written.
    pub(super) turn: usize,
    pub(super) has_ended: bool,
}

/// Whether a scripted reply can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Availability<'t> {
    /// It was not played: this is its text.
    Fresh(&'t str),
    /// It was played: this is the text for being asked again.
    Again(&'t str),
    /// All that is left of it is in another version of the requested reply.
    InOtherVersion,
    /// All of its texts were played.
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

    /// Derives the facts and the position from the messages.
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
                // A skipped step counts as having happened, unless it comes from outside: nobody has seen
                // that.
                self.facts.insert(&step.id);
            }
        }
        self.has_ended = scene.endings.iter().any(|ending| self.was_used(ending));
    }

    fn was_used(&self, scripted: &ScriptedReply) -> bool {
        scripted.texts().any(|text| self.is_said(text))
    }

    /// The player's latest line; `None` if somebody else spoke last.
    pub(super) fn line(&self) -> Option<&'a DemoLine> {
        self.request.path.last().filter(|line| line.by_player)
    }

    /// The actor who spoke last.
    pub(super) fn last_speaker(&self) -> Option<&'a String> {
        let actors = &self.scene.actors;
        let mut others = self.request.path.iter().rev().filter(|line| !line.by_player);
        others.find_map(|line| actors.iter().find(|name| **name == line.name))
    }

    /// A text with the player's name filled in.
    pub(super) fn named(&self, text: &str) -> String {
        let player = if self.request.player.trim().is_empty() {
            "you"
        } else {
            self.request.player.trim()
        };
        text.replace(PLAYER_MACRO, player)
    }

    /// The sentences of a text with the player's name in it, as they are compared.
    fn named_keys(&self, text: &str) -> Cow<'a, [String]> {
        if text.contains(PLAYER_MACRO) {
            Cow::Owned(keys(&self.named(text)))
        } else {
            self.scene.keys(text)
        }
    }

    /// Whether this text is among these sentences. One identifying sentence is enough, so that an edited
    /// message is still recognised. A text without one must be there with all of its sentences.
    fn is_in(&self, sentences: &HashSet<String>, text: &str) -> bool {
        let is_telling =
            |key: &&String| count_words(key) >= TELLING_WORDS && !self.scene.ambiguous.contains(*key);
        let (plain, named) = (self.scene.keys(text), self.named_keys(text));
        // The player may have changed their name since.
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

    /// Whether this text is new: neither in the story nor in another version of the reply.
    pub(super) fn is_fresh(&self, text: &str) -> bool {
        !self.is_said(text) && !self.is_in(&self.in_versions, text)
    }

    /// Whether a reply can be played, and which of its texts.
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

    /// Whether the conditions of this reply hold.
    pub(super) fn fits(&self, scripted: &ScriptedReply) -> bool {
        let holds = |fact: &String| self.facts.contains(fact.as_str());
        scripted.needs.iter().all(holds) && !scripted.unless.iter().any(holds)
    }

    /// Adds the facts of a reply that is played.
    pub(super) fn learn(&mut self, scripted: &'a ScriptedReply) {
        self.facts.insert(&scripted.id);
        self.facts.extend(scripted.sets.iter().map(String::as_str));
    }

    /// The index of the next step.
    pub(super) fn next_step(&self) -> Option<usize> {
        (self.position..self.scene.steps.len()).find(|number| {
            let step = &self.scene.steps[*number];
            step.id != LAST_WORD
                && self.fits(step)
                && matches!(self.availability(step), Availability::Fresh(_))
        })
    }

    /// The index of the step [`LAST_WORD`], if it is still to come.
    pub(super) fn last_word(&self) -> Option<usize> {
        let is_it = |step: &ScriptedReply| {
            step.id == LAST_WORD
                && self.fits(step)
                && matches!(self.availability(step), Availability::Fresh(_))
        };
        self.scene.steps.iter().position(is_it)
    }

    /// An unused fallback line with its speaker: one of `who`, else one of anybody. `strictly`: only of
    /// `who`.
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
            // Speakers whose conditions do not hold, such as sleepers, answer only if nobody else can.
            if !strictly && !lines.needs.iter().all(|fact| self.facts.contains(fact.as_str())) {
                return None;
            }
            let text = lines.of(kind).iter().find(|text| self.is_fresh(text))?;
            Some((name.as_str(), text.trim()))
        })
    }
}
