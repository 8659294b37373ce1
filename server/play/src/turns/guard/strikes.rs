//! Refuses what is never played, counts attempts, and closes the story after too many.

use accounts::reports::{self, NewReport, Reporter};
use accounts::safety::rules::{SAME_ATTEMPT_MS, STRIKES_TO_CLOSE, after_attempt, after_cut, strikes_at};
use platform::db::Tx;
use platform::web::Problem;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::judge::{Judgement, Verdict};
use crate::AppState;
use crate::stories::{self, MessageRow, Story, StorySafety};
use crate::turns::ask::CreateMessage;
use crate::turns::errors;

/// How many of the latest messages a report contains.
const REPORTED: usize = 20;
/// The reason in the report of a story that was closed.
const REASON: &str = "minor";

const ASKED: &str = "Somebody in this story is under 18, so nothing romantic or sexual is played with them. Nothing was sent and nothing was charged; your words are still here to change.";
const EDITED: &str = "Somebody in this story is under 18, so nothing romantic or sexual is played with them. The message stays as it was.";
const LAST: &str = "The next attempt closes this story.";
const WRITTEN: &str =
    "What this goes on from is romantic with somebody under 18. Go back to before it, or change it.";

/// The refusal of a request whose own text asks for what is never played; its strike is counted. `None`: it
/// may be played.
///
/// # Errors
/// 422 if something other than the request asks for it.
pub(in crate::turns) async fn refusal(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
    ask: &CreateMessage,
    judgement: &Judgement,
) -> Result<Option<Problem>, Problem> {
    match &judgement.verdict {
        Verdict::Played => Ok(None),
        Verdict::Asked => {
            let words = format!("{}\n{}", ask.text(), ask.note().unwrap_or_default());
            strike(tx, app, story, &judgement.path, words.trim(), ASKED)
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
/// Database errors.
pub(in crate::turns) async fn edit_refusal(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
    text: &str,
    judgement: &Judgement,
) -> Result<Option<Problem>, Problem> {
    match judgement.verdict {
        Verdict::Asked => strike(tx, app, story, &judgement.path, text.trim(), EDITED)
            .await
            .map(Some),
        _ => Ok(None),
    }
}

/// Counts an attempt; the last allowed one closes the story and is reported. Returns the refusal for the
/// player. The same text sent again within a short time counts once: it is a double click, or a retry after a
/// lost answer.
async fn strike(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
    path: &[MessageRow],
    words: &str,
    sentence: &str,
) -> Result<Problem, Problem> {
    if !is_same_attempt(app, story, words) && count_attempt(tx, app, story, words).await? {
        report(tx, app, story, path, words).await?;
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

fn is_same_attempt(app: &AppState, story: &Story, words: &str) -> bool {
    let (now, safety) = (app.clock.now(), story.safety);
    safety.refused == Some(hash_of(words))
        && safety
            .struck_at
            .is_some_and(|at| now.0.saturating_sub(at.0) < SAME_ATTEMPT_MS)
}

/// Counts an attempt; returns whether it closed the story.
async fn count_attempt(tx: &mut Tx, app: &AppState, story: &mut Story, words: &str) -> Result<bool, Problem> {
    let (now, safety) = (app.clock.now(), story.safety);
    let strikes = after_attempt(strikes_at(safety.strikes, safety.struck_at, now));
    let closed_at = safety.closed_at.or((strikes >= STRIKES_TO_CLOSE).then_some(now));
    let safety_after = StorySafety {
        strikes,
        closed_at,
        struck_at: Some(now),
        refused: Some(hash_of(words)),
        ..safety
    };
    stories::set_safety(tx, story, safety_after).await?;
    Ok(closed_at.is_some() && safety.closed_at.is_none())
}

/// A hash that identifies refused text. Only those who can read the story can read the column.
fn hash_of(words: &str) -> i64 {
    let digest = Sha256::digest(words.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(bytes)
}

/// Counts a reply that was cut. That alone never closes a story: its player may not have wanted it.
pub(in crate::turns) async fn strike_cut(
    tx: &mut Tx,
    app: &AppState,
    story: &mut Story,
) -> Result<(), Problem> {
    let (now, safety) = (app.clock.now(), story.safety);
    let strikes = after_cut(strikes_at(safety.strikes, safety.struck_at, now));
    stories::set_safety(
        tx,
        story,
        StorySafety {
            strikes,
            struck_at: Some(now),
            ..safety
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
        kind: &stories::REPORTED_STORY,
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
