//! Loosens a search: when no row holds all of the words, it looks for the most distinctive ones that still
//! find something.

use sqlx::QueryBuilder;

use super::engine;
use super::expr::{Expr, Scope};
use super::index::COUNT_DOCS;
use super::kind::Kind;
use super::plan::Filters;
use super::rules::{DISTINCTIVE_SHARE, MAX_QUERY_WORDS, MIN_CORRECTED_CHARS, MIN_DISTINCTIVE_CHARS};
use super::tokens::{is_dense, words};
use crate::db::{Conn, push_in_list, query_on};

/// Words that are tried as the first of those that are kept.
const STARTS: usize = 4;
/// Most rows that are counted for a short word.
const COUNTED_ROWS: i64 = 1_000;

/// The most distinctive words of `text` that some row which passes the filters holds together, in the order
/// in which they were typed: as many as possible, and the rarest of those. `None` if that is no word, or all of
/// them.
///
/// # Errors
/// Database errors.
pub async fn loosen(
    conn: &mut Conn,
    kind: Kind,
    text: &str,
    filters: &Filters,
) -> sqlx::Result<Option<String>> {
    let mut typed = words(text);
    typed.truncate(MAX_QUERY_WORDS);
    typed.dedup();
    let telling = distinctive(conn, kind, &typed).await?;
    let mut kept: Vec<String> = Vec::new();
    for first in 0..telling.len().min(STARTS) {
        let others = telling.iter().enumerate().filter(|(place, _)| *place != first);
        let order = std::iter::once(&telling[first]).chain(others.map(|(_, word)| word));
        let together = held_together(conn, kind, order, filters).await?;
        if together.len() > kept.len() {
            kept = together;
        }
    }
    let left: Vec<String> = typed.iter().filter(|word| kept.contains(word)).cloned().collect();
    Ok((!left.is_empty() && left.len() < typed.len()).then(|| left.join(" ")))
}

/// Of these words, from the first on, each with which some row that passes the filters still holds all.
async fn held_together<'w>(
    conn: &mut Conn,
    kind: Kind,
    words: impl Iterator<Item = &'w String>,
    filters: &Filters,
) -> sqlx::Result<Vec<String>> {
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        kept.push(word.clone());
        let all = filters.narrow(Expr::All(kept.iter().map(|word| whole_word(word)).collect()));
        if engine::match_after(conn, kind, &all, -1, 1).await?.is_empty() {
            kept.pop();
        }
    }
    Ok(kept)
}

fn whole_word(word: &str) -> Expr {
    Expr::Word {
        scope: Scope::Text,
        word: word.to_owned(),
        prefix: false,
    }
}

/// Those of the words that occur, are long enough to mean something, and are rare enough to be looked for alone: the
/// rarest first.
async fn distinctive(conn: &mut Conn, kind: Kind, typed: &[String]) -> sqlx::Result<Vec<String>> {
    let meant = typed
        .iter()
        .filter(|word| word.chars().any(is_dense) || word.chars().count() >= MIN_DISTINCTIVE_CHARS);
    // The vocabulary has no short ones.
    let (short, long): (Vec<&String>, Vec<&String>) =
        meant.partition(|word| word.chars().count() < MIN_CORRECTED_CHARS);
    let rows = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_DOCS)
        .bind(kind.as_str())
        .fetch_one(x)
        .await)?;
    let most = (rows / DISTINCTIVE_SHARE).max(1);
    let mut known: Vec<(i64, String)> = Vec::new();
    if !long.is_empty() {
        known = query_on!(conn, |x: D| {
            let mut query = QueryBuilder::<D>::new("select docs, term from search_terms where kind = ");
            query
                .push_bind(kind.as_str())
                .push(" and docs <= ")
                .push_bind(most);
            query.push(" and term in ");
            push_in_list(&mut query, long);
            query.build_query_as::<(i64, String)>().fetch_all(x).await
        })?;
    }
    for word in short {
        let most = most.min(COUNTED_ROWS);
        let found = engine::match_after(conn, kind, &whole_word(word), -1, most + 1).await?;
        let count = found.len() as i64;
        if (1..=most).contains(&count) {
            known.push((count, word.clone()));
        }
    }
    known.sort();
    Ok(known.into_iter().map(|(_, word)| word).collect())
}
