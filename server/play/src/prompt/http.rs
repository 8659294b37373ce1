//! The calls that show how a story's lorebooks work. They are here and not in `lorebooks`, because they need
//! stories.

use accounts::guests::{Owner, Player};
use accounts::identity::SignedIn;
use axum::extract::State;
use catalogue::lorebooks::{Attachment, Lorebook};
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::lore_trial::try_lore;
use super::model::LoreRecord;
use super::story_books::{self, StoryLorebook};
use crate::AppState;
use crate::stories::StoryId;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_story_lorebooks),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/stories/@story/lorebooks", Sent::Nothing, OWN_STORY)
        .call(
            routes!(try_lorebooks),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial(
            "/stories/@story/lorebooks/test",
            Sent::Json(r#"{"text":"Hello."}"#),
            OWN_STORY,
        )
        .call(
            routes!(attach_lorebook),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial(
            "/lorebooks/none/attachments",
            Sent::Json(r#"{"attachments":[]}"#),
            people(404),
        )
}

/// The lorebooks that apply to a story.
#[derive(Debug, Serialize, ToSchema)]
struct StoryLorebooks {
    /// In the order of scanning.
    books: Vec<StoryLorebook>,
}

/// The input of a trial of a story's lorebooks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LoreTrial {
    /// A line that the player might write.
    #[schema(max_length = 16384)]
    text: String,
    /// Who might answer; absent: the first of the cast who is not muted.
    speaker_id: Option<String>,
}

/// The result of a trial.
#[derive(Debug, Serialize, ToSchema)]
struct LoreTrialAnswer {
    /// Every entry, active or not, with the reason.
    fired: Vec<LoreRecord>,
}

/// The attachments of a book.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Attachments {
    /// All attachments; those left out are removed.
    #[schema(max_items = 50)]
    attachments: Vec<Attachment>,
}

/// The lorebooks that apply to a story, and why.
#[utoipa::path(
    get,
    path = "/stories/{id}/lorebooks",
    tag = "lorebooks",
    params(("id" = StoryId, Path)),
    responses((status = 200, body = StoryLorebooks), AuthErrors, CommonErrors),
)]
async fn list_story_lorebooks(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
) -> Result<Json<StoryLorebooks>, Problem> {
    let mut conn = app.db.read().await?;
    let books = story_books::list(&mut conn, &Owner::from(&player), &id).await?;
    Ok(Json(StoryLorebooks { books }))
}

/// Scans a story's lorebooks as if the player sent this text now. Nothing is stored or sent anywhere.
#[utoipa::path(
    post,
    path = "/stories/{id}/lorebooks/test",
    tag = "lorebooks",
    params(("id" = StoryId, Path)),
    request_body = LoreTrial,
    responses((status = 200, body = LoreTrialAnswer), AuthErrors, BodyErrors, CommonErrors),
)]
async fn try_lorebooks(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Json(trial): Json<LoreTrial>,
) -> Result<Json<LoreTrialAnswer>, Problem> {
    let speaker = trial.speaker_id.as_deref();
    let fired = try_lore(&app, &Owner::from(&player), &id, trial.text, speaker).await?;
    Ok(Json(LoreTrialAnswer { fired }))
}

/// Sets what a lorebook of the caller is attached to: scenarios and actors they wrote, and personas and
/// stories of their own.
#[utoipa::path(
    put,
    path = "/lorebooks/{id}/attachments",
    tag = "lorebooks",
    params(("id" = String, Path)),
    request_body = Attachments,
    responses((status = 200, body = Lorebook), AuthErrors, BodyErrors, CommonErrors),
)]
async fn attach_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Json(Attachments { attachments }): Json<Attachments>,
) -> Result<Json<Lorebook>, Problem> {
    story_books::attach(&app, &person.user_id, &id, &attachments)
        .await
        .map(Json)
}
