//! A story with its cast and its player, as all steps of a turn need it.

use accounts::guests::Owner;
use catalogue::lorebooks::StoryScope;
use catalogue::scenarios::ScenarioId;
use platform::db::{Conn, Tx};
use platform::llm::Model;
use platform::web::Problem;

use crate::AppState;
use crate::prompt::PersonaView;
use crate::stories::{self, Character, ControlMode, Story, StoryId};

/// A story with its cast and its player.
#[derive(Debug, Clone)]
pub(in crate::turns) struct StoryContext {
    pub(in crate::turns) story: Story,
    pub(in crate::turns) cast: Vec<Character>,
    pub(in crate::turns) persona: PersonaView,
}

impl StoryContext {
    /// The story with this id, if it is this owner's.
    ///
    /// # Errors
    /// 404.
    pub(in crate::turns) async fn load(
        conn: &mut Conn,
        owner: &Owner,
        id: &StoryId,
    ) -> Result<Self, Problem> {
        let story = stories::load_story(conn, owner, id).await?;
        Self::of(conn, story).await
    }

    /// The same, locked for a transaction that changes it.
    ///
    /// # Errors
    /// 404.
    pub(in crate::turns) async fn lock(
        app: &AppState,
        tx: &mut Tx,
        owner: &Owner,
        id: &StoryId,
    ) -> Result<Self, Problem> {
        let story = stories::lock_story(app, tx, owner, id).await?;
        Self::of(tx, story).await
    }

    /// The context of a story that was loaded before.
    ///
    /// # Errors
    /// Database errors.
    pub(in crate::turns) async fn of(conn: &mut Conn, story: Story) -> Result<Self, Problem> {
        let cast = stories::list_characters(conn, &story).await?;
        let player = stories::player_of(conn, &story).await?;
        let persona = PersonaView {
            id: player.persona_id,
            name: player.name,
            description: player.description,
        };
        Ok(Self { story, cast, persona })
    }

    /// The model of the story.
    pub(in crate::turns) fn model<'a>(&self, app: &'a AppState) -> &'a Model {
        app.models.get(self.story.settings.chat_model.as_deref())
    }

    /// The scope in which its lorebooks are found.
    pub(in crate::turns) fn scope(&self) -> StoryScope<'_> {
        StoryScope {
            story_id: self.story.id.as_str(),
            scenario_id: self.story.scenario_id.as_ref().map(ScenarioId::as_str),
            owner: self.story.owner.person(),
            persona_id: self.persona.id.as_deref(),
        }
    }

    /// The character of this id.
    pub(in crate::turns) fn character(&self, id: &str) -> Option<&Character> {
        self.cast.iter().find(|one| one.id == id)
    }

    /// The character whom the player plays now.
    pub(in crate::turns) fn puppet(&self) -> Option<&Character> {
        let settings = &self.story.settings;
        let id = settings
            .puppet_id
            .as_deref()
            .filter(|_| settings.control_mode == ControlMode::Puppeteer)?;
        self.character(id)
    }

    /// The characters who may be chosen to speak after a message with these witnesses (`None`: everybody).
    pub(in crate::turns) fn able_to_speak(&self, presence: Option<&[String]>) -> Vec<&Character> {
        let puppet = self.puppet().map(|puppet| puppet.id.as_str());
        let is_there = |one: &&Character| presence.is_none_or(|ids| ids.contains(&one.id));
        self.cast
            .iter()
            .filter(|one| !one.muted && Some(one.id.as_str()) != puppet)
            .filter(is_there)
            .collect()
    }
}
