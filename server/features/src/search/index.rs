//! Putting rows into the index and taking them out.

use std::collections::{BTreeSet, HashMap};

use super::engine::{self, Kind, Words};
use super::rules::{self, MAX_BODY_WORDS};
use super::tokens::{fold, index_words};
use crate::db::{Conn, Tx, on};

/// What of a row can be found.
#[derive(Debug, Clone, Default)]
pub struct Doc<'a> {
    /// The row's id.
    pub item_id: &'a str,
    /// Its name: the strongest words.
    pub name: &'a str,
    /// Names of its tags, its author and actors.
    pub labels: Vec<&'a str>,
    /// Everything else.
    pub body: Vec<&'a str>,
    /// Ids of its tags, to filter by.
    pub tag_ids: Vec<&'a str>,
    /// Id of its author, to filter by.
    pub author_id: &'a str,
    /// How popular it is (0 or more).
    pub popularity: i64,
}

/// The facet that every row has, so that a filter can consist of exclusions only.
pub(crate) const EVERY_ROW: &str = "f_all";

/// The facet word of a tag.
pub(super) fn tag_facet(tag_id: &str) -> String {
    facet('t', tag_id)
}

/// The facet word of an author.
pub(super) fn author_facet(user_id: &str) -> String {
    facet('a', user_id)
}

/// The facet word of a whole name.
pub(super) fn name_facet(name: &str) -> String {
    facet('n', &fold(name))
}

/// A word that holds any text and that no typed text can equal, since those have no underscore.
fn facet(sort: char, text: &str) -> String {
    use std::fmt::Write;
    let mut word = format!("{sort}_");
    for byte in text.bytes().take(200) {
        if byte.is_ascii_lowercase() || byte.is_ascii_digit() {
            word.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(word, "_{byte:02x}");
        }
    }
    word
}

impl Doc<'_> {
    fn words(&self) -> Words {
        let distinct = |texts: &[&str], most: usize| -> Vec<String> {
            let mut seen = BTreeSet::new();
            let all = texts.iter().flat_map(|text| index_words(text));
            all.filter(|word| seen.insert(word.clone())).take(most).collect()
        };
        let mut facets = vec![EVERY_ROW.to_owned(), author_facet(self.author_id), name_facet(self.name)];
        facets.extend(self.tag_ids.iter().map(|id| tag_facet(id)));
        Words {
            name: distinct(&[self.name], MAX_BODY_WORDS),
            labels: distinct(&self.labels, MAX_BODY_WORDS),
            body: distinct(&self.body, MAX_BODY_WORDS),
            facets,
        }
    }
}

pub(crate) const FIND_DOC: &str = "select doc from search_docs where kind = $1 and item_id = $2";
pub(crate) const COUNT_DOCS: &str = "select count(*) from search_docs where kind = $1";
pub(crate) const INSERT_DOC: &str = "insert into search_docs (kind, doc, item_id) values ($1, $2, $3) on conflict do nothing";
pub(crate) const DELETE_DOC: &str = "delete from search_docs where kind = $1 and doc = $2";
pub(crate) const ADD_TERM: &str = "insert into search_terms (kind, term, docs) values ($1, $2, $3) \
     on conflict (kind, term) do update set docs = search_terms.docs + excluded.docs";
pub(crate) const ADD_TRIGRAM: &str = "insert into search_trigrams (kind, trigram, term) values ($1, $2, $3) on conflict do nothing";

/// Puts a row into the index, replacing what the index held of it.
///
/// # Errors
/// What the engine reports.
pub async fn index_doc(tx: &mut Tx, kind: Kind, doc: &Doc<'_>) -> sqlx::Result<()> {
    let mut bulk = BulkIndex::begin(tx, kind).await?;
    if let Some(old) = find_doc(tx, kind, doc.item_id).await? {
        engine::delete_words(tx, kind, old).await?;
        on!(tx, |x: D| sqlx::query::<D>(DELETE_DOC).bind(kind.as_str()).bind(old).execute(x).await.map(drop))?;
    }
    bulk.add(tx, doc).await?;
    bulk.finish(tx).await
}

async fn find_doc(conn: &mut Conn, kind: Kind, item_id: &str) -> sqlx::Result<Option<i64>> {
    on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_DOC).bind(kind.as_str()).bind(item_id).fetch_optional(x).await)
}

/// Puts many new rows into the index within one transaction; vocabulary is gathered and written once at the end.
pub struct BulkIndex {
    kind: Kind,
    next_sequence: i64,
    terms: HashMap<String, i64>,
}

impl BulkIndex {
    /// Starts after the rows already there.
    ///
    /// # Errors
    /// What the engine reports.
    pub async fn begin(tx: &mut Tx, kind: Kind) -> sqlx::Result<Self> {
        let rows = on!(tx, |x: D| sqlx::query_scalar::<D, i64>(COUNT_DOCS).bind(kind.as_str()).fetch_one(x).await)?;
        Ok(Self { kind, next_sequence: rows, terms: HashMap::new() })
    }

    /// Adds a row that the index does not hold yet.
    ///
    /// # Errors
    /// What the engine reports.
    pub async fn add(&mut self, tx: &mut Tx, doc: &Doc<'_>) -> sqlx::Result<()> {
        let kind = self.kind.as_str();
        let number = loop {
            let number = rules::doc_number(doc.popularity, self.next_sequence);
            self.next_sequence += 1;
            let taken = on!(tx, |x: D| {
                let insert = sqlx::query::<D>(INSERT_DOC).bind(kind).bind(number).bind(doc.item_id.to_owned());
                insert.execute(x).await.map(|done| done.rows_affected() == 0)
            })?;
            // Taken only where rows were removed before: the count then lags behind the highest number given.
            if !taken {
                break number;
            }
        };
        let words = doc.words();
        engine::put_words(tx, self.kind, number, &words).await?;
        for term in words.name.iter().chain(&words.labels).filter(|term| term.chars().count() >= rules::MIN_CORRECTED_CHARS) {
            *self.terms.entry(term.clone()).or_default() += 1;
        }
        Ok(())
    }

    /// Writes the vocabulary.
    ///
    /// # Errors
    /// What the engine reports.
    pub async fn finish(self, tx: &mut Tx) -> sqlx::Result<()> {
        let kind = self.kind.as_str();
        for (term, docs) in self.terms {
            for trigram in super::spelling::trigrams(&term) {
                let term = term.clone();
                on!(tx, |x: D| sqlx::query::<D>(ADD_TRIGRAM).bind(kind).bind(trigram).bind(term).execute(x).await.map(drop))?;
            }
            on!(tx, |x: D| sqlx::query::<D>(ADD_TERM).bind(kind).bind(term).bind(docs).execute(x).await.map(drop))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facets_hold_any_text_and_equal_no_word() {
        assert_eq!(tag_facet("018f-Ab_1"), "t_018f_2d_41b_5f1");
        assert_ne!(tag_facet("a-b"), tag_facet("a_b"));
        assert!(name_facet("東京 Nights").bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    }
}
