//! That no story is ever romantic with a minor in it (docs/adr/0020): what is asked for is judged before a
//! model is asked, what a model writes before it is shown and stored. Who tries again and again closes the
//! story.
//!
//! Judging reads much and takes its time, and SQLite has one writer: so the story is read and judged before
//! the transaction ([`judge`], [`judge_edit`]), on a thread for such work and within [`MAX_TOLD_BYTES`] and
//! `stories::rules::MAX_JUDGED_BYTES`. The transaction then looks whether the story is still the one that was
//! judged; if not, all of it is done again.

use accounts::safety::rules::{SAME_ATTEMPT_MS, STRIKES_TO_CLOSE, after_attempt, after_cut, strikes_at};
use accounts::safety::{By, Minors, Readings, names_minor, sentences};
use catalogue::lorebooks::{self, AttachedBook};
use catalogue::scenarios::ExampleLine;
use kernel::ErrorCode;
use platform::db::{Conn, Tx};
use platform::web::Problem;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::ask::CreateMessage;
use super::model::TurnKind;
use super::rules::{MINUTE_MS, TURNS_PER_MINUTE, utf16_slice};
use super::scene::{ReplyContext, StoryContext};
use super::{errors, outside, store};
use crate::reports::{self, NewReport, Reporter};
use crate::stories::{self, Author, Character, MessageId, MessageRow, Origin, Owner, Story, StorySafety};
use crate::{AppState, memory};

/// How much of a story is read for what it says of ages, and judged, in messages.
pub(super) const LOOK_BACK: u32 = 400;
/// How often a story is judged anew that changed while it was.
pub(super) const TRIES: u32 = 4;
/// Requests and replies that are judged at the same time in this process; others wait for their turn.
const JUDGED_AT_ONCE: usize = 4;
static PLACES: Semaphore = Semaphore::const_new(JUDGED_AT_ONCE);
/// Most of what lorebooks and memory tell that is read, in bytes: memory first, then the entries in their
/// order.
const MAX_TOLD_BYTES: usize = 512 << 10;
/// How many of the latest messages are judged as if they came now; those further up only where somebody is
/// surely meant.
const LATEST: usize = 4;
/// How many of the latest messages a report keeps.
const REPORTED: usize = 20;
/// How far before a sentence a reply is read again for whom it speaks of, in bytes.
const CONTEXT_BYTES: usize = 2_000;
/// What the player is told to wait where a story changes again and again, in seconds.
const RETRY_SECS: u32 = 2;
/// What is reported of a story that was closed.
const REASON: &str = "minor";

const ASKED: &str = "Somebody in this story is under 18, so nothing romantic or sexual is played with them. Nothing was sent and nothing was charged; your words are still here to change.";
const EDITED: &str = "Somebody in this story is under 18, so nothing romantic or sexual is played with them. The message stays as it was.";
const LAST: &str = "The next attempt closes this story.";
const WRITTEN: &str =
    "What this goes on from is romantic with somebody under 18. Go back to before it, or change it.";
/// Most text that is held back for want of the end of a sentence, in bytes.
const MAX_SENTENCE_BYTES: usize = 4_000;

/// What was found in a request, in a story as it was then.
#[derive(Debug)]
pub(super) struct Judgement {
    /// The version of the story that was judged.
    version: i64,
    verdict: Verdict,
    /// The lines before, for a report.
    path: Vec<MessageRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    /// Nothing speaks against it.
    Played,
    /// The player asks for it.
    Asked,
    /// A text that a model is told asks for it: which.
    Told(String),
    /// A message that the turn goes on from is over the line.
    Written(MessageId),
}

impl Judgement {
    /// Whether it is of this story as it is, which was taken for a change.
    pub(super) fn is_of(&self, story: &Story) -> bool {
        self.version + 1 == story.version
    }
}

/// Does what takes its time where nobody waits for it but its own request.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let place = PLACES.acquire().await.map_err(Problem::internal)?;
    let task = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    task.await.map_err(Problem::internal)
}

/// Judges a request before its transaction. None where what it is about is not there, or a cry for help is
/// answered anyway.
pub(super) async fn judge(
    app: &AppState,
    owner: &Owner,
    ask: &CreateMessage,
    readings: &Readings,
) -> Option<Judgement> {
    if outside::in_words(ask, readings).next().is_some() {
        return None;
    }
    read_and_judge(app, owner, ask).await.ok()
}

async fn read_and_judge(app: &AppState, owner: &Owner, ask: &CreateMessage) -> Result<Judgement, Problem> {
    let mut conn = app.db.read().await?;
    let set = StoryContext::load(&mut conn, owner, ask.story_id()?).await?;
    // Who is too fast is refused in a moment, and is not judged for it.
    let since = app.clock.now().plus_millis(-MINUTE_MS);
    if set.story.safety.closed_at.is_some()
        || store::count_begun(&mut conn, owner.whose(), since).await? >= TURNS_PER_MINUTE
    {
        return Err(stale());
    }
    let (named, is_target) = match ask.kind() {
        TurnKind::Say | TurnKind::Next | TurnKind::Impersonate => (ask.parent_id.as_ref(), false),
        TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {
            (ask.message_id.as_ref(), true)
        }
    };
    let end = match named.or(set.story.head_id.as_ref()) {
        Some(id) => Some(stories::load_message(&mut conn, &set.story, id).await?),
        None => None,
    };
    let path = match &end {
        Some(end) => stories::path_to(&mut conn, &set.story, Some(&end.id), LOOK_BACK).await?,
        None => Vec::new(),
    };
    let told = told_on(&mut conn, &set, &path).await?;
    drop(conn);
    let (version, ask, target) = (set.story.version, ask.clone(), end.filter(|_| is_target));
    let work = move || {
        let verdict = verdict(&set, &path, &told, &ask, target.as_ref());
        Judgement {
            version,
            verdict,
            path,
        }
    };
    apart(work).await
}

fn verdict(
    set: &StoryContext,
    path: &[MessageRow],
    told: &[Told],
    ask: &CreateMessage,
    target: Option<&MessageRow>,
) -> Verdict {
    let mut minors = minors(set, path, told);
    let player = stories::by_player(&set.story, &set.cast);
    if [Some(ask.text()), ask.note()]
        .into_iter()
        .flatten()
        .any(|text| minors.judge(player, text).is_some())
    {
        return Verdict::Asked;
    }
    if !minors.any() {
        return Verdict::Played;
    }
    if let Some(what) = instructed(&mut minors, set, told) {
        return Verdict::Told(what);
    }
    // What is replaced is not gone on from. The player's own line is not replaced by another try: it is
    // answered once more.
    let is_replaced = matches!(ask.kind(), TurnKind::Regenerate | TurnKind::Retry)
        && target.is_some_and(|target| target.author != Author::User);
    let kept = &path[..path.len() - usize::from(is_replaced && !path.is_empty())];
    if let Some(written) = written(&mut minors, &set.cast, stories::latest(kept)) {
        return Verdict::Written(written);
    }
    let passage = target
        .filter(|_| ask.kind() == TurnKind::Rewrite)
        .zip(ask.selection);
    let is_over = passage.is_some_and(|(target, passage)| {
        let text = utf16_slice(&target.content, passage.start, passage.end);
        text.is_some_and(|text| minors.judge(stories::by(&set.cast, target), text).is_some())
    });
    match target.filter(|_| is_over) {
        Some(target) => Verdict::Written(target.id.clone()),
        None => Verdict::Played,
    }
}

/// Which text that a model is told asks for a romance with a minor.
///
/// Judged are the player's instructions, as if the player said them now; the scenario, the cards, the
/// persona, the lorebooks and the memory as descriptions: a romance counts there only with somebody who plays
/// and is a minor, or with "a child" and the like. A card that tells of an adult's romance stops no story in
/// which a child plays beside it; a card of a minor that tells of a romance of theirs does. Lines of example
/// dialogue count as said by whom they are of. Not judged are titles, tags and pictures, entries that are
/// switched off, and what the author tells the reader beside the story: no model sees those.
fn instructed(minors: &mut Minors, set: &StoryContext, told: &[Told]) -> Option<String> {
    let (story, cast) = (&set.story, &set.cast);
    let player = stories::by_player(story, cast);
    let own = [
        story.settings.system_prompt.as_deref(),
        story.settings.post_history.as_deref(),
        Some(story.settings.authors_note.text.as_str()),
    ];
    if own
        .into_iter()
        .flatten()
        .any(|text| minors.judge(player, text).is_some())
    {
        return Some("Your note or instructions".to_owned());
    }
    minors.begin_again();
    let name = set.persona.name.as_str();
    let filled = |text: &str, speaker: &str| stories::rules::fill_names(text, speaker, name);
    if [&story.setup.description, &story.setup.setting]
        .into_iter()
        .any(|text| minors.is_told(By::Narrator, &filled(text, "")))
    {
        return Some("The scenario".to_owned());
    }
    let lead = cast.first().map_or("", |one| one.name.as_str());
    let is_over = |line: &ExampleLine| {
        minors.judge_again(
            speaker(cast, name, &filled(&line.speaker, lead)),
            &filled(&line.text, lead),
        )
    };
    if story.setup.example_dialogue.iter().any(is_over) {
        return Some("The example dialogue of the scenario".to_owned());
    }
    for (place, one) in cast.iter().enumerate() {
        let of = By::Cast(place);
        let is_told = [&one.role, &one.description, &one.persona]
            .into_iter()
            .any(|text| minors.is_told(of, &filled(text, &one.name)));
        let examples = filled(&one.examples, &one.name);
        let mut lines = examples.lines().map(|line| match line.split_once(':') {
            Some((said_by, text))
                if !said_by.trim().contains(char::is_whitespace) || said_by.trim() == one.name =>
            {
                (speaker(cast, name, said_by.trim()), text)
            }
            _ => (of, line),
        });
        if is_told || lines.any(|(by, text)| minors.judge_again(by, text)) {
            return Some(format!("The card of {}", one.name));
        }
    }
    if minors.is_told(By::Player, &filled(&set.persona.description, name)) {
        return Some("Your persona".to_owned());
    }
    let told = told
        .iter()
        .find(|one| minors.is_told(By::Narrator, &filled(&one.text, "")));
    told.map(|one| {
        one.entry.as_ref().map_or_else(
            || "The memory of this story".to_owned(),
            |title| format!("The lorebook entry “{title}”"),
        )
    })
}

/// Who says a line of example dialogue.
fn speaker(cast: &[Character], player: &str, name: &str) -> By {
    if name == player {
        return By::Player;
    }
    cast.iter()
        .position(|one| one.name == name)
        .map_or(By::Narrator, By::Cast)
}

/// The first message of a path that is over the line. Each is read as it was when it came, by what is known
/// now. The latest, and those that came in without being judged (from a file, by an edit), are judged as if
/// they came now; of those that were judged when they came, only what is sure counts: a word such as "girl"
/// means somebody else once a child comes by.
fn written(minors: &mut Minors, cast: &[Character], path: &[MessageRow]) -> Option<MessageId> {
    minors.begin_again();
    let latest = path.len().saturating_sub(LATEST);
    for (place, row) in path.iter().enumerate().filter(|(_, row)| !row.aside) {
        let by = stories::by(cast, row);
        // What is left out of prompts is not gone on from.
        let is_read = place >= latest || !row.hidden;
        let came_in = row.edited_at.is_some()
            || row.origin == Origin::Edited
            || (row.turn_id.is_none() && row.origin != Origin::Opening);
        let is_over = match place >= latest || came_in {
            true => minors.judge(by, &row.content).is_some(),
            false => minors.judge_again(by, &row.content),
        };
        if is_read && is_over {
            return Some(row.id.clone());
        }
        minors.heard(by);
    }
    None
}

/// Judges the text that the player puts in the place of a message, or beside it: by all that is known in the
/// story, above and below.
///
/// # Errors
/// 404 where it is not a message of a story of theirs.
pub(super) async fn judge_edit(
    app: &AppState,
    owner: &Owner,
    id: &MessageId,
    text: &str,
) -> Result<Judgement, Problem> {
    let mut conn = app.db.read().await?;
    let (story, row) = stories::load_own_message(&mut conn, owner, id).await?;
    let set = StoryContext::of(&mut conn, story).await?;
    let above = match &row.parent_id {
        Some(parent) => stories::path_to(&mut conn, &set.story, Some(parent), LOOK_BACK).await?,
        None => Vec::new(),
    };
    let leaf = stories::active_leaf(&mut conn, &row.id).await?;
    let mut below = stories::path_to(&mut conn, &set.story, Some(&leaf), LOOK_BACK).await?;
    below.retain(|later| later.depth > row.depth);
    let all: Vec<MessageRow> = above.iter().cloned().chain(below).collect();
    let told = told_on(&mut conn, &set, &all).await?;
    drop(conn);
    let (version, text) = (set.story.version, text.to_owned());
    let work = move || {
        let mut minors = minors(&set, &all, &told);
        minors.begin_again();
        above
            .iter()
            .filter(|row| !row.aside)
            .for_each(|row| minors.heard(stories::by(&set.cast, row)));
        let is_over = minors.judge(stories::by(&set.cast, &row), &text).is_some();
        Judgement {
            version,
            verdict: if is_over { Verdict::Asked } else { Verdict::Played },
            path: above,
        }
    };
    apart(work).await
}

/// That a story changed again and again while a request was judged.
pub(super) fn stale() -> Problem {
    Problem::new(
        ErrorCode::OVERLOADED,
        "The story is changing just now. Please try again in a moment.",
    )
    .with_retry_after(RETRY_SECS)
}

/// Why the words of a request are not played; their strike is counted. None: nothing speaks against them.
///
/// # Errors
/// 422 where something else than the request is the reason.
pub(super) async fn refusal(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
    ask: &CreateMessage,
    found: &Judgement,
) -> Result<Option<Problem>, Problem> {
    match &found.verdict {
        Verdict::Played => Ok(None),
        Verdict::Asked => {
            let words = format!("{}\n{}", ask.text(), ask.note().unwrap_or_default());
            strike(tx, app, story, &found.path, words.trim(), ASKED)
                .await
                .map(Some)
        }
        Verdict::Told(what) => {
            let sentence = format!(
                "{what} asks for a romance with somebody under 18, which is never played. The story goes on once that is changed."
            );
            Err(Problem::new(errors::NEVER_PLAYED, sentence))
        }
        Verdict::Written(id) => {
            Err(Problem::new(errors::NEVER_PLAYED, WRITTEN).with_extension("messageId", id.as_str()))
        }
    }
}

/// The same for an edit.
///
/// # Errors
/// What the database reports.
pub(super) async fn edit_refusal(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
    text: &str,
    found: &Judgement,
) -> Result<Option<Problem>, Problem> {
    match found.verdict {
        Verdict::Asked => strike(tx, app, story, &found.path, text.trim(), EDITED)
            .await
            .map(Some),
        _ => Ok(None),
    }
}

/// Something that is told of a story's world, besides its cards and its lines.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// The title of the lorebook entry; none: it is remembered.
    entry: Option<String>,
    text: String,
}

/// What memory and lorebooks tell, as far as it is read.
pub(super) fn told<'a>(remembered: impl Iterator<Item = &'a str>, books: &[AttachedBook]) -> Vec<Told> {
    let entries = books
        .iter()
        .flat_map(|one| &one.book.entries)
        .filter(|entry| entry.enabled);
    let lore = entries.map(|entry| Told {
        entry: Some(entry.title().to_owned()),
        text: format!("{}: {}", entry.title(), entry.content),
    });
    let mut bytes = 0;
    let all = remembered
        .map(|text| Told {
            entry: None,
            text: text.to_owned(),
        })
        .chain(lore);
    all.take_while(|one| {
        bytes += one.text.len();
        bytes <= MAX_TOLD_BYTES
    })
    .collect()
}

async fn told_on(conn: &mut Conn, set: &StoryContext, path: &[MessageRow]) -> Result<Vec<Told>, Problem> {
    let (facts, summary) = memory::for_path(conn, &set.story.id, path).await?;
    let books = lorebooks::for_story(conn, set.scope()).await?;
    Ok(told(
        facts
            .iter()
            .map(|fact| fact.text.as_str())
            .chain(summary.as_ref().map(|summary| summary.text.as_str())),
        &books,
    ))
}

/// Who is a minor in a story as far as the end of this path: by its cards, its player, its lore, its memory,
/// its lines.
fn minors(set: &StoryContext, path: &[MessageRow], told: &[Told]) -> Minors {
    let more: Vec<&str> = told.iter().map(|one| one.text.as_str()).collect();
    stories::minors(
        &set.story,
        (&set.persona.name, &set.persona.description),
        &set.cast,
        path,
        &more,
    )
}

/// The same for a reply that is to be written.
pub(super) async fn of_stage(stage: ReplyContext) -> Result<(ReplyContext, Minors), Problem> {
    let work = move || {
        let minors = minors(&stage.set, stage.latest(LOOK_BACK), &stage.told());
        (stage, minors)
    };
    apart(work).await
}

/// Counts an attempt, and closes the story with the last that there may be; that is reported. What the player
/// is told of it. The same words sent again within a short time are the same attempt: a double click, or
/// another try after an answer was lost.
async fn strike(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
    path: &[MessageRow],
    words: &str,
    sentence: &str,
) -> Result<Problem, Problem> {
    let (now, care) = (app.clock.now(), story.safety);
    let refused = Some(hash_of(words));
    let is_same = care.refused == refused
        && care
            .struck_at
            .is_some_and(|at| now.0.saturating_sub(at.0) < SAME_ATTEMPT_MS);
    let remembered = strikes_at(care.strikes, care.struck_at, now);
    if !is_same {
        let strikes = after_attempt(remembered);
        let closed_at = care.closed_at.or((strikes >= STRIKES_TO_CLOSE).then_some(now));
        stories::set_safety(
            tx,
            story,
            StorySafety {
                strikes,
                closed_at,
                struck_at: Some(now),
                refused,
                ..care
            },
        )
        .await?;
        if closed_at.is_some() && care.closed_at.is_none() {
            report(tx, app, story, path, words).await?;
        }
    }
    if story.safety.closed_at.is_some() {
        return Ok(stories::closed());
    }
    let is_last = after_attempt(story.safety.strikes) >= STRIKES_TO_CLOSE;
    Ok(Problem::new(
        errors::NEVER_PLAYED,
        if is_last {
            format!("{sentence} {LAST}")
        } else {
            sentence.to_owned()
        },
    ))
}

/// By what refused words are known again; whoever can read this column can read the story.
fn hash_of(words: &str) -> i64 {
    let digest = Sha256::digest(words.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(bytes)
}

/// Counts a reply that was cut. It closes nothing by itself: its player may not have wanted it.
pub(super) async fn strike_cut(tx: &mut Tx, app: &AppState, story: &mut Story) -> Result<(), Problem> {
    let (now, care) = (app.clock.now(), story.safety);
    let strikes = after_cut(strikes_at(care.strikes, care.struck_at, now));
    stories::set_safety(
        tx,
        story,
        StorySafety {
            strikes,
            struck_at: Some(now),
            ..care
        },
    )
    .await?;
    Ok(())
}

async fn report(
    tx: &mut Tx,
    app: &AppState,
    story: &Story,
    path: &[MessageRow],
    words: &str,
) -> Result<(), Problem> {
    let latest = &path[path.len().saturating_sub(REPORTED)..];
    let lines: Vec<_> = latest
        .iter()
        .map(|row| json!({ "name": row.name, "text": row.content }))
        .collect();
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

/// Reads along while a reply is written, sentence by sentence. Where there are minors, nothing is shown
/// before its sentence has ended and was judged.
#[derive(Debug)]
pub(super) struct Reader {
    minors: Minors,
    by: By,
    /// Everything so far, with what was there before the first word.
    all: String,
    /// How much of that was there before, and how much was shown.
    begun: usize,
    shown: usize,
    /// How far it was judged, and where the sentence begins that has not ended.
    read: usize,
    sentence: usize,
    over: Option<usize>,
    /// A word for somebody who is a minor in any story was written.
    is_named: bool,
    /// How often it judged, for a test.
    #[cfg(test)]
    judged: usize,
}

impl Reader {
    /// For a reply of this speaker, of which this much is there already.
    pub(super) fn new(minors: Minors, by: By, begun: &str) -> Self {
        let length = begun.len();
        let sentence = sentences(begun).last().map_or(0, |(at, _)| *at);
        Self {
            minors,
            by,
            all: begun.to_owned(),
            begun: length,
            shown: length,
            read: length,
            sentence,
            over: None,
            is_named: false,
            #[cfg(test)]
            judged: 0,
        }
    }

    /// What may be shown after this much more was written. Pieces are small and many, and judging is dear: it
    /// is done where a sentence ended, and where one has no end.
    pub(super) fn push(&mut self, more: &str) -> String {
        if self.over.is_some() {
            return String::new();
        }
        let word = self.sentence + self.all[self.sentence..].rfind(char::is_whitespace).unwrap_or(0);
        self.all.push_str(more);
        self.is_named = self.is_named || names_minor(&self.all[word..]);
        // A sentence is over when the next has begun.
        let begins = self.sentence
            + sentences(&self.all[self.sentence..])
                .last()
                .map_or(0, |(at, _)| *at);
        let is_long = self.all.len() - self.read > MAX_SENTENCE_BYTES;
        if begins > self.sentence || is_long {
            self.sentence = if is_long { self.all.len() } else { begins };
            self.read_to(self.sentence.max(self.read));
        }
        let until = if self.knows_minor() {
            self.read
        } else {
            self.all.len()
        };
        self.show(until)
    }

    /// What is left when the model has ended.
    pub(super) fn finish(&mut self) -> String {
        if self.over.is_some() {
            return String::new();
        }
        self.read_to(self.all.len());
        self.show(self.all.len())
    }

    /// Whether somebody is a minor, by the story or by what was written: what a model thinks is not shown
    /// then.
    pub(super) fn knows_minor(&self) -> bool {
        self.minors.any() || self.is_named
    }

    /// Where the new text is to be cut, in bytes; none: nowhere.
    pub(super) fn over(&self) -> Option<usize> {
        self.over.map(|at| at.saturating_sub(self.begun))
    }

    fn context(&self, before: usize) -> usize {
        let mut at = before.saturating_sub(CONTEXT_BYTES);
        while !self.all.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Judges what was written up to here. What is learned of an age counts for all that came before it.
    fn read_to(&mut self, until: usize) {
        let from = self.context(self.read);
        self.read = until;
        #[cfg(test)]
        {
            self.judged += 1;
        }
        let known = self.knows_minor();
        let learned = self.minors.learn(self.by, &self.all[from..until]);
        if !known && !learned {
            return;
        }
        let from = if learned { 0 } else { from };
        self.over = self
            .minors
            .judge(self.by, &self.all[from..until])
            .map(|at| (from + at).max(self.begun));
    }

    fn show(&mut self, until: usize) -> String {
        let until = self.over.unwrap_or(until);
        let shown = self.all.get(self.shown..until).unwrap_or_default().to_owned();
        self.shown = self.shown.max(until);
        shown
    }
}

#[cfg(test)]
mod tests {
    use accounts::safety::{InPlay, Role};

    use super::*;

    fn reader(age: &str) -> Reader {
        let cast = vec![Role {
            name: "Ada",
            text: age,
        }];
        Reader::new(
            Minors::of(&InPlay {
                player: Some(Role {
                    name: "Robin",
                    text: "A neighbour, 33.",
                }),
                cast,
                ..InPlay::default()
            }),
            By::Cast(0),
            "",
        )
    }

    #[test]
    fn a_reply_is_judged_by_the_sentence_and_not_by_the_piece() {
        for age in ["A smith, 30.", "Fifteen years old."] {
            let mut reader = reader(age);
            let reply = "The rain has stopped, and the lamps along the harbour are lit one after the other. "
                .repeat(40);
            let pieces: Vec<&str> = reply.split_inclusive(' ').collect();
            let mut shown: String = pieces.iter().map(|piece| reader.push(piece)).collect();
            shown.push_str(&reader.finish());
            assert_eq!(shown, reply);
            assert!(
                pieces.len() > 500 && reader.judged <= 41,
                "{} of {}",
                reader.judged,
                pieces.len()
            );
        }
    }

    #[test]
    fn however_it_comes_it_is_cut_before_the_sentence() {
        let reply = "The rain stops. \"Come,\" she says. She kisses you on the mouth. Then she laughs.";
        for size in [1, 3, 7, 200] {
            let mut reader = reader("Fifteen years old.");
            let letters: Vec<char> = reply.chars().collect();
            let mut shown: String = letters
                .chunks(size)
                .map(|piece| reader.push(&piece.iter().collect::<String>()))
                .collect();
            shown.push_str(&reader.finish());
            assert_eq!(
                (shown.as_str(), reader.over()),
                ("The rain stops. \"Come,\" she says. ", Some(34)),
                "{size}"
            );
        }
        // A sentence without an end is judged, too, also where it began long before.
        let mut reader = reader("A smith, 30.");
        let long = format!("I am fifteen and {} I kiss you", "walk and walk and ".repeat(300));
        for piece in long.split_inclusive(' ') {
            reader.push(piece);
        }
        reader.finish();
        assert!(reader.over().is_some());
    }
}
