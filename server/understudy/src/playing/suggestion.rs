//! Continues a message, and suggests a line for the player.

use super::builder::ReplyBuilder;
use super::reply::{ENDED, PlayedReply};
use crate::generic::pick;
use crate::script::{BeatKind, FallbackKind, ScriptedReply};
use crate::state::Availability;
use crate::text::key;

/// How many replies a suggestion is chosen from.
const SUGGESTED: usize = 5;

impl ReplyBuilder<'_> {
    /// More text for a message of this speaker.
    pub(crate) fn more(self, speaker: &str) -> PlayedReply {
        if self.state.has_ended {
            return PlayedReply::single(speaker.to_owned(), self.texts.ended.clone(), ENDED);
        }
        if let Some(line) = self.fallback(FallbackKind::More, speaker, true, 0.0) {
            return PlayedReply::single(line.by, line.text, &line.id);
        }
        match self.state.next_step().map(|number| self.step(number)) {
            Some(step) => PlayedReply::single(speaker.to_owned(), step.text, &step.id),
            None => PlayedReply::note(speaker.to_owned(), &self.texts.no_other),
        }
    }

    /// A line that the player could write next.
    pub(crate) fn suggestion(&self) -> Option<String> {
        let state = &self.state;
        if state.has_ended {
            return None;
        }
        let player_lines = state.request.path.iter().filter(|line| line.by_player);
        let said: Vec<String> = player_lines.map(|line| key(&line.text)).collect();
        let step = state.next_step().map(|number| &state.scene.steps[number]);
        let beats = state.scene.beats.iter().filter(|beat| self.is_suggestible(beat));
        let cues: Vec<&String> = step
            .into_iter()
            .chain(beats)
            .filter_map(|scripted| scripted.cues.first())
            .filter(|cue| !said.contains(&key(cue)))
            .take(SUGGESTED)
            .collect();
        pick(&cues, state.request.seed).map(|cue| as_line(cue))
    }

    /// Whether a player might want to trigger this beat, and can.
    fn is_suggestible(&self, beat: &ScriptedReply) -> bool {
        let is_sayable = !matches!(
            beat.kind,
            Some(BeatKind::Silence | BeatKind::Rudeness | BeatKind::Farewell | BeatKind::Greeting)
        );
        is_sayable && self.state.fits(beat) && matches!(self.state.availability(beat), Availability::Fresh(_))
    }
}

/// A phrase in the form in which the player would send it.
fn as_line(cue: &str) -> String {
    if cue.contains(['*', '"']) {
        cue.to_owned()
    } else {
        format!("\"{cue}\"")
    }
}
