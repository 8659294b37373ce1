//! From what was typed to the rows that answer it: the tiers, and reading a page across them.

use std::collections::HashMap;

use kernel::Audience;
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;

use super::engine;
use super::expr::{Expr, Scope};
use super::index::{EVERY_ROW, EXPLICIT, EXTREME, author_facet, name_facet, note_facet, tag_facet};
use super::kind::Kind;
use super::rules::{MAX_QUERY_WORDS, MIN_PREFIX_CHARS};
use super::tokens::{is_dense, words};
use crate::db::{Conn, JsonRows, JsonSql as _, into_rows, push_in_list, query_on};

/// What rows must and must not have, besides matching the text.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    /// Ids of tags that must all be there.
    pub with_tags: Vec<String>,
    /// Ids of tags of which none may be there.
    pub without_tags: Vec<String>,
    /// Content notes of which none may be there.
    pub without_notes: Vec<String>,
    /// Id of the author.
    pub author: Option<String>,
    /// Who asks: what is not for them is left out.
    pub audience: Audience,
}

impl Filters {
    fn wanted(&self) -> Vec<Expr> {
        let author = self.author.iter().map(|id| Expr::facet(author_facet(id)));
        self.with_tags
            .iter()
            .map(|id| Expr::facet(tag_facet(id)))
            .chain(author)
            .collect()
    }

    /// Rows that pass these filters, with any words.
    fn alone(&self) -> Expr {
        let mut wanted = self.wanted();
        // The list of all rows is the longest there is; beside another it would only be read in vain.
        if wanted.is_empty() {
            wanted.push(Expr::facet(EVERY_ROW));
        }
        self.without_unwanted(Expr::All(wanted))
    }

    /// `expr` narrowed to rows that pass these filters.
    pub(super) fn narrow(&self, expr: Expr) -> Expr {
        let mut all = self.wanted();
        all.push(expr);
        self.without_unwanted(Expr::All(all))
    }

    fn without_unwanted(&self, kept: Expr) -> Expr {
        // Rows for adults carry a word of their own, so that the shorter list is read, and rows from before
        // there were ratings are for everyone.
        let ratings: &[&str] = match self.audience {
            Audience::Everyone => &[EXPLICIT, EXTREME],
            Audience::Explicit => &[EXTREME],
            Audience::Extreme => &[],
        };
        let unwanted: Vec<Expr> = self
            .without_tags
            .iter()
            .map(|id| Expr::facet(tag_facet(id)))
            .chain(
                self.without_notes
                    .iter()
                    .map(|note| Expr::facet(note_facet(note))),
            )
            .chain(ratings.iter().map(|word| Expr::facet(*word)))
            .collect();
        if unwanted.is_empty() {
            return kept;
        }
        Expr::Except(Box::new(kept), Box::new(Expr::Any(unwanted)))
    }
}

/// Where a page ended: the tier, and the last row's number in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position(pub u8, pub i64);

/// A row that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its id.
    pub item_id: String,
    /// Where it stands; the next page begins after the last one's.
    pub position: Position,
}

/// Which of the typed words may be only the beginnings of words. Each costs the engine a walk over all words
/// that begin so; the last one is the one still being typed, so the others may only where nothing better is
/// left.
#[derive(Clone, Copy)]
enum Beginnings {
    None,
    Last,
    All,
}

/// Whether a word may stand for those that begin with it: it is long enough, or a single character of a dense
/// script, which stands for the pairs that begin with it.
fn may_be_beginning(word: &str) -> bool {
    word.chars().count() >= MIN_PREFIX_CHARS || word.chars().all(|c| c > '\u{0e00}')
}

/// The matches from best to least good, each containing the one before it.
fn tiers(text: &str) -> Vec<Expr> {
    let mut typed = words(text);
    typed.truncate(MAX_QUERY_WORDS);
    if typed.is_empty() {
        return vec![Expr::facet(EVERY_ROW)];
    }
    let all_in = |scope, beginnings: Beginnings| {
        let last = typed.len() - 1;
        let word = |(place, word): (usize, &String)| {
            let prefix = match beginnings {
                Beginnings::None => false,
                Beginnings::Last => place == last && may_be_beginning(word),
                Beginnings::All => may_be_beginning(word),
            };
            Expr::Word {
                scope,
                word: word.clone(),
                prefix,
            }
        };
        Expr::All(typed.iter().enumerate().map(word).collect())
    };
    vec![
        Expr::facet(name_facet(text)),
        all_in(Scope::Name, Beginnings::None),
        all_in(Scope::Name, Beginnings::Last),
        all_in(Scope::Labels, Beginnings::Last),
        all_in(Scope::Text, Beginnings::Last),
        all_in(Scope::Text, Beginnings::All),
    ]
}

/// A tier without the rows of those before it, all of which the last of them contains.
fn only(tiers: &[Expr], tier: usize) -> Expr {
    match tier.checked_sub(1) {
        Some(before) => Expr::Except(Box::new(tiers[tier].clone()), Box::new(tiers[before].clone())),
        None => tiers[tier].clone(),
    }
}

/// Up to `limit` rows that match `text` and pass the filters, best first, after `after`. An empty text
/// matches all.
///
/// # Errors
/// Database errors.
pub async fn find(
    conn: &mut Conn,
    kind: Kind,
    text: &str,
    filters: &Filters,
    after: Option<Position>,
    limit: u32,
) -> sqlx::Result<Vec<Found>> {
    let limit = limit as usize;
    let Position(first_tier, mut after_doc) = after.unwrap_or(Position(0, -1));
    let tiers = tiers(text);
    let mut found: Vec<Found> = Vec::new();
    for tier in usize::from(first_tier)..tiers.len() {
        // One word alone is the last one and all of them.
        if tier > 0 && tiers[tier] == tiers[tier - 1] {
            continue;
        }
        let missing = limit - found.len();
        // The first page knows the rows of the tiers before: passing over them here costs less than having
        // the engine match those tiers once more. As many as are known are read too many.
        let (expr, most) = if after.is_none() {
            (tiers[tier].clone(), limit)
        } else {
            (only(&tiers, tier), missing)
        };
        let rows = engine::match_after(conn, kind, &filters.narrow(expr), after_doc, most as i64).await?;
        let new = rows
            .into_iter()
            .filter(|(_, doc)| !found.iter().any(|row| row.position.1 == *doc))
            .take(missing);
        let new: Vec<Found> = new
            .map(|(item_id, doc)| Found {
                item_id,
                position: Position(tier as u8, doc),
            })
            .collect();
        found.extend(new);
        if found.len() >= limit {
            break;
        }
        after_doc = -1;
    }
    Ok(found)
}

/// Ids of up to `limit` rows that pass the filters, the most popular first.
///
/// # Errors
/// Database errors.
pub async fn matching_filters(
    conn: &mut Conn,
    kind: Kind,
    filters: &Filters,
    limit: i64,
) -> sqlx::Result<Vec<String>> {
    let rows = engine::match_after(conn, kind, &filters.alone(), -1, limit).await?;
    Ok(rows.into_iter().map(|(item_id, _)| item_id).collect())
}

/// A row's number in the index, which is also its place in popularity order. It changes as the row's
/// popularity does: good for one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocNumber(i64);

/// Numbers of up to `limit` rows that pass the filters, the most popular first.
///
/// # Errors
/// Database errors.
pub async fn first_matching(
    conn: &mut Conn,
    kind: Kind,
    filters: &Filters,
    limit: i64,
) -> sqlx::Result<Vec<DocNumber>> {
    Ok(engine::first_numbers(conn, kind, &filters.alone(), limit)
        .await?
        .into_iter()
        .map(DocNumber)
        .collect())
}

/// Numbers of up to `limit` rows that hold any of the `most` longest words of `text` and pass the filters,
/// the most popular first. Longer words are rarer ones, and those say more; the shortest are left out.
///
/// # Errors
/// Database errors.
pub async fn first_matching_words(
    conn: &mut Conn,
    kind: Kind,
    text: &str,
    most: usize,
    filters: &Filters,
    limit: i64,
) -> sqlx::Result<Vec<DocNumber>> {
    let mut telling: Vec<String> = words(text)
        .into_iter()
        .filter(|word| word.chars().count() > MIN_PREFIX_CHARS || word.chars().all(is_dense))
        .collect();
    telling.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    telling.truncate(most);
    if telling.is_empty() {
        return Ok(Vec::new());
    }
    let any = telling
        .into_iter()
        .map(|word| Expr::Word {
            scope: Scope::Text,
            word,
            prefix: false,
        })
        .collect();
    Ok(
        engine::first_numbers(conn, kind, &filters.narrow(Expr::Any(any)), limit)
            .await?
            .into_iter()
            .map(DocNumber)
            .collect(),
    )
}

/// The ids of the rows with these numbers, in the same order.
///
/// # Errors
/// Database errors.
pub async fn ids_of(conn: &mut Conn, kind: Kind, numbers: &[DocNumber]) -> sqlx::Result<Vec<String>> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let list = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(format!(
            "select {}({}(doc, item_id)) from search_docs where kind = ",
            D::ROWS,
            D::ARRAY
        ));
        query.push_bind(kind.as_str()).push(" and doc in ");
        push_in_list(&mut query, numbers.iter().map(|number| number.0));
        query
            .build_query_scalar::<JsonRows<(i64, String)>>()
            .fetch_one(x)
            .await
    })?;
    let mut ids: HashMap<i64, String> = into_rows(list).into_iter().collect();
    Ok(numbers
        .iter()
        .filter_map(|number| ids.remove(&number.0))
        .collect())
}
