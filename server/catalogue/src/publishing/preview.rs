//! A draft as readers would get it if it were published now, for everybody. Nothing is stored.

use accounts::identity::Person;
use accounts::tags::tags_of_names;
use kernel::Audience;
use platform::image_judge::verdicts_of;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use super::actions::{Submission, new_scenario};
use super::making::ScenarioMaking;
use crate::AppState;
use crate::authoring;
use crate::discovery::ScenarioPoster;
use crate::scenarios::{self, Access, Scenario, ScenarioId, ScenarioSummary};

/// What readers would get of a draft. It may be incomplete: what is missing is empty.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScenarioPreview {
    /// The version of the draft.
    version: i64,
    /// The page of the scenario. A tag that does not exist yet has its slug as its id.
    scenario: Scenario,
    /// The scenario in lists.
    poster: ScenarioPoster,
    /// How it is made; null if readers may not see that.
    #[schema(required = true)]
    making: Option<ScenarioMaking>,
}

/// The draft of this author as lists would show it.
///
/// # Errors
/// As [`read`].
pub async fn preview_summary(
    app: &AppState,
    author: &Person,
    audience: Audience,
    id: &ScenarioId,
) -> Result<ScenarioSummary, Problem> {
    Ok(read(app, author, audience, id).await?.scenario.summary())
}

/// The draft of this author as readers would get it.
///
/// # Errors
/// 404 if they have no such scenario, 409 if it is in the trash, 503 if too many large drafts are being read.
pub(super) async fn read(
    app: &AppState,
    author: &Person,
    audience: Audience,
    id: &ScenarioId,
) -> Result<ScenarioPreview, Problem> {
    let mut conn = app.db.read().await?;
    let found = authoring::find_publishable(&mut conn, &author.user_id, id).await?;
    drop(conn);
    let (own_id, version) = (id.clone(), found.version);
    let submission = authoring::compute(found.document.get().len(), move || {
        let draft = authoring::read_document(&found.document)?;
        Submission::of(&own_id, (version, Access::Public), draft, found.document)
    })
    .await?;
    let (mut conn, now) = (app.db.read().await?, app.clock.now());
    let named = (&author.user_id, author.authorname.as_str());
    let verdict = match submission.draft.images().judged() {
        Some(key) => verdicts_of(&mut conn, &[key]).await?.remove(key),
        None => None,
    };
    let findings = scenarios::findings(verdict);
    let new = new_scenario(&mut conn, named, id, &submission, findings, now).await?;
    let tags = tags_of_names(&mut conn, &submission.draft.tags, audience).await?;
    let scenario = scenarios::preview(&mut conn, new, tags, audience, now).await?;
    Ok(ScenarioPreview {
        version,
        poster: scenario.summary().into(),
        making: submission.making(&scenario),
        scenario,
    })
}
