//! The call that changes a message.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, present};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::{MessageAnswer, MessageEdit, MessageId, VersionErrors};
use crate::turns::edit_message::edit_message;

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(update_message),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial("/messages/@message", Sent::Json(r#"{"hidden":true}"#), OWN_STORY)
}

/// How an edit is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum EditMode {
    /// Replaces the old text, which is kept as a revision.
    #[default]
    Replace,
    /// Becomes a new message beside the old one.
    Branch,
}

/// The changes of a message; absent fields stay as they are.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MessageUpdate {
    /// The new text, at most 32 KB.
    content: Option<String>,
    /// How the text is stored.
    #[serde(default)]
    mode: EditMode,
    /// Moves the reader to the end of the shown path through this message.
    new_node_id: Option<MessageId>,
    /// The version that the caller knows; if given, it must be the current one.
    version: Option<i64>,
    /// The characters who witnessed it; null: all of them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Vec<String>>)]
    presence: Option<Option<Vec<String>>>,
    /// Whether it is left out of prompts.
    hidden: Option<bool>,
}

impl From<MessageUpdate> for MessageEdit {
    fn from(update: MessageUpdate) -> Self {
        Self {
            content: update.content,
            as_branch: update.mode == EditMode::Branch,
            presence: update.presence,
            hidden: update.hidden,
            go_to: update.new_node_id,
        }
    }
}

/// Changes a message, or moves to another branch.
#[utoipa::path(
    patch,
    path = "/messages/{id}",
    tag = "chat",
    params(("id" = MessageId, Path)),
    request_body = MessageUpdate,
    responses(
        (status = 200, body = MessageAnswer),
        VersionErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn update_message(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<MessageId>,
    Json(update): Json<MessageUpdate>,
) -> Result<Json<MessageAnswer>, Problem> {
    let (owner, version) = (Owner::from(&player), update.version);
    edit_message(&app, &owner, &id, version, &update.into())
        .await
        .map(Json)
}
