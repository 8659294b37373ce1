//! That no story is ever romantic with a minor in it (docs/adr/0020): what is asked for is judged before a model is asked, what a model writes
//! before it is shown and stored. Who tries again and again closes the story.

use kernel::ErrorCode;
use serde_json::json;

use super::begin::Turn;
use super::model::TurnKind;
use super::rules::utf16_slice;
use super::scene::{Set, Stage};
use crate::care::rules::{STRIKES_TO_CLOSE, after_attempt, after_cut};
use crate::care::{By, Minors, names_minor, sentences};
use crate::db::{Conn, Tx};
use crate::lorebooks;
use crate::memory;
use crate::reports::{self, NewReport, Reporter};
use crate::stories::{self, MessageRow, Story, StoryCare};
use crate::web::{AppState, Problem};

/// How much of a story is read for what it says of ages, in messages.
pub(super) const LOOK_BACK: u32 = 400;
/// How many of the latest messages may not be over the line themselves, or nothing goes on from them.
const LATEST: usize = 4;
/// How many of the latest messages a report keeps.
const REPORTED: usize = 20;
/// How far before a sentence a reply is read again for whom it speaks of, in bytes.
const CONTEXT_BYTES: usize = 2_000;
/// What is reported of a story that was closed.
const REASON: &str = "minor";

const ASKED: &str = "Somebody in this story is under 18, so nothing romantic or sexual is played with them. Nothing was sent and nothing was charged; your words are still here to change.";
const ASKED_LAST: &str = "Somebody in this story is under 18, so nothing romantic or sexual is played with them. Nothing was sent and nothing was charged; your words are still here to change. The next attempt closes this story.";
const WRITTEN: &str = "What this goes on from is romantic with somebody under 18. Go back to before it, or change it.";
const INSTRUCTED: &str = "Your note or instructions ask for romance, and somebody in this story is under 18. Change them in the settings to go on.";
/// Most text that is held back for want of the end of a sentence, in bytes.
const MAX_SENTENCE_BYTES: usize = 4_000;

/// Why the words of a request are not played; their strike is counted. None: nothing speaks against them.
///
/// # Errors
/// 409 where the story is closed; 422 where something else than the request is the reason.
pub(super) async fn refusal(tx: &mut Tx, turn: &mut Turn<'_>) -> Result<Option<Problem>, Problem> {
    if turn.set.story.care.closed_at.is_some() {
        return Err(stories::closed());
    }
    let ask = turn.ask;
    let target = match ask.kind() {
        TurnKind::Say | TurnKind::Next | TurnKind::Impersonate => turn.parent(tx).await?,
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => Some(turn.target(tx).await?),
    };
    let path = match &target {
        Some(target) => stories::path_to(tx, &turn.set.story, Some(&target.id), LOOK_BACK).await?,
        None => Vec::new(),
    };
    let mut minors = of(tx, &turn.set, &path).await?;
    let (set, story) = (&turn.set, &turn.set.story);
    let player = stories::by_player(story, &set.cast);
    let passage = match (ask.kind(), &target) {
        (TurnKind::Rewrite, Some(target)) => ask.selection.and_then(|passage| utf16_slice(&target.content, passage.start, passage.end)),
        _ => None,
    };
    let is_over = [Some(ask.text()), ask.note()].into_iter().flatten().any(|text| minors.judge(player, text).is_some());
    if is_over {
        let words = format!("{}\n{}", ask.text(), ask.note().unwrap_or_default());
        strike(tx, turn.app, &mut turn.set.story, &path, words.trim()).await?;
        let care = turn.set.story.care;
        let is_last = after_attempt(care.strikes) >= STRIKES_TO_CLOSE;
        let refusal = if is_last { Problem::new(ErrorCode::NeverPlayed, ASKED_LAST) } else { Problem::new(ErrorCode::NeverPlayed, ASKED) };
        return Ok(Some(if care.closed_at.is_some() { stories::closed() } else { refusal }));
    }
    if !minors.any() {
        return Ok(None);
    }
    let own = [story.settings.system_prompt.as_deref(), story.settings.post_history.as_deref(), Some(story.settings.authors_note.text.as_str())];
    if own.into_iter().flatten().any(|text| minors.judge(player, text).is_some()) {
        return Err(Problem::new(ErrorCode::NeverPlayed, INSTRUCTED));
    }
    // What is replaced is not gone on from.
    let kept = if matches!(ask.kind(), TurnKind::Regenerate | TurnKind::Retry) { path.len().saturating_sub(1) } else { path.len() };
    let latest = path[..kept].iter().rev().take(LATEST).filter(|row| !row.aside);
    let is_written = latest.into_iter().any(|row| minors.judge(stories::by(&set.cast, row), &row.content).is_some());
    let is_passage = passage.is_some_and(|passage| minors.judge(player, passage).is_some());
    if is_written || is_passage {
        return Err(Problem::new(ErrorCode::NeverPlayed, WRITTEN));
    }
    Ok(None)
}

/// Who is a minor in a story as far as the end of this path: by its cards, its player, its lore, its memory, its lines.
async fn of(conn: &mut Conn, set: &Set, path: &[MessageRow]) -> Result<Minors, Problem> {
    let (facts, summary) = memory::for_path(conn, &set.story.id, path).await?;
    let books = lorebooks::for_story(conn, set.scope()).await?;
    let lore = books.iter().flat_map(|one| &one.book.entries).filter(|entry| entry.enabled).map(|entry| format!("{}: {}", entry.title(), entry.content));
    let lore: Vec<String> = lore.collect();
    let told = facts.iter().map(|fact| fact.text.as_str()).chain(summary.as_ref().map(|summary| summary.text.as_str()));
    let more: Vec<&str> = lore.iter().map(String::as_str).chain(told).collect();
    Ok(stories::minors(&set.story, (&set.persona.name, &set.persona.description), &set.cast, path, &more))
}

/// The same for a reply that is to be written.
pub(super) fn of_stage(stage: &Stage) -> Minors {
    let set = &stage.set;
    let told = stage.told();
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    stories::minors(&set.story, (&set.persona.name, &set.persona.description), &set.cast, stage.latest(LOOK_BACK), &told)
}

/// Counts an attempt, and closes the story with the last that there may be; that is reported.
async fn strike(tx: &mut Tx, app: &AppState, story: &mut Story, path: &[MessageRow], words: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    let care = story.care;
    let strikes = after_attempt(care.strikes);
    let closes = strikes >= STRIKES_TO_CLOSE && care.closed_at.is_none();
    let care = StoryCare { strikes, closed_at: if closes { Some(now) } else { care.closed_at }, ..care };
    stories::set_care(tx, story, care).await?;
    if closes {
        report(tx, app, story, path, words).await?;
    }
    Ok(())
}

/// Counts a reply that was cut. It closes nothing by itself: its player may not have wanted it.
pub(super) async fn strike_cut(tx: &mut Tx, story: &mut Story) -> Result<(), Problem> {
    let care = StoryCare { strikes: after_cut(story.care.strikes), ..story.care };
    stories::set_care(tx, story, care).await?;
    Ok(())
}

async fn report(tx: &mut Tx, app: &AppState, story: &Story, path: &[MessageRow], words: &str) -> Result<(), Problem> {
    let latest = &path[path.len().saturating_sub(REPORTED)..];
    let lines: Vec<_> = latest.iter().map(|row| json!({ "name": row.name, "text": row.content })).collect();
    let copy = json!({ "title": story.title, "lines": lines, "last": words });
    let new = NewReport {
        kind: "story",
        target_id: story.id.as_str(),
        subject: Some(&story.owner),
        reporter: &Reporter::House,
        sender: None,
        reason: REASON,
        note: "",
        copy: &copy,
        now: app.clock.now(),
    };
    reports::file(app, tx, &new).await?;
    Ok(())
}

/// Reads along while a reply is written. Where there are minors, nothing is shown before its sentence has ended and was judged.
#[derive(Debug)]
pub(super) struct Reader {
    minors: Minors,
    by: By,
    /// Everything so far, with what was there before the first word.
    all: String,
    /// How much of that was there before, and how much was shown.
    begun: usize,
    shown: usize,
    over: Option<usize>,
    /// A word for somebody who is a minor in any story was written.
    is_named: bool,
}

impl Reader {
    /// For a reply of this speaker, of which this much is there already.
    pub(super) fn new(minors: Minors, by: By, begun: &str) -> Self {
        Self { minors, by, all: begun.to_owned(), begun: begun.len(), shown: begun.len(), over: None, is_named: false }
    }

    /// What may be shown after this much more was written.
    pub(super) fn push(&mut self, more: &str) -> String {
        if self.over.is_some() {
            return String::new();
        }
        self.all.push_str(more);
        self.is_named = self.is_named || names_minor(&self.all[self.shown_sentence()..]);
        // Sentences are read when the next has begun.
        let ended = sentences(&self.all[self.shown_sentence()..]).last().map_or(0, |(at, _)| *at) + self.shown_sentence();
        let is_long = self.all.len() - self.shown > MAX_SENTENCE_BYTES;
        self.read(if is_long { self.all.len() } else { ended.max(self.shown) });
        let is_held = self.knows_minor() && self.all.len() - self.shown <= MAX_SENTENCE_BYTES;
        let until = if is_held { ended.max(self.shown) } else { self.all.len() };
        self.show(until)
    }

    /// What is left when the model has ended.
    pub(super) fn finish(&mut self) -> String {
        if self.over.is_some() {
            return String::new();
        }
        self.read(self.all.len());
        self.show(self.all.len())
    }

    /// Whether somebody is a minor, by the story or by what was written: what a model thinks is not shown then.
    pub(super) fn knows_minor(&self) -> bool {
        self.minors.any() || self.is_named
    }

    /// Where the new text is to be cut, in bytes; none: nowhere.
    pub(super) fn over(&self) -> Option<usize> {
        self.over.map(|at| at.saturating_sub(self.begun))
    }

    /// Where the sentence begins of which some was shown already.
    fn shown_sentence(&self) -> usize {
        let near = self.context(self.shown);
        near + sentences(&self.all[near..self.shown]).last().map_or(0, |(at, _)| *at)
    }

    fn context(&self, before: usize) -> usize {
        let mut at = before.saturating_sub(CONTEXT_BYTES);
        while !self.all.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Judges what was written up to here. What is learned of an age counts for all that came before it.
    fn read(&mut self, until: usize) {
        let from = self.context(self.shown);
        let known = self.knows_minor();
        let learned = self.minors.learn(self.by, &self.all[from..until]);
        if !known && !learned {
            return;
        }
        let from = if learned { 0 } else { from };
        self.over = self.minors.judge(self.by, &self.all[from..until]).map(|at| (from + at).max(self.begun));
    }

    fn show(&mut self, until: usize) -> String {
        let until = self.over.unwrap_or(until);
        let shown = self.all.get(self.shown..until).unwrap_or_default().to_owned();
        self.shown = self.shown.max(until);
        shown
    }
}
