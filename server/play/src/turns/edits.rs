//! Changing messages. The new text is judged before (docs/adr/0020), as what is sent is: `stories` keeps it.

use accounts::guests::Player;
use accounts::safety::{self, Crisis};
use axum::extract::State;
use platform::db::{Isolation, Tx};
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, present};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::errors;
use super::guard::{self, Judgement};
use crate::AppState;
use crate::stories::{self, MessageAnswer, MessageEdit, MessageId, Owner, Story};

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(update_message),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/messages/@message", Sent::Json(r#"{"hidden":true}"#), OWN_STORY)
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

/// What became of an edit.
enum Edited {
    Done(Box<MessageAnswer>),
    /// Never played; that it was asked for is counted.
    Refused(Box<Problem>, Box<Story>),
    /// The story changed while the text was judged.
    Stale,
}

/// What was read of the new text before the transaction.
#[derive(Clone, Copy)]
struct Read<'a> {
    /// Whether it is romantic with a minor.
    found: Option<&'a Judgement>,
    /// Whether it is a cry for help.
    crisis: Option<&'a Crisis>,
}

/// Changes a message, or goes to another branch.
#[utoipa::path(
    patch,
    path = "/messages/{id}",
    tag = "chat",
    params(("id" = MessageId, Path)),
    request_body = MessageUpdate,
    responses(
        (status = 200, body = MessageAnswer),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed since that version; `current` is how it is.",
        ),
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
    let owner = Owner::from(&player);
    if let Some(text) = &update.content {
        stories::read_content("/content", text)?;
    }
    // Read before the transaction, which others wait for.
    let crisis = match &update.content {
        Some(text) => safety::read(&app.vectors, vec![text.clone()]).await.of(text),
        None => None,
    };
    for _ in 0..guard::TRIES {
        let found = match &update.content {
            Some(text) => Some(guard::judge_edit(&app, &owner, &id, text).await?),
            None => None,
        };
        let read = Read {
            found: found.as_ref(),
            crisis: crisis.as_ref(),
        };
        let (app_ref, owner, id, update) = (&app, &owner, &id, &update);
        match app
            .db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(edit_in(tx, app_ref, owner, id, update, read))
            })
            .await?
        {
            Edited::Done(answer) => {
                app.live.changed(
                    &answer.message.story_id,
                    answer.version,
                    answer.head_id.as_ref(),
                    None,
                );
                return Ok(Json(*answer));
            }
            Edited::Refused(problem, story) => {
                app.live
                    .changed(&story.id, story.version, story.head_id.as_ref(), None);
                return Err(*problem);
            }
            Edited::Stale => {}
        }
    }
    Err(guard::stale())
}

async fn edit_in(
    tx: &mut Tx,
    app: &AppState,
    owner: &Owner,
    id: &MessageId,
    update: &MessageUpdate,
    read: Read<'_>,
) -> Result<Edited, Problem> {
    let Read { found, crisis } = read;
    let (mut story, row) = stories::lock_message(app, tx, owner, id).await?;
    if update.version.is_some_and(|version| version != row.version) {
        let current = stories::message_views(tx, &story, vec![row]).await?.pop();
        let refusal = Problem::new(
            errors::MESSAGE_CHANGED,
            "This message has changed in the meantime, perhaps in another window.",
        );
        return Err(refusal.with_extension(
            "current",
            serde_json::to_value(current).map_err(Problem::internal)?,
        ));
    }
    if let (Some(text), Some(found)) = (&update.content, found) {
        if story.safety.closed_at.is_some() {
            return Err(stories::closed());
        }
        if !found.is_of(&story) {
            return Ok(Edited::Stale);
        }
        if let Some(problem) = guard::edit_refusal(tx, app, &mut story, text, found).await? {
            return Ok(Edited::Refused(Box::new(problem), Box::new(story)));
        }
    }
    let edit = MessageEdit {
        content: update.content.clone(),
        as_branch: update.mode == EditMode::Branch,
        presence: update.presence.clone(),
        hidden: update.hidden,
        go_to: update.new_node_id.clone(),
    };
    let row = stories::edit_message(app, tx, &mut story, id, &edit).await?;
    if let Some(crisis) = crisis {
        stories::make_gentle(app, tx, &mut story, crisis).await?;
    }
    let notices = crisis
        .iter()
        .map(|crisis| safety::crisis_notice(crisis.language))
        .collect();
    let message = stories::message_views(tx, &story, vec![row])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("message"))?;
    Ok(Edited::Done(Box::new(MessageAnswer {
        message,
        head_id: story.head_id,
        version: story.version,
        notices,
    })))
}
