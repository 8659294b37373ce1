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

/// The most distinctive words of `text` that some row which passes the filters holds together, in the order
/// in which they were typed: from the rarest on, each is kept that still finds something. `None` if that is
/// no word, or all of them.
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
    let mut kept: Vec<String> = Vec::new();
    for (word, tells) in known(conn, kind, &typed).await? {
        // A word that nearly every row holds distinguishes rows only beside a rare one.
        if kept.is_empty() && !tells {
            break;
        }
        kept.push(word);
        let all = kept.iter().map(|word| Expr::Word {
            scope: Scope::Text,
            word: word.clone(),
            prefix: false,
        });
        let together = filters.narrow(Expr::All(all.collect()));
        if engine::match_after(conn, kind, &together, -1, 1)
            .await?
            .is_empty()
        {
            kept.pop();
        }
    }
    typed.dedup();
    let left: Vec<String> = typed.iter().filter(|word| kept.contains(word)).cloned().collect();
    Ok((!left.is_empty() && left.len() < typed.len()).then(|| left.join(" ")))
}

/// Those of the words that occur and are long enough to mean something, the rarest first, and whether each is rare
/// enough to be looked for alone.
async fn known(conn: &mut Conn, kind: Kind, typed: &[String]) -> sqlx::Result<Vec<(String, bool)>> {
    let long = typed
        .iter()
        .filter(|word| word.chars().any(is_dense) || word.chars().count() >= MIN_DISTINCTIVE_CHARS);
    // The vocabulary has no short ones.
    let (short, long): (Vec<&String>, Vec<&String>) =
        long.partition(|word| word.chars().count() < MIN_CORRECTED_CHARS);
    if long.is_empty() {
        return Ok(Vec::new());
    }
    let rows = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_DOCS)
        .bind(kind.as_str())
        .fetch_one(x)
        .await)?;
    let known = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select term, docs from search_terms where kind = ");
        query.push_bind(kind.as_str()).push(" and term in ");
        push_in_list(&mut query, long);
        query.push(" order by docs, term");
        query.build_query_as::<(String, i64)>().fetch_all(x).await
    })?;
    let most = (rows / DISTINCTIVE_SHARE).max(1);
    let known = known.into_iter().map(|(term, docs)| (term, docs <= most));
    let short = short.into_iter().map(|word| (word.clone(), false));
    Ok(known.chain(short).collect())
}
