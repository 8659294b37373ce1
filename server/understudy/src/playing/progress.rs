//! Advances a scene by its steps, and ends it.

use super::builder::ReplyBuilder;
use super::reply::{ReplyDraft, ReplyPart};
use crate::phrases::Target;
use crate::script::{BeatKind, LAST_WORD, ScriptedReply};
use crate::state::Availability;

/// The turn of the player by which all steps have been played.
const STEPS_UNTIL: usize = 18;
/// The first turn whose reply can carry the ending.
const ENDING_FROM: usize = 20;
/// The last turn, even if steps are left.
const LAST_TURN: usize = 22;

impl ReplyBuilder<'_> {
    /// Adds the next step or the ending, if one is due.
    pub(super) fn advance(&mut self, is_answered: bool, draft: &mut ReplyDraft<'_>) {
        let took_step = draft
            .parts
            .iter()
            .any(|part| matches!(part.target, Target::Step(_)));
        let had_last_word = self.state.facts.contains(LAST_WORD);
        if had_last_word && took_step && self.state.turn < LAST_TURN {
            // The last word came with this reply: the next line is the player's.
            return;
        }
        if had_last_word || self.is_over(is_answered, took_step, draft) {
            draft.parts.extend(self.last_word_or_ending());
            return;
        }
        if took_step {
            return;
        }
        // After two lines in a row without an answer, something has to happen.
        let is_stuck = !is_answered && self.was_stuck();
        if let Some(number) = self.state.next_step()
            && (self.is_step_due() || is_stuck || draft.parts.is_empty())
        {
            let step = self.step(number);
            self.record(&step);
            draft.parts.push(step);
        }
    }

    /// Adds the next step without a line of the player's.
    pub(super) fn continue_alone(&mut self, draft: &mut ReplyDraft<'_>) {
        match self.state.next_step() {
            Some(number) => {
                let step = self.step(number);
                self.record(&step);
                draft.parts.push(step);
            }
            None => {
                let last_word = self.state.last_word().map(|number| self.step(number));
                draft.parts.extend(last_word.or_else(|| self.ending()));
            }
        }
    }

    fn is_step_due(&self) -> bool {
        let state = &self.state;
        let steps = state.scene.steps.iter().filter(|step| step.id != LAST_WORD);
        state.position < state.turn * steps.count() / STEPS_UNTIL
    }

    /// Whether the ending is due: late in the story, or when no step is left.
    fn is_over(&self, is_answered: bool, took_step: bool, draft: &ReplyDraft<'_>) -> bool {
        let state = &self.state;
        let next = state.next_step();
        let is_late = state.turn >= LAST_TURN || (state.turn >= ENDING_FROM && next.is_none());
        let is_idle = next.is_none() && !took_step;
        let has_last_word = state.scene.steps.iter().any(|step| step.id == LAST_WORD);
        let is_farewell = |part: &ReplyPart| match part.target {
            Target::Beat(number) => state.scene.beats[number].kind == Some(BeatKind::Farewell),
            _ => false,
        };
        is_late
            || (is_idle && !is_answered)
            || (is_idle && has_last_word && draft.parts.iter().any(is_farewell))
    }

    fn last_word_or_ending(&self) -> Option<ReplyPart> {
        let last_word = self.state.last_word();
        let last_word = last_word.filter(|_| self.state.turn < LAST_TURN);
        last_word
            .map(|number| self.step(number))
            .or_else(|| self.ending())
    }

    pub(super) fn step(&self, number: usize) -> ReplyPart {
        self.due_part(Target::Step(number), &self.state.scene.steps[number])
    }

    fn ending(&self) -> Option<ReplyPart> {
        let mut endings = self.state.scene.endings.iter();
        let ending = endings.find(|ending| self.state.fits(ending))?;
        Some(self.due_part(Target::Silent, ending))
    }

    /// A part that is due now. If it was played before, its other text is used.
    fn due_part(&self, target: Target, scripted: &ScriptedReply) -> ReplyPart {
        let text = match self.state.availability(scripted) {
            Availability::Fresh(text) => text,
            _ => &scripted.text,
        };
        ReplyPart {
            target,
            score: 0.0,
            by: scripted.by.clone(),
            text: self.state.named(text),
            id: scripted.id.clone(),
        }
    }
}
