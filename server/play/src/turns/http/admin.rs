//! The call by which an admin reopens a story that was closed by mistake (docs/adr/0020).

use accounts::identity::Admin;
use accounts::identity::rules::check_reason;
use axum::extract::State;
use platform::audit;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, ClientInfo, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::StoryId;
use crate::turns::reopen::reopen;

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(reopen_story),
            rule(Who::Admin, Class::Writes, Caching::Never),
        )
        .beyond_spec("An admin opens a story again that was closed by mistake.")
        .trial(
            "/admin/stories/@story/reopen",
            Sent::Json(r#"{"reason":"a mistake"}"#),
            [401, 401, 403, 403, 403, 200],
        )
}

/// The reason for reopening a story.
#[derive(Debug, Deserialize, ToSchema)]
struct ReopenRequest {
    /// For the audit log; the player does not see it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// A story that is open again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Reopened {
    /// The story.
    story_id: StoryId,
    /// Whether this call opened it; false if it was open.
    changed: bool,
}

/// Reopens a story that was closed because romance with a minor was requested, and resets its strikes. For
/// admins only; they learn nothing about the story.
#[utoipa::path(
    post,
    path = "/admin/stories/{id}/reopen",
    tag = "admin",
    params(("id" = StoryId, Path)),
    request_body = ReopenRequest,
    responses(
        (status = 200, body = Reopened),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn reopen_story(
    State(app): State<AppState>,
    Admin(admin): Admin,
    Path(id): Path<StoryId>,
    source: ClientInfo,
    Json(request): Json<ReopenRequest>,
) -> Result<Json<Reopened>, Problem> {
    let reason = check_reason(&request.reason).map_err(|why| Problem::invalid("reason", why))?;
    let address = source.address();
    let event = &audit::Event {
        actor: Some(admin.user_id.as_str()),
        action: "stories.reopen",
        subject: id.as_str(),
        reason: Some(reason),
        request_id: source.request_id(),
        address: Some(&address),
        at: app.clock.now(),
        ..audit::Event::default()
    };
    let changed = reopen(&app, &id, event).await?;
    Ok(Json(Reopened {
        story_id: id,
        changed,
    }))
}
