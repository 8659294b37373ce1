//! The calls of users.

use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use kernel::ids::{UserId, is_well_formed};
use kernel::{Audience, ErrorCode, Timestamp, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::activity::{self, Dashboard, OwnStats};
use super::me::{Me, NewRecord, ProfileUpdate};
use super::model::{PublicUser, portrait};
use super::profile::{self, Change, NewProfile, Taken};
use super::rules::{
    FRESH_SIGN_IN_MS, MAX_BIO_CHARS, MAX_BLOCKED_TAGS, MAX_ORIGIN_CHARS, check_authorname, check_personas,
    check_preferences, check_text, is_theme, look_of,
};
use super::{account_deletion, avatar, names, reindex_author, store};
use crate::audit::{self, Event};
use crate::db::{Conn, Isolation, Tx};
use crate::identity::{self, Authenticated, IdentityRef, Person, SignedIn};
use crate::ledger;
use crate::media::{AvatarUrls, media_url};
use crate::tags;
use crate::web::{
    AppState, AuthErrors, BodyRefusals, CallerRefusals, CommonErrors, Json, Path, Problem, Source,
};

/// Tries to find a name that nobody has.
const NAME_TRIES: usize = 20;

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view_user_by_authorname))
        .routes(routes!(view_user))
        .routes(routes!(create_user))
        .routes(routes!(view_me, update_me))
        .routes(routes!(upload_avatar, remove_avatar).layer(DefaultBodyLimit::max(avatar::UPLOAD_BODY_BYTES)))
        .routes(routes!(upload_persona_avatar).layer(DefaultBodyLimit::max(avatar::UPLOAD_BODY_BYTES)))
        .routes(routes!(ask_deletion, cancel_deletion))
        .routes(routes!(view_dashboard))
        .routes(routes!(fetch_stats))
}

/// The public side of the person with this name, whatever its case.
#[utoipa::path(
    get,
    path = "/users/user/by-authorname/{authorname}",
    tag = "users",
    params(("authorname" = String, Path)),
    responses(
        (status = 200, body = PublicUser),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerRefusals,
        CommonErrors,
    ),
)]
async fn view_user_by_authorname(
    State(app): State<AppState>,
    audience: Audience,
    Path(authorname): Path<String>,
) -> Result<Json<PublicUser>, Problem> {
    view(&app, audience, &authorname).await
}

/// The public side of the person with this id.
#[utoipa::path(
    get,
    path = "/users/user/{userID}",
    tag = "users",
    params(("userID" = UserId, Path)),
    responses(
        (status = 200, body = PublicUser),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerRefusals,
        CommonErrors,
    ),
)]
async fn view_user(
    State(app): State<AppState>,
    audience: Audience,
    Path(id): Path<UserId>,
) -> Result<Json<PublicUser>, Problem> {
    view(&app, audience, id.as_str()).await
}

async fn view(app: &AppState, audience: Audience, id_or_name: &str) -> Result<Json<PublicUser>, Problem> {
    let mut conn = app.db.read().await?;
    // Never "user not found": by those words the client would recognise that *its own* record is missing
    // (spec section 8).
    let missing = || Problem::not_found("author");
    let id = store::find_id(&mut conn, id_or_name).await?.ok_or_else(missing)?;
    Ok(Json(
        store::find_public(&mut conn, &id, audience)
            .await?
            .ok_or_else(missing)?,
    ))
}

/// Makes the caller's record, or finds the one they have: 201 the first time, 200 from then on.
#[utoipa::path(
    post,
    path = "/users/",
    tag = "users",
    request_body = NewRecord,
    responses(
        (status = 201, body = Me, description = "The record was made."),
        (status = 200, body = Me, description = "There was one already."),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        BodyRefusals,
        CommonErrors,
    ),
)]
async fn create_user(
    State(app): State<AppState>,
    Authenticated(caller): Authenticated,
    Json(new): Json<NewRecord>,
) -> Result<(StatusCode, Json<Me>), Problem> {
    check_origin(&new)?;
    let (app, caller, new) = (&app, &caller, &new);
    let made = app
        .db
        .transact(Isolation::Money, |tx| Box::pin(make_record(app, tx, caller, new)))
        .await?;
    let mut conn = app.db.read().await?;
    let id = identity::find_record_of(&mut conn, &caller.identity_id)
        .await?
        .ok_or_else(gone_meanwhile)?;
    let me = load(&mut conn, &id).await?;
    Ok((if made { StatusCode::CREATED } else { StatusCode::OK }, Json(me)))
}

fn check_origin(new: &NewRecord) -> Result<(), Problem> {
    for (field, text) in [
        ("/campaign", &new.campaign),
        ("/exID", &new.experiment_id),
        ("/grID", &new.group_id),
    ] {
        if text
            .as_deref()
            .is_some_and(|text| check_text(text, MAX_ORIGIN_CHARS).is_err())
        {
            return Err(Problem::invalid(field, "Use at most 64 plain characters."));
        }
    }
    Ok(())
}

/// Whether a record was made; not if there was one, also if somebody else made it at the same time.
async fn make_record(
    app: &AppState,
    tx: &mut Tx,
    caller: &IdentityRef,
    new: &NewRecord,
) -> Result<bool, Problem> {
    let now = app.clock.now();
    if identity::find_record_of(tx, &caller.identity_id).await?.is_some() {
        return Ok(false);
    }
    let id = UserId::trusted(app.random.id(now));
    put_under_free_name(app, tx, &id, new).await?;
    if !identity::attach(tx, &id, &caller.identity_id, now).await? {
        profile::discard(tx, &id).await?;
        return Ok(false);
    }
    crate::identity::appoint_first_admin(app, tx).await?;
    let address = profile::find_address(tx, &caller.identity_id).await?;
    let is_first = match address {
        Some(address) => !profile::had_record(tx, &address_hash(&address)).await?,
        None => true,
    };
    if is_first {
        ledger::grant_welcome(tx, app, &id).await?;
    }
    Ok(true)
}

async fn put_under_free_name(
    app: &AppState,
    tx: &mut Tx,
    id: &UserId,
    new: &NewRecord,
) -> Result<(), Problem> {
    for _ in 0..NAME_TRIES {
        let authorname = names::suggest(&app.random);
        if profile::is_taken(tx, &look_of(&authorname), id).await? {
            continue;
        }
        let record = NewProfile {
            id,
            authorname: &authorname,
            show_nsfw: new.show_nsfw.unwrap_or(false),
            campaign: new.campaign.as_deref().map(str::trim),
            experiment_id: new.experiment_id.as_deref().map(str::trim),
            group_id: new.group_id.as_deref().map(str::trim),
            joined_at: app.clock.now(),
        };
        if profile::insert(tx, &record).await? {
            return Ok(());
        }
    }
    Err(Problem::internal("no free name was found"))
}

/// What is remembered of the address of a deleted record: enough to know it again, not enough to read it.
pub(super) fn address_hash(email_key: &str) -> String {
    hex(&Sha256::digest(format!("former record of {email_key}")))
}

/// The caller's own record.
#[utoipa::path(
    get,
    path = "/users/me",
    tag = "users",
    responses((status = 200, body = Me), AuthErrors, CommonErrors),
)]
async fn view_me(State(app): State<AppState>, SignedIn(person): SignedIn) -> Result<Json<Me>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(load(&mut conn, &person.user_id).await?))
}

async fn load(conn: &mut Conn, id: &UserId) -> Result<Me, Problem> {
    let shekels = ledger::balance(conn, id).await?;
    profile::find(conn, id, shekels.0)
        .await?
        .ok_or_else(gone_meanwhile)
}

/// The record was deleted between the check of the token and this read.
fn gone_meanwhile() -> Problem {
    Problem::new(ErrorCode::UserNotFound, "This account no longer exists.")
}

/// Changes the caller's own record. What is absent stays; any other field is refused.
#[utoipa::path(
    patch,
    path = "/users/me",
    tag = "users",
    request_body = ProfileUpdate,
    responses(
        (status = 200, body = Me),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "The name is taken.",
        ),
        AuthErrors,
        BodyRefusals,
        CommonErrors,
    ),
)]
async fn update_me(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(update): Json<ProfileUpdate>,
) -> Result<Json<Me>, Problem> {
    let (id, update) = (&person.user_id, &update);
    let seen = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(change_record(tx, id, update.clone()))
        })
        .await?;
    if seen.itself {
        app.changes.user(id.as_str());
    }
    if seen.in_lists {
        app.changes.lists();
    }
    let mut conn = app.db.read().await?;
    Ok(Json(load(&mut conn, id).await?))
}

/// Where others may have seen what changed.
struct Seen {
    itself: bool,
    in_lists: bool,
}

async fn change_record(tx: &mut Tx, id: &UserId, mut update: ProfileUpdate) -> Result<Seen, Problem> {
    let before = profile::take(tx, id).await?.ok_or_else(gone_meanwhile)?;
    if let Some(names) = update.blocked_tags.take() {
        let blocked = read_blocked_tags(tx, names).await?;
        tags::block(tx, id, &blocked).await?;
    }
    let change = read_change(id, update, &before)?;
    let new_name = change.authorname.clone();
    if let Some(name) = &change.authorname
        && profile::is_taken(tx, &look_of(name), id).await?
    {
        return Err(name_taken());
    }
    let seen = Seen {
        itself: new_name.is_some() || change.bio.is_some(),
        in_lists: new_name.is_some(),
    };
    let written = profile::update(tx, id, change).await;
    // Two may want the same name at the same time; the unique key lets one have it.
    if written.as_ref().is_err_and(|error| {
        error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }) {
        return Err(name_taken());
    }
    written?;
    if let Some(name) = new_name {
        reindex_author::begin(tx, id, &name).await?;
    }
    Ok(seen)
}

fn name_taken() -> Problem {
    Problem::new(
        ErrorCode::NameTaken,
        "This name, or one that looks like it, is already taken.",
    )
    .with_field("/authorname", "taken")
}

/// The ids of tags given by id or slug, each once.
async fn read_blocked_tags(conn: &mut Conn, names: Vec<String>) -> Result<Vec<String>, Problem> {
    if names.len() > MAX_BLOCKED_TAGS {
        return Err(Problem::invalid(
            "/blockedTags",
            format!("You can block up to {MAX_BLOCKED_TAGS} tags."),
        ));
    }
    let mut ids = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        let id = if is_well_formed(name) {
            tags::resolve_one(conn, name).await?
        } else {
            None
        };
        let id =
            id.ok_or_else(|| Problem::invalid(format!("/blockedTags/{place}"), "This tag doesn’t exist."))?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

fn read_change(id: &UserId, update: ProfileUpdate, before: &Taken) -> Result<Change, Problem> {
    let ProfileUpdate {
        authorname,
        user_bio,
        personas,
        show_nsfw,
        show_nsfl,
        blocked_tags: _,
        preferences,
        theme_id,
    } = update;
    if let Some(name) = &authorname {
        check_authorname(name).map_err(|why| Problem::invalid("/authorname", why))?;
    }
    let bio = match user_bio {
        None => None,
        Some(text) => {
            let text = check_text(text.as_deref().unwrap_or_default(), MAX_BIO_CHARS)
                .map_err(|why| Problem::invalid("/userBio", why))?;
            Some(Some(text).filter(|text| !text.is_empty()))
        }
    };
    let at = |(pointer, why): (String, String)| Problem::invalid(pointer, why);
    let personas = personas
        .map(|personas| check_personas(id, personas))
        .transpose()
        .map_err(at)?;
    if let Some(preferences) = &preferences {
        check_preferences(preferences).map_err(at)?;
    }
    if theme_id
        .as_ref()
        .is_some_and(|id| id.as_deref().is_some_and(|id| !is_theme(id)))
    {
        return Err(Problem::invalid("/themeID", "This theme doesn’t exist."));
    }
    let (show_nsfw, show_nsfl) = match (show_nsfw, show_nsfl) {
        (Some(false), Some(true)) => {
            return Err(Problem::invalid(
                "/showNSFL",
                "Extreme content needs adult content to be on.",
            ));
        }
        (Some(false), _) => (false, false),
        (_, Some(true)) => (true, true),
        (nsfw, nsfl) => (nsfw.unwrap_or(before.show_nsfw), nsfl.unwrap_or(before.show_nsfl)),
    };
    let authorname = authorname.filter(|name| *name != before.authorname);
    Ok(Change {
        authorname,
        bio,
        personas,
        show_nsfw,
        show_nsfl,
        preferences,
        theme_id,
    })
}

/// A picture to be uploaded.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
struct AvatarForm {
    /// A JPEG, PNG, GIF, WebP or BMP picture of at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// The portrait after an upload.
#[derive(Debug, Serialize, ToSchema)]
struct AvatarAnswer {
    /// The portrait in several uses.
    avatar_urls: AvatarUrls,
}

/// Sets the caller's portrait. It is cut to a square, turned upright, and holds nothing but pixels
/// afterwards.
#[utoipa::path(
    post,
    path = "/users/me/avatar",
    tag = "users",
    request_body(content = AvatarForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = AvatarAnswer),
        (status = 504, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyRefusals,
        CommonErrors,
    ),
)]
async fn upload_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<AvatarAnswer>, Problem> {
    let form = form.map_err(|_| {
        Problem::new(
            ErrorCode::UnsupportedMediaType,
            "Send the picture as multipart/form-data.",
        )
    })?;
    let file = avatar::read_file(form).await?;
    let key = avatar::store_portrait(&app.blobs, &person.user_id, file).await?;
    set_avatar(&app, &person.user_id, Some(key.as_str())).await?;
    Ok(Json(AvatarAnswer {
        avatar_urls: portrait(Some(key.as_str())),
    }))
}

/// A portrait that was uploaded for a persona.
#[derive(Debug, Serialize, ToSchema)]
struct PersonaAvatar {
    /// Where it is, for `avatar_url` of the persona.
    avatar_url: String,
}

/// Uploads a portrait for one of the caller's personas. It is cut to a square, turned upright, and holds
/// nothing but pixels afterwards; the persona shows it once it is saved with this address.
#[utoipa::path(
    post,
    path = "/users/me/personas/avatar",
    tag = "users",
    request_body(content = AvatarForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = PersonaAvatar),
        (status = 504, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyRefusals,
        CommonErrors,
    ),
)]
async fn upload_persona_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<PersonaAvatar>, Problem> {
    let form = form.map_err(|_| {
        Problem::new(
            ErrorCode::UnsupportedMediaType,
            "Send the picture as multipart/form-data.",
        )
    })?;
    let file = avatar::read_file(form).await?;
    let key = avatar::store_persona_portrait(&app.blobs, &person.user_id, file).await?;
    Ok(Json(PersonaAvatar {
        avatar_url: media_url(key.as_str()),
    }))
}

/// Takes the caller's portrait away.
#[utoipa::path(
    delete,
    path = "/users/me/avatar",
    tag = "users",
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn remove_avatar(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<StatusCode, Problem> {
    set_avatar(&app, &person.user_id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_avatar(app: &AppState, id: &UserId, key: Option<&str>) -> Result<(), Problem> {
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let before = profile::take(tx, id).await?.ok_or_else(gone_meanwhile)?;
            profile::set_portrait(tx, id, key).await?;
            Ok::<_, Problem>(before.avatar)
        })
    });
    let before = use_case.await?;
    app.changes.user(id.as_str());
    if let Some(old) = before.filter(|old| Some(old.as_str()) != key) {
        avatar::forget(&app.blobs, &old).await;
    }
    Ok(())
}

/// Why a deletion may begin.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeletionRequest {
    /// The caller's password. Not needed within ten minutes of signing in.
    password: Option<String>,
}

/// When the record will be deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeletionAnswer {
    /// The moment from which on it cannot be called back.
    #[schema(value_type = String, format = DateTime)]
    deletion_on: Timestamp,
}

/// Asks for the caller's record to be deleted with everything that is theirs, in 14 days. Asking again
/// changes nothing.
#[utoipa::path(
    post,
    path = "/users/me/deletion",
    tag = "users",
    request_body = DeletionRequest,
    responses(
        (status = 200, body = DeletionAnswer),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyRefusals,
        CommonErrors,
    ),
)]
async fn ask_deletion(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    source: Source,
    Json(request): Json<DeletionRequest>,
) -> Result<Json<DeletionAnswer>, Problem> {
    prove(&app, &person, &source, request.password.as_deref()).await?;
    let (app, person, source) = (&app, &person, &source);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let due = account_deletion::ask(tx, &person.user_id, app.clock.now())
                .await?
                .ok_or_else(gone_meanwhile)?;
            note(app, tx, person, source, "users.ask_deletion").await?;
            Ok::<_, Problem>(due)
        })
    });
    Ok(Json(DeletionAnswer {
        deletion_on: use_case.await?,
    }))
}

/// That it is really the owner: by their password, or because they have just signed in.
async fn prove(
    app: &AppState,
    person: &Person,
    source: &Source,
    password: Option<&str>,
) -> Result<(), Problem> {
    if let Some(password) = password {
        let caller = IdentityRef {
            identity_id: person.identity_id.clone(),
            session_id: person.session_id.clone(),
        };
        return identity::verify_password(app, source, &caller, "/password", password).await;
    }
    let mut conn = app.db.read().await?;
    let (signed_in_at, has_password) = profile::find_sign_in(&mut conn, &person.session_id)
        .await?
        .ok_or_else(gone_meanwhile)?;
    if app.clock.now().0 - signed_in_at <= FRESH_SIGN_IN_MS {
        return Ok(());
    }
    Err(match has_password {
        true => Problem::invalid("/password", "Enter the password to confirm."),
        false => Problem::invalid("/password", "Sign in again to confirm, then ask once more."),
    })
}

async fn note(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    source: &Source,
    action: &str,
) -> sqlx::Result<()> {
    let address = source.address();
    let event = Event {
        actor: Some(person.user_id.as_str()),
        action,
        subject: person.user_id.as_str(),
        request_id: source.request_id(),
        address: Some(&address),
        at: app.clock.now(),
        ..Event::default()
    };
    audit::record(tx, &event).await
}

/// Lets the caller's record stay after all.
#[utoipa::path(
    delete,
    path = "/users/me/deletion",
    tag = "users",
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn cancel_deletion(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    source: Source,
) -> Result<StatusCode, Problem> {
    let (app, person, source) = (&app, &person, &source);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            account_deletion::cancel(tx, &person.user_id).await?;
            note(app, tx, person, source, "users.cancel_deletion").await
        })
    });
    use_case.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's own activity: counts, the last 30 days, the latest deeds.
#[utoipa::path(
    get,
    path = "/dashboard",
    tag = "users",
    responses((status = 200, body = Dashboard), AuthErrors, CommonErrors),
)]
async fn view_dashboard(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<Dashboard>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(
        activity::dashboard(&mut conn, &person.user_id, app.clock.now())
            .await?
            .ok_or_else(gone_meanwhile)?,
    ))
}

/// Counts of what the caller received and gave.
#[utoipa::path(
    get,
    path = "/user/fetch-stats",
    tag = "users",
    responses((status = 200, body = OwnStats), AuthErrors, CommonErrors),
)]
async fn fetch_stats(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<OwnStats>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(
        activity::count_all(&mut conn, &person.user_id)
            .await?
            .ok_or_else(gone_meanwhile)?,
    ))
}
