//! The lines for what no scripted reply answers, and the answers to phrases that fit any scene.

use super::builder::ReplyBuilder;
use super::reply::{ReplyDraft, ReplyPart};
use crate::demo_texts::{self, is_said};
use crate::language::foreign_language;
use crate::phrases::Target;
use crate::script::{BeatKind, FallbackKind, ScriptedReply};
use crate::state::Availability;
use crate::text::{is_question, is_silent, key};

/// The id of the beat that answers an apology, in scenes that remember what it is for.
const APOLOGY: &str = "apology";
/// The id under which a line in another language is answered.
const ENGLISH_ONLY: &str = "english";

impl ReplyBuilder<'_> {
    /// Answers a line that fits any scene.
    pub(super) fn general(&self, target: Target, only: Option<&str>, score: f32) -> Option<ReplyPart> {
        let kind = match target {
            Target::Silent => return self.silence(only, score),
            Target::Rude => FallbackKind::Rude,
            Target::Thanks => FallbackKind::Thanks,
            Target::Sorry => {
                let apology = self.beat(only, score, |beat| beat.id == APOLOGY);
                if apology.is_some() {
                    return apology;
                }
                FallbackKind::Sorry
            }
            _ => return self.beat_of_kind(BeatKind::Greeting, only, score),
        };
        self.fallback(kind, &self.voice(only), only.is_some(), score)
    }

    /// Answers a player who says nothing.
    pub(super) fn silence(&self, only: Option<&str>, score: f32) -> Option<ReplyPart> {
        self.beat_of_kind(BeatKind::Silence, only, score)
            .or_else(|| self.fallback(FallbackKind::Silence, &self.voice(only), only.is_some(), score))
    }

    fn beat_of_kind(&self, kind: BeatKind, only: Option<&str>, score: f32) -> Option<ReplyPart> {
        self.beat(only, score, |beat| beat.kind == Some(kind))
    }

    /// The first beat of this kind that can be played now.
    fn beat(
        &self,
        only: Option<&str>,
        score: f32,
        is_it: impl Fn(&ScriptedReply) -> bool,
    ) -> Option<ReplyPart> {
        let state = &self.state;
        state.scene.beats.iter().enumerate().find_map(|(number, beat)| {
            let fits = is_it(beat) && only.is_none_or(|only| only == beat.by) && state.fits(beat);
            match state.availability(beat) {
                Availability::Fresh(text) if fits => Some(ReplyPart {
                    target: Target::Beat(number),
                    score,
                    by: beat.by.clone(),
                    text: state.named(text),
                    id: beat.id.clone(),
                }),
                _ => None,
            }
        })
    }

    /// A fallback line of this kind. `strictly`: only if `voice` has one.
    pub(super) fn fallback(
        &self,
        kind: FallbackKind,
        voice: &str,
        strictly: bool,
        score: f32,
    ) -> Option<ReplyPart> {
        let (by, text) = self.state.fallback_line(kind, voice, strictly)?;
        Some(ReplyPart {
            target: Target::Silent,
            score,
            by: by.to_owned(),
            text: self.state.named(text),
            id: kind.name().to_owned(),
        })
    }

    /// Adds a fallback line, because no scripted reply answers.
    pub(super) fn fall_back(&mut self, line: &str, draft: &mut ReplyDraft<'_>) {
        if !draft.parts.is_empty() || is_silent(line) {
            return;
        }
        let (voice, strictly) = (self.voice(draft.only), draft.only.is_some());
        if let Some(text) = self.english_only(line) {
            draft.parts.push(ReplyPart {
                target: Target::Silent,
                score: 0.0,
                by: voice,
                text,
                id: ENGLISH_ONLY.to_owned(),
            });
            return;
        }
        let remark = || self.fallback(FallbackKind::Small, &voice, strictly, 0.0);
        let part = if is_question(line) {
            self.fallback(FallbackKind::Unknown, &voice, strictly, 0.0)
                .or_else(remark)
        } else {
            remark()
        };
        if let Some(part) = part {
            self.record(&part);
            draft.parts.push(part);
        }
    }

    /// The note that the scene is in English: if the line is in another language, and only once.
    fn english_only(&self, line: &str) -> Option<String> {
        let texts = demo_texts::in_language(foreign_language(line)?);
        let note = &texts.english_only;
        (!is_said(&self.state.said, note)).then(|| note.clone())
    }

    /// Whether the last reply was only a fallback line.
    pub(super) fn was_stuck(&self) -> bool {
        let state = &self.state;
        let Some(last) = state.request.path.iter().rev().find(|line| !line.by_player) else {
            return false;
        };
        let last = key(&last.text);
        let kinds = [FallbackKind::Unknown, FallbackKind::Small, FallbackKind::Silence];
        kinds.iter().any(|kind| {
            let mut texts = state.scene.lines.values().flat_map(|lines| lines.of(*kind));
            texts.any(|text| key(&state.named(text)) == last)
        })
    }

    fn voice(&self, only: Option<&str>) -> String {
        only.map_or_else(|| self.addressed(), str::to_owned)
    }
}
