//! Forgiving typing errors: when nothing matches, the nearest words that do occur.

use std::collections::BTreeSet;

use sqlx::QueryBuilder;

use super::engine;
use super::expr::{Expr, Scope};
use super::kind::Kind;
use super::rules::{MAX_QUERY_WORDS, MAX_SPELLING_CANDIDATES, MIN_PREFIX_CHARS, allowed_errors};
use super::tokens::words;
use crate::db::{Conn, push_in_list, query_on};

/// The distinct runs of three characters of a word with its ends marked, by which similar words are found.
pub(super) fn trigrams(word: &str) -> BTreeSet<String> {
    let marked: Vec<char> = std::iter::once('^')
        .chain(word.chars())
        .chain(std::iter::once('$'))
        .collect();
    marked.windows(3).map(|run| run.iter().collect()).collect()
}

/// What was probably meant by `text`: each word that occurs nowhere replaced by the nearest that does. None
/// where every word occurs or none is near.
///
/// # Errors
/// Database errors.
pub async fn correct(conn: &mut Conn, kind: Kind, text: &str) -> sqlx::Result<Option<String>> {
    let mut typed = words(text);
    typed.truncate(MAX_QUERY_WORDS);
    let mut corrected = false;
    for word in &mut typed {
        if allowed_errors(word.chars().count()) == 0 || occurs(conn, kind, word).await? {
            continue;
        }
        if let Some(nearest) = nearest(conn, kind, word).await? {
            *word = nearest;
            corrected = true;
        }
    }
    Ok(corrected.then(|| typed.join(" ")))
}

async fn occurs(conn: &mut Conn, kind: Kind, word: &str) -> sqlx::Result<bool> {
    let prefix = word.chars().count() >= MIN_PREFIX_CHARS;
    let expr = Expr::Word {
        scope: Scope::Text,
        word: word.to_owned(),
        prefix,
    };
    Ok(!engine::match_after(conn, kind, &expr, -1, 1).await?.is_empty())
}

/// The word of the vocabulary with the fewest typing errors from `word`, the more frequent among equals.
async fn nearest(conn: &mut Conn, kind: Kind, word: &str) -> sqlx::Result<Option<String>> {
    let errors = allowed_errors(word.chars().count());
    let (chars, most) = (word.chars().count() as i64, errors as i64);
    let candidates: Vec<(String, i64)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select t.term, t.docs from (select term, count(*) as shared from search_trigrams where kind = ",
        );
        query.push_bind(kind.as_str()).push(" and trigram in ");
        push_in_list(&mut query, trigrams(word));
        // The vocabulary holds every word of every text: only words that are long enough to be meant are
        // counted.
        query
            .push(" and length(term) between ")
            .push_bind(chars - most)
            .push(" and ")
            .push_bind(chars + most);
        query
            .push(" group by term order by count(*) desc, term limit ")
            .push_bind(MAX_SPELLING_CANDIDATES);
        query
            .push(") s join search_terms t on t.term = s.term and t.kind = ")
            .push_bind(kind.as_str());
        query.build_query_as::<(String, i64)>().fetch_all(x).await
    })?;
    let near = candidates
        .into_iter()
        .filter_map(|(term, docs)| Some((typing_errors(word, &term)?, -docs, term)));
    Ok(near.min().map(|(.., term)| term))
}

/// How many typing errors lie between a word and another; `None` if more than a word of its length may hold.
#[must_use]
pub fn typing_errors(word: &str, other: &str) -> Option<usize> {
    let errors = strsim::damerau_levenshtein(word, other);
    (errors <= allowed_errors(word.chars().count())).then_some(errors)
}

#[cfg(test)]
mod tests {
    use super::trigrams;

    #[test]
    fn trigrams_mark_both_ends() {
        let runs: Vec<String> = trigrams("moon").into_iter().collect();
        assert_eq!(runs, ["^mo", "moo", "on$", "oon"]);
    }
}
