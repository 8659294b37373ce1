//! The use case of adding a file to a batch.

use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::blocking::WorkLimit;
use platform::db::{Isolation, Tx};
use platform::web::{Problem, StoredUpload};
use serde::Deserialize;
use utoipa::IntoParams;

use super::actions::{not_found, view_file};
use super::model::ImportFile;
use super::purge::{drop_unused, insert_blob, release_blob};
use super::store::{self, FileRow, NewFile};
use super::work::import_soon;
use crate::AppState;
use crate::authoring::rules::fits;
use crate::card_import::rules::{
    FILES_AT_ONCE, MAX_BATCH_BYTES, MAX_FILE_NAME_CHARS, MAX_FILES, STORED_AT_ONCE, STORING_MS,
};

/// Files that are being stored for later.
static STORED: WorkLimit = WorkLimit::new(STORED_AT_ONCE, FILES_AT_ONCE);

/// Where a file belongs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FileParams {
    /// The name of the file, or its path where it comes from: 1 to 1,000 characters.
    name: String,
    /// Its place in the batch, 0 to 999.
    position: i64,
}

impl FileParams {
    /// Checks them.
    ///
    /// # Errors
    /// 422 with the parameter that is not acceptable.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self.name.trim().is_empty() || !fits(&self.name, MAX_FILE_NAME_CHARS) {
            return Err(Problem::invalid(
                "name",
                format!("Use 1 to {MAX_FILE_NAME_CHARS} characters."),
            ));
        }
        if !(0..MAX_FILES).contains(&self.position) {
            return Err(Problem::invalid(
                "position",
                format!(
                    "An import has up to {MAX_FILES} files: send a number from 0 to {}.",
                    MAX_FILES - 1
                ),
            ));
        }
        Ok(())
    }
}

/// Refuses a file before it is received.
///
/// # Errors
/// 404 if this person has no such batch; 409 if it is sealed, unless the file is there already.
pub(super) async fn check_place(
    app: &AppState,
    owner: &UserId,
    batch: &str,
    params: &FileParams,
) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    let row = store::find_batch(&mut conn, batch, owner)
        .await?
        .ok_or_else(not_found)?;
    let is_there = store::find_file(&mut conn, batch, owner, params.position)
        .await?
        .is_some();
    if row.sealed_at.is_some() && !is_there {
        return Err(is_sealed());
    }
    Ok(())
}

/// Stores a file that was received; it waits for its turn from then on. If there is a file at its place already, that
/// one stays and is the answer.
///
/// # Errors
/// 404 if this person has no such batch; 409 if it is sealed; 413 if its files have too many bytes together; 503 if
/// too many files are being stored, or the disk is full.
pub(super) async fn add(
    app: &AppState,
    owner: &UserId,
    batch: &str,
    params: &FileParams,
    upload: StoredUpload,
) -> Result<ImportFile, Problem> {
    let mut conn = app.db.read().await?;
    let before = store::find_file(&mut conn, batch, owner, params.position).await?;
    drop(conn);
    if let Some(before) = before {
        return Ok(view_file(before));
    }
    let key = BlobKey::parse(&format!("imports/{}", app.random.token())).map_err(Problem::internal)?;
    let bytes = i64::try_from(upload.bytes).unwrap_or(i64::MAX);
    let stored = store_blob(app, &key, upload.file).await;
    let added = match stored {
        Ok(()) => {
            let draft = app.random.id(app.clock.now());
            let file = NewFile {
                position: params.position,
                name: &params.name,
                bytes,
                hash: &upload.sha256,
                blob: key.as_str(),
                draft_id: &draft,
            };
            insert(app, owner, batch, &key, &file).await
        }
        Err(problem) => Err(problem),
    };
    match added {
        Ok(Added::New(row)) => {
            import_soon(app);
            Ok(view_file(row))
        }
        Ok(Added::There(row)) => {
            drop_unused(app, &key).await;
            Ok(view_file(row))
        }
        Err(problem) => {
            drop_unused(app, &key).await;
            Err(problem)
        }
    }
}

/// Stores the content. The row of the blob is there before it.
async fn store_blob(app: &AppState, key: &BlobKey, file: std::fs::File) -> Result<(), Problem> {
    let purge_after = app.clock.now().plus_millis(STORING_MS);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { insert_blob(tx, key, purge_after).await })
    });
    use_case.await?;
    let _place = STORED.enter().await?;
    Ok(app.blobs.put_file(key, file).await?)
}

/// The file at a place.
enum Added {
    /// It was added now.
    New(FileRow),
    /// It was there before.
    There(FileRow),
}

async fn insert(
    app: &AppState,
    owner: &UserId,
    batch: &str,
    key: &BlobKey,
    file: &NewFile<'_>,
) -> Result<Added, Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            // No other file can be added until this transaction ends.
            let locked = store::lock_batch(tx, batch, owner).await?.ok_or_else(not_found)?;
            if let Some(row) = store::find_file(tx, batch, owner, file.position).await? {
                return Ok(Added::There(row));
            }
            if locked.sealed_at.is_some() {
                return Err(is_sealed());
            }
            check_bytes(tx, batch, file.bytes).await?;
            store::insert_file(tx, batch, file, now).await?;
            release_blob(tx, key, now).await?;
            let row = store::find_file(tx, batch, owner, file.position).await?;
            row.map(Added::New).ok_or_else(not_found)
        })
    });
    use_case.await
}

async fn check_bytes(tx: &mut Tx, batch: &str, bytes: i64) -> Result<(), Problem> {
    if store::sum_files(tx, batch).await?.saturating_add(bytes) > MAX_BATCH_BYTES {
        return Err(Problem::new(
            ErrorCode::PAYLOAD_TOO_LARGE,
            "The files of an import can have up to 2 GB together. Import the others by another one.",
        ));
    }
    Ok(())
}

fn is_sealed() -> Problem {
    Problem::new(
        ErrorCode::CONFLICT,
        "This import takes no more files. Import the others by another one.",
    )
}
