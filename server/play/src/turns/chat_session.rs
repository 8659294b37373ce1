//! A story as it is played: everything the client needs for it, in one answer.

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

/// A story as it is played (spec section 3, "Chat session").
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChatSession {
    /// The story, its cast, its settings, its latest messages.
    #[serde(flatten)]
    pub(super) session: stories::Session,
    /// The models that may be chosen.
    models: Vec<ModelInfo>,
    /// What the next reply costs, and what there is to pay for it.
    price: ChatPrice,
    /// The turn that runs in it.
    #[schema(required = true)]
    running_turn: Option<Turn>,
    /// What the player is told about whom they talk to.
    notices: ChatNotices,
}

/// What the player is told about whom they talk to (reliability L-10).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatNotices {
    /// That it is a program.
    ai: String,
    /// When the story began.
    #[schema(value_type = String, format = DateTime)]
    started_on: Timestamp,
    /// Where people are who listen, as long as the story goes on gently; null: it goes on as it was.
    #[schema(required = true)]
    crisis: Option<Notice>,
    /// How whoever runs the site connects a model, in three lines, for the end of what the demo plays; null
    /// where one is connected.
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
        .then(|| safety::notice_beside(latest_answer(&session)));
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

/// The site's latest answer to a player in need; empty where it is further up.
fn latest_answer(session: &stories::Session) -> &str {
    let latest = session
        .messages
        .results
        .iter()
        .rev()
        .find(|message| message.aside);
    latest.map_or("", |message| message.content.as_str())
}
