//! A story for playing: everything that the client needs, in one answer.

use accounts::safety::{self, Notice};
use kernel::Timestamp;
use platform::db::Conn;
use platform::llm::ModelInfo;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use super::begin::demo_ending;
use super::model::Turn;
use super::paying::{ChatPrice, price_of};
use super::read;
use crate::AppState;
use crate::stories::{self, Story};

/// A story for playing (spec section 3, "Chat session").
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChatSession {
    /// The story, its cast, its settings, its latest messages.
    #[serde(flatten)]
    pub(super) session: stories::Session,
    /// The models to choose from.
    models: Vec<ModelInfo>,
    /// The price of the next reply, and what the player can pay with.
    price: ChatPrice,
    /// The turn that runs in it.
    #[schema(required = true)]
    running_turn: Option<Turn>,
    /// Notices about the model.
    notices: ChatNotices,
}

/// Notices about the model (reliability L-10).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatNotices {
    /// That it is a program.
    ai: String,
    /// When the story began.
    #[schema(value_type = String, format = DateTime)]
    started_on: Timestamp,
    /// Helplines while the story is in gentle mode; null: it is not.
    #[schema(required = true)]
    crisis: Option<Notice>,
    /// How the operator connects a model, in three lines, for the end of the demo's stories; null if one is
    /// connected.
    #[schema(required = true)]
    connect: Option<Vec<String>>,
}

/// The session of a story.
///
/// # Errors
/// Database errors.
pub(super) async fn session_of(
    app: &AppState,
    conn: &mut Conn,
    story: Story,
) -> Result<ChatSession, Problem> {
    let (ai, started_on) = (safety::ai_notice().text, story.created_at);
    let connect = demo_ending::connect(app, &story).map(|lines| lines.to_vec());
    let price = price_of(app, conn, &story).await?;
    let running_turn = read::running(app, conn, &story).await?;
    let session = stories::session(conn, story).await?;
    let crisis = session
        .story
        .gentle
        .then(|| safety::notice_for_answer(latest_answer(&session)));
    Ok(ChatSession {
        session,
        models: app.models.list().to_vec(),
        price,
        running_turn,
        notices: ChatNotices {
            ai,
            started_on,
            crisis,
            connect,
        },
    })
}

/// The site's latest answer to a player in need; empty if it is further up.
fn latest_answer(session: &stories::Session) -> &str {
    let latest = session
        .messages
        .results
        .iter()
        .rev()
        .find(|message| message.aside);
    latest.map_or("", |message| message.content.as_str())
}
