//! The calls of publishing, and those of its reviews.

use accounts::identity::rules::check_reason;
use accounts::identity::{Admin, SignedIn, Viewer, ViewerAudience};
use axum::extract::State;
use axum::http::StatusCode;
use kernel::paging::Page;
use platform::audit;
use platform::slice::calls::{Answers, Caching, Calls, Class, Sent, Who, all, rule};
use platform::web::{
    AuthErrors, BodyErrors, CallerErrors, ClientInfo, CommonErrors, Json, Path, Problem, Query,
};
use utoipa_axum::routes;

use super::making::ScenarioMaking;
use super::model::{PublishRequest, PublishingStatus, QueuedReview, Review, ReviewDecision};
use super::preview::ScenarioPreview;
use super::reviews::ReviewsParams;
use super::{actions, making, preview, restore, reviews};
use crate::AppState;
use crate::authoring::{AUTHOR_ONLY, AUTHOR_ONLY_EMPTY, DraftErrors};
use crate::scenarios::{ScenarioErrors, ScenarioId};

/// The draft of the access test is incomplete.
const INCOMPLETE: Answers = [401, 401, 422, 404, 404, 404];
/// Admins alone review.
const ADMINS_ONLY: Answers = [401, 401, 403, 403, 403, 200];
/// The same, for a review that does not exist.
const ADMINS_FIND_NOTHING: Answers = [401, 401, 403, 403, 403, 404];

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(read_publishing),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("Authors see what is missing and what is refused while they still write.")
        .trial(
            "/scenarios/scenario/@draft/publishing",
            Sent::Nothing,
            AUTHOR_ONLY,
        )
        .call(
            routes!(preview_scenario),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("Authors see what readers would get while they still write.")
        .trial("/scenarios/scenario/@draft/preview", Sent::Nothing, AUTHOR_ONLY)
        .call(
            routes!(read_making),
            rule(Who::Anybody, Class::Reads, Caching::Never),
        )
        .beyond_spec("An author can show readers how a scenario is made.")
        .trial("/scenarios/scenario/@open/making", Sent::Nothing, all(403))
        .call(
            routes!(publish_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("A draft reaches readers when its author says so, and not while it is typed.")
        .trial(
            "/scenarios/scenario/@draft/publish",
            Sent::Json(r#"{"version":1,"access":"public"}"#),
            INCOMPLETE,
        )
        .call(
            routes!(withdraw_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("An author can withdraw what they published.")
        .trial("/scenarios/scenario/@draft/withdraw", Sent::Nothing, AUTHOR_ONLY)
        .call(
            routes!(restore_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("A deleted scenario can be restored for thirty days.")
        .trial(
            "/scenarios/scenario/@draft/restore",
            Sent::Nothing,
            AUTHOR_ONLY_EMPTY,
        )
        .call(
            routes!(list_reviews),
            rule(Who::Admin, Class::Reads, Caching::Never),
        )
        .beyond_spec("What the judge doubts is decided by people.")
        .trial("/admin/scenario-reviews", Sent::Nothing, ADMINS_ONLY)
        .call(
            routes!(read_review),
            rule(Who::Admin, Class::Reads, Caching::Never),
        )
        .beyond_spec("An admin reads what they decide on.")
        .trial(
            "/admin/scenario-reviews/@scenario",
            Sent::Nothing,
            ADMINS_FIND_NOTHING,
        )
        .call(
            routes!(decide_review),
            rule(Who::Admin, Class::Writes, Caching::Never),
        )
        .beyond_spec("What the judge doubts is decided by people.")
        .trial(
            "/admin/scenario-reviews/@scenario",
            Sent::Json(r#"{"publish":false,"reason":"looked at"}"#),
            ADMINS_FIND_NOTHING,
        )
}

/// How publishing one of the caller's scenarios stands: who can see it, what is missing, and which passages
/// keep it from being public.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/publishing",
    tag = "publishing",
    params(("id" = ScenarioId, Path)),
    responses((status = 200, body = PublishingStatus), DraftErrors, AuthErrors, CommonErrors),
)]
async fn read_publishing(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
) -> Result<Json<PublishingStatus>, Problem> {
    actions::read_status(&app, &person.user_id, &id).await.map(Json)
}

/// One of the caller's scenarios as readers would get it if it were published now, for everybody.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/preview",
    tag = "publishing",
    params(("id" = ScenarioId, Path)),
    responses((status = 200, body = ScenarioPreview), DraftErrors, AuthErrors, CommonErrors),
)]
async fn preview_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<ScenarioId>,
) -> Result<Json<ScenarioPreview>, Problem> {
    preview::read(&app, &person, audience, &id).await.map(Json)
}

/// How an open scenario is made: what the latest published version says to models. All of it may give the
/// story away.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/making",
    tag = "publishing",
    params(("id" = ScenarioId, Path)),
    responses((status = 200, body = ScenarioMaking), ScenarioErrors, CallerErrors, CommonErrors),
)]
async fn read_making(
    State(app): State<AppState>,
    viewer: Viewer,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<ScenarioId>,
) -> Result<Json<ScenarioMaking>, Problem> {
    making::read(&app, viewer.0.as_ref(), audience, &id)
        .await
        .map(Json)
}

/// Publishes one of the caller's scenarios as it is now. Stories that were begun before stay on their version.
/// What the judge doubts is reviewed first, and its state is `inReview` until then.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{id}/publish",
    tag = "publishing",
    params(("id" = ScenarioId, Path)),
    request_body = PublishRequest,
    responses(
        (status = 200, body = PublishingStatus),
        (
            status = 412,
            body = Problem,
            content_type = "application/problem+json",
            description = "The draft has another version.",
        ),
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn publish_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    Json(request): Json<PublishRequest>,
) -> Result<Json<PublishingStatus>, Problem> {
    actions::publish(&app, &person, &id, request).await.map(Json)
}

/// Withdraws one of the caller's scenarios: stories that were begun from it go on, and nobody starts another.
/// It waits for no review any more. Repeating the call changes nothing.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{id}/withdraw",
    tag = "publishing",
    params(("id" = ScenarioId, Path)),
    responses((status = 200, body = PublishingStatus), DraftErrors, AuthErrors, CommonErrors),
)]
async fn withdraw_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
) -> Result<Json<PublishingStatus>, Problem> {
    actions::withdraw(&app, &person.user_id, &id).await.map(Json)
}

/// Restores one of the caller's scenarios from the trash. Others see again what they could see of it, if it still
/// passes the checks of publishing; else it is private. Repeating the call changes nothing.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{id}/restore",
    tag = "publishing",
    params(("id" = ScenarioId, Path)),
    responses((status = 204), DraftErrors, AuthErrors, CommonErrors),
)]
async fn restore_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
) -> Result<StatusCode, Problem> {
    restore::restore(&app, &person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Scenarios that wait for an admin before others see them, the longest waiting first. Only admins may.
#[utoipa::path(
    get,
    path = "/admin/scenario-reviews",
    tag = "admin",
    params(ReviewsParams),
    responses(
        (status = 200, body = Page<QueuedReview>),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn list_reviews(
    State(app): State<AppState>,
    Admin(_admin): Admin,
    Query(params): Query<ReviewsParams>,
) -> Result<Json<Page<QueuedReview>>, Problem> {
    reviews::list(&app, params).await.map(Json)
}

/// A scenario that waits for an admin as its author submitted it, and what is doubted of it. Only admins may.
#[utoipa::path(
    get,
    path = "/admin/scenario-reviews/{id}",
    tag = "admin",
    params(("id" = ScenarioId, Path)),
    responses(
        (status = 200, body = Review),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn read_review(
    State(app): State<AppState>,
    Admin(_admin): Admin,
    Path(id): Path<ScenarioId>,
) -> Result<Json<Review>, Problem> {
    reviews::read(&app, id).await.map(Json)
}

/// Publishes a scenario as its author submitted it, or gives it back to them. Only admins may.
#[utoipa::path(
    post,
    path = "/admin/scenario-reviews/{id}",
    tag = "admin",
    params(("id" = ScenarioId, Path)),
    request_body = ReviewDecision,
    responses(
        (status = 204),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn decide_review(
    State(app): State<AppState>,
    Admin(admin): Admin,
    Path(id): Path<ScenarioId>,
    source: ClientInfo,
    Json(decision): Json<ReviewDecision>,
) -> Result<StatusCode, Problem> {
    let reason = check_reason(&decision.reason).map_err(|why| Problem::invalid("reason", why))?;
    let address = source.address();
    let after = serde_json::json!({"published": decision.publish});
    let event = audit::Event {
        actor: Some(admin.user_id.as_str()),
        action: "publishing.review",
        subject: id.as_str(),
        reason: Some(reason),
        after: Some(&after),
        request_id: source.request_id(),
        address: Some(&address),
        at: app.clock.now(),
        ..audit::Event::default()
    };
    reviews::decide(&app, &admin, &id, &decision, &event).await?;
    Ok(StatusCode::NO_CONTENT)
}
