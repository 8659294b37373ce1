//! The calls of personal data.

use accounts::guests::Owner;
use accounts::identity::SignedIn;
use accounts::users::PublishedWork;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::Timestamp;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{
    AuthErrors, BodyErrors, ClientInfo, CommonErrors, FileErrors, Json, Problem, Spool, spool,
};
use play::import_export;
use play::stories;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::{Archive, actions};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(export_me),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("People can take their data with them (reliability O-9).")
        .trial("/users/me/export", Sent::Nothing, people(200))
        .call(
            routes!(ask_deletion),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("People can delete their account (reliability O-9).")
        .trial("/users/me/deletion", Sent::Json("{}"), people(200))
        .call(
            routes!(cancel_deletion),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("People can take the deletion of their account back (reliability O-9).")
        .trial("/users/me/deletion", Sent::Nothing, people(204))
}

/// The proof for a deletion.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeletionRequest {
    /// The caller's password. Not needed within ten minutes of signing in.
    password: Option<String>,
    /// What happens to the scenarios that the caller has published. Left out: what was chosen before, else
    /// `withdraw`.
    work: Option<PublishedWork>,
}

/// When the record will be deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeletionAnswer {
    /// The moment from which on the deletion cannot be cancelled.
    #[schema(value_type = String, format = DateTime)]
    deletion_on: Timestamp,
}

/// Requests the deletion of the caller's record with all of their data, in 14 days. Repeating the call
/// changes nothing but what happens to published work, if it says so.
#[utoipa::path(
    post,
    path = "/users/me/deletion",
    tag = "person_data",
    request_body = DeletionRequest,
    responses(
        (status = 200, body = DeletionAnswer),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn ask_deletion(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    client: ClientInfo,
    Json(request): Json<DeletionRequest>,
) -> Result<Json<DeletionAnswer>, Problem> {
    actions::verify_owner(&app, &person, &client, request.password.as_deref()).await?;
    let (app, person, client) = (&app, &person, &client);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::request_deletion(app, tx, person, client, request.work))
    });
    let deletion_on = use_case.await?;
    app.mail_queue.notify();
    Ok(Json(DeletionAnswer { deletion_on }))
}

/// Cancels the deletion of the caller's record.
#[utoipa::path(
    delete,
    path = "/users/me/deletion",
    tag = "person_data",
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn cancel_deletion(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    client: ClientInfo,
) -> Result<StatusCode, Problem> {
    let (app, person, client) = (&app, &person, &client);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::cancel_deletion(app, tx, person, client))
    });
    use_case.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A zip archive.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only the API document reads it")]
#[schema(value_type = String, format = Binary)]
struct ZipFile(Vec<u8>);

/// All data of the caller: a zip of JSON files, one for each table, their portrait, and their stories in a
/// form that can be imported again.
#[utoipa::path(
    get,
    path = "/users/me/export",
    tag = "person_data",
    responses(
        (status = 200, body = ZipFile, content_type = "application/zip"),
        FileErrors,
        AuthErrors,
        CommonErrors,
    ),
)]
async fn export_me(State(app): State<AppState>, SignedIn(person): SignedIn) -> Result<Response, Problem> {
    let name = format!("attachment; filename=\"dramatis-{}.zip\"", person.authorname);
    let whose = format!("person:{}", person.user_id);
    let write = async move |file: &mut Spool| {
        let mut conn = app.db.read().await?;
        let mut archive = Archive::of(&app, &mut conn, &person.user_id, file).await?;
        for story in stories::list_all_of(&mut conn, &Owner::Person(person.user_id.clone())).await? {
            let to = archive.add(&format!("stories/{}.json", story.id))?;
            import_export::export_json(&mut conn, &story, true, app.clock.now(), to).await?;
        }
        archive.finish().map(drop)
    };
    let file = spool(&whose, write).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip"),
        (header::CONTENT_DISPOSITION, name.as_str()),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, file).into_response())
}
