//! The calls that create, list, read, save and delete drafts.

use accounts::identity::SignedIn;
use axum::extract::multipart::MultipartRejection;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Multipart, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use kernel::ErrorCode;
use kernel::paging::Page;
use platform::db::Isolation;
use platform::idempotency::{Idempotency, Reply};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{
    AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, QuotaErrors, UploadErrors,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use super::form::{FORM_BYTES, NewScenarioForm, draft_too_large, read_form};
use super::{AUTHOR_ONLY, AUTHOR_ONLY_EMPTY};
use crate::AppState;
use crate::authoring::actions;
use crate::authoring::create::{DraftContent, NewDraft};
use crate::authoring::draft::ScenarioDraft;
use crate::authoring::errors::DraftErrors;
use crate::authoring::list::{self, MyScenariosParams};
use crate::authoring::model::{DraftStatus, DraftView, MyScenario, MyTags};
use crate::authoring::my_tags;
use crate::authoring::parse::parse_draft;
use crate::authoring::rules::MAX_SENT_BYTES;
use crate::authoring::work::compute;
use crate::scenarios::{self, ScenarioId};

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(FORM_BYTES),
        )
        .trial("/scenarios/scenario", Sent::ScenarioForm, people(201))
        .trial("/scenarios/scenario", Sent::Image, people(422))
        .call(
            routes!(read_draft),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("The page of a scenario is for readers; its author edits all that it is made of.")
        .trial("/scenarios/scenario/@draft/draft", Sent::Nothing, AUTHOR_ONLY)
        .call(
            routes!(save_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(FORM_BYTES),
        )
        .trial(
            "/scenarios/scenario/@draft?version=1",
            Sent::Json(r#"{"title":"Pepper"}"#),
            AUTHOR_ONLY,
        )
        .call(
            routes!(delete_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial("/scenarios/scenario/@draft", Sent::Nothing, AUTHOR_ONLY_EMPTY)
        .call(
            routes!(list_my_scenarios),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/scenarios/my", Sent::Nothing, people(200))
        .call(
            routes!(list_my_tags),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("A shelf of a thousand is filtered by the tags that are on it.")
        .trial("/scenarios/my/tags", Sent::Nothing, people(200))
}

/// Creates a scenario as a draft of the caller, which nobody else sees. An image of the form takes the key of the
/// draft's image; the draft can name no other stored image.
#[utoipa::path(
    post,
    path = "/scenarios/scenario",
    tag = "authoring",
    request_body(content = NewScenarioForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = DraftView),
        UploadErrors,
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    key: Idempotency,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Reply, Problem> {
    let sent = read_form(form).await?;
    let bytes = sent.scenario.len();
    let (sent, draft, digest) = compute(bytes, move || {
        let draft = parse_draft(&sent.scenario)?;
        let digest = sent.digest();
        Ok((sent, draft, digest))
    })
    .await?;
    let mut new = NewDraft::new(&app, &person.user_id);
    let images = [("cover", sent.cover), ("banner", sent.banner)];
    let draft = match store_images(&mut new, draft, images).await {
        Ok(draft) => draft,
        Err(problem) => {
            new.discard().await;
            return Err(problem);
        }
    };
    let content = DraftContent {
        draft,
        card: None,
        bytes,
    };
    new.create(&key.of_content(digest), content, |view| {
        serde_json::value::to_raw_value(&view)
    })
    .await
}

/// Stores the images of the form and places them in the draft.
async fn store_images(
    new: &mut NewDraft,
    mut draft: ScenarioDraft,
    images: [(&'static str, Option<Bytes>); 2],
) -> Result<ScenarioDraft, Problem> {
    let places = [&mut draft.cover, &mut draft.banner];
    for ((field, file), place) in images.into_iter().zip(places) {
        let Some(file) = file else { continue };
        place.get_or_insert_default().key = new.store_image(field, file).await?;
    }
    Ok(draft)
}

/// The caller's works.
#[utoipa::path(
    get,
    path = "/scenarios/my",
    tag = "authoring",
    params(MyScenariosParams),
    responses((status = 200, body = Page<MyScenario>), AuthErrors, CommonErrors),
)]
async fn list_my_scenarios(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<MyScenariosParams>,
) -> Result<Json<Page<MyScenario>>, Problem> {
    list::list(&app, &person.user_id, params).await.map(Json)
}

/// The tags on the caller's works, the most used first. The trash is left out.
#[utoipa::path(
    get,
    path = "/scenarios/my/tags",
    tag = "authoring",
    responses((status = 200, body = MyTags), AuthErrors, CommonErrors),
)]
async fn list_my_tags(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<MyTags>, Problem> {
    my_tags::list(&app, &person.user_id).await.map(Json)
}

/// The whole draft of one of the caller's scenarios, its version, and what is missing before it can be published.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/draft",
    tag = "authoring",
    params(("id" = ScenarioId, Path)),
    responses((status = 200, body = DraftView), DraftErrors, AuthErrors, CommonErrors),
)]
async fn read_draft(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
) -> Result<Response, Problem> {
    let view = actions::read(&app, &person.user_id, &id).await?;
    Ok(Json(view).into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SaveParams {
    /// The version that was edited, unless it is in If-Match.
    version: Option<i64>,
}

/// Saves the whole draft of one of the caller's scenarios. An edit of an older version is refused, with the draft as
/// it is as `current` (without its content if that is large). What was kept of cards stays as it is.
#[utoipa::path(
    put,
    path = "/scenarios/scenario/{scenarioID}",
    tag = "authoring",
    params(("scenarioID" = ScenarioId, Path), ("if-match" = Option<String>, Header), SaveParams),
    request_body = ScenarioDraft,
    responses(
        (status = 200, body = DraftStatus),
        (
            status = 412,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed meanwhile; `current` is how it is.",
        ),
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn save_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    Query(params): Query<SaveParams>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<DraftStatus>, Problem> {
    let seen = read_version(&headers, params.version)?;
    let sent = read_json_body(&headers, body)?;
    actions::save(&app, &person.user_id, &id, seen, sent)
        .await
        .map(Json)
}

/// The version that was edited, from the header or the query.
fn read_version(headers: &HeaderMap, given: Option<i64>) -> Result<i64, Problem> {
    let missing = || {
        Problem::bad_request("Send the version that was edited, as If-Match or version.")
            .with_field("version", "missing")
    };
    let Some(header) = headers.get(header::IF_MATCH) else {
        return given.ok_or_else(missing);
    };
    let text = header.to_str().unwrap_or_default().trim().trim_matches('"');
    text.parse().map_err(|_| missing())
}

/// The body, which is read as JSON where there is time for it.
fn read_json_body(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Bytes, Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
        return Err(Problem::new(
            ErrorCode::UNSUPPORTED_MEDIA_TYPE,
            "Send JSON with the content type application/json.",
        ));
    }
    match body {
        Ok(body) if body.len() <= MAX_SENT_BYTES => Ok(body),
        Ok(_) => Err(draft_too_large()),
        Err(refusal) if refusal.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(draft_too_large()),
        Err(_) => Err(Problem::bad_request("The body could not be read.")),
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeleteScenarioParams {
    /// Whether to delete it permanently, rather than into the trash for 30 days.
    #[serde(default)]
    permanent: bool,
}

/// Deletes one of the caller's scenarios, into the trash or permanently.
#[utoipa::path(
    delete,
    path = "/scenarios/scenario/{scenarioID}",
    tag = "authoring",
    params(("scenarioID" = ScenarioId, Path), DeleteScenarioParams),
    responses((status = 204), DraftErrors, AuthErrors, CommonErrors),
)]
async fn delete_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    Query(params): Query<DeleteScenarioParams>,
) -> Result<StatusCode, Problem> {
    let (app, author, id) = (&app, &person.user_id, &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::delete(app, tx, author, id, params.permanent))
    });
    use_case.await?;
    // It may have been public.
    scenarios::invalidate(app, author, id);
    Ok(StatusCode::NO_CONTENT)
}
