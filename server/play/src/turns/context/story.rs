//! A story with its cast and its player, as all steps of a turn need it.

use accounts::guests::Owner;
use catalogue::lorebooks::AttachedBook;
use catalogue::publishing::ModelTexts;
use platform::db::{Conn, Tx};
use platform::llm::Model;
use platform::web::Problem;

use crate::AppState;
use crate::prompt::{self, PersonaView};
use crate::stories::{self, Character, ControlMode, MessageRow, MessageState, Story, StoryId};

/// A story with its cast and its player.
#[derive(Debug, Clone)]
pub(in crate::turns) struct StoryContext {
    pub(in crate::turns) story: Story,
    pub(in crate::turns) cast: Vec<Character>,
    pub(in crate::turns) persona: PersonaView,
    /// What the version of its scenario says to models, which is joined to the others already.
    pub(in crate::turns) texts: Option<ModelTexts>,
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
    pub(in crate::turns) async fn of(conn: &mut Conn, mut story: Story) -> Result<Self, Problem> {
        let mut cast = stories::list_characters(conn, &story).await?;
        let mut persona = PersonaView::from(stories::player_of(conn, &story).await?);
        let texts = prompt::join_version(conn, &mut story, &mut cast, &mut persona).await?;
        Ok(Self {
            story,
            cast,
            persona,
            texts,
        })
    }

    /// The model of the story.
    pub(in crate::turns) fn model<'a>(&self, app: &'a AppState) -> &'a Model {
        app.models.get(self.story.settings.chat_model.as_deref())
    }

    /// The lorebooks that apply to it.
    ///
    /// # Errors
    /// Database errors; 503 if too many books are being read.
    pub(in crate::turns) async fn books(&self, conn: &mut Conn) -> Result<Vec<AttachedBook>, Problem> {
        prompt::books_of(conn, &self.story, self.persona.id.as_deref()).await
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

/// Whether a message belongs in a prompt: a reply that failed before its first word does not.
pub(super) fn has_text(row: &MessageRow) -> bool {
    row.state != MessageState::Failed || !row.content.trim().is_empty()
}
