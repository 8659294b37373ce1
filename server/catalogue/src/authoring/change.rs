//! Changes of a stored draft that do not depend on what its author sees: they apply to its latest version.

use std::collections::HashSet;

use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::web::Problem;

use super::actions::{load, replace, stored_draft};
use super::draft::ScenarioDraft;
use super::errors::in_trash;
use super::prepare::prepare;
use super::store;
use super::work::compute;
use crate::AppState;
use crate::scenarios::ScenarioId;

/// How often a change is made anew because the draft was saved at the same moment.
const ATTEMPTS: usize = 5;

/// Changes a draft of this person, whatever its version, and raises the version; a change that comes to
/// nothing stores nothing.
///
/// # Errors
/// 404 if they have no such draft; 409 if it is in the trash, or is saved all the time; 422 with every
/// field that is not acceptable after the change.
pub async fn change_draft(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    change: impl Fn(&mut ScenarioDraft) + Clone + Send + 'static,
) -> Result<(), Problem> {
    for _ in 0..ATTEMPTS {
        let mut conn = app.db.read().await?;
        let row = load(&mut conn, author, id).await?;
        let known: HashSet<String> = store::list_images(&mut conn, id).await?.into_iter().collect();
        drop(conn);
        if row.deleted_at.is_some() {
            return Err(in_trash());
        }
        let (version, bytes, change) = (row.version, row.document.get().len(), change.clone());
        let prepared = compute(bytes, move || {
            let stored = stored_draft(&row)?;
            let mut changed = stored.clone();
            change(&mut changed);
            (changed != stored).then(|| prepare(&changed, &known)).transpose()
        })
        .await?;
        let Some(prepared) = prepared else { return Ok(()) };
        if replace(app, author, id, version, &prepared, app.clock.now()).await? {
            return Ok(());
        }
    }
    Err(Problem::new(
        ErrorCode::CONFLICT,
        "This scenario is being changed at the same moment. Please try again.",
    ))
}
