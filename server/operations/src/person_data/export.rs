//! The export of a person's data: one JSON file for each table, their portrait, and the images of their drafts.

use std::io::{self, Seek, Write};

use accounts::users;
use catalogue::authoring;
use futures::TryStreamExt;
use jiff::tz::TimeZone;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, Split};
use platform::slice::{Export, PersonalData};
use platform::web::Problem;
use serde_json::{Map, Value};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Column, Row, TypeInfo};
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use crate::AppState;
use crate::SLICES;

/// The most rows of one table in an export, far beyond what anybody has; the file reports when it is reached.
const MAX_ROWS: i64 = 100_000;

/// What an export says about itself.
const README: &str = include_str!("export.txt");

/// The identities of the person `$1`.
const IDENTITY: &str = "(select identity_id from accounts where user_id = $1)";

/// The email addresses of the person `$1`.
const EMAILS: &str =
    "(select i.email from identities i join accounts a on a.identity_id = i.id where a.user_id = $1)";

/// The stories of the person `$1`.
const STORIES: &str = "(select id from stories where owner_kind = 'person' and owner_id = $1)";

/// The guest sessions that the person `$1` took over.
const GUESTS: &str = "(select id from guest_sessions where claimed_by = $1)";

/// Columns with secrets, or with values that could be guessed to get in.
fn is_secret(column: &str) -> bool {
    column.ends_with("_hash") || matches!(column, "totp_secret" | "totp_step")
}

/// A person's data as an archive, to which other slices add files in formats of their own. It is written
/// while it is read: only one row is in memory.
pub struct Archive<W: Write + Seek> {
    zip: ZipWriter<W>,
    written_at: DateTime,
}

impl<W: Write + Seek> Archive<W> {
    /// Writes all tables that hold data of a person, their portrait, and the images of their drafts, each under its
    /// key.
    ///
    /// # Errors
    /// Errors of the database or the blob store.
    pub async fn of(app: &AppState, conn: &mut Conn, user: &UserId, to: W) -> Result<Self, Problem> {
        let mut archive = Self {
            zip: ZipWriter::new(to),
            written_at: date_of(app.clock.now()),
        };
        archive.add("README.txt")?.write_all(README.as_bytes())?;
        for table in SLICES.iter().flat_map(|slice| slice.tables) {
            if let PersonalData::Held {
                export: Export::Rows(condition),
                ..
            } = table.personal_data
            {
                let file = archive.add(&format!("{}.json", table.name))?;
                write_table(conn, table.name, condition, user, file).await?;
            }
        }
        let key = users::find_portrait(conn, user)
            .await?
            .and_then(|key| BlobKey::parse(&key).ok());
        if let Some(key) = key
            && let Some(content) = app.blobs.get(&key).await?
        {
            archive.add(key.name())?.write_all(&content)?;
        }
        for key in authoring::list_images_of(conn, user).await? {
            let Ok(key) = BlobKey::parse(&key) else { continue };
            if let Some(content) = app.blobs.get(&key).await? {
                archive.add(key.as_str())?.write_all(&content)?;
            }
        }
        Ok(archive)
    }

    /// Begins a file; returns the writer for its content.
    ///
    /// # Errors
    /// 503 `STORAGE_FULL`, else an internal error.
    pub fn add(&mut self, name: &str) -> Result<&mut (impl Write + use<W>), Problem> {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(self.written_at)
            .large_file(true);
        self.zip.start_file(name, options).map_err(io::Error::from)?;
        Ok(&mut self.zip)
    }

    /// Finishes the archive; returns the underlying writer.
    ///
    /// # Errors
    /// 503 `STORAGE_FULL`, else an internal error.
    pub fn finish(self) -> Result<W, Problem> {
        Ok(self.zip.finish().map_err(io::Error::from)?)
    }
}

/// A moment as archives date their files, in UTC.
fn date_of(at: Timestamp) -> DateTime {
    let date = jiff::Timestamp::from_millisecond(at.0).map(|at| at.to_zoned(TimeZone::UTC).datetime());
    // Archives know the years 1980 to 2107.
    date.ok()
        .and_then(|date| DateTime::try_from(date).ok())
        .unwrap_or_default()
}

/// Writes the rows as a list, one after the other.
async fn write_table(
    conn: &mut Conn,
    table: &str,
    condition: &str,
    user: &UserId,
    to: &mut impl Write,
) -> Result<(), Problem> {
    let condition = condition
        .replace("{identity}", IDENTITY)
        .replace("{emails}", EMAILS)
        .replace("{stories}", STORIES)
        .replace("{guests}", GUESTS);
    let text = AssertSqlSafe(format!(
        "select * from {table} where {condition} limit {MAX_ROWS}"
    ));
    let mut separator = "[\n  ";
    let mut write = |row: &Value| -> Result<(), Problem> {
        // All line breaks belong to the layout: those in texts are escaped.
        let row = serde_json::to_string_pretty(row)
            .map_err(Problem::internal)?
            .replace('\n', "\n  ");
        let written = to
            .write_all(separator.as_bytes())
            .and_then(|()| to.write_all(row.as_bytes()));
        separator = ",\n  ";
        Ok(written?)
    };
    match conn.split() {
        Split::Lite(x) => {
            let mut rows = sqlx::query::<sqlx::Sqlite>(text).bind(user.as_str()).fetch(x);
            while let Some(row) = rows.try_next().await? {
                write(&object(row.columns().iter().map(Column::name), |place| {
                    sqlite_value(&row, place)
                }))?;
            }
        }
        Split::Pg(x) => {
            let mut rows = sqlx::query::<sqlx::Postgres>(text).bind(user.as_str()).fetch(x);
            while let Some(row) = rows.try_next().await? {
                write(&object(row.columns().iter().map(Column::name), |place| {
                    pg_value(&row, place)
                }))?;
            }
        }
    }
    let end: &[u8] = if separator.starts_with('[') { b"[]" } else { b"\n]" };
    Ok(to.write_all(end)?)
}

fn object<'a>(names: impl Iterator<Item = &'a str>, value: impl Fn(usize) -> Value) -> Value {
    let kept = names.enumerate().filter(|(_, name)| !is_secret(name));
    Value::Object(
        kept.map(|(place, name)| (name.to_owned(), readable(name, value(place))))
            .collect::<Map<_, _>>(),
    )
}

/// Writes times as dates instead of numbers.
fn readable(name: &str, value: Value) -> Value {
    let is_moment = name == "at" || name.ends_with("_at") || name.ends_with("_until");
    match value.as_i64() {
        Some(millis) if is_moment => Value::String(Timestamp(millis).to_string()),
        _ => value,
    }
}

fn sqlite_value(row: &SqliteRow, place: usize) -> Value {
    let declared = row.column(place).type_info().name().to_ascii_lowercase();
    if declared.contains("bool") {
        return row
            .try_get::<Option<bool>, _>(place)
            .ok()
            .flatten()
            .map_or(Value::Null, Value::Bool);
    }
    if let Ok(text) = row.try_get::<Option<String>, _>(place) {
        // Objects and lists are stored as text; no other stored text has their form.
        let parsed = text
            .as_deref()
            .filter(|text| text.starts_with(['{', '[']))
            .and_then(|text| serde_json::from_str(text).ok());
        return parsed.or_else(|| text.map(Value::String)).unwrap_or(Value::Null);
    }
    if let Ok(number) = row.try_get::<Option<i64>, _>(place) {
        return number.map_or(Value::Null, Value::from);
    }
    row.try_get::<Option<f64>, _>(place)
        .ok()
        .flatten()
        .map_or(Value::Null, Value::from)
}

fn pg_value(row: &PgRow, place: usize) -> Value {
    if let Ok(text) = row.try_get::<Option<String>, _>(place) {
        return text.map_or(Value::Null, Value::String);
    }
    if let Ok(number) = row.try_get::<Option<i64>, _>(place) {
        return number.map_or(Value::Null, Value::from);
    }
    if let Ok(bool_from_int) = row.try_get::<Option<bool>, _>(place) {
        return bool_from_int.map_or(Value::Null, Value::Bool);
    }
    if let Ok(json) = row.try_get::<Option<Value>, _>(place) {
        return json.unwrap_or(Value::Null);
    }
    row.try_get::<Option<f64>, _>(place)
        .ok()
        .flatten()
        .map_or(Value::Null, Value::from)
}
