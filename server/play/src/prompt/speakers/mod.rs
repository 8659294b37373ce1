//! Chooses who answers (reference 4.3).

mod mentions;
#[cfg(test)]
mod tests;

use self::mentions::mentioned;
use super::macros::{hash, mix};
use super::model::CastView;
use super::rules::DEFAULT_MAX_REPLIES;
use crate::stories::Strategy;

/// The input of the choice.
#[derive(Debug, Clone, Default)]
pub struct SpeakerInput<'a> {
    /// The cast, without the player.
    pub cast: &'a [CastView],
    /// The rule.
    pub strategy: Strategy,
    /// The player's text; `None` or empty if they only want the story to continue.
    pub user_text: Option<&'a str>,
    /// The latest message, if the player wrote nothing: a character that it names may answer.
    pub last_text: Option<&'a str>,
    /// The characters who spoke since the player's last message.
    pub since_user: &'a [String],
    /// The character who spoke last.
    pub last_speaker: Option<&'a str>,
    /// The character whom the player requests; wins over everything, muted or not.
    pub forced: Option<&'a str>,
    /// The character whom the player plays.
    pub puppet: Option<&'a str>,
    /// Whether nobody sent anything: the story continues by itself, and nobody answers themselves.
    pub auto: bool,
    /// Whether somebody may answer themselves in that case.
    pub allow_self: bool,
    /// The most replies; 0: the default.
    pub max_replies: u32,
    /// What the draws depend on.
    pub seed: u64,
}

/// The speakers, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpeakerChoice {
    /// One after another.
    pub speakers: Vec<ChosenSpeaker>,
    /// Why nobody answers, if nobody does.
    pub why_nobody: Option<String>,
}

impl SpeakerChoice {
    /// Their ids.
    #[must_use]
    pub fn ids(&self) -> Vec<&str> {
        self.speakers
            .iter()
            .map(|draft| draft.character_id.as_str())
            .collect()
    }

    fn none(why: &str) -> Self {
        Self {
            speakers: Vec::new(),
            why_nobody: Some(why.to_owned()),
        }
    }
}

/// A chosen speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenSpeaker {
    /// The character.
    pub character_id: String,
    /// The reason.
    pub why: String,
}

/// Chooses who answers. The same input gives the same result. A director who cannot be asked is replaced by
/// `natural`.
#[must_use]
pub fn next_speakers(input: &SpeakerInput<'_>) -> SpeakerChoice {
    if let Some(forced) = input
        .forced
        .and_then(|id| input.cast.iter().find(|one| one.id == id))
    {
        return SpeakerChoice {
            speakers: vec![draft(forced, "the player asked for them")],
            why_nobody: None,
        };
    }
    let mut rng = SeededRng {
        seed: input.seed ^ hash("speakers"),
        draws: 0,
    };
    let present: Vec<&CastView> = input
        .cast
        .iter()
        .filter(|one| !one.muted && input.puppet != Some(one.id.as_str()))
        .collect();
    if present.is_empty() {
        return SpeakerChoice::none("everyone is muted or played by you");
    }
    let said = input.user_text.filter(|text| !text.trim().is_empty());
    let mut speakers = match input.strategy {
        Strategy::Natural | Strategy::Director => natural(input, said, &present, &mut rng),
        Strategy::List => present
            .iter()
            .map(|one| draft(one, "everyone speaks, in cast order"))
            .collect(),
        Strategy::Pooled => pooled(input, &present, &mut rng),
        Strategy::Manual if said.is_some() => {
            return SpeakerChoice::none("nobody replies unless asked in this story");
        }
        Strategy::Manual => rng
            .one_of(&present)
            .map(|one| draft(one, "picked at random"))
            .into_iter()
            .collect(),
    };
    let most = if input.max_replies == 0 {
        DEFAULT_MAX_REPLIES
    } else {
        input.max_replies
    };
    speakers.truncate(most as usize);
    SpeakerChoice {
        speakers,
        why_nobody: None,
    }
}

/// How many replies the player's text gets, at least and at most. `talkativeness`: of those who are able to
/// speak; `max_replies` as in [`SpeakerInput`]. If nobody is able to, the narrator answers.
#[must_use]
pub fn count_speakers(strategy: Strategy, talkativeness: &[f64], max_replies: u32) -> (u32, u32) {
    let most = if max_replies == 0 {
        DEFAULT_MAX_REPLIES
    } else {
        max_replies
    };
    let able = u32::try_from(talkativeness.len()).unwrap_or(u32::MAX);
    let certain = u32::try_from(talkativeness.iter().filter(|one| **one >= 1.0).count()).unwrap_or(u32::MAX);
    match (strategy, able) {
        (_, 0 | 1) if strategy != Strategy::Manual || able == 0 => (1, 1),
        (Strategy::Manual, _) => (0, 0),
        (Strategy::Pooled | Strategy::Director, _) => (1, 1),
        (Strategy::List, _) => (able.min(most), able.min(most)),
        (Strategy::Natural, _) => (certain.clamp(1, most), able.min(most)),
    }
}

fn draft(one: &CastView, why: impl Into<String>) -> ChosenSpeaker {
    ChosenSpeaker {
        character_id: one.id.clone(),
        why: why.into(),
    }
}

fn natural(
    input: &SpeakerInput<'_>,
    said: Option<&str>,
    present: &[&CastView],
    rng: &mut SeededRng,
) -> Vec<ChosenSpeaker> {
    let excluded = input.last_speaker.filter(|_| input.auto && !input.allow_self);
    let able: Vec<&CastView> = present
        .iter()
        .copied()
        .filter(|one| excluded != Some(one.id.as_str()))
        .collect();
    // If only one character is there, they continue alone.
    let able = if able.is_empty() { present.to_vec() } else { able };
    let mut speakers: Vec<ChosenSpeaker> = Vec::new();
    let heard = said.or(input.last_text).unwrap_or_default();
    for (one, name) in mentioned(heard, &able) {
        speakers.push(draft(one, format!("“{name}” was named")));
    }
    for one in rng.shuffled(&able) {
        let percent = (one.talkativeness.clamp(0.0, 1.0) * 100.0).round();
        // Everybody draws, so that a mention does not change the other draws.
        let joins = rng.fraction() < one.talkativeness;
        if joins && !speakers.iter().any(|draft| draft.character_id == one.id) {
            speakers.push(draft(
                one,
                format!("wanted to join in: speaks up {percent}% of the time"),
            ));
        }
    }
    if speakers.is_empty() {
        let talkative: Vec<&CastView> = able
            .iter()
            .copied()
            .filter(|one| one.talkativeness > 0.0)
            .collect();
        let pool = if talkative.is_empty() { &able } else { &talkative };
        speakers.extend(rng.one_of(pool).map(|one| {
            draft(
                one,
                "nobody else wanted to join in, so they were picked at random",
            )
        }));
    }
    speakers
}

fn pooled(input: &SpeakerInput<'_>, present: &[&CastView], rng: &mut SeededRng) -> Vec<ChosenSpeaker> {
    let has_spoken = |one: &CastView| input.since_user.contains(&one.id);
    let fresh: Vec<&CastView> = present.iter().copied().filter(|one| !has_spoken(one)).collect();
    if let Some(one) = rng.one_of(&fresh) {
        return vec![draft(
            one,
            "picked from those who haven’t spoken since the player did",
        )];
    }
    let others: Vec<&CastView> = present
        .iter()
        .copied()
        .filter(|one| input.last_speaker != Some(one.id.as_str()))
        .collect();
    let pool = if others.is_empty() { present } else { &others };
    rng.one_of(pool)
        .map(|one| draft(one, "everyone has spoken; picked from all but the last"))
        .into_iter()
        .collect()
}

struct SeededRng {
    seed: u64,
    draws: u64,
}

impl SeededRng {
    fn next(&mut self) -> u64 {
        self.draws += 1;
        mix(self.seed ^ mix(self.draws))
    }

    /// At least 0, below 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn one_of<'a>(&mut self, pool: &[&'a CastView]) -> Option<&'a CastView> {
        let number = self.next();
        (!pool.is_empty()).then(|| pool[(number % pool.len() as u64) as usize])
    }

    fn shuffled<'a>(&mut self, pool: &[&'a CastView]) -> Vec<&'a CastView> {
        let mut drawn: Vec<(u64, &CastView)> = pool.iter().map(|one| (self.next(), *one)).collect();
        drawn.sort_by_key(|(number, _)| *number);
        drawn.into_iter().map(|(_, one)| one).collect()
    }
}
