//! Changing, deleting and restoring messages.

use axum::extract::State;
use kernel::ErrorCode;
use kernel::ids::MessageId;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::care;
use crate::db::{Isolation, Tx};
use crate::guests::Player;
use crate::stories::actions::{self, Edit};
use crate::stories::model::{Deletion, MessageAnswer};
use crate::stories::settings::present;
use crate::stories::stored::{MessageRow, Owner, Story};
use crate::stories::view;
use crate::web::{AppState, BodyRefusals, Json, Path, PersonRefusals, Problem, Refusals};

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(update_message, delete_message)).routes(routes!(restore_message))
}

/// How an edit is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum EditMode {
    /// In the place of the old text, which is kept as a revision.
    #[default]
    Replace,
    /// As a new message beside it.
    Branch,
}

/// What changes of a message; what is absent stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MessageUpdate {
    /// Another text, at most 32 KB.
    content: Option<String>,
    /// How the text is kept.
    #[serde(default)]
    mode: EditMode,
    /// Where the reader goes: to the end of the path that is shown through this message.
    new_node_id: Option<MessageId>,
    /// The version that the caller knows; where it is given, it must be the present one.
    version: Option<i64>,
    /// The characters who witnessed it; null: all of them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Vec<String>>)]
    presence: Option<Option<Vec<String>>>,
    /// Whether it is left out of prompts.
    hidden: Option<bool>,
}

/// Changes a message, or goes to another branch.
#[utoipa::path(patch, path = "/messages/{id}", tag = "chat", params(("id" = MessageId, Path)), request_body = MessageUpdate,
    responses((status = 200, body = MessageAnswer), (status = 409, body = Problem, content_type = "application/problem+json", description = "It changed since that version; `current` is how it is."),
        PersonRefusals, BodyRefusals, Refusals))]
async fn update_message(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<MessageId>,
    Json(update): Json<MessageUpdate>,
) -> Result<Json<MessageAnswer>, Problem> {
    let edit = Edit {
        content: update.content,
        as_branch: update.mode == EditMode::Branch,
        presence: update.presence,
        hidden: update.hidden,
        go_to: update.new_node_id,
    };
    // Read before the transaction, which others wait for.
    let crisis = edit.content.as_deref().and_then(care::judge);
    let (app, owner, id, edit, version) = (&app, &Owner::from(&player), &id, &edit, update.version);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let (mut story, row) = take(app, tx, owner, id).await?;
            if version.is_some_and(|version| version != row.version) {
                let current = view::messages(tx, &story, vec![row]).await?.pop();
                let refusal = Problem::new(ErrorCode::MessageChanged, "This message has changed in the meantime, perhaps in another window.");
                return Err(refusal.with_case("current", serde_json::to_value(current).map_err(Problem::internal)?));
            }
            let row = actions::edit(app, tx, &mut story, id, edit).await?;
            if let Some(crisis) = &crisis {
                actions::go_gently(app, tx, &mut story, crisis).await?;
            }
            let notices = crisis.iter().map(|crisis| care::crisis_notice(crisis.language)).collect();
            Ok(MessageAnswer { notices, ..answer(tx, story, row).await? })
        })
    });
    done(app, use_case.await?)
}

/// The message with its story, taken for this transaction.
async fn take(app: &AppState, tx: &mut Tx, owner: &Owner, id: &MessageId) -> Result<(Story, MessageRow), Problem> {
    let (story, _) = actions::find_message(tx, owner, id).await?;
    let story = actions::take_story(app, tx, owner, &story.id).await?;
    let (_, row) = actions::find_message(tx, owner, id).await?;
    Ok((story, row))
}

async fn answer(tx: &mut Tx, story: Story, row: MessageRow) -> Result<MessageAnswer, Problem> {
    let message = view::messages(tx, &story, vec![row]).await?.pop().ok_or_else(|| Problem::not_found("message"))?;
    Ok(MessageAnswer { message, head_id: story.head_id, version: story.version, notices: Vec::new() })
}

fn done(app: &AppState, answer: MessageAnswer) -> Result<Json<MessageAnswer>, Problem> {
    app.live.changed(&answer.message.story_id, answer.version, answer.head_id.as_ref(), None);
    Ok(Json(answer))
}

/// Deletes a message and everything that follows it. For 30 days it can be restored.
#[utoipa::path(delete, path = "/messages/{id}", tag = "chat", params(("id" = MessageId, Path)), responses((status = 200, body = Deletion), PersonRefusals, Refusals))]
async fn delete_message(State(app): State<AppState>, player: Player, Path(id): Path<MessageId>) -> Result<Json<Deletion>, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let (mut story, _) = take(app, tx, owner, id).await?;
            let deleted = actions::delete(app, tx, &mut story, id).await?;
            Ok::<_, Problem>((story.id, Deletion { head_id: story.head_id, version: story.version, deleted }))
        })
    });
    let (story, deletion) = use_case.await?;
    app.live.changed(&story, deletion.version, deletion.head_id.as_ref(), None);
    Ok(Json(deletion))
}

/// Restores a message with everything that was deleted together with it. Doing it twice changes nothing.
#[utoipa::path(post, path = "/messages/{id}/restore", tag = "chat", params(("id" = MessageId, Path)),
    responses((status = 200, body = MessageAnswer), (status = 409, body = Problem, content_type = "application/problem+json", description = "What it follows is deleted, too."),
        PersonRefusals, Refusals))]
async fn restore_message(State(app): State<AppState>, player: Player, Path(id): Path<MessageId>) -> Result<Json<MessageAnswer>, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let (mut story, row) = take(app, tx, owner, id).await?;
            let row = actions::restore(tx, &mut story, &row).await?;
            answer(tx, story, row).await
        })
    });
    done(app, use_case.await?)
}
