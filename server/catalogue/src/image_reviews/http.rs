//! The calls of image reviews.

use accounts::identity::Admin;
use accounts::identity::rules::check_reason;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::paging::Page;
use platform::audit;
use platform::image_judge::{JudgingProgress, read_progress};
use platform::slice::calls::{Answers, Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, ClientInfo, CommonErrors, Json, Problem, Query};
use utoipa_axum::routes;

use super::actions::{self, ReviewsParams};
use super::model::{ImageDecision, ImageReview};
use crate::AppState;

/// Admins alone review.
const ADMINS_ONLY: Answers = [401, 401, 403, 403, 403, 200];
/// The same, for an image that does not exist.
const ADMINS_FIND_NOTHING: Answers = [401, 401, 403, 403, 403, 404];

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_image_reviews),
            rule(Who::Admin, Class::Reads, Caching::Never),
        )
        .beyond_spec("What authors ask to be looked at again is decided by people.")
        .trial("/admin/image-reviews", Sent::Nothing, ADMINS_ONLY)
        .call(
            routes!(decide_image),
            rule(Who::Admin, Class::Writes, Caching::Never),
        )
        .beyond_spec("What authors ask to be looked at again is decided by people.")
        .trial(
            "/admin/image-reviews",
            Sent::Json(r#"{"image":"scenarios/none.webp","explicit":false,"reason":"looked at"}"#),
            ADMINS_FIND_NOTHING,
        )
        .call(
            routes!(read_image_judging),
            rule(Who::Admin, Class::Reads, Caching::Never),
        )
        .beyond_spec("Those who run the site see whether uploaded pictures are judged.")
        .trial("/admin/image-judging", Sent::Nothing, ADMINS_ONLY)
}

/// Images that the model judged explicit and whose authors ask for a second look, the longest waiting first. Only
/// admins may.
#[utoipa::path(
    get,
    path = "/admin/image-reviews",
    tag = "admin",
    params(ReviewsParams),
    responses(
        (status = 200, body = Page<ImageReview>),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn list_image_reviews(
    State(app): State<AppState>,
    Admin(_admin): Admin,
    Query(params): Query<ReviewsParams>,
) -> Result<Json<Page<ImageReview>>, Problem> {
    actions::list(&app, params).await.map(Json)
}

/// Decides whether an uploaded image is explicit, asked for or not, or withdraws an earlier decision. Only admins
/// may.
#[utoipa::path(
    post,
    path = "/admin/image-reviews",
    tag = "admin",
    request_body = ImageDecision,
    responses(
        (status = 204),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 409, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn decide_image(
    State(app): State<AppState>,
    Admin(admin): Admin,
    source: ClientInfo,
    Json(decision): Json<ImageDecision>,
) -> Result<StatusCode, Problem> {
    let reason = check_reason(&decision.reason).map_err(|why| Problem::invalid("reason", why))?;
    let address = source.address();
    let event = audit::Event {
        actor: Some(admin.user_id.as_str()),
        action: "image_reviews.decide",
        subject: &decision.image,
        reason: Some(reason),
        request_id: source.request_id(),
        address: Some(&address),
        at: app.clock.now(),
        ..audit::Event::default()
    };
    actions::decide(&app, &admin, &decision.image, decision.explicit, &event).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How many uploaded images were judged, and how many wait. Only admins may.
#[utoipa::path(
    get,
    path = "/admin/image-judging",
    tag = "admin",
    responses(
        (status = 200, body = JudgingProgress),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn read_image_judging(
    State(app): State<AppState>,
    Admin(_admin): Admin,
) -> Result<Json<JudgingProgress>, Problem> {
    read_progress(&app).await.map(Json)
}
