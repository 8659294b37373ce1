//! Writes an archive of many scenarios.

use std::collections::HashSet;
use std::io::{self, BufWriter, Seek};

use kernel::ids::UserId;
use platform::idempotency::principal_of;
use platform::web::{Problem, Spool, Spooled, spool};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::export::write_whole;
use super::file_names::FileNames;
use super::model::CardContainer;
use crate::AppState;
use crate::authoring;
use crate::scenarios::ScenarioId;

/// Scenarios of one archive.
pub(super) const MAX_SCENARIOS: usize = 500;
/// Bytes of one archive.
const MAX_ARCHIVE_BYTES: u64 = 2 << 30;

/// Writes scenarios of this person into one archive, each as CHARX, one after the other: never more than
/// one picture is in memory.
///
/// # Errors
/// 404 if they have not got one of them, 409 if one is in the trash; 422 for no or too many scenarios, for
/// one that CHARX cannot hold, and if they are too large together; 429 if their other files
/// are still being sent, 503 if too many files are written.
pub(super) async fn write_archive(
    app: &AppState,
    author: &UserId,
    ids: Vec<ScenarioId>,
) -> Result<Spooled, Problem> {
    if ids.is_empty() || ids.len() > MAX_SCENARIOS {
        return Err(Problem::invalid(
            "/ids",
            format!("Name 1 to {MAX_SCENARIOS} scenarios."),
        ));
    }
    check(app, author, &ids).await?;
    let (app, principal, author) = (app.clone(), principal_of(author).to_string(), author.clone());
    let write = async move |file: &mut Spool| write_all(&app, &author, &ids, file).await;
    spool(&principal, write).await
}

/// Refuses scenarios that cannot be exported before anything is written.
async fn check(app: &AppState, author: &UserId, ids: &[ScenarioId]) -> Result<(), Problem> {
    let named: Vec<&str> = ids.iter().map(ScenarioId::as_str).collect();
    let mut conn = app.db.read().await?;
    let own = authoring::list_titles(&mut conn, author, &named).await?;
    for (place, id) in ids.iter().enumerate() {
        if own.get(id.as_str()).is_none_or(|draft| draft.in_trash) {
            let found = authoring::find_publishable(&mut conn, author, id).await;
            found.map_err(|refusal| at(place, refusal))?;
        }
    }
    Ok(())
}

/// The same refusal, naming the scenario.
fn at(place: usize, refusal: Problem) -> Problem {
    let detail = refusal.detail().to_owned();
    refusal.with_field(format!("/ids/{place}"), detail)
}

async fn write_all(
    app: &AppState,
    author: &UserId,
    ids: &[ScenarioId],
    file: &mut Spool,
) -> Result<(), Problem> {
    // Pictures are packed by themselves, and each CHARX has packed the rest.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut archive = ZipWriter::new(file);
    let (mut names, mut written, mut total) = (FileNames::default(), HashSet::new(), 0);
    for (place, id) in ids.iter().enumerate() {
        if !written.insert(id) {
            continue;
        }
        let mut conn = app.db.read().await?;
        let found = authoring::find_publishable(&mut conn, author, id).await;
        drop(conn);
        let document = found.map_err(|refusal| at(place, refusal))?.document;
        // A zip is written with its directory, so it needs a file of its own, which has no name and ends
        // here.
        let mut charx = BufWriter::new(tempfile::tempfile()?);
        let title = write_whole(&app.blobs, &document, &mut charx)
            .await
            .map_err(|refusal| at(place, refusal))?;
        let mut charx = charx.into_inner().map_err(io::IntoInnerError::into_error)?;
        charx.rewind()?;
        archive
            .start_file(names.give(&title, CardContainer::Charx.ending()), options)
            .map_err(io::Error::from)?;
        total += io::copy(&mut charx, &mut archive)?;
        if total > MAX_ARCHIVE_BYTES {
            return Err(Problem::invalid(
                "/ids",
                "Together these scenarios are larger than 2 GB. Export fewer at once.",
            ));
        }
    }
    archive.finish().map_err(io::Error::from)?;
    Ok(())
}
