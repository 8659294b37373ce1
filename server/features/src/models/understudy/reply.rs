//! The parts of a reply: an answer to what was said, a step of the plot, and something to do.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::super::count_tokens;
use super::cast::{Body, hash_of, is_possible};
use super::grammar::Thread;
use super::scene::Scene;
use super::text::{Part, written};

/// Turns of one small plot: from its arrival to the choice and what was chosen. The first turn of the next has what it leaves behind.
const ARC_TURNS: usize = 8;
/// Tokens of a reply for each passage besides the answer.
const DETAIL_TOKENS: u32 = 150;
/// From how many tokens on a reply answers twice: to what was said and to what was asked.
const TWO_ANSWERS_TOKENS: u32 = 140;
/// Shorter replies have no room for a note.
const MIN_NOTED_TOKENS: u32 = 80;
/// A line of so few words may get a short answer.
const SHORT_LINE: usize = 4;

/// What may be meant by somebody who decides.
const DECISIONS: [&str; 7] = ["agree", "refuse", "open", "stay", "flight", "lead", "give"];
/// Intents that are answered before anything else is taken up.
const FEELINGS: [&str; 9] = ["affection", "sorrow", "fear", "anger", "insult", "threat", "joy", "farewell", "tired"];

/// Where the plot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing new, but for what the last one left.
    Rest,
    Arrival,
    Complication,
    Reveal,
    Choice,
    Chosen,
}

/// How a reply begins.
enum Form {
    BeatFirst,
    LineFirst,
    LineOnly,
}

impl Scene<'_> {
    pub(super) fn reply(&mut self) -> String {
        let mut note = Vec::new();
        if let Some(text) = self.note() {
            note.push(Part::Beat(text));
        }
        let stage = self.stage();
        let is_short_line = self.heard.length <= SHORT_LINE && self.heard.questions.is_empty();
        let is_brief = matches!(stage, Stage::Rest | Stage::Complication | Stage::Reveal) && self.rng.random_bool(if is_short_line { 0.35 } else { 0.12 });
        let told_deed = self.deed_beat();
        let form = match self.rng.random_range(0..10) {
            _ if told_deed.is_some() => Form::BeatFirst,
            0..=3 => Form::LineFirst,
            4 | 5 if is_brief => Form::LineOnly,
            _ => Form::BeatFirst,
        };
        let has_told = told_deed.is_some();
        let mut parts = Vec::new();
        if matches!(form, Form::BeatFirst) {
            parts.extend(told_deed.or_else(|| self.beat()).map(Part::Beat));
        }
        parts.extend(self.reaction(has_told).into_iter().map(Part::Line));
        if matches!(form, Form::LineFirst) {
            parts.extend(self.beat().map(Part::After));
        }
        let (step, asks) = self.step(stage);
        let mut middle: Vec<Vec<Part>> = Vec::new();
        if let Some(line) = step.as_ref().filter(|_| !asks) {
            let mut unit = Vec::new();
            // What is new gets a paragraph of its own.
            if self.rng.random_bool(if stage == Stage::Rest { 0.4 } else { 0.75 }) {
                unit.extend(self.beat().map(Part::Beat));
            }
            unit.push(Part::Line(line.clone()));
            middle.push(unit);
        }
        let passages = if is_brief { 0 } else { self.budget / DETAIL_TOKENS };
        for place in u32::from(step.is_some())..passages.max(u32::from(step.is_none() && !is_brief && self.budget >= 120)) {
            let mut unit: Vec<Part> = Vec::new();
            if place > 0 && self.rng.random_bool(0.6) {
                unit.extend(self.beat().map(Part::Beat));
            }
            unit.extend(self.detail().map(Part::Line));
            middle.push(unit);
        }
        // A choice is a question already.
        let last = match step {
            Some(line) if asks => Some(line),
            _ if is_brief && self.rng.random_bool(0.6) => None,
            _ => Some(self.offer(stage)),
        };
        let last: Vec<Part> = last.into_iter().map(Part::Line).collect();
        let lines: Vec<Part> = parts.iter().filter(|part| matches!(part, Part::Line(_))).cloned().collect();
        let whole = |units: usize| note.iter().chain(&parts).chain(middle.iter().take(units).flatten()).chain(&last);
        let mut attempts: Vec<String> = (0..=middle.len()).rev().map(|units| written(whole(units))).collect();
        // Then without the question, without what is seen, and the answer alone.
        attempts.extend([written(parts.iter()), written(lines.iter().chain(&last)), written(lines.iter()), written(lines.iter().take(1))]);
        let fitting = attempts.iter().find(|text| count_tokens(text) <= self.budget);
        let text = fitting.or(attempts.last()).cloned().unwrap_or_default();
        self.within_budget(text)
    }

    /// What is said once where the scenario's language is not spoken: in the scenario's own, if that can be had.
    fn note(&mut self) -> Option<String> {
        if self.is_own_language || self.budget < MIN_NOTED_TOKENS {
            return None;
        }
        let tag = self.cue.language.as_deref().unwrap_or_default().split('-').next().unwrap_or_default().to_ascii_lowercase();
        let note = self.words.notes.get(&tag).unwrap_or(&self.words.note).trim_end_matches(['.', '。']).to_owned();
        if self.cue.said_before.iter().any(|text| text.contains(&note)) {
            return None;
        }
        self.remember(&note);
        Some(format!("({note})"))
    }

    /// Answers to what the player said or did, or to whoever spoke last. `has_told`: a deed of theirs is told already.
    fn reaction(&mut self, has_told: bool) -> Vec<String> {
        let words = self.words;
        let lines = &words.lines;
        let intent_lines = |name: &String| words.intents.get(name).map(|intent| &intent.lines);
        let has_question = !self.heard.questions.is_empty();
        let is_other_matter = self.heard.intents.first().is_some_and(|intent| !DECISIONS.contains(&intent.as_str()));
        let is_chosen = self.stage() == Stage::Chosen && !has_question && !self.heard.is_silent && !is_other_matter;
        let mut first: Vec<&Vec<String>> = Vec::new();
        if self.heard.is_silent && !self.cue.recent.is_empty() {
            first.push(&lines.silence);
        }
        if is_chosen {
            first.push(&lines.chosen);
        }
        if !self.last.is_empty() {
            first.push(&lines.retort);
        }
        if self.heard.is_foreign && self.rng.random_bool(0.3) {
            first.push(&lines.foreign);
        }
        if let Some(thread) = self.thread().filter(|thread| self.is_taken_up(thread)) {
            first.push(&thread.asked);
        }
        let is_about_somebody = self.heard.questions.first().is_some_and(|kind| matches!(kind.as_str(), "who" | "what" | "where" | "why" | "yesno"));
        if self.about.is_some() && (is_about_somebody || self.heard.intents.is_empty()) {
            first.push(&lines.about);
        }
        let is_felt = self.heard.intents.first().is_some_and(|intent| FEELINGS.contains(&intent.as_str()));
        if !self.heard.names.is_empty() && !is_felt {
            first.push(&lines.name);
        }
        let questions: Vec<&Vec<String>> = self.heard.questions.iter().filter_map(intent_lines).collect();
        let intents: Vec<&Vec<String>> = self.heard.intents.iter().take(2).filter_map(intent_lines).collect();
        // "Is there anything to eat?" is about food before it is a yes or a no.
        let is_vague = self.heard.questions.first().is_some_and(|kind| matches!(kind.as_str(), "yesno" | "what"));
        let topics: Vec<&Vec<String>> = self.heard.topics.iter().filter(|_| is_vague).filter_map(intent_lines).collect();
        let (sooner, later) = if has_question { (topics.into_iter().chain(questions).collect(), intents) } else { (intents, questions) };
        let mut pools = first;
        if !self.heard.objects.is_empty()
            && self.rng.random_bool(if sooner.is_empty() {
                0.8
            } else if is_felt {
                0.0
            } else {
                0.3
            })
        {
            pools.push(&lines.object);
        }
        pools.extend(sooner.iter().chain(&later));
        if !has_told && !self.heard.deeds.is_empty() {
            pools.insert(pools.len().min(1), &lines.deed);
        }
        let plain_ones = [&lines.name, &lines.object, &lines.echo, &lines.deed, &lines.earlier, &lines.recall, &lines.musing];
        pools.extend(plain_ones.into_iter().filter(|pool| !has_told || !std::ptr::eq(*pool, &lines.deed)));
        let found = pools.iter().find_map(|pool| self.pick_fresh(pool)).or_else(|| self.spare_line());
        let line = found.or_else(|| pools.iter().find_map(|pool| self.pick(pool))).unwrap_or_else(|| self.hook());
        let mut reaction = vec![self.opened(line, 0.3)];
        // Both to what was felt and to what was asked.
        if self.budget >= TWO_ANSWERS_TOKENS && has_question && !self.heard.intents.is_empty() && self.rng.random_bool(0.6) {
            reaction.extend(later.iter().take(1).find_map(|pool| self.pick_fresh(pool)));
        }
        reaction
    }

    /// Something besides: the scenario's own words, its things, the others, what was said earlier.
    pub(super) fn detail(&mut self) -> Option<String> {
        let lines = &self.words.lines;
        // How often each is drawn, and how often it gets an opener: only lines that are statements suit one.
        let mut pools = vec![
            (&lines.lore, 3_u32, 0.0),
            (&lines.thing, 3, 0.4),
            (&lines.other, 3, 0.0),
            (&lines.recall, 2, 0.2),
            (&lines.earlier, 2, 0.0),
            (&lines.persona, 1, 0.0),
            (&lines.musing, 2, 0.5),
        ];
        while !pools.is_empty() {
            let all: u32 = pools.iter().map(|(_, weight, _)| weight).sum();
            let mut drawn = self.rng.random_range(0..all);
            let place = pools.iter().position(|(_, weight, _)| {
                let here = drawn < *weight;
                drawn = drawn.saturating_sub(*weight);
                here
            });
            let (pool, _, opener) = pools.remove(place.unwrap_or(0));
            if let Some(line) = self.pick_fresh(pool) {
                return Some(self.opened(line, opener));
            }
        }
        self.spare_line()
    }

    // The plot.

    fn stage(&self) -> Stage {
        match self.cue.said_before.len() % ARC_TURNS {
            1 => Stage::Arrival,
            2 | 3 => Stage::Complication,
            4 | 5 => Stage::Reveal,
            6 => Stage::Choice,
            7 => Stage::Chosen,
            _ => Stage::Rest,
        }
    }

    /// The plot that is under way; the order is the same throughout the story, whatever the seeds of its turns.
    fn thread(&self) -> Option<&'static Thread> {
        let mut threads: Vec<&'static Thread> = self.words.threads.values().collect();
        let mut names: Vec<&str> = self.cue.cast.iter().map(|member| member.name.as_str()).collect();
        names.sort_unstable();
        threads.shuffle(&mut ChaCha20Rng::seed_from_u64(hash_of((names, &self.cue.setting, self.cue.said_before.first()))));
        // At rest, the one before still counts.
        let turn = self.cue.said_before.len().checked_sub(1)?;
        threads.get(turn / ARC_TURNS % threads.len().max(1)).copied()
    }

    /// Whether the player spoke of what the plot is about, and it has begun.
    fn is_taken_up(&self, thread: &Thread) -> bool {
        self.stage() != Stage::Arrival && thread.signs.iter().any(|sign| self.line.contains(&format!(" {sign} ")))
    }

    /// The next line of the plot, and whether it asks for a decision.
    fn step(&mut self, stage: Stage) -> (Option<String>, bool) {
        let Some(thread) = self.thread() else { return (None, false) };
        let pool = match stage {
            Stage::Arrival => &thread.arrival,
            Stage::Complication => &thread.complication,
            Stage::Reveal => &thread.reveal,
            Stage::Choice => &thread.choice,
            Stage::Rest => &thread.after,
            Stage::Chosen => return (None, false),
        };
        (self.pick(pool), stage == Stage::Choice)
    }

    /// Something for the player to do or to say, of the plot if there is one.
    fn offer(&mut self, stage: Stage) -> String {
        let is_under_way = matches!(stage, Stage::Arrival | Stage::Complication | Stage::Reveal);
        let offers = self.thread().filter(|_| is_under_way).map(|thread| &thread.offers);
        let offer = if self.rng.random_bool(0.6) { offers.and_then(|offers| self.pick(offers)) } else { None };
        offer.unwrap_or_else(|| self.hook())
    }

    pub(super) fn hook(&mut self) -> String {
        let pool = if self.rng.random_bool(0.45) { [&self.voice.hooks, &self.words.lines.hooks] } else { [&self.words.lines.hooks, &self.voice.hooks] };
        let found = pool.into_iter().find_map(|pool| self.pick(pool));
        let spare = &self.words.spare;
        let mark = if self.words.tag == "fr" { " ?" } else { "?" };
        found.or_else(|| self.joined(&spare.ask_first, &spare.ask_second, mark)).or_else(|| self.spare_line()).unwrap_or_else(|| format!("{}?", self.speaker))
    }

    // What is seen.

    /// What the player did, and how it is taken.
    fn deed_beat(&mut self) -> Option<String> {
        if self.heard.deeds.is_empty() || !self.rng.random_bool(0.6) {
            return None;
        }
        let beats: Vec<String> = self.words.beats.deed.iter().filter(|beat| self.is_possible_deed(beat)).cloned().collect();
        self.pick_fresh(&beats)
    }

    /// How somebody without a body takes a deed can be told where they do nothing themselves.
    fn is_possible_deed(&self, beat: &str) -> bool {
        is_possible(self.words, self.body, beat)
    }

    pub(super) fn beat(&mut self) -> Option<String> {
        let beats = &self.words.beats;
        if self.body == Body::None {
            let ambient: Vec<String> = beats.general.iter().filter(|beat| is_possible(self.words, self.body, beat)).cloned().collect();
            let pools = if self.rng.random_bool(0.7) { [&beats.bodiless, &ambient] } else { [&ambient, &beats.bodiless] };
            return pools.into_iter().find_map(|pool| self.pick(pool));
        }
        if !self.habits.is_empty() && self.rng.random_bool(0.3) {
            let habits = self.habits.clone();
            if let Some(habit) = self.pick(&habits) {
                return Some(habit);
            }
        }
        let possible = |beats: &[String]| beats.iter().filter(|beat| is_possible(self.words, self.body, beat)).cloned().collect::<Vec<String>>();
        let (general, own) = (possible(&beats.general), possible(&self.voice.beats));
        let pools = if self.rng.random_bool(0.45) { [&own, &general] } else { [&general, &own] };
        let ready = if self.rng.random_bool(0.7) { pools.into_iter().find_map(|pool| self.pick(pool)) } else { None };
        ready.or_else(|| self.acted()).or_else(|| pools.into_iter().find_map(|pool| self.pick(pool)))
    }

    /// An act with its manner.
    fn acted(&mut self) -> Option<String> {
        let beats = &self.words.beats;
        let acts: Vec<String> = beats.acts.iter().map(|act| format!("{{speaker}} {act}")).filter(|act| is_possible(self.words, self.body, act)).collect();
        self.joined(&acts, &beats.manners, ".")
    }

    /// What is seen of somebody else, for the narrator.
    pub(super) fn beat_of_another(&mut self) -> Option<String> {
        let name = self.others.choose(&mut self.rng).cloned()?;
        let speaker = std::mem::replace(&mut self.speaker, name);
        let general = if self.rng.random_bool(0.5) { self.pick(&self.words.beats.general) } else { None };
        let beat = general.or_else(|| self.acted());
        self.speaker = speaker;
        beat
    }

    pub(super) fn spare_line(&mut self) -> Option<String> {
        let spare = &self.words.spare;
        self.joined(&spare.first, &spare.second, ".")
    }
}
