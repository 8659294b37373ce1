//! Lists as one value.
//!
//! Each row of an answer of SQLite crosses from sqlx's thread to ours by itself, with a copy of each of its values: that takes several
//! times as long as finding the row. The lists that pages consist of are therefore asked for as one JSON text, an array of rows, each an
//! array of its columns in the order of the fields that it is read into. Both engines can do that; they only name the functions
//! differently.

use serde::{Deserialize, Deserializer};
use sqlx::{Database, Postgres, Sqlite};

/// How an engine spells lists. For [`on!`](super::on): `D::ROWS`.
pub(crate) trait Listed: Database {
    /// The aggregate that makes an array of what it is given for each row; null or an empty array where there is none. Takes
    /// `order by` behind its argument.
    const ROWS: &'static str;
    /// The function that makes an array of its arguments.
    const ARRAY: &'static str;

    /// A column that holds JSON, as part of the array instead of as a text.
    fn json(column: &str) -> String;
}

impl Listed for Sqlite {
    const ROWS: &'static str = "json_group_array";
    const ARRAY: &'static str = "json_array";

    fn json(column: &str) -> String {
        format!("json({column})")
    }
}

impl Listed for Postgres {
    const ROWS: &'static str = "json_agg";
    const ARRAY: &'static str = "json_build_array";

    fn json(column: &str) -> String {
        column.to_owned()
    }
}

/// Reads a truth value that was listed as a number (`cast(c as int)`): SQLite has no other.
pub(crate) fn truth<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(i64::deserialize(from)? != 0)
}
