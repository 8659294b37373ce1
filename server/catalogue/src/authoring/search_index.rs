//! What searches and filters in one's own works look at: the words of a draft and its tags, kept beside it
//! with every save. One author has at most [`MAX_DRAFTS`](super::rules::MAX_DRAFTS), so their entries are
//! read one by one.

use std::collections::BTreeSet;
use std::fmt::Write;

use platform::db::{Conn, Isolation, Tx, query_on, statements};
use platform::search::tokens;
use platform::web::Problem;
use serde_json::value::RawValue;
use sqlx::types::Json;

use super::draft::ScenarioDraft;
use super::rules::MAX_INDEXED_WORDS;
use super::texts::texts;
use super::work::compute;
use crate::AppState;

/// Drafts that one run completes; the next run does more.
const AT_ONCE: i64 = 100;

statements! {
    PUT_ENTRY = "
        insert into scenario_draft_index (draft_id, tags, complete, words)
        values ($1, $2, true, $3)
        on conflict (draft_id) do update set tags = excluded.tags, complete = true, words = excluded.words";
    LIST_INCOMPLETE = "
        select draft_id from scenario_draft_index where not complete order by draft_id limit $1";
    FIND_DOCUMENT = "select document from scenario_drafts where id = $1";
    COMPLETE_ENTRY = "
        update scenario_draft_index set tags = $2, complete = true, words = $3
        where draft_id = $1 and not complete";
    KEEP_ENTRY = "update scenario_draft_index set complete = true where draft_id = $1 and not complete";
}

/// What is found of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IndexEntry {
    /// The distinct words of all its texts, folded and sorted, each after a space.
    words: String,
    /// The keys of its tags, each between bars.
    tags: String,
}

impl IndexEntry {
    /// The entry of a draft. Work that takes its time.
    pub(super) fn of(draft: &ScenarioDraft) -> Self {
        let mut distinct = BTreeSet::new();
        for word in texts(draft).iter().flat_map(|one| tokens::index_words(one.text)) {
            if distinct.len() == MAX_INDEXED_WORDS {
                break;
            }
            distinct.insert(word);
        }
        let words = distinct.iter().flat_map(|word| [" ", word.as_str()]).collect();
        let mut tags = String::from("|");
        for tag in &draft.tags {
            tags.push_str(&tag_key(tag));
            tags.push('|');
        }
        Self { words, tags }
    }
}

/// The pattern of entries in which each of these folded words begins a word; `None` for no words. Entries
/// are sorted, so the words stand in them in the order of the pattern: one pass finds them all.
pub(super) fn words_pattern(mut words: Vec<String>) -> Option<String> {
    words.sort_unstable();
    // What begins with a longer word begins with its beginning, too. In this order it stands right before it.
    words.dedup_by(|longer, shorter| {
        let is_beginning = longer.starts_with(shorter.as_str());
        if is_beginning {
            std::mem::swap(longer, shorter);
        }
        is_beginning
    });
    // A folded word has no character that means something in a pattern.
    let pattern: String = words.iter().flat_map(|word| [" ", word, "%"]).collect();
    (!words.is_empty()).then(|| format!("%{pattern}"))
}

/// What two spellings of a tag have in common: case, accents and signs make no difference, as in the public
/// tags. Letters, digits and spaces only, so that it means nothing in a pattern.
pub(crate) fn tag_key(tag: &str) -> String {
    let mut key = tokens::fold(tag);
    if key.is_empty() {
        // Signs and emoji alone.
        for c in tag.trim().chars() {
            // Writing to a text cannot fail.
            let _ = write!(key, "u{:x} ", u32::from(c));
        }
    }
    key
}

/// Stores the entry of a draft.
pub(super) async fn put(tx: &mut Tx, draft: &str, entry: &IndexEntry) -> sqlx::Result<()> {
    write(tx, PUT_ENTRY, draft, entry).await
}

async fn write(tx: &mut Tx, text: &'static str, draft: &str, entry: &IndexEntry) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(draft)
        .bind(&entry.tags)
        .bind(&entry.words)
        .execute(x)
        .await
        .map(drop))
}

/// Completes entries of drafts that were stored before all texts were searched; returns how many. Safe to run at any
/// time, also by several processes at once: a draft that was saved meanwhile has a complete entry already. A draft
/// that cannot be read keeps the entry that it has, so that it does not hold up others.
///
/// # Errors
/// The first failure, after all others were tried; the next run tries it again.
pub(super) async fn complete(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let incomplete = list_incomplete(&mut conn).await?;
    drop(conn);
    let (mut done, mut failure) = (0, None);
    for draft in &incomplete {
        match complete_one(app, draft).await {
            Ok(()) => done += 1,
            Err(problem) => failure = failure.or(Some(problem)),
        }
    }
    failure.map_or(Ok(done), Err)
}

async fn complete_one(app: &AppState, draft: &str) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    let document = find_document(&mut conn, draft).await?;
    drop(conn);
    let Some(document) = document else { return Ok(()) };
    let entry = compute(document.get().len(), move || {
        let draft = serde_json::from_str::<ScenarioDraft>(document.get());
        Ok(draft.map(|draft| IndexEntry::of(&draft)))
    })
    .await?;
    let entry = match &entry {
        Ok(entry) => Some(entry),
        Err(error) => {
            tracing::warn!(draft, %error, "the draft {draft} cannot be read, and is found by its title only");
            None
        }
    };
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            match entry {
                Some(entry) => write(tx, COMPLETE_ENTRY, draft, entry).await?,
                None => keep(tx, draft).await?,
            }
            Ok::<_, Problem>(())
        })
    });
    use_case.await
}

async fn keep(tx: &mut Tx, draft: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(KEEP_ENTRY)
        .bind(draft)
        .execute(x)
        .await
        .map(drop))
}

async fn list_incomplete(conn: &mut Conn) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_INCOMPLETE)
        .bind(AT_ONCE)
        .fetch_all(x)
        .await)
}

async fn find_document(conn: &mut Conn, draft: &str) -> sqlx::Result<Option<Box<RawValue>>> {
    let found = query_on!(conn, |x: D| sqlx::query_scalar::<D, Json<Box<RawValue>>>(
        FIND_DOCUMENT
    )
    .bind(draft)
    .fetch_optional(x)
    .await)?;
    Ok(found.map(|json| json.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authoring::DraftOpening;

    #[test]
    fn an_entry_holds_every_word_once_and_every_tag() {
        let draft = ScenarioDraft {
            title: "Salt, salt Lämp".into(),
            setting: "By the SEA".into(),
            tags: vec!["Slow-Burn".into(), "🐉".into()],
            openings: vec![DraftOpening {
                text: "The sea, again.".into(),
                ..DraftOpening::default()
            }],
            ..ScenarioDraft::default()
        };
        let entry = IndexEntry::of(&draft);
        assert_eq!(entry.words, " again burn by lamp salt sea slow the");
        assert_eq!(entry.tags, "|slow burn|u1f409 |");
        assert_eq!(tag_key("SLOW burn"), "slow burn");
        assert!(tag_key("50%_|").chars().all(char::is_alphanumeric));
    }

    #[test]
    fn a_pattern_looks_for_each_word_in_the_order_of_entries() {
        for (words, pattern) in [
            (vec![], None),
            (vec!["sea"], Some("% sea%")),
            (vec!["the", "sea"], Some("% sea% the%")),
            (vec!["seaside", "a", "sea", "sea", "ab"], Some("% ab% seaside%")),
        ] {
            let words = words.into_iter().map(str::to_owned).collect();
            assert_eq!(words_pattern(words).as_deref(), pattern);
        }
    }

    #[test]
    fn an_entry_has_a_limit() {
        let many: Vec<String> = (0..=MAX_INDEXED_WORDS).map(|number| number.to_string()).collect();
        let draft = ScenarioDraft {
            setting: many.join(" "),
            ..ScenarioDraft::default()
        };
        let entry = IndexEntry::of(&draft);
        assert_eq!(entry.words.split_whitespace().count(), MAX_INDEXED_WORDS);
    }
}
