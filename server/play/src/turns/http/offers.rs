//! The calls about offers: the price of the next reply, and the models.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use platform::llm::ModelInfo;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Problem, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::AppState;
use crate::stories;
use crate::turns::paying::{self, ChatPrice};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(read_price),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("The play page shows what a reply costs.")
        .trial("/chat/price?chatID=@story", Sent::Nothing, OWN_STORY)
        .call(
            routes!(list_models),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .beyond_spec("The play page lists the models that can be chosen.")
        .trial("/models", Sent::Nothing, all(200))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PriceOf {
    /// The story.
    #[serde(rename = "chatID")]
    chat_id: String,
}

/// The price of the next reply in a story, and what the player can pay with.
#[utoipa::path(
    get,
    path = "/chat/price",
    tag = "turns",
    params(PriceOf),
    responses(
        (status = 200, body = ChatPrice),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn read_price(
    State(app): State<AppState>,
    player: Player,
    Query(of): Query<PriceOf>,
) -> Result<Json<ChatPrice>, Problem> {
    let story = of.chat_id.parse().map_err(|_| Problem::not_found("story"))?;
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, &Owner::from(&player), &story).await?;
    paying::price_of(&app, &mut conn, &story).await.map(Json)
}

/// The models of this installation.
#[derive(Debug, Serialize, ToSchema)]
struct ModelList {
    /// All of them.
    models: Vec<ModelInfo>,
    /// The default model.
    default: String,
}

/// The models to choose from.
#[utoipa::path(get, path = "/models", tag = "turns", responses((status = 200, body = ModelList), CommonErrors))]
async fn list_models(State(app): State<AppState>) -> Json<ModelList> {
    Json(ModelList {
        models: app.models.list().to_vec(),
        default: app.models.get(None).info().name.clone(),
    })
}
