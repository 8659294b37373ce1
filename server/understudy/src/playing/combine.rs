//! Chooses which answers to the passages of a line make up the reply.

use super::reply::ReplyPart;
use crate::phrases::Target;
use crate::ranking::{MEANT, SECOND};
use crate::script::FallbackKind;

/// At most two answers: the best of the passages in their order, or the answer to the whole line if it
/// matches better.
pub(super) fn best_two(passages: Vec<ReplyPart>, whole: Option<ReplyPart>) -> Vec<ReplyPart> {
    let mut found = distinct(passages);
    if let Some(whole) = whole {
        if let Some(same) = found.iter_mut().find(|part| part.target == whole.target) {
            same.score = same.score.max(whole.score);
        } else if found.iter().all(|part| part.score < whole.score) {
            return vec![whole];
        }
    }
    drop_general(&mut found);
    keep_two_best(&mut found);
    keep_one_step(&mut found);
    // Steps come after answers.
    found.sort_by_key(|part| matches!(part.target, Target::Step(_)));
    found
}

/// Removes duplicates; each answer keeps its best score.
fn distinct(passages: Vec<ReplyPart>) -> Vec<ReplyPart> {
    let mut found: Vec<ReplyPart> = Vec::new();
    for part in passages {
        let same = |one: &&mut ReplyPart| one.target == part.target || one.text == part.text;
        match found.iter_mut().find(same) {
            Some(one) if one.score < part.score => *one = part,
            Some(_) => {}
            None => found.push(part),
        }
    }
    found
}

/// Drops general answers if the scene has an answer of its own.
fn drop_general(found: &mut Vec<ReplyPart>) {
    let is_own = |part: &ReplyPart| {
        matches!(part.target, Target::Beat(_) | Target::Step(_)) && part.id != FallbackKind::Told.name()
    };
    if found.iter().any(is_own) {
        found.retain(is_own);
    }
}

/// Keeps the two best; the weaker one only if it matches clearly.
fn keep_two_best(found: &mut Vec<ReplyPart>) {
    let mut scores: Vec<f32> = found.iter().map(|part| part.score).collect();
    scores.sort_by(|one, other| other.total_cmp(one));
    let least = scores.get(1).copied().unwrap_or_default();
    found.retain(|part| part.score >= least);
    found.truncate(2);
    if let [one, other] = found.as_slice() {
        let weaker = one.score.min(other.score);
        if weaker < MEANT + SECOND {
            found.retain(|part| part.score > weaker);
        }
    }
}

/// Keeps the last of several steps: a reply takes one step.
fn keep_one_step(found: &mut Vec<ReplyPart>) {
    let step_of = |part: &ReplyPart| match part.target {
        Target::Step(number) => Some(number),
        _ => None,
    };
    let last = found.iter().filter_map(step_of).max();
    found.retain(|part| step_of(part).is_none_or(|number| Some(number) == last));
}
