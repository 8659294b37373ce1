//! Finds the scripted reply that answers a passage of the player's line.

use super::builder::ReplyBuilder;
use super::reply::{Lookup, ReplyPart};
use crate::parse_prompt::LineQuery;
use crate::phrases::Target;
use crate::script::{BeatKind, FallbackKind, LAST_WORD, NARRATOR, ScriptedReply};
use crate::state::{Availability, SceneState};
use crate::text::is_question;

/// An unused reply beats a used one if its score is at most this much lower.
const NEARLY: f32 = 0.06;
/// How much better a general phrase must match than one of the scene.
const GENERAL: f32 = 0.08;
/// The bonus of a reply whose speaker the line mentions, and of one whose speaker it addresses.
const NAMED: f32 = 0.04;
const ADDRESSED: f32 = 0.12;
/// How much better a reply of somebody else must match than one of the addressed speaker.
const FOR_ANOTHER: f32 = 0.08;
/// How much better a line must match for "I told you that": if the player asked nothing, this answer is worse
/// than none.
const TOLD: f32 = 0.12;
/// How much better a line must match a step, for each step that it would skip.
const LEAP: f32 = 0.06;

/// A target that a passage may mean, with its scores.
struct Ranked {
    /// The score that sorts the targets: higher if the line names the speaker.
    score: f32,
    /// How well the phrases match, without the bonus.
    meant: f32,
    target: Target,
}

/// The conditions a target must meet.
struct Criteria<'a> {
    only: Option<&'a str>,
    /// The lowest score of a match.
    threshold: f32,
    /// The person the line addresses by name.
    addressed: Option<&'a String>,
    is_question: bool,
    next_step: Option<usize>,
}

impl ReplyBuilder<'_> {
    pub(super) fn look_up(&self, query: &LineQuery, only: Option<&str>) -> Lookup {
        let criteria = Criteria {
            only,
            threshold: query.threshold(&self.state.scene.cues),
            addressed: self.spoken_to(),
            is_question: is_question(&query.text),
            next_step: self.state.next_step(),
        };
        let (mut told, mut other_version): (Option<ReplyPart>, Option<f32>) = (None, None);
        for ranked in self.ranked(query) {
            let best = told.as_ref().map(|told| told.score).or(other_version);
            if best.is_some_and(|best| ranked.score < best - NEARLY) {
                break;
            }
            if !self.is_meant(&ranked, &criteria) {
                continue;
            }
            let Some(scripted) = self.state.scene.scripted(ranked.target) else {
                match self.general(ranked.target, only, ranked.score) {
                    Some(part) => return Lookup::Found(part),
                    None => continue,
                }
            };
            if !self.may_answer(scripted, ranked.meant, &criteria) {
                continue;
            }
            match self.state.availability(scripted) {
                Availability::Fresh(text) => {
                    return Lookup::Found(self.scripted_part(&ranked, scripted, text));
                }
                Availability::Again(text) if told.is_none() => {
                    told = Some(self.scripted_part(&ranked, scripted, text));
                }
                Availability::Spent if told.is_none() => told = self.reminder(&ranked, scripted, only),
                Availability::InOtherVersion => other_version = other_version.or(Some(ranked.score)),
                Availability::Again(_) | Availability::Spent => {}
            }
        }
        match (told, other_version) {
            (Some(part), _) => Lookup::Found(part),
            (None, Some(_)) => Lookup::InOtherVersion,
            (None, None) => Lookup::Nothing,
        }
    }

    /// Scores every target, the best first, with a bonus if the line names its speaker.
    fn ranked(&self, query: &LineQuery) -> Vec<Ranked> {
        let scene = self.state.scene;
        let spoken_to = self.spoken_to();
        let found = query.rank(&[&scene.cues, self.general], spoken_to.map(String::as_str));
        let mut ranked: Vec<Ranked> = found
            .into_iter()
            .map(|(score, target)| Ranked {
                score,
                meant: score,
                target,
            })
            .collect();
        if let Some(named) = self.named() {
            let more = if spoken_to == Some(named) {
                ADDRESSED
            } else {
                NAMED
            };
            for one in &mut ranked {
                let is_theirs = scene.scripted(one.target).is_some_and(|reply| reply.by == *named);
                one.score += if is_theirs { more } else { 0.0 };
            }
            ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
        }
        ranked
    }

    /// Whether the line matches this target well enough for its kind and its position in the scene.
    fn is_meant(&self, ranked: &Ranked, criteria: &Criteria<'_>) -> bool {
        let scene = self.state.scene;
        let surplus = match ranked.target {
            Target::Beat(number) => match scene.beats[number].kind {
                // A question is not silence.
                Some(BeatKind::Silence) if criteria.is_question => return false,
                Some(BeatKind::Silence | BeatKind::Greeting | BeatKind::Farewell) => GENERAL,
                _ => 0.0,
            },
            Target::Step(number) => {
                let is_early_last_word = scene.steps[number].id == LAST_WORD && criteria.next_step.is_some();
                if number < self.state.position || is_early_last_word {
                    return false;
                }
                let next = criteria.next_step.unwrap_or(self.state.position);
                LEAP * number.saturating_sub(next) as f32
            }
            _ => GENERAL,
        };
        ranked.meant >= criteria.threshold + surplus
    }

    /// Whether this reply fits the story so far and the person who was asked.
    fn may_answer(&self, scripted: &ScriptedReply, meant: f32, criteria: &Criteria<'_>) -> bool {
        let state = &self.state;
        if criteria.only.is_some_and(|only| only != scripted.by) {
            return false;
        }
        let is_told = matches!(
            state.availability(scripted),
            Availability::Again(_) | Availability::Spent
        );
        let was_told =
            is_told && state.facts.contains(scripted.id.as_str()) && fits_but_itself(state, scripted);
        if !state.fits(scripted) && !was_told {
            return false;
        }
        let is_anothers = criteria.addressed.is_some_and(|name| *name != scripted.by);
        // Nobody else answers for the addressed person unless the reply matches clearly better.
        if is_anothers && scripted.by != NARRATOR && meant < criteria.threshold + FOR_ANOTHER {
            return false;
        }
        !(is_told && (meant < criteria.threshold + TOLD || is_anothers))
    }

    fn scripted_part(&self, ranked: &Ranked, scripted: &ScriptedReply, text: &str) -> ReplyPart {
        ReplyPart {
            target: ranked.target,
            score: ranked.score,
            by: scripted.by.clone(),
            text: self.state.named(text),
            id: scripted.id.clone(),
        }
    }

    /// The answer "I told you that", if everything was said.
    fn reminder(&self, ranked: &Ranked, scripted: &ScriptedReply, only: Option<&str>) -> Option<ReplyPart> {
        let voice = only.unwrap_or(&scripted.by);
        let mut part = self.fallback(FallbackKind::Told, voice, only.is_some(), ranked.score)?;
        part.target = ranked.target;
        Some(part)
    }
}

/// Whether a used reply would still fit, apart from the facts that it set itself.
fn fits_but_itself(state: &SceneState<'_>, scripted: &ScriptedReply) -> bool {
    let holds = |fact: &String| state.facts.contains(fact.as_str());
    scripted.needs.iter().all(holds)
        && !scripted
            .unless
            .iter()
            .any(|fact| holds(fact) && *fact != scripted.id && !scripted.sets.contains(fact))
}
