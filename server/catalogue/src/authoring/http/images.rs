//! The calls that upload images to drafts.

use accounts::identity::SignedIn;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use platform::media::{UPLOAD_BODY_BYTES, read_uploaded_image};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, UploadErrors};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::{AUTHOR_ONLY, AUTHOR_ONLY_CREATED};
use crate::AppState;
use crate::authoring::actions;
use crate::authoring::errors::DraftErrors;
use crate::authoring::model::{JudgedImages, PlacedImage, UploadedImage};
use crate::authoring::place_image::{self, ImagePlace};
use crate::scenarios::ScenarioId;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(upload_scenario_avatar),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(UPLOAD_BODY_BYTES),
        )
        .trial("/scenarios/scenario/@draft/avatar", Sent::Image, AUTHOR_ONLY)
        .call(
            routes!(upload_actor_avatar),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(UPLOAD_BODY_BYTES),
        )
        .trial(
            "/scenarios/scenario/@draft/actor/ida/avatar",
            Sent::Image,
            AUTHOR_ONLY,
        )
        .trial(
            "/scenarios/scenario/@draft/actor/eve/avatar",
            Sent::Image,
            people(404),
        )
        .call(
            routes!(upload_scenario_image),
            rule(Who::SignedIn, Class::Writes, Caching::Never).with_body(UPLOAD_BODY_BYTES),
        )
        .beyond_spec("Banners, expressions and pictures in texts are uploaded, too.")
        .trial(
            "/scenarios/scenario/@draft/images",
            Sent::Image,
            AUTHOR_ONLY_CREATED,
        )
        .call(
            routes!(list_images),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("Authors see how readers get their pictures.")
        .trial("/scenarios/scenario/@draft/images", Sent::Nothing, AUTHOR_ONLY)
}

/// An image to upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
struct ImageForm {
    /// A JPEG, PNG, GIF, WebP or BMP image of at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Sets the upright image of one of the caller's scenarios. The image is rotated upright and made smaller if it is
/// very large; only its pixels are stored.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{id}/avatar",
    tag = "authoring",
    params(("id" = ScenarioId, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = PlacedImage),
        UploadErrors,
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn upload_scenario_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<PlacedImage>, Problem> {
    let file = read_uploaded_image(form).await?;
    let placed = place_image::upload_to(&app, &person.user_id, &id, ImagePlace::Cover, file);
    placed.await.map(Json)
}

/// Sets the portrait of an actor of one of the caller's scenarios, as the other call does for its upright image.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{scenarioId}/actor/{actorId}/avatar",
    tag = "authoring",
    params(("scenarioId" = ScenarioId, Path), ("actorId" = String, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = PlacedImage),
        UploadErrors,
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn upload_actor_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path((id, actor)): Path<(ScenarioId, String)>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<PlacedImage>, Problem> {
    let file = read_uploaded_image(form).await?;
    let placed = place_image::upload_to(&app, &person.user_id, &id, ImagePlace::Portrait(actor), file);
    placed.await.map(Json)
}

/// Uploads an image to one of the caller's scenarios. The draft shows it once it is saved with its key.
#[utoipa::path(
    post,
    path = "/scenarios/scenario/{id}/images",
    tag = "authoring",
    params(("id" = ScenarioId, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = UploadedImage),
        UploadErrors,
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn upload_scenario_image(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<UploadedImage>), Problem> {
    let file = read_uploaded_image(form).await?;
    let uploaded = place_image::upload(&app, &person.user_id, &id, file).await?;
    Ok((StatusCode::CREATED, Json(uploaded)))
}

/// The images that were uploaded to one of the caller's scenarios, and whether they are explicit. An image may be
/// judged some time after it was uploaded.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/images",
    tag = "authoring",
    params(("id" = ScenarioId, Path)),
    responses((status = 200, body = JudgedImages), AuthErrors, CommonErrors),
)]
async fn list_images(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
) -> Result<Json<JudgedImages>, Problem> {
    actions::list_images(&app, &person.user_id, &id).await.map(Json)
}
