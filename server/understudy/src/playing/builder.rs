//! Builds a reply to the player's line.

use platform::llm::DemoRequest;

use super::combine::best_two;
use super::reply::{ENDED, Lookup, PlayedReply, ReplyDraft, ReplyPart};
use crate::address::{is_courtesy, is_spoken_to};
use crate::demo_texts::{self, DemoTexts};
use crate::language::foreign_language;
use crate::parse_prompt::ParsedLine;
use crate::phrases::{PhraseIndex, Target};
use crate::scene::Scene;
use crate::scene_set::SceneSet;
use crate::script::{FallbackKind, NARRATOR};
use crate::state::SceneState;
use crate::text::{is_silent, key, keys};

/// Builds the replies of one scene at one point of a story.
pub(crate) struct ReplyBuilder<'a> {
    pub(super) state: SceneState<'a>,
    /// The phrases that fit any scene.
    pub(super) general: &'a PhraseIndex,
    pub(super) texts: &'static DemoTexts,
}

impl<'a> ReplyBuilder<'a> {
    pub(crate) fn new(set: &'a SceneSet, scene: &'a Scene, request: &'a DemoRequest) -> Self {
        Self {
            state: SceneState::new(scene, request),
            general: &set.general,
            texts: demo_texts::of(request),
        }
    }

    /// Builds the reply. `only`: the one speaker who may speak.
    pub(crate) fn reply(mut self, parsed: &ParsedLine, only: Option<&str>) -> PlayedReply {
        if self.state.has_ended {
            let by = only.unwrap_or(NARRATOR).to_owned();
            return PlayedReply::single(by, self.texts.ended.clone(), ENDED);
        }
        let mut draft = ReplyDraft::new(only);
        let Some(line) = self.state.line() else {
            self.continue_alone(&mut draft);
            return self.finish(draft);
        };
        let is_in_other_version = self.answer(parsed, &line.text, &mut draft);
        let is_answered = !draft.parts.is_empty();
        if !is_answered && is_in_other_version {
            return PlayedReply::note(draft.voice(&self.state), &self.texts.no_other);
        }
        draft.score = draft.parts.iter().map(|part| part.score).fold(0.0, f32::max);
        self.fall_back(&line.text, &mut draft);
        self.advance(is_answered, &mut draft);
        self.finish(draft)
    }

    /// Adds the parts that answer the line. Returns true if the only answer is in another version of this
    /// reply.
    fn answer(&mut self, parsed: &ParsedLine, line: &str, draft: &mut ReplyDraft<'_>) -> bool {
        if is_silent(line) {
            draft.parts.extend(self.silence(draft.only, 1.0));
            return false;
        }
        // The sentence model understands English only.
        if foreign_language(line).is_some() {
            return false;
        }
        let Some(whole) = &parsed.whole else {
            return false;
        };
        let (mut found, mut is_in_other_version) = (Vec::new(), false);
        let as_whole = self.look_up(whole, draft.only);
        for passage in &parsed.passages {
            match self.look_up(passage, draft.only) {
                Lookup::Found(part) => found.push(part),
                Lookup::InOtherVersion => is_in_other_version = true,
                Lookup::Nothing => {}
            }
        }
        let whole = match as_whole {
            Lookup::Found(part) => Some(part),
            Lookup::InOtherVersion => {
                is_in_other_version = true;
                None
            }
            Lookup::Nothing => None,
        };
        for part in best_two(found, whole) {
            // The first part may exclude the second.
            let fits = match part.target {
                Target::Beat(number) => self.state.fits(&self.state.scene.beats[number]),
                _ => true,
            };
            if fits || part.id == FallbackKind::Told.name() {
                self.record(&part);
                draft.parts.push(part);
            }
        }
        is_in_other_version
    }

    /// Updates the state with a part of the reply.
    pub(super) fn record(&mut self, part: &ReplyPart) {
        let scene = self.state.scene;
        match part.target {
            Target::Beat(number) if part.id == scene.beats[number].id => {
                self.state.learn(&scene.beats[number]);
            }
            Target::Step(number) => {
                self.state.learn(&scene.steps[number]);
                self.state.position = number + 1;
            }
            _ => {}
        }
        self.state.said.extend(keys(&part.text));
    }

    fn finish(self, draft: ReplyDraft<'_>) -> PlayedReply {
        let Some(first) = draft.parts.first() else {
            return PlayedReply::note(draft.voice(&self.state), &self.texts.no_other);
        };
        let texts: Vec<&str> = draft.parts.iter().map(|part| part.text.as_str()).collect();
        PlayedReply {
            by: draft.only.unwrap_or(&first.by).to_owned(),
            text: texts.join("\n\n"),
            ids: draft.parts.iter().map(|part| part.id.clone()).collect(),
            score: (draft.score.clamp(0.0, 1.0) * 100.0).round() as u32,
        }
    }

    /// The person the player's line addresses by name.
    pub(super) fn spoken_to(&self) -> Option<&'a String> {
        let line = self.state.line()?;
        let mut actors = self.state.scene.actors.iter();
        actors.find(|name| is_spoken_to(&line.text, name))
    }

    /// The person the player's line names: the one it addresses, else one it mentions.
    pub(super) fn named(&self) -> Option<&'a String> {
        if let Some(name) = self.spoken_to() {
            return Some(name);
        }
        let line = self.state.line().map(|line| format!(" {} ", key(&line.text)))?;
        let is_named = |name: &&String| {
            key(name)
                .split(' ')
                .any(|part| part.len() > 2 && !is_courtesy(part) && line.contains(&format!(" {part} ")))
        };
        self.state.scene.actors.iter().find(is_named)
    }

    /// The person the player's line is meant for: the one it names, else the last speaker, else the speaker
    /// of the opening.
    pub(super) fn addressed(&self) -> String {
        let scene = self.state.scene;
        let opening_speaker = || {
            let speaker = scene.opening_speaker.as_ref();
            scene.actors.iter().find(|name| Some(*name) == speaker)
        };
        self.named()
            .or_else(|| self.state.last_speaker())
            .or_else(opening_speaker)
            .or(scene.actors.first())
            .cloned()
            .unwrap_or_default()
    }
}

/// The speaker with this name in a scene: an actor, else the narrator.
pub(crate) fn voice_of(scene: &Scene, name: &str) -> String {
    let actor = scene.actors.iter().find(|actor| *actor == name);
    actor.cloned().unwrap_or_else(|| NARRATOR.to_owned())
}
