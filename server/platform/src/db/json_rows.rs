//! A list of rows read as one JSON text.
//!
//! SQLite passes each row from sqlx's thread to the caller's one by one, and copies each of its values; that
//! takes several times as long as finding the row. The lists that pages consist of are therefore selected as
//! one JSON text: an array of rows, each of them an array of its columns in the order of the fields it is
//! read into. Both engines can do that; they only name the functions differently.

use serde::{Deserialize, Deserializer};
use sqlx::types::Json;
use sqlx::{Database, Postgres, Sqlite};

/// An engine's spelling of JSON arrays. Inside [`query_on!`](super::query_on): `D::ROWS`.
pub trait JsonSql: Database {
    /// The aggregate that makes an array of what it is given for each row: a [`List`]. Takes `order by`
    /// behind its argument; without it, neither engine promises an order.
    const ROWS: &'static str;
    /// The function that makes an array of its arguments: one row.
    const ARRAY: &'static str;

    /// A column that holds JSON, so that it becomes part of the array and not a text in it.
    fn json(column: &str) -> String;
}

impl JsonSql for Sqlite {
    const ROWS: &'static str = "json_group_array";
    const ARRAY: &'static str = "json_array";

    fn json(column: &str) -> String {
        format!("json({column})")
    }
}

impl JsonSql for Postgres {
    const ROWS: &'static str = "json_agg";
    const ARRAY: &'static str = "json_build_array";

    fn json(column: &str) -> String {
        column.to_owned()
    }
}

/// What such a query selects. For no rows SQLite gives an empty array and PostgreSQL null.
pub type JsonRows<Row> = Option<Json<Vec<Row>>>;

/// The rows.
pub fn into_rows<Row>(rows: JsonRows<Row>) -> Vec<Row> {
    rows.map(|Json(rows)| rows).unwrap_or_default()
}

/// Reads a boolean that was selected as a number (`cast(c as int)`), because SQLite has no booleans.
///
/// # Errors
/// The deserializer's, for what is not a whole number.
pub fn bool_from_int<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(i64::deserialize(from)? != 0)
}
