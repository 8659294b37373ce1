//! A story with everything that is needed to play it, except for models and turns.

use std::collections::BTreeMap;

use accounts::users::Persona;
use catalogue::scenarios::ScenarioId;
use kernel::ids::UserId;
use platform::db::Conn;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::{PlayCharacter, Slice, StoryView};
use super::rows::Story;
use super::settings::StorySettings;
use super::slices::{Anchor, SliceQuery, slice_up};
use super::{StoryId, store, view};

/// A story for playing (spec section 3, "Chat session"). The slice that answers with it adds fields of its
/// own.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StorySession)]
pub struct Session {
    /// The story, as the id of its chat.
    #[serde(rename = "chatID")]
    pub chat_id: StoryId,
    /// The story.
    pub story: StoryView,
    /// The scenario it began from.
    #[serde(rename = "scenarioID")]
    #[schema(required = true)]
    pub scenario_id: Option<ScenarioId>,
    /// Its owner's id; null for guests.
    #[serde(rename = "userID")]
    #[schema(required = true)]
    pub user_id: Option<UserId>,
    /// Everybody in it: the player, then the cast.
    pub characters: Vec<PlayCharacter>,
    /// The player's personas by id.
    pub personas: BTreeMap<String, Persona>,
    /// Whether to ask the player for a name: they have no persona and no role, and have written nothing in any story.
    pub asks_name: bool,
    /// A theme of its own.
    #[serde(rename = "themeID")]
    #[schema(required = true)]
    pub theme_id: Option<String>,
    /// Its settings.
    #[serde(flatten)]
    pub settings: StorySettings,
    /// The story's version.
    pub version: i64,
    /// The latest messages up to the reader's position.
    pub messages: Slice,
}

/// The session of a story.
///
/// # Errors
/// Database errors.
pub async fn session(conn: &mut Conn, story: Story) -> Result<Session, Problem> {
    let cast = store::list_characters(conn, &story.id).await?;
    let player = view::player_of(conn, &story).await?;
    let has_persona = player
        .profile
        .as_ref()
        .is_some_and(|profile| !profile.personas.is_empty());
    let has_name = has_persona || !story.setup.player_role.name.trim().is_empty();
    let asks_name = !has_name && store::count_played(conn, &story.owner).await? == 0;
    let messages = slice_up(conn, &story, &Anchor::Head, SliceQuery::default()).await?;
    Ok(Session {
        chat_id: story.id.clone(),
        scenario_id: story.scenario_id.clone(),
        user_id: story.owner.person().cloned(),
        characters: view::play_characters(&story.owner, &player, &cast),
        personas: player.profile.map(|profile| profile.personas).unwrap_or_default(),
        asks_name,
        theme_id: story.theme_id.clone(),
        settings: story.settings.clone(),
        version: story.version,
        messages,
        story: view::story(conn, story).await?,
    })
}
