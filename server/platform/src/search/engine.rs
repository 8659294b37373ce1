//! The one place where the engines differ: how words are stored and matched.
//!
//! A match is built as an [`Expr`] and spelled twice: as an FTS5 query string and as a `tsquery`. Both engines return
//! rows in `doc` order after a given row, which is all that the rest of the slice needs.

use sqlx::{QueryBuilder, Sqlite};

use super::expr::{Expr, Words};
use super::kind::Kind;
use crate::db::{Conn, JsonRows, Split, Tx, into_rows};
use crate::slice::Engine;

const LITE_DELETE_SCENARIO: &str = "delete from scenario_fts where rowid = $1";
const LITE_DELETE_CARD: &str = "delete from card_fts where rowid = $1";
const LITE_OPTIMIZE_SCENARIO: &str = "insert into scenario_fts (scenario_fts) values ('optimize')";
const LITE_OPTIMIZE_CARD: &str = "insert into card_fts (card_fts) values ('optimize')";
/// Words that no row holds any more, once the index has been merged.
const LITE_PURGE_TERMS_SCENARIO: &str = "
    delete from search_terms
    where kind = 'scenario' and term not in (select term from scenario_vocabulary)";
const LITE_PURGE_TERMS_CARD: &str = "
    delete from search_terms
    where kind = 'card' and term not in (select term from card_vocabulary)";
const PG_PURGE_TERMS: &str = "
    delete from search_terms
    where kind = $1 and term not in (
        select word
        from ts_stat(format('select tsv from search_docs where kind = %L', $1::text))
    )";
const PURGE_TRIGRAMS: &str = "
    delete from search_trigrams
    where kind = $1 and not exists (
        select 1
        from search_terms t
        where t.kind = search_trigrams.kind and t.term = search_trigrams.term
    )";
/// What matches comes as one row: handing rows over costs more than finding them (`db::json_rows`).
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
    (Engine::Sqlite, LITE_PURGE_TERMS_SCENARIO),
    (Engine::Sqlite, LITE_PURGE_TERMS_CARD),
    (Engine::Sqlite, PURGE_TRIGRAMS),
    (Engine::Postgres, PG_PURGE_TERMS),
    (Engine::Postgres, PURGE_TRIGRAMS),
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

/// Merges the segments that many writes have left, so that each word is looked up in one place. Takes seconds for a
/// large index; PostgreSQL does it by itself.
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

/// Purges words that no row holds any more from the vocabulary for typing errors. To be called after [`optimize`],
/// because until then SQLite's index still holds words of deleted rows. Takes seconds for a large index.
pub async fn purge_terms(tx: &mut Tx, kind: Kind) -> sqlx::Result<()> {
    match tx.split() {
        Split::Lite(x) => {
            let purge = match kind {
                Kind::Scenario => LITE_PURGE_TERMS_SCENARIO,
                Kind::Card => LITE_PURGE_TERMS_CARD,
            };
            sqlx::query(purge).execute(&mut *x).await?;
            sqlx::query(PURGE_TRIGRAMS).bind(kind.as_str()).execute(x).await?;
        }
        Split::Pg(x) => {
            sqlx::query("set local statement_timeout = 0")
                .execute(&mut *x)
                .await?;
            sqlx::query(PG_PURGE_TERMS)
                .bind(kind.as_str())
                .execute(&mut *x)
                .await?;
            sqlx::query(PURGE_TRIGRAMS).bind(kind.as_str()).execute(x).await?;
        }
    }
    Ok(())
}

/// Deletes the words of a row. On PostgreSQL they are deleted with the `search_docs` row.
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
