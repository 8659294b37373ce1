//! From what was typed to the rows that answer it: the tiers, and reading a page across them.

use serde::{Deserialize, Serialize};

use super::engine::{self, Expr, Kind, Scope};
use super::index::{EVERY_ROW, author_facet, name_facet, tag_facet};
use super::rules::{MAX_QUERY_WORDS, MIN_PREFIX_CHARS};
use super::tokens::words;
use crate::db::Conn;

/// What rows must and must not have, besides matching the text.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    /// Ids of tags that must all be there.
    pub with_tags: Vec<String>,
    /// Ids of tags of which none may be there.
    pub without_tags: Vec<String>,
    /// Id of the author.
    pub author: Option<String>,
}

impl Filters {
    fn wanted(&self) -> Vec<Expr> {
        let author = self.author.iter().map(|id| Expr::facet(author_facet(id)));
        self.with_tags.iter().map(|id| Expr::facet(tag_facet(id))).chain(author).collect()
    }

    /// `expr` narrowed to rows that pass these filters.
    fn narrow(&self, expr: Expr) -> Expr {
        let mut all = self.wanted();
        all.push(expr);
        let kept = Expr::All(all);
        if self.without_tags.is_empty() {
            return kept;
        }
        let unwanted = self.without_tags.iter().map(|id| Expr::facet(tag_facet(id))).collect();
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

/// Which of the typed words may be only the beginnings of words. Each costs the engine a walk over all words that begin so;
/// the last one is the one still being typed, so the others may only where nothing better is left.
#[derive(Clone, Copy)]
enum Beginnings {
    None,
    Last,
    All,
}

/// Whether a word may stand for those that begin with it: it is long enough, or a single character of a dense script, which
/// stands for the pairs that begin with it.
fn may_be_beginning(word: &str) -> bool {
    word.chars().count() >= MIN_PREFIX_CHARS || word.chars().all(|c| c > '\u{0e00}')
}

/// The matches from best to least good. Each leaves out what the one before it finds, so that no row comes twice.
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
            Expr::Word { scope, word: word.clone(), prefix }
        };
        Expr::All(typed.iter().enumerate().map(word).collect())
    };
    let widening = [
        Expr::facet(name_facet(text)),
        all_in(Scope::Name, Beginnings::None),
        all_in(Scope::Name, Beginnings::Last),
        all_in(Scope::Labels, Beginnings::Last),
        all_in(Scope::Text, Beginnings::Last),
        all_in(Scope::Text, Beginnings::All),
    ];
    let mut tiers = vec![widening[0].clone()];
    // Each contains the one before it, so leaving that one out leaves out all the earlier ones.
    tiers.extend(widening.windows(2).map(|pair| Expr::Except(Box::new(pair[1].clone()), Box::new(pair[0].clone()))));
    tiers
}

/// Up to `limit` rows that match `text` and pass the filters, best first, after `after`. An empty text matches all.
///
/// # Errors
/// What the engine reports.
pub async fn find(conn: &mut Conn, kind: Kind, text: &str, filters: &Filters, after: Option<Position>, limit: u32) -> sqlx::Result<Vec<Found>> {
    let Position(first_tier, mut after_doc) = after.unwrap_or(Position(0, -1));
    let mut found = Vec::new();
    for (tier, expr) in (0_u8..).zip(tiers(text)).skip(usize::from(first_tier)) {
        let missing = limit as usize - found.len();
        let rows = engine::match_after(conn, kind, &filters.narrow(expr), after_doc, missing as i64).await?;
        found.extend(rows.into_iter().map(|(item_id, doc)| Found { item_id, position: Position(tier, doc) }));
        if found.len() >= limit as usize {
            break;
        }
        after_doc = -1;
    }
    Ok(found)
}

/// Ids of up to `limit` rows that pass the filters, the most popular first.
///
/// # Errors
/// What the engine reports.
pub async fn matching_filters(conn: &mut Conn, kind: Kind, filters: &Filters, limit: i64) -> sqlx::Result<Vec<String>> {
    let rows = engine::match_after(conn, kind, &filters.narrow(Expr::facet(EVERY_ROW)), -1, limit).await?;
    Ok(rows.into_iter().map(|(item_id, _)| item_id).collect())
}

/// Ids of up to `limit` rows that hold any word of `text` and pass the filters, the most popular first.
///
/// # Errors
/// What the engine reports.
pub async fn matching_any(conn: &mut Conn, kind: Kind, text: &str, filters: &Filters, limit: i64) -> sqlx::Result<Vec<String>> {
    let typed: Vec<Expr> = words(text).into_iter().take(MAX_QUERY_WORDS).map(|word| Expr::Word { scope: Scope::Text, word, prefix: false }).collect();
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let rows = engine::match_after(conn, kind, &filters.narrow(Expr::Any(typed)), -1, limit).await?;
    Ok(rows.into_iter().map(|(item_id, _)| item_id).collect())
}
