//! A reply of a scene: what answers the player, then the next step where one is due, and the ending when its
//! time has come.

use platform::llm::Cue;

use super::book::{Book, Cues, Kind, NARRATOR, Scene, Sort, Target, is_courtesy, is_spoken_to};
use super::finding::{Heard, Query, SECOND};
use super::state::{State, Stock};
use super::text::{foreign_language, is_question, is_silent, key};
use super::words::{self, Words};

/// By which turn of the player all steps have come.
const STEPS_UNTIL: usize = 18;
/// From which turn on the ending comes with the reply.
const ENDING_FROM: usize = 20;
/// The latest turn, whatever is still to come.
const LAST_TURN: usize = 22;
/// A candidate that was not said yet is taken instead of one that was, if it is meant nearly as well.
const NEARLY: f32 = 0.06;
/// Near enough to what a stranger to the scene might mean: its own beats come first.
const GENERAL: f32 = 0.08;
/// How much more somebody is meant to answer whom the line names, and whom it speaks to by name.
const NAMED: f32 = 0.04;
const ADDRESSED: f32 = 0.12;
/// How much more surely a line must be meant for somebody else than whom it speaks to by name.
const FOR_ANOTHER: f32 = 0.08;
/// How much better a line must be understood for "I told you that": where it was not asked, that is worse
/// than not to know.
const TOLD: f32 = 0.12;
/// How much more surely a step has to be meant for each step that it would leave out.
const LEAP: f32 = 0.06;
/// The beat that answers an apology, in scenes that remember what it is for.
const APOLOGY: &str = "apology";
/// The step that leaves the player a last word, in scenes that have it: it comes where the ending would, and
/// the ending with the player's next line. Where it does not fit there is none.
pub(super) const LAST_WORD: &str = "last-word";
/// What stands for an id where the ending was said before.
const ENDED: &str = "ended";
/// Beats among which a line for the player is chosen.
const SUGGESTED: usize = 5;

/// A reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Played {
    /// Who says it: an actor's name, or the narrator's.
    pub(super) by: String,
    pub(super) text: String,
    /// What it is made of: ids of beats, steps and endings, names of sorts of lines.
    pub(super) ids: Vec<String>,
    /// How well the player's line was understood; 0 where it was not.
    pub(super) score: u32,
}

impl Played {
    /// Whether the story ends with it.
    pub(super) fn ends(&self, scene: &Scene) -> bool {
        self.ids
            .iter()
            .any(|id| id == ENDED || scene.endings.iter().any(|ending| ending.id == *id))
    }
}

/// Something that answers.
#[derive(Debug, Clone)]
struct Answer {
    target: Target,
    score: f32,
    by: String,
    text: String,
    id: String,
}

/// Something that a passage may mean.
struct Ranked {
    /// By which the order is: more for whom the line names.
    score: f32,
    /// How well it is meant.
    meant: f32,
    target: Target,
}

/// What becomes of a passage.
enum Found {
    Answer(Answer),
    /// It is answered by what stands beside this reply already, and by nothing else.
    Beside,
    Nothing,
}

pub(super) struct Player<'a> {
    pub(super) state: State<'a>,
    general: &'a Cues,
    words: &'static Words,
}

impl<'a> Player<'a> {
    pub(super) fn new(book: &'a Book, scene: &'a Scene, cue: &'a Cue) -> Self {
        Self {
            state: State::new(scene, cue),
            general: &book.general,
            words: words::of(cue),
        }
    }

    /// The reply; of this speaker, where only they may speak.
    pub(super) fn reply(self, heard: &Heard, only: Option<&str>) -> Played {
        let mut reply = Reply {
            answers: Vec::new(),
            only,
            score: 0.0,
        };
        if self.state.has_ended {
            let by = only.unwrap_or(NARRATOR).to_owned();
            return Played {
                by,
                text: self.words.ended.clone(),
                ids: vec![ENDED.to_owned()],
                score: 0,
            };
        }
        let mut player = self;
        let Some(line) = player.state.line() else {
            return player.go_on(reply);
        };
        let is_asked = is_question(&line.text);
        let beside = player.answer(heard, &line.text, &mut reply);
        let is_answered = !reply.answers.is_empty();
        if !is_answered && beside {
            let by = reply.voice(&player.state);
            return Played {
                by,
                text: player.words.no_other.clone(),
                ids: vec!["note".to_owned()],
                score: 0,
            };
        }
        reply.score = reply
            .answers
            .iter()
            .map(|answer| answer.score)
            .fold(0.0, f32::max);
        player.fall_back(&line.text, is_asked, &mut reply);
        player.move_on(is_answered, &mut reply);
        player.said(reply)
    }

    /// What answers the line. True where something would, but stands beside the reply already.
    fn answer(&mut self, heard: &Heard, line: &str, reply: &mut Reply<'_>) -> bool {
        if is_silent(line) {
            reply.answers.extend(self.silence(reply.only, 1.0));
            return false;
        }
        // The sentence model knows English.
        if foreign_language(line).is_some() {
            return false;
        }
        let Some(whole) = &heard.whole else { return false };
        let (mut found, mut beside) = (Vec::new(), false);
        let as_whole = self.look_up(whole, reply.only);
        for passage in &heard.passages {
            match self.look_up(passage, reply.only) {
                Found::Answer(answer) => found.push(answer),
                Found::Beside => beside = true,
                Found::Nothing => {}
            }
        }
        beside |= matches!(as_whole, Found::Beside);
        let whole = match as_whole {
            Found::Answer(answer) => Some(answer),
            Found::Beside | Found::Nothing => None,
        };
        let answers = two_of(found, whole);
        for answer in answers {
            // The first may have shut the second out.
            let fits = match answer.target {
                Target::Beat(number) => self.state.fits(&self.state.scene.beats[number]),
                _ => true,
            };
            if fits || answer.id == Sort::Told.name() {
                self.take(&answer);
                reply.answers.push(answer);
            }
        }
        beside
    }

    fn take(&mut self, answer: &Answer) {
        let scene = self.state.scene;
        match answer.target {
            Target::Beat(number) if answer.id == scene.beats[number].id => {
                self.state.learn(&scene.beats[number])
            }
            Target::Step(number) => {
                self.state.learn(&scene.steps[number]);
                self.state.position = number + 1;
            }
            _ => {}
        }
        self.state.said.extend(super::text::keys(&answer.text));
    }

    /// What this passage finds.
    fn look_up(&self, query: &Query, only: Option<&str>) -> Found {
        let state = &self.state;
        let threshold = query.threshold(&state.scene.cues);
        let (mut told, mut beside): (Option<Answer>, Option<f32>) = (None, None);
        let (addressed, is_asked) = (self.spoken_to(), is_question(&query.text));
        let next = state.next_step().unwrap_or(state.position);
        for Ranked { score, meant, target } in self.ranked(query) {
            let best = told.as_ref().map(|told| told.score).or(beside);
            let too_far = best.is_some_and(|best| score < best - NEARLY);
            if too_far {
                break;
            }
            if meant < threshold + if self.is_common(target) { GENERAL } else { 0.0 } {
                continue;
            }
            if let Target::Step(number) = target
                && meant < threshold + LEAP * number.saturating_sub(next) as f32
            {
                continue;
            }
            let moment = match target {
                // Who asks is not silent.
                Target::Beat(number) if is_asked && state.scene.beats[number].kind == Some(Kind::Silence) => {
                    continue;
                }
                Target::Beat(number) => &state.scene.beats[number],
                // It comes after all else.
                Target::Step(number)
                    if state.scene.steps[number].id == LAST_WORD && state.next_step().is_some() =>
                {
                    continue;
                }
                Target::Step(number) if number >= state.position => &state.scene.steps[number],
                Target::Step(_) => continue,
                _ => match self.general(target, only, score) {
                    Some(answer) => return Found::Answer(answer),
                    None => continue,
                },
            };
            if only.is_some_and(|only| only != moment.by) {
                continue;
            }
            let is_told = matches!(state.stock(moment), Stock::Again(_) | Stock::Spent);
            let is_told_before =
                is_told && state.facts.contains(moment.id.as_str()) && fits_but_itself(state, moment);
            if !state.fits(moment) && !is_told_before {
                continue;
            }
            // Somebody else was asked before.
            let is_anothers = addressed.is_some_and(|name| *name != moment.by);
            // Who is asked by name does not have it answered by somebody whom it hardly concerns.
            if is_anothers && moment.by != NARRATOR && meant < threshold + FOR_ANOTHER {
                continue;
            }
            if is_told && (meant < threshold + TOLD || is_anothers) {
                continue;
            }
            let answer = |text: &str, id: &str, by: &str| Answer {
                target,
                score,
                by: by.to_owned(),
                text: state.named(text),
                id: id.to_owned(),
            };
            match state.stock(moment) {
                Stock::Fresh(text) => return Found::Answer(answer(text, &moment.id, &moment.by)),
                Stock::Again(text) if told.is_none() => told = Some(answer(text, &moment.id, &moment.by)),
                Stock::Spent if told.is_none() => {
                    let spare = state.spare(Sort::Told, only.unwrap_or(&moment.by), only.is_some());
                    told = spare.map(|(by, text)| answer(text, Sort::Told.name(), by));
                }
                Stock::Beside => beside = beside.or(Some(score)),
                Stock::Again(_) | Stock::Spent => {}
            }
        }
        match (told, beside) {
            (Some(answer), _) => Found::Answer(answer),
            (None, Some(_)) => Found::Beside,
            (None, None) => Found::Nothing,
        }
    }

    /// How well each target is meant, the best first; whoever the line names is rather meant to answer.
    fn ranked(&self, query: &Query) -> Vec<Ranked> {
        let scene = self.state.scene;
        let ranked = query
            .rank(&[&scene.cues, self.general], self.spoken_to().map(String::as_str))
            .into_iter();
        let mut ranked: Vec<Ranked> = ranked
            .map(|(score, target)| Ranked {
                score,
                meant: score,
                target,
            })
            .collect();
        if let Some(named) = self.named() {
            let more = if self.spoken_to() == Some(named) {
                ADDRESSED
            } else {
                NAMED
            };
            for one in &mut ranked {
                let by = match one.target {
                    Target::Beat(number) => &scene.beats[number].by,
                    Target::Step(number) => &scene.steps[number].by,
                    _ => continue,
                };
                one.score += if by == named { more } else { 0.0 };
            }
            ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
        }
        ranked
    }

    /// Whether this answers what might be said anywhere, so that something else is rather meant.
    fn is_common(&self, target: Target) -> bool {
        match target {
            Target::Beat(number) => matches!(
                self.state.scene.beats[number].kind,
                Some(Kind::Silence | Kind::Greeting | Kind::Farewell)
            ),
            Target::Step(_) => false,
            _ => true,
        }
    }

    /// Whom the player's line speaks to by name.
    fn spoken_to(&self) -> Option<&'a String> {
        let line = self.state.line()?;
        self.state
            .scene
            .actors
            .iter()
            .find(|name| is_spoken_to(&line.text, name))
    }

    /// Whom the player's line names; whom it speaks to before whom it speaks of.
    fn named(&self) -> Option<&'a String> {
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

    /// What answers a line that might be said in any scene.
    fn general(&self, target: Target, only: Option<&str>, score: f32) -> Option<Answer> {
        let voice = only.map_or_else(|| self.addressed(), str::to_owned);
        let sort = match target {
            Target::Silent => return self.silence(only, score),
            Target::Rude => Sort::Rude,
            Target::Thanks => Sort::Thanks,
            Target::Sorry => match self.own(APOLOGY, only, score) {
                Some(answer) => return Some(answer),
                None => Sort::Sorry,
            },
            _ => return self.of_kind(Kind::Greeting, only, score),
        };
        let (by, text) = self.state.spare(sort, &voice, only.is_some())?;
        Some(Answer {
            target,
            score,
            by: by.to_owned(),
            text: self.state.named(text),
            id: sort.name().to_owned(),
        })
    }

    /// The beat of this name, if it can be said now.
    fn own(&self, id: &str, only: Option<&str>, score: f32) -> Option<Answer> {
        let state = &self.state;
        let number = state.scene.beats.iter().position(|beat| beat.id == id)?;
        let beat = &state.scene.beats[number];
        match state.stock(beat) {
            Stock::Fresh(text) if only.is_none_or(|only| only == beat.by) && state.fits(beat) => {
                Some(Answer {
                    target: Target::Beat(number),
                    score,
                    by: beat.by.clone(),
                    text: state.named(text),
                    id: beat.id.clone(),
                })
            }
            _ => None,
        }
    }

    fn of_kind(&self, kind: Kind, only: Option<&str>, score: f32) -> Option<Answer> {
        let state = &self.state;
        state.scene.beats.iter().enumerate().find_map(|(number, beat)| {
            let is_it =
                beat.kind == Some(kind) && only.is_none_or(|only| only == beat.by) && state.fits(beat);
            match state.stock(beat) {
                Stock::Fresh(text) if is_it => Some(Answer {
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

    /// What happens when the player says nothing.
    fn silence(&self, only: Option<&str>, score: f32) -> Option<Answer> {
        self.of_kind(Kind::Silence, only, score).or_else(|| {
            let voice = only.map_or_else(|| self.addressed(), str::to_owned);
            let (by, text) = self.state.spare(Sort::Silence, &voice, only.is_some())?;
            Some(Answer {
                target: Target::Silent,
                score,
                by: by.to_owned(),
                text: self.state.named(text),
                id: Sort::Silence.name().to_owned(),
            })
        })
    }

    /// A line for what no beat answers.
    fn fall_back(&mut self, line: &str, is_asked: bool, reply: &mut Reply<'_>) {
        if !reply.answers.is_empty() || is_silent(line) {
            return;
        }
        let voice = reply.only.map_or_else(|| self.addressed(), str::to_owned);
        let note = foreign_language(line)
            .map(words::in_language)
            .filter(|words| !words::is_said(&self.state.said, &words.english_only));
        if let Some(words) = note {
            let (text, id) = (words.english_only.clone(), "english".to_owned());
            reply.answers.push(Answer {
                target: Target::Silent,
                score: 0.0,
                by: voice,
                text,
                id,
            });
            return;
        }
        let sort = if is_asked { Sort::Unknown } else { Sort::Small };
        let spare = self.state.spare(sort, &voice, reply.only.is_some());
        let spare = spare.or_else(|| {
            self.state
                .spare(Sort::Small, &voice, reply.only.is_some())
                .filter(|_| is_asked)
        });
        if let Some((by, text)) = spare {
            let answer = Answer {
                target: Target::Silent,
                score: 0.0,
                by: by.to_owned(),
                text: self.state.named(text),
                id: sort.name().to_owned(),
            };
            self.take(&answer);
            reply.answers.push(answer);
        }
    }

    /// The next step or the ending, where it is due.
    fn move_on(&mut self, is_answered: bool, reply: &mut Reply<'_>) {
        let state = &self.state;
        let steps = state
            .scene
            .steps
            .iter()
            .filter(|step| step.id != LAST_WORD)
            .count();
        let took_step = reply
            .answers
            .iter()
            .any(|answer| matches!(answer.target, Target::Step(_)));
        let next = state.next_step();
        let is_late = state.turn >= LAST_TURN || (state.turn >= ENDING_FROM && next.is_none());
        let is_over = next.is_none() && !took_step && !is_answered;
        let is_farewell = |answer: &Answer| matches!(answer.target, Target::Beat(number) if state.scene.beats[number].kind == Some(Kind::Farewell));
        let has_last_word = state.scene.steps.iter().any(|step| step.id == LAST_WORD);
        let is_leaving =
            has_last_word && next.is_none() && !took_step && reply.answers.iter().any(is_farewell);
        let had_last_word = state.facts.contains(LAST_WORD);
        if had_last_word && took_step && state.turn < LAST_TURN {
            // It came with this reply: the next line is the player's.
            return;
        }
        if is_late || is_over || is_leaving || had_last_word {
            let last_word = state.last_word().filter(|_| state.turn < LAST_TURN);
            reply.answers.extend(
                last_word
                    .map(|number| self.step(number))
                    .or_else(|| self.ending()),
            );
            return;
        }
        let is_due = state.position < state.turn * steps / STEPS_UNTIL;
        // Two lines in a row that nothing answers: something has to happen.
        let is_stuck = !is_answered && self.was_stuck();
        if let Some(number) = next.filter(|_| !took_step && (is_due || is_stuck || reply.answers.is_empty()))
        {
            let answer = self.step(number);
            self.take(&answer);
            reply.answers.push(answer);
        }
    }

    fn step(&self, number: usize) -> Answer {
        let step = &self.state.scene.steps[number];
        let text = match self.state.stock(step) {
            Stock::Fresh(text) => text,
            _ => &step.text,
        };
        Answer {
            target: Target::Step(number),
            score: 0.0,
            by: step.by.clone(),
            text: self.state.named(text),
            id: step.id.clone(),
        }
    }

    fn ending(&self) -> Option<Answer> {
        let state = &self.state;
        let ending = state.scene.endings.iter().find(|ending| state.fits(ending))?;
        let text = match state.stock(ending) {
            Stock::Fresh(text) => text,
            _ => &ending.text,
        };
        Some(Answer {
            target: Target::Silent,
            score: 0.0,
            by: ending.by.clone(),
            text: state.named(text),
            id: ending.id.clone(),
        })
    }

    /// Whether the last reply was but a line for what no beat answers.
    fn was_stuck(&self) -> bool {
        let state = &self.state;
        let Some(last) = state.cue.path.iter().rev().find(|line| !line.by_player) else {
            return false;
        };
        let last = key(&last.text);
        let sorts = [Sort::Unknown, Sort::Small, Sort::Silence];
        sorts.iter().any(|sort| {
            state
                .scene
                .lines
                .values()
                .flat_map(|lines| lines.of(*sort))
                .any(|text| key(&state.named(text)) == last)
        })
    }

    /// The story goes on without a word of the player's.
    fn go_on(mut self, mut reply: Reply<'_>) -> Played {
        match self.state.next_step() {
            Some(number) => {
                let answer = self.step(number);
                self.take(&answer);
                reply.answers.push(answer);
            }
            None => reply.answers.extend(
                self.state
                    .last_word()
                    .map(|number| self.step(number))
                    .or_else(|| self.ending()),
            ),
        }
        self.said(reply)
    }

    fn said(self, reply: Reply<'_>) -> Played {
        if reply.answers.is_empty() {
            return Played {
                by: reply.voice(&self.state),
                text: self.words.no_other.clone(),
                ids: vec!["note".to_owned()],
                score: 0,
            };
        }
        let score = (reply.score.clamp(0.0, 1.0) * 100.0).round() as u32;
        let texts: Vec<&str> = reply.answers.iter().map(|answer| answer.text.as_str()).collect();
        let by = reply
            .only
            .map_or_else(|| reply.answers[0].by.clone(), str::to_owned);
        Played {
            by,
            text: texts.join("\n\n"),
            ids: reply.answers.iter().map(|answer| answer.id.clone()).collect(),
            score,
        }
    }

    /// Whom the player's line is for: who is named in it, else who spoke last, else who began.
    fn addressed(&self) -> String {
        let state = &self.state;
        let actors = &state.scene.actors;
        let last = || {
            state
                .cue
                .path
                .iter()
                .rev()
                .filter(|line| !line.by_player)
                .find_map(|line| actors.iter().find(|name| **name == line.name))
        };
        let began = || {
            actors
                .iter()
                .find(|name| Some(*name) == state.scene.opening_speaker.as_ref())
        };
        self.named()
            .or_else(last)
            .or_else(began)
            .or(actors.first())
            .cloned()
            .unwrap_or_default()
    }

    /// More of a message that this speaker began.
    pub(super) fn more(self, only: &str) -> Played {
        let state = &self.state;
        let (by, text, id) = match (
            state.has_ended,
            state.spare(Sort::More, only, true),
            state.next_step(),
        ) {
            (true, ..) => (only, self.words.ended.clone(), ENDED.to_owned()),
            (_, Some((by, text)), _) => (by, state.named(text), Sort::More.name().to_owned()),
            (_, None, Some(number)) => {
                let step = self.step(number);
                (only, step.text, step.id)
            }
            (_, None, None) => (only, self.words.no_other.clone(), "note".to_owned()),
        };
        Played {
            by: by.to_owned(),
            text,
            ids: vec![id],
            score: 0,
        }
    }

    /// A line that the player might say next.
    pub(super) fn suggestion(&self) -> Option<String> {
        let state = &self.state;
        if state.has_ended {
            return None;
        }
        let said: Vec<String> = state
            .cue
            .path
            .iter()
            .filter(|line| line.by_player)
            .map(|line| key(&line.text))
            .collect();
        let step = state.next_step().map(|number| &state.scene.steps[number]);
        let fitting = state
            .scene
            .beats
            .iter()
            .filter(|beat| state.fits(beat) && matches!(state.stock(beat), Stock::Fresh(_)));
        let sayable = fitting.filter(|beat| {
            !matches!(
                beat.kind,
                Some(Kind::Silence | Kind::Rudeness | Kind::Farewell | Kind::Greeting)
            )
        });
        let cues = step
            .into_iter()
            .chain(sayable)
            .filter_map(|moment| moment.cues.first())
            .filter(|cue| !said.contains(&key(cue)));
        let cues: Vec<&String> = cues.take(SUGGESTED).collect();
        let place = usize::try_from(state.cue.seed % u64::try_from(cues.len().max(1)).unwrap_or(1))
            .unwrap_or_default();
        cues.get(place).map(|cue| as_line(cue))
    }
}

/// A reply in the making.
struct Reply<'o> {
    answers: Vec<Answer>,
    only: Option<&'o str>,
    score: f32,
}

impl Reply<'_> {
    fn voice(&self, state: &State<'_>) -> String {
        let last = state
            .cue
            .path
            .iter()
            .rev()
            .filter(|line| !line.by_player)
            .find_map(|line| state.scene.actors.iter().find(|name| **name == line.name));
        self.only
            .map(str::to_owned)
            .or_else(|| last.cloned())
            .or_else(|| state.scene.actors.first().cloned())
            .unwrap_or_default()
    }
}

/// Whether what has been said already would fit, did it not shut itself out.
fn fits_but_itself(state: &State<'_>, moment: &super::book::Moment) -> bool {
    let holds = |fact: &String| state.facts.contains(fact.as_str());
    moment.needs.iter().all(holds)
        && !moment
            .unless
            .iter()
            .any(|fact| holds(fact) && *fact != moment.id && !moment.sets.contains(fact))
}

/// At most two answers: the best of the passages in their order, or what the line means as a whole, where
/// that is clearer.
fn two_of(passages: Vec<Answer>, whole: Option<Answer>) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    for answer in passages {
        match found
            .iter_mut()
            .find(|one| one.target == answer.target || one.text == answer.text)
        {
            Some(one) if one.score < answer.score => *one = answer,
            Some(_) => {}
            None => found.push(answer),
        }
    }
    if let Some(whole) = &whole
        && let Some(one) = found.iter_mut().find(|answer| answer.target == whole.target)
    {
        one.score = one.score.max(whole.score);
    }
    let best = found.iter().map(|answer| answer.score).fold(0.0, f32::max);
    if let Some(whole) = whole
        && (found.is_empty()
            || (whole.score > best && !found.iter().any(|answer| answer.target == whole.target)))
    {
        return vec![whole];
    }
    // What could be said to anybody counts only where nothing else does.
    let is_own = |answer: &Answer| {
        matches!(answer.target, Target::Beat(_) | Target::Step(_)) && answer.id != Sort::Told.name()
    };
    if found.iter().any(is_own) {
        found.retain(is_own);
    }
    let mut scores: Vec<f32> = found.iter().map(|answer| answer.score).collect();
    scores.sort_by(|one, other| other.total_cmp(one));
    let least = scores.get(1).copied().unwrap_or_default();
    found.retain(|answer| answer.score >= least);
    found.truncate(2);
    if let [one, other] = found.as_slice() {
        let weaker = one.score.min(other.score);
        let clear = super::finding::MEANT + SECOND;
        if weaker < clear {
            found.retain(|answer| answer.score > weaker);
        }
    }
    // One step at a time.
    let last_step = found
        .iter()
        .filter_map(|answer| {
            if let Target::Step(number) = answer.target {
                Some(number)
            } else {
                None
            }
        })
        .max();
    found.retain(|answer| !matches!(answer.target, Target::Step(number) if Some(number) != last_step));
    // What carries the scene on comes after what answers.
    found.sort_by_key(|answer| matches!(answer.target, Target::Step(_)));
    found
}

/// A cue as the player would send it.
fn as_line(cue: &str) -> String {
    if cue.contains(['*', '"']) {
        cue.to_owned()
    } else {
        format!("\"{cue}\"")
    }
}

/// Whether this is the narrator's voice in a scene with these actors.
pub(super) fn voice_of(scene: &Scene, name: &str) -> String {
    scene
        .actors
        .iter()
        .find(|actor| *actor == name)
        .cloned()
        .unwrap_or_else(|| NARRATOR.to_owned())
}
