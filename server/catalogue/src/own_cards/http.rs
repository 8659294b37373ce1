//! The calls of own cards.

use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::paging::Page;
use platform::idempotency::{Idempotent, Reply};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Problem, Query, QuotaErrors};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use super::actions;
use super::model::{CardListParams, OwnCard, OwnCardEdit, OwnCardForm};
use crate::AppState;
use crate::authoring::{AUTHOR_ONLY, AUTHOR_ONLY_EMPTY, DraftErrors};
use crate::cards::Card;
use crate::scenarios::ScenarioId;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_card),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/card/create",
            Sent::Json(
                r#"{"cardModel":{"format":0,"name":"Ida","description":"",
                    "personality":"","scenario":"","messages":[],"mes_example":""}}"#,
            ),
            people(201),
        )
        .trial("/card/create", Sent::Json("{}"), people(422))
        .call(
            routes!(edit_card),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/card/edit",
            Sent::Json(
                r#"{"id":"@draft","version":1,"cardModel":{"format":0,"name":"Ida","description":"",
                    "personality":"","scenario":"","messages":[],"mes_example":""}}"#,
            ),
            AUTHOR_ONLY,
        )
        .call(
            routes!(delete_card),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial("/card/delete?id=@draft", Sent::Nothing, AUTHOR_ONLY_EMPTY)
        .call(
            routes!(list_own_cards),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/card/get-user-cards", Sent::Nothing, people(200))
        .call(
            routes!(list_followed_cards),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/card/get-follower-cards", Sent::Nothing, people(200))
}

/// Creates a card: a scenario of one actor, as a draft of the caller, which is published at once if it is to
/// be public. It opens in the editor of scenarios, too.
#[utoipa::path(
    post,
    path = "/card/create",
    tag = "cards",
    request_body = OwnCardForm,
    responses(
        (status = 201, body = OwnCard),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_card(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Idempotent { body, key }: Idempotent<OwnCardForm>,
) -> Result<Reply, Problem> {
    actions::create(&app, &person, &key, body).await
}

/// Saves one of the caller's cards, and publishes or withdraws it if `public` says so. An edit of an older
/// version is refused. What a card has no field for stays as it is.
#[utoipa::path(
    put,
    path = "/card/edit",
    tag = "cards",
    request_body = OwnCardEdit,
    responses(
        (status = 200, body = OwnCard),
        (
            status = 412,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed meanwhile.",
        ),
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn edit_card(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(edit): Json<OwnCardEdit>,
) -> Result<Json<OwnCard>, Problem> {
    actions::edit(&app, &person, edit).await.map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeleteCardParams {
    /// The card.
    id: ScenarioId,
}

/// Moves one of the caller's cards into the trash, for thirty days. Stories that were begun from it go on.
#[utoipa::path(
    delete,
    path = "/card/delete",
    tag = "cards",
    params(DeleteCardParams),
    responses((status = 204), DraftErrors, AuthErrors, CommonErrors),
)]
async fn delete_card(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<DeleteCardParams>,
) -> Result<StatusCode, Problem> {
    actions::delete(&app, &person.user_id, &params.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's cards: their scenarios of one actor, the last changed first.
#[utoipa::path(
    get,
    path = "/card/get-user-cards",
    tag = "cards",
    params(CardListParams),
    responses((status = 200, body = Page<OwnCard>), AuthErrors, CommonErrors),
)]
async fn list_own_cards(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<CardListParams>,
) -> Result<Json<Page<OwnCard>>, Problem> {
    actions::list_own(&app, &person.user_id, params).await.map(Json)
}

/// Public cards by those whom the caller follows, the latest first, without what the caller has blocked.
#[utoipa::path(
    get,
    path = "/card/get-follower-cards",
    tag = "cards",
    params(CardListParams),
    responses((status = 200, body = Page<Card>), AuthErrors, CommonErrors),
)]
async fn list_followed_cards(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<CardListParams>,
) -> Result<Json<Page<Card>>, Problem> {
    actions::list_followed(&app, &person, params).await.map(Json)
}
