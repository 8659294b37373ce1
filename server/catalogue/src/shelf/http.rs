//! The calls of the shelf.

use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::StatusCode;
use platform::db::Isolation;
use platform::idempotency::{Idempotent, Reply, principal_of};
use platform::slice::calls::{Answers, Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, QuotaErrors};
use utoipa_axum::routes;

use super::model::{BulkRequest, BulkResult, MySeries, NewSeries, Series, SeriesChange};
use super::{bulk, series};
use crate::AppState;
use crate::scenarios::SeriesId;

/// A series holds its author's own scenarios; another person names one that they do not have.
const OWN_SCENARIOS_ONLY: Answers = [401, 401, 201, 422, 422, 422];

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(change_my_scenarios),
            rule(Who::SignedIn, Class::Writes, Caching::Never).that_takes_minutes(),
        )
        .beyond_spec("A shelf of a thousand is tidied many at once.")
        .trial(
            "/scenarios/my/bulk",
            Sent::Json(r#"{"ids":["@draft"],"change":{"rating":"mature"}}"#),
            people(200),
        )
        .call(
            routes!(list_my_series),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("The specification has no series.")
        .trial("/series/my", Sent::Nothing, people(200))
        .call(
            routes!(create_series),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no series.")
        .trial(
            "/series",
            Sent::Json(r#"{"title":"Salt","scenarios":["@draft"]}"#),
            OWN_SCENARIOS_ONLY,
        )
        .call(
            routes!(update_series),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no series.")
        .trial(
            "/series/none",
            Sent::Json(r#"{"title":"Salt","scenarios":[],"version":1}"#),
            people(404),
        )
        .call(
            routes!(delete_series),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no series.")
        .trial("/series/none", Sent::Nothing, people(404))
}

/// Makes one change to many of the caller's scenarios, each by itself. What cannot be changed is named with
/// the reason. Tags and ratings are changed in drafts: readers see them with the next version that is
/// published.
#[utoipa::path(
    post,
    path = "/scenarios/my/bulk",
    tag = "shelf",
    request_body = BulkRequest,
    responses((status = 200, body = BulkResult), AuthErrors, BodyErrors, CommonErrors),
)]
async fn change_my_scenarios(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(request): Json<BulkRequest>,
) -> Result<Json<BulkResult>, Problem> {
    bulk::change_all(&app, &person, request).await.map(Json)
}

/// The caller's series.
#[utoipa::path(
    get,
    path = "/series/my",
    tag = "shelf",
    responses((status = 200, body = MySeries), AuthErrors, CommonErrors),
)]
async fn list_my_series(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<MySeries>, Problem> {
    series::list(&app, &person.user_id).await.map(Json)
}

/// Creates a series of the caller's scenarios. Readers see it on the pages of those that are public.
#[utoipa::path(
    post,
    path = "/series",
    tag = "shelf",
    request_body = NewSeries,
    responses(
        (status = 201, body = Series),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_series(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    once: Idempotent<NewSeries>,
) -> Result<Reply, Problem> {
    let now = app.clock.now();
    let id = SeriesId::trusted(app.random.id(now));
    let (author, new, id) = (&person.user_id, &once.body, &id);
    let principal = principal_of(author);
    let reply = once.key.run(&app, &principal, Isolation::Ordinary, |tx| {
        Box::pin(async move {
            Reply::json(
                StatusCode::CREATED,
                &series::create(tx, author, id, new, now).await?,
            )
        })
    });
    let reply = reply.await?;
    series::invalidate(&app, author);
    Ok(reply)
}

/// Replaces the title and the scenarios of one of the caller's series. A change of an older version is
/// refused, with the series as it is as `current`.
#[utoipa::path(
    put,
    path = "/series/{id}",
    tag = "shelf",
    params(("id" = SeriesId, Path)),
    request_body = SeriesChange,
    responses(
        (status = 200, body = Series),
        (
            status = 404,
            body = Problem,
            content_type = "application/problem+json",
            description = "There is no such series of the caller.",
        ),
        (
            status = 412,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed meanwhile; `current` is how it is.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn update_series(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<SeriesId>,
    Json(change): Json<SeriesChange>,
) -> Result<Json<Series>, Problem> {
    series::update(&app, &person.user_id, &id, &change)
        .await
        .map(Json)
}

/// Deletes one of the caller's series. Its scenarios stay.
#[utoipa::path(
    delete,
    path = "/series/{id}",
    tag = "shelf",
    params(("id" = SeriesId, Path)),
    responses(
        (status = 204),
        (
            status = 404,
            body = Problem,
            content_type = "application/problem+json",
            description = "There is no such series of the caller.",
        ),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn delete_series(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<SeriesId>,
) -> Result<StatusCode, Problem> {
    series::delete(&app, &person.user_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
