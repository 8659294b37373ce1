//! The calls of portraits: the person's own, and those of their personas.

use std::time::Duration;

use accounts::identity::SignedIn;
use accounts::users::{self, gone_meanwhile, portrait};
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use kernel::ids::UserId;
use platform::db::Isolation;
use platform::image_judge::{judge_soon, register};
use platform::media::{AvatarUrls, UPLOAD_BODY_BYTES, media_url, read_uploaded_image};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Problem, UploadErrors};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::avatar;
use crate::AppState;

/// How long the answer to an upload waits for the verdict on the portrait.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The calls of this slice.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(upload_avatar),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(UPLOAD_BODY_BYTES),
        )
        .trial("/users/me/avatar", Sent::Image, people(200))
        .call(
            routes!(remove_avatar),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("People can delete what they have uploaded.")
        .trial("/users/me/avatar", Sent::Nothing, people(204))
        .call(
            routes!(upload_persona_avatar),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(UPLOAD_BODY_BYTES),
        )
        .beyond_spec("Personas have pictures.")
        .trial("/users/me/personas/avatar", Sent::Image, people(200))
}

/// An image to upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
struct AvatarForm {
    /// A JPEG, PNG, GIF, WebP or BMP image of at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// The portrait after an upload.
#[derive(Debug, Serialize, ToSchema)]
struct AvatarAnswer {
    /// The portrait in several sizes.
    avatar_urls: AvatarUrls,
}

/// Sets the caller's portrait. The image is cropped to a square and rotated upright; only its pixels are
/// stored.
#[utoipa::path(
    post,
    path = "/users/me/avatar",
    tag = "me",
    request_body(content = AvatarForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = AvatarAnswer),
        UploadErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn upload_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<AvatarAnswer>, Problem> {
    let file = read_uploaded_image(form).await?;
    let key = avatar::store_portrait(&app.blobs, &person.user_id, file).await?;
    set_avatar(&app, &person.user_id, Some(key.as_str())).await?;
    wait_for_verdict(&app, key.as_str()).await;
    Ok(Json(AvatarAnswer {
        avatar_urls: portrait(Some(key.as_str())),
    }))
}

/// An uploaded portrait of a persona.
#[derive(Debug, Serialize, ToSchema)]
struct PersonaAvatar {
    /// Its URL, for `avatar_url` of the persona.
    avatar_url: String,
}

/// Uploads a portrait for one of the caller's personas. The image is cropped to a square and rotated upright;
/// only its pixels are stored. The persona shows it once it is saved with this URL.
#[utoipa::path(
    post,
    path = "/users/me/personas/avatar",
    tag = "me",
    request_body(content = AvatarForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = PersonaAvatar),
        UploadErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn upload_persona_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<PersonaAvatar>, Problem> {
    let file = read_uploaded_image(form).await?;
    let key = avatar::store_persona_portrait(&app.blobs, &person.user_id, file).await?;
    let (now, registered) = (app.clock.now(), key.as_str());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { register(tx, registered, now).await })
    });
    use_case.await?;
    wait_for_verdict(&app, registered).await;
    Ok(Json(PersonaAvatar {
        avatar_url: media_url(key.as_str()),
    }))
}

/// Removes the caller's portrait.
#[utoipa::path(
    delete,
    path = "/users/me/avatar",
    tag = "me",
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn remove_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<StatusCode, Problem> {
    set_avatar(&app, &person.user_id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Judges an uploaded portrait, and waits for that: the answer's address is shown at once, and would show it
/// blurred.
async fn wait_for_verdict(app: &AppState, key: &str) {
    if let Some(judging) = judge_soon(app, vec![key.to_owned()]) {
        // A late verdict is shown with the next page.
        let _ = tokio::time::timeout(LONGEST_WAIT, judging).await;
    }
}

async fn set_avatar(app: &AppState, id: &UserId, key: Option<&str>) -> Result<(), Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let before = users::lock_profile(tx, id).await?.ok_or_else(gone_meanwhile)?;
            users::set_portrait(tx, id, key).await?;
            if let Some(key) = key {
                register(tx, key, now).await?;
            }
            Ok::<_, Problem>(before.avatar)
        })
    });
    let before = use_case.await?;
    app.changes.user(id.as_str());
    if let Some(old) = before.filter(|old| Some(old.as_str()) != key) {
        users::purge_portrait(app, &old).await;
    }
    Ok(())
}
