//! Putting rows into the index and taking them out.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Rating;
use sqlx::QueryBuilder;

use super::engine;
use super::expr::Words;
use super::kind::Kind;
use super::rules::{self, MAX_BODY_WORDS};
use super::tokens::{fold, index_words};
use crate::db::{Conn, Tx, push_in_list, query_on, statements};

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
    /// The content notes that its author gave it, to filter by.
    pub notes: Vec<&'a str>,
    /// Id of its author, to filter by.
    pub author_id: &'a str,
    /// For whom it is meant.
    pub rating: Rating,
    /// How popular it is (0 or more).
    pub popularity: i64,
}

/// The facet that every row has, so that a filter can consist of exclusions only.
pub(crate) const EVERY_ROW: &str = "f_all";

/// The facet of rows that are for adults only.
pub(super) const EXPLICIT: &str = "r_explicit";
/// The facet of rows that only those see who asked for everything.
pub(super) const EXTREME: &str = "r_extreme";

/// The facet word of a tag.
pub(super) fn tag_facet(tag_id: &str) -> String {
    facet('t', tag_id)
}

/// The facet word of a content note.
pub(super) fn note_facet(note: &str) -> String {
    facet('c', note)
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

impl Words {
    /// The words that a typing error may have been meant for, each once.
    fn vocabulary(&self) -> impl Iterator<Item = &String> {
        let words: BTreeSet<&String> = self.name.iter().chain(&self.labels).chain(&self.body).collect();
        words.into_iter()
    }
}

impl Doc<'_> {
    fn words(&self) -> Words {
        let distinct = |texts: &[&str], most: usize| -> Vec<String> {
            let mut seen = BTreeSet::new();
            let all = texts.iter().flat_map(|text| index_words(text));
            all.filter(|word| seen.insert(word.clone())).take(most).collect()
        };
        let mut facets = vec![
            EVERY_ROW.to_owned(),
            author_facet(self.author_id),
            name_facet(self.name),
        ];
        match self.rating {
            Rating::Everyone | Rating::Mature => {}
            Rating::Explicit => facets.push(EXPLICIT.to_owned()),
            Rating::Extreme => facets.push(EXTREME.to_owned()),
        }
        facets.extend(self.tag_ids.iter().map(|id| tag_facet(id)));
        facets.extend(self.notes.iter().map(|note| note_facet(note)));
        Words {
            name: distinct(&[self.name], MAX_BODY_WORDS),
            labels: distinct(&self.labels, MAX_BODY_WORDS),
            body: distinct(&self.body, MAX_BODY_WORDS),
            facets,
        }
    }
}

statements! {
    FIND_DOC = "select doc from search_docs where kind = $1 and item_id = $2";
    pub(crate) COUNT_DOCS = "select count(*) from search_docs where kind = $1";
    DELETE_DOC = "delete from search_docs where kind = $1 and doc = $2";
}

/// Rows of one `insert`: handing a statement over costs as much as writing some rows.
const ROWS: usize = 200;

/// Puts a row into the index, replacing what the index held of it.
///
/// # Errors
/// Database errors.
pub async fn index_doc(tx: &mut Tx, kind: Kind, doc: &Doc<'_>) -> sqlx::Result<()> {
    let mut bulk = BulkIndex::begin(tx, kind).await?;
    remove_doc(tx, kind, doc.item_id).await?;
    bulk.add(tx, std::slice::from_ref(doc)).await?;
    bulk.finish(tx).await
}

/// Takes a row out of the index; does nothing where it holds none.
///
/// # Errors
/// Database errors.
pub async fn remove_doc(tx: &mut Tx, kind: Kind, item_id: &str) -> sqlx::Result<()> {
    if let Some(old) = find_doc(tx, kind, item_id).await? {
        engine::delete_words(tx, kind, old).await?;
        query_on!(tx, |x: D| sqlx::query::<D>(DELETE_DOC)
            .bind(kind.as_str())
            .bind(old)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Replaces the words of rows; each stays at its place in popularity order. Rows that the index does not
/// hold stay out of it. `news` is the text that is new in all of them, for the vocabulary.
///
/// # Errors
/// Database errors.
pub async fn replace_words(tx: &mut Tx, kind: Kind, docs: &[Doc<'_>], news: &str) -> sqlx::Result<()> {
    let mut words = Vec::with_capacity(docs.len());
    for doc in docs {
        if let Some(number) = find_doc(tx, kind, doc.item_id).await? {
            engine::delete_words(tx, kind, number).await?;
            words.push((number, doc.words()));
        }
    }
    if words.is_empty() {
        return Ok(());
    }
    engine::put_words(tx, kind, &words).await?;
    let rows = i64::try_from(words.len()).unwrap_or(i64::MAX);
    let terms = index_words(news)
        .into_iter()
        .filter(|term| term.chars().count() >= rules::MIN_CORRECTED_CHARS);
    BulkIndex {
        kind,
        next_sequence: 0,
        terms: terms.map(|term| (term, rows)).collect(),
    }
    .finish(tx)
    .await
}

async fn find_doc(conn: &mut Conn, kind: Kind, item_id: &str) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_DOC)
        .bind(kind.as_str())
        .bind(item_id)
        .fetch_optional(x)
        .await)
}

/// Puts many new rows into the index within one transaction; vocabulary is gathered and written once at the
/// end.
pub struct BulkIndex {
    kind: Kind,
    next_sequence: i64,
    /// How many of the rows hold each word. Sorted, so that writers of the same words take them in the same
    /// order.
    terms: BTreeMap<String, i64>,
}

impl BulkIndex {
    /// Starts after the rows already there.
    ///
    /// # Errors
    /// Database errors.
    pub async fn begin(tx: &mut Tx, kind: Kind) -> sqlx::Result<Self> {
        let rows = query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(COUNT_DOCS)
            .bind(kind.as_str())
            .fetch_one(x)
            .await)?;
        Ok(Self {
            kind,
            next_sequence: rows,
            terms: BTreeMap::new(),
        })
    }

    /// Adds rows that the index does not hold yet.
    ///
    /// # Errors
    /// Database errors.
    pub async fn add(&mut self, tx: &mut Tx, docs: &[Doc<'_>]) -> sqlx::Result<()> {
        let kind = self.kind.as_str();
        for docs in docs.chunks(ROWS) {
            let numbers = self.free_numbers(tx, docs).await?;
            let mut words = Vec::with_capacity(docs.len());
            for (doc, number) in docs.iter().zip(&numbers) {
                let held = doc.words();
                for term in held
                    .vocabulary()
                    .filter(|term| term.chars().count() >= rules::MIN_CORRECTED_CHARS)
                {
                    *self.terms.entry(term.clone()).or_default() += 1;
                }
                words.push((*number, held));
            }
            query_on!(tx, |x: D| {
                let mut query = QueryBuilder::<D>::new("insert into search_docs (kind, doc, item_id) ");
                query.push_values(docs.iter().zip(&numbers), |mut row, (doc, number)| {
                    row.push_bind(kind)
                        .push_bind(*number)
                        .push_bind(doc.item_id.to_owned());
                });
                query.build().execute(x).await.map(drop)
            })?;
            engine::put_words(tx, self.kind, &words).await?;
        }
        Ok(())
    }

    /// A number for each of these rows.
    async fn free_numbers(&mut self, tx: &mut Tx, docs: &[Doc<'_>]) -> sqlx::Result<Vec<i64>> {
        let mut numbers: Vec<i64> = docs.iter().map(|doc| self.next_number(doc)).collect();
        loop {
            let taken: Vec<i64> = query_on!(tx, |x: D| {
                let mut query = QueryBuilder::<D>::new("select doc from search_docs where kind = ");
                query.push_bind(self.kind.as_str()).push(" and doc in ");
                push_in_list(&mut query, &numbers);
                query.build_query_scalar::<i64>().fetch_all(x).await
            })?;
            // Taken only where rows were removed before: the count then lags behind the highest number given.
            if taken.is_empty() {
                return Ok(numbers);
            }
            for (number, doc) in numbers
                .iter_mut()
                .zip(docs)
                .filter(|(number, _)| taken.contains(number))
            {
                *number = self.next_number(doc);
            }
        }
    }

    fn next_number(&mut self, doc: &Doc<'_>) -> i64 {
        let number = rules::doc_number(doc.popularity, self.next_sequence);
        self.next_sequence += 1;
        number
    }

    /// Writes the vocabulary.
    ///
    /// # Errors
    /// Database errors.
    pub async fn finish(self, tx: &mut Tx) -> sqlx::Result<()> {
        let kind = self.kind.as_str();
        let terms: Vec<(&String, &i64)> = self.terms.iter().collect();
        let mut trigrams = Vec::new();
        for some in terms.chunks(ROWS) {
            let counted: Vec<(String, i64)> = query_on!(tx, |x: D| {
                let mut query = QueryBuilder::<D>::new("insert into search_terms (kind, term, docs) ");
                query.push_values(some, |mut row, (term, docs)| {
                    row.push_bind(kind).push_bind((*term).clone()).push_bind(**docs);
                });
                query.push(" on conflict (kind, term) do update set docs = search_terms.docs + excluded.docs returning term, docs");
                query.build_query_as::<(String, i64)>().fetch_all(x).await
            })?;
            for (term, _) in counted
                .into_iter()
                .filter(|(term, docs)| self.terms.get(term) == Some(docs))
            {
                // No row held it before these.
                trigrams.extend(
                    super::spelling::trigrams(&term)
                        .into_iter()
                        .map(|trigram| (trigram, term.clone())),
                );
            }
        }
        for some in trigrams.chunks(ROWS) {
            query_on!(tx, |x: D| {
                let mut query = QueryBuilder::<D>::new("insert into search_trigrams (kind, trigram, term) ");
                query.push_values(some, |mut row, (trigram, term)| {
                    row.push_bind(kind)
                        .push_bind(trigram.clone())
                        .push_bind(term.clone());
                });
                query.push(" on conflict do nothing");
                query.build().execute(x).await.map(drop)
            })?;
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
        assert!(
            name_facet("東京 Nights")
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_')
        );
    }
}
