//! A turn that is being prepared in a transaction: its subject, and the player's text.

use accounts::guests::Owner;
use accounts::safety::Readings;
use kernel::{ErrorCode, Timestamp};
use platform::db::Tx;
use platform::web::Problem;

use crate::AppState;
use crate::quotas::UsageOwner;
use crate::stories::{
    self, Author, ControlMode, MessageRow, MessageState, NARRATOR as NARRATOR_NAME, NewMessage, Origin,
};
use crate::turns::ask::CreateMessage;
use crate::turns::context::StoryContext;
use crate::turns::model::TurnKind;
use crate::turns::rules::{LEASE_MS, witnesses};
use crate::turns::store::{self, NewTurn};

/// A turn before it is stored. Its story is locked.
pub(super) struct TurnDraft<'a> {
    pub(super) app: &'a AppState,
    pub(super) owner: &'a Owner,
    pub(super) ask: &'a CreateMessage,
    /// Whether its texts are cries for help.
    pub(super) readings: &'a Readings,
    pub(super) context: StoryContext,
    pub(super) turn_id: String,
    pub(super) seed: u64,
    /// When it begins.
    pub(super) now: Timestamp,
}

impl TurnDraft<'_> {
    /// Checks that the turn's subject exists.
    pub(super) async fn check_subject(&self, tx: &mut Tx) -> Result<(), Problem> {
        match self.ask.kind() {
            TurnKind::Say | TurnKind::Next | TurnKind::Impersonate => self.parent(tx).await.map(drop),
            TurnKind::Regenerate | TurnKind::Retry | TurnKind::Continue | TurnKind::Rewrite => {
                self.target(tx).await.map(drop)
            }
        }
    }

    /// The message that the turn follows.
    pub(super) async fn parent(&self, tx: &mut Tx) -> Result<Option<MessageRow>, Problem> {
        let story = &self.context.story;
        let Some(id) = self.ask.parent_id.as_ref().or(story.head_id.as_ref()) else {
            return Ok(None);
        };
        let row = stories::load_message(tx, story, id).await?;
        if row.state == MessageState::Writing {
            return Err(busy("The previous message is still being written."));
        }
        Ok(Some(row))
    }

    /// The message that is to be regenerated, continued, rewritten or retried.
    pub(super) async fn target(&self, tx: &mut Tx) -> Result<MessageRow, Problem> {
        let story = &self.context.story;
        let id = self.ask.message_id.as_ref().or(story.head_id.as_ref());
        let row = stories::load_message(tx, story, id.ok_or_else(|| Problem::not_found("message"))?).await?;
        if row.state == MessageState::Writing && self.ask.kind() != TurnKind::Regenerate {
            return Err(busy("The message is still being written."));
        }
        Ok(row)
    }

    /// Stores the player's text after this message.
    pub(super) async fn store_said(
        &mut self,
        tx: &mut Tx,
        parent: Option<MessageRow>,
    ) -> Result<MessageRow, Problem> {
        let (author, author_id, name) = self.player_as_author();
        let presence = self.witnesses_of_said(
            parent.as_ref(),
            author_id.as_deref().filter(|_| author == Author::Actor),
        )?;
        let text = stories::read_content("/message", self.ask.text())?;
        let new = NewMessage {
            author_id: author_id.as_deref(),
            presence,
            turn_id: Some(&self.turn_id),
            client_id: self.ask.client_message_id.as_deref(),
            ..NewMessage::new(
                parent.as_ref().map(|row| &row.id),
                author,
                &name,
                &text,
                Origin::Said,
            )
        };
        let said = stories::append_message(self.app, tx, &mut self.context.story, &new).await?;
        stories::count_messages(tx, &self.context.story, 1, self.now).await?;
        Ok(said)
    }

    /// The author of the player's text: the kind, its id and its name.
    fn player_as_author(&self) -> (Author, Option<String>, String) {
        match (self.context.story.settings.control_mode, self.context.puppet()) {
            (ControlMode::Puppeteer, Some(puppet)) => {
                (Author::Actor, Some(puppet.id.clone()), puppet.name.clone())
            }
            (ControlMode::Steer, _) => (Author::Narrator, None, NARRATOR_NAME.to_owned()),
            _ => (
                Author::User,
                self.context.persona.id.clone(),
                self.context.persona.name.clone(),
            ),
        }
    }

    fn witnesses_of_said(
        &self,
        parent: Option<&MessageRow>,
        speaker: Option<&str>,
    ) -> Result<Option<Vec<String>>, Problem> {
        if let Some(unknown) = self
            .ask
            .presence
            .iter()
            .flatten()
            .find(|id| self.context.character(id).is_none())
        {
            return Err(Problem::invalid(
                "/presence",
                format!("{unknown} is no character of this story."),
            ));
        }
        Ok(witnesses(
            self.ask.presence.as_deref(),
            parent.and_then(|row| row.presence.as_deref()),
            speaker,
        ))
    }

    /// Stores the turn itself; it counts as running from here on.
    pub(super) async fn insert(&self, tx: &mut Tx, said: Option<&MessageRow>) -> Result<(), Problem> {
        let new = NewTurn {
            id: &self.turn_id,
            story_id: self.context.story.id.as_str(),
            owner: UsageOwner::from(self.owner),
            kind: self.ask.kind().as_str(),
            request: serde_json::to_value(self.ask).map_err(Problem::internal)?,
            client_id: self.ask.client_message_id.as_deref(),
            user_message_id: said.map(|said| said.id.as_str()),
            process: self.app.turns.process(),
            lease_until: self.now.plus_millis(LEASE_MS),
            started_at: self.now,
        };
        Ok(store::insert_turn(tx, &new).await?)
    }
}

fn busy(why: &str) -> Problem {
    Problem::new(ErrorCode::CONFLICT, why)
}
