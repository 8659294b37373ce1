//! The call that asks for a second look at an image.

use accounts::identity::SignedIn;
use accounts::users::rules::check_text;
use axum::extract::State;
use platform::slice::calls::{Answers, Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::authoring::errors::DraftErrors;
use crate::authoring::model::PictureVerdict;
use crate::authoring::rules::MAX_SECOND_LOOK_CHARS;
use crate::authoring::second_looks;
use crate::scenarios::ScenarioId;

/// The draft of the access test has no image.
const NO_IMAGE: Answers = [401, 401, 404, 404, 404, 404];

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(ask_second_look),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The model that judges pictures makes mistakes, which people set right.")
        .trial(
            "/scenarios/scenario/@draft/second-looks",
            Sent::Json(r#"{"image":"scenarios/none.webp","note":""}"#),
            NO_IMAGE,
        )
}

/// An image that a person is to look at again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SecondLookRequest {
    /// Its blob key.
    image: String,
    /// Why it isn’t explicit, in the author’s own words; may be empty.
    #[serde(default)]
    #[schema(max_length = 500)]
    note: String,
}

/// Asks that a person looks at an image of one of the caller’s scenarios which the model judged explicit. Repeating
/// the call changes nothing. An image that is not explicit, not judged yet, or decided by a moderator is 409
/// `NO_SECOND_LOOK`.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{id}/second-looks",
    tag = "authoring",
    params(("id" = ScenarioId, Path)),
    request_body = SecondLookRequest,
    responses((status = 200, body = PictureVerdict), DraftErrors, AuthErrors, BodyErrors, CommonErrors),
)]
async fn ask_second_look(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    Json(request): Json<SecondLookRequest>,
) -> Result<Json<PictureVerdict>, Problem> {
    let note =
        check_text(&request.note, MAX_SECOND_LOOK_CHARS).map_err(|why| Problem::invalid("note", why))?;
    second_looks::ask(&app, &person.user_id, &id, &request.image, &note)
        .await
        .map(Json)
}
