//! The calls that delete and restore messages. The calls that change their text belong to `turns`, because
//! the text is judged first (docs/adr/0020).

use accounts::guests::{Owner, Player};
use axum::extract::State;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Path, Problem};
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::model::{Deletion, MessageAnswer};
use crate::stories::{MessageId, actions};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(delete_message),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial("/messages/@message", Sent::Nothing, OWN_STORY)
        .call(
            routes!(restore_message),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .beyond_spec("A deleted message can be restored for thirty days.")
        .trial("/messages/@message/restore", Sent::Nothing, OWN_STORY)
}

/// Deletes a message and everything that follows it. For 30 days it can be restored.
#[utoipa::path(
    delete,
    path = "/messages/{id}",
    tag = "chat",
    params(("id" = MessageId, Path)),
    responses((status = 200, body = Deletion), AuthErrors, CommonErrors),
)]
async fn delete_message(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<MessageId>,
) -> Result<Json<Deletion>, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::delete_message(app, tx, owner, id))
    });
    let (story, deletion) = use_case.await?;
    app.live
        .changed(&story, deletion.version, deletion.head_id.as_ref());
    Ok(Json(deletion))
}

/// Restores a message with everything that was deleted together with it. Repeating the call changes nothing.
#[utoipa::path(
    post,
    path = "/messages/{id}/restore",
    tag = "chat",
    params(("id" = MessageId, Path)),
    responses(
        (status = 200, body = MessageAnswer),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "What it follows is deleted, too.",
        ),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn restore_message(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<MessageId>,
) -> Result<Json<MessageAnswer>, Problem> {
    let (app, owner, id) = (&app, &Owner::from(&player), &id);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::restore_message(app, tx, owner, id))
    });
    let answer = use_case.await?;
    app.live.message_changed(&answer);
    Ok(Json(answer))
}
