//! The one place where the engines differ: how words are stored and matched.
//!
//! A match is built as an [`Expr`] and spelled twice: as an FTS5 query string and as a `tsquery`. Both
//! engines return rows in `doc` order after a given row, which is all that the rest of the slice needs.

use sqlx::{QueryBuilder, Sqlite};

use crate::db::{Conn, JsonRows, Split, Tx, into_rows};
use crate::slice::Engine;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Scenarios.
    Scenario,
    /// Cards of the older model.
    Card,
}

impl Kind {
    /// The kind's word in `search_docs.kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Card => "card",
        }
    }
}

/// Which of a row's words are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Words of the name.
    Name,
    /// Words of the name, tags and author.
    Labels,
    /// All words.
    Text,
    /// Filter words (tags, author, exact name), which no typed text can equal.
    Facets,
}

/// A match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    /// A word (or, with `prefix`, the beginning of one) in a scope.
    Word {
        scope: Scope,
        word: String,
        prefix: bool,
    },
    /// All of them. Never empty.
    All(Vec<Expr>),
    /// Any of them. Never empty.
    Any(Vec<Expr>),
    /// The first and not the second.
    Except(Box<Expr>, Box<Expr>),
}

impl Expr {
    pub(super) fn facet(word: impl Into<String>) -> Self {
        Self::Word {
            scope: Scope::Facets,
            word: word.into(),
            prefix: false,
        }
    }

    /// FTS5 query syntax. Words hold letters, digits, marks and `_` only, so quoting cannot be broken out of.
    fn fts5(&self) -> String {
        match self {
            Self::Word { scope, word, prefix } => {
                let columns = match scope {
                    Scope::Name => "name",
                    Scope::Labels => "{name labels}",
                    Scope::Text => "{name labels body}",
                    Scope::Facets => "facets",
                };
                format!("{columns} : \"{word}\"{}", if *prefix { " *" } else { "" })
            }
            Self::All(parts) => join(parts, " AND ", Self::fts5),
            Self::Any(parts) => join(parts, " OR ", Self::fts5),
            Self::Except(base, less) => format!("({} NOT {})", base.fts5(), less.fts5()),
        }
    }

    /// `tsquery` syntax; weights A to D are name, labels, body, facets.
    fn tsquery(&self) -> String {
        match self {
            Self::Word { scope, word, prefix } => {
                let weights = match scope {
                    Scope::Name => "A",
                    Scope::Labels => "AB",
                    Scope::Text => "ABC",
                    Scope::Facets => "D",
                };
                format!("'{word}':{}{weights}", if *prefix { "*" } else { "" })
            }
            Self::All(parts) => join(parts, " & ", Self::tsquery),
            Self::Any(parts) => join(parts, " | ", Self::tsquery),
            Self::Except(base, less) => format!("({} & !{})", base.tsquery(), less.tsquery()),
        }
    }
}

fn join(parts: &[Expr], with: &str, spell: impl Fn(&Expr) -> String) -> String {
    format!("({})", parts.iter().map(spell).collect::<Vec<_>>().join(with))
}

/// The words of a row, ready for either engine.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub(super) name: Vec<String>,
    pub(super) labels: Vec<String>,
    pub(super) body: Vec<String>,
    pub(super) facets: Vec<String>,
}

impl Words {
    /// PostgreSQL's text form of a `tsvector`: each distinct word with one position per weight.
    fn tsvector(&self) -> String {
        let mut out = String::new();
        for (words, weight) in [
            (&self.name, 'A'),
            (&self.labels, 'B'),
            (&self.body, 'C'),
            (&self.facets, 'D'),
        ] {
            for word in words {
                out.push('\'');
                out.push_str(word);
                out.push_str("':1");
                out.push(weight);
                out.push(' ');
            }
        }
        out
    }
}

const LITE_DELETE_SCENARIO: &str = "delete from scenario_fts where rowid = $1";
const LITE_DELETE_CARD: &str = "delete from card_fts where rowid = $1";
const LITE_OPTIMIZE_SCENARIO: &str = "insert into scenario_fts (scenario_fts) values ('optimize')";
const LITE_OPTIMIZE_CARD: &str = "insert into card_fts (card_fts) values ('optimize')";
/// Words that no row holds any more, once the index has been merged.
const LITE_FORGET_TERMS_SCENARIO: &str = "
    delete from search_terms
    where kind = 'scenario' and term not in (select term from scenario_vocabulary)";
const LITE_FORGET_TERMS_CARD: &str = "
    delete from search_terms
    where kind = 'card' and term not in (select term from card_vocabulary)";
const PG_FORGET_TERMS: &str = "
    delete from search_terms
    where kind = $1 and term not in (
        select word
        from ts_stat(format('select tsv from search_docs where kind = %L', $1::text))
    )";
const FORGET_TRIGRAMS: &str = "
    delete from search_trigrams
    where kind = $1 and not exists (
        select 1
        from search_terms t
        where t.kind = search_trigrams.kind and t.term = search_trigrams.term
    )";
/// What matches comes in one row of the answer: handing rows over costs more than finding them
/// (`db::listed`).
const LITE_MATCH_SCENARIO: &str = "
    select json_group_array(json_array(item_id, doc))
    from (
        select d.item_id, d.doc
        from scenario_fts f
        cross join search_docs d on d.kind = 'scenario' and d.doc = f.rowid
        where f.scenario_fts match $1 and f.rowid > $2
        order by f.rowid
        limit $3
    )";
const LITE_MATCH_CARD: &str = "
    select json_group_array(json_array(item_id, doc))
    from (
        select d.item_id, d.doc
        from card_fts f
        cross join search_docs d on d.kind = 'card' and d.doc = f.rowid
        where f.card_fts match $1 and f.rowid > $2
        order by f.rowid
        limit $3
    )";
/// The numbers of the first matching rows alone.
const LITE_NUMBERS_SCENARIO: &str = "
    select json_group_array(doc)
    from (select rowid as doc from scenario_fts where scenario_fts match $1 order by rowid limit $2)";
const LITE_NUMBERS_CARD: &str = "
    select json_group_array(doc)
    from (select rowid as doc from card_fts where card_fts match $1 order by rowid limit $2)";
const PG_NUMBERS: &str = "
    select json_agg(doc)
    from (select doc from search_docs where kind = $3 and tsv @@ $1::tsquery order by doc limit $2) m";
const PG_SET_WORDS: &str = "update search_docs set tsv = $3::tsvector where kind = $1 and doc = $2";
const PG_MATCH: &str = "
    select json_agg(json_build_array(item_id, doc))
    from (
        select item_id, doc
        from search_docs
        where kind = $4 and tsv @@ $1::tsquery and doc > $2
        order by doc
        limit $3
    ) m";

/// The statements of this module with their engine.
pub(super) const STATEMENTS: &[(Engine, &str)] = &[
    (Engine::Sqlite, LITE_DELETE_SCENARIO),
    (Engine::Sqlite, LITE_DELETE_CARD),
    (Engine::Sqlite, LITE_OPTIMIZE_SCENARIO),
    (Engine::Sqlite, LITE_OPTIMIZE_CARD),
    (Engine::Sqlite, LITE_FORGET_TERMS_SCENARIO),
    (Engine::Sqlite, LITE_FORGET_TERMS_CARD),
    (Engine::Sqlite, FORGET_TRIGRAMS),
    (Engine::Postgres, PG_FORGET_TERMS),
    (Engine::Postgres, FORGET_TRIGRAMS),
    (Engine::Sqlite, LITE_MATCH_SCENARIO),
    (Engine::Sqlite, LITE_MATCH_CARD),
    (Engine::Sqlite, LITE_NUMBERS_SCENARIO),
    (Engine::Sqlite, LITE_NUMBERS_CARD),
    (Engine::Postgres, PG_SET_WORDS),
    (Engine::Postgres, PG_MATCH),
    (Engine::Postgres, PG_NUMBERS),
];

/// Stores the words of rows. Their `search_docs` rows exist already.
pub(super) async fn put_words(tx: &mut Tx, kind: Kind, rows: &[(i64, Words)]) -> sqlx::Result<()> {
    match tx.split() {
        Split::Lite(x) => {
            let mut query = QueryBuilder::<Sqlite>::new(match kind {
                Kind::Scenario => "insert into scenario_fts (rowid, name, labels, body, facets) ",
                Kind::Card => "insert into card_fts (rowid, name, labels, body, facets) ",
            });
            query.push_values(rows, |mut row, (doc, words)| {
                row.push_bind(*doc)
                    .push_bind(words.name.join(" "))
                    .push_bind(words.labels.join(" "));
                row.push_bind(words.body.join(" "))
                    .push_bind(words.facets.join(" "));
            });
            query.build().execute(x).await?;
        }
        Split::Pg(x) => {
            for (doc, words) in rows {
                sqlx::query(PG_SET_WORDS)
                    .bind(kind.as_str())
                    .bind(doc)
                    .bind(words.tsvector())
                    .execute(&mut *x)
                    .await?;
            }
        }
    }
    Ok(())
}

/// Merges what many writes have left in pieces, so that each word is looked up in one place. Takes seconds
/// for a large index; PostgreSQL sees to it by itself.
pub async fn optimize(tx: &mut Tx, kind: Kind) -> sqlx::Result<()> {
    if let Split::Lite(x) = tx.split() {
        let optimize = match kind {
            Kind::Scenario => LITE_OPTIMIZE_SCENARIO,
            Kind::Card => LITE_OPTIMIZE_CARD,
        };
        sqlx::query(optimize).execute(x).await?;
    }
    Ok(())
}

/// Forgets words for typing errors that no row holds any more: whose words they were has left. To be called
/// after [`optimize`], until which SQLite's index still knows words of deleted rows. Takes seconds for a
/// large index.
pub async fn purge_terms(tx: &mut Tx, kind: Kind) -> sqlx::Result<()> {
    match tx.split() {
        Split::Lite(x) => {
            let forget = match kind {
                Kind::Scenario => LITE_FORGET_TERMS_SCENARIO,
                Kind::Card => LITE_FORGET_TERMS_CARD,
            };
            sqlx::query(forget).execute(&mut *x).await?;
            sqlx::query(FORGET_TRIGRAMS)
                .bind(kind.as_str())
                .execute(x)
                .await?;
        }
        Split::Pg(x) => {
            sqlx::query("set local statement_timeout = 0")
                .execute(&mut *x)
                .await?;
            sqlx::query(PG_FORGET_TERMS)
                .bind(kind.as_str())
                .execute(&mut *x)
                .await?;
            sqlx::query(FORGET_TRIGRAMS)
                .bind(kind.as_str())
                .execute(x)
                .await?;
        }
    }
    Ok(())
}

/// Forgets a row's words. On PostgreSQL they go with the `search_docs` row.
pub(super) async fn delete_words(tx: &mut Tx, kind: Kind, doc: i64) -> sqlx::Result<()> {
    if let Split::Lite(x) = tx.split() {
        let delete = match kind {
            Kind::Scenario => LITE_DELETE_SCENARIO,
            Kind::Card => LITE_DELETE_CARD,
        };
        sqlx::query(delete).bind(doc).execute(x).await?;
    }
    Ok(())
}

/// Up to `limit` matching rows after row number `after`, in order: (item id, row number).
pub(super) async fn match_after(
    conn: &mut Conn,
    kind: Kind,
    expr: &Expr,
    after: i64,
    limit: i64,
) -> sqlx::Result<Vec<(String, i64)>> {
    let listed: JsonRows<(String, i64)> = match conn.split() {
        Split::Lite(x) => {
            let select = match kind {
                Kind::Scenario => LITE_MATCH_SCENARIO,
                Kind::Card => LITE_MATCH_CARD,
            };
            sqlx::query_scalar(select)
                .bind(expr.fts5())
                .bind(after)
                .bind(limit)
                .fetch_one(x)
                .await?
        }
        Split::Pg(x) => {
            sqlx::query_scalar(PG_MATCH)
                .bind(expr.tsquery())
                .bind(after)
                .bind(limit)
                .bind(kind.as_str())
                .fetch_one(x)
                .await?
        }
    };
    // Neither engine promises the order of what it joins.
    let mut rows = into_rows(listed);
    rows.sort_unstable_by_key(|(_, doc)| *doc);
    Ok(rows)
}

/// The numbers of the first `limit` matching rows, in order.
pub(super) async fn first_numbers(
    conn: &mut Conn,
    kind: Kind,
    expr: &Expr,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let listed: JsonRows<i64> = match conn.split() {
        Split::Lite(x) => {
            let select = match kind {
                Kind::Scenario => LITE_NUMBERS_SCENARIO,
                Kind::Card => LITE_NUMBERS_CARD,
            };
            sqlx::query_scalar(select)
                .bind(expr.fts5())
                .bind(limit)
                .fetch_one(x)
                .await?
        }
        Split::Pg(x) => {
            sqlx::query_scalar(PG_NUMBERS)
                .bind(expr.tsquery())
                .bind(limit)
                .bind(kind.as_str())
                .fetch_one(x)
                .await?
        }
    };
    // Neither engine promises the order of what it joins.
    let mut numbers = into_rows(listed);
    numbers.sort_unstable();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_match_is_spelled_for_both_engines() {
        let word = |scope, word: &str, prefix| Expr::Word {
            scope,
            word: word.to_owned(),
            prefix,
        };
        let expr = Expr::Except(
            Box::new(Expr::All(vec![
                word(Scope::Labels, "drag", true),
                Expr::facet("t_1"),
            ])),
            Box::new(Expr::Any(vec![word(Scope::Name, "drag", false)])),
        );
        assert_eq!(
            expr.fts5(),
            "(({name labels} : \"drag\" * AND facets : \"t_1\") NOT (name : \"drag\"))"
        );
        assert_eq!(expr.tsquery(), "(('drag':*AB & 't_1':D) & !('drag':A))");
    }
}
