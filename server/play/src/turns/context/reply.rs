//! Everything that a reply depends on: the story up to the message it follows, memory, lorebooks, variables.

use accounts::guests::Owner;
use catalogue::lorebooks::AttachedBook;
use platform::db::Conn;
use platform::web::Problem;

use super::background::{BackgroundText, background};
use super::speakers;
use super::story::StoryContext;
use crate::prompt::{Alternative, FactView, SummaryView, Variables};
use crate::stories::{self, MessageId, MessageRow, Story, StoryId, Strategy};
use crate::turns::model::DraftedSpeaker;
use crate::turns::store;
use crate::{AppState, memory};

/// The longest path in a prompt, in messages; the summary covers what is above it.
const MAX_LINES: u32 = 20_000;
/// How many other versions of a reply the demo avoids repeating.
const MAX_VERSIONS: usize = 12;

/// Everything that a reply after a certain message depends on.
pub(in crate::turns) struct ReplyContext {
    pub(in crate::turns) base: StoryContext,
    pub(in crate::turns) path: Vec<MessageRow>,
    pub(in crate::turns) facts: Vec<FactView>,
    pub(in crate::turns) summary: Option<SummaryView>,
    pub(in crate::turns) books: Vec<AttachedBook>,
    pub(in crate::turns) variables: Variables,
    pub(in crate::turns) opening: Option<u32>,
    pub(in crate::turns) alternative: Alternative,
    pub(in crate::turns) versions: Vec<String>,
}

impl ReplyContext {
    /// The story up to the message `after`. `at_hand`: the reply that is being written or rewritten.
    ///
    /// # Errors
    /// 404 if the story or the message does not exist any more.
    pub(in crate::turns) async fn load(
        app: &AppState,
        owner: &Owner,
        story: &StoryId,
        after: Option<&MessageId>,
        at_hand: Option<&MessageId>,
    ) -> Result<Self, Problem> {
        let mut conn = app.db.read().await?;
        let base = StoryContext::load(&mut conn, owner, story).await?;
        let path = match after {
            Some(after) => {
                stories::load_message(&mut conn, &base.story, after).await?;
                stories::path_to(&mut conn, &base.story, Some(after), MAX_LINES).await?
            }
            None => Vec::new(),
        };
        let (facts, summary) = memory::for_path(&mut conn, &base.story.id, &path).await?;
        let books = base.books(&mut conn).await?;
        let variables = store::find_variables(&mut conn, base.story.id.as_str()).await?;
        let opening = match after {
            Some(after) => stories::opening_of(&mut conn, after).await?,
            None => None,
        };
        let alternative = match (at_hand, path.last()) {
            (Some(id), _) => alternative(&mut conn, &base.story, after, id).await?,
            (None, Some(last)) => {
                alternative(&mut conn, &base.story, last.parent_id.as_ref(), &last.id).await?
            }
            (None, None) => Alternative::default(),
        };
        let is_demo = base.model(app).info().is_demo;
        let versions = match at_hand.filter(|_| is_demo) {
            Some(id) => versions(&mut conn, &base.story, after, id).await?,
            None => Vec::new(),
        };
        Ok(Self {
            base,
            path,
            facts: facts.into_iter().map(fact_view).collect(),
            summary: summary.map(summary_view),
            books,
            variables,
            opening,
            alternative,
            versions,
        })
    }

    /// The latest messages of its path.
    pub(in crate::turns) fn latest(&self, limit: u32) -> &[MessageRow] {
        &self.path[self.path.len().saturating_sub(limit as usize)..]
    }

    /// The texts of its memory and its lorebooks.
    pub(in crate::turns) fn background(&self) -> Vec<BackgroundText> {
        let facts = self.facts.iter().map(|fact| fact.text.as_str());
        background(
            facts.chain(self.summary.iter().map(|summary| summary.text.as_str())),
            &self.books,
        )
    }

    /// The names from which a director may choose.
    pub(in crate::turns) fn able_to_speak(&self) -> Vec<String> {
        let presence = self.path.last().and_then(|row| row.presence.as_deref());
        self.base
            .able_to_speak(presence)
            .into_iter()
            .map(|one| one.name.clone())
            .collect()
    }

    /// The speaker without a director: the first whom the natural rule would choose.
    pub(in crate::turns) fn natural_speaker(&self, player_spoke: bool, seed: u64) -> DraftedSpeaker {
        let drafts = speakers::next_speakers(&self.base, &self.path, player_spoke, Strategy::Natural, seed);
        drafts.into_iter().next().unwrap_or(DraftedSpeaker {
            character_id: None,
            why: String::new(),
        })
    }
}

fn fact_view(fact: memory::Fact) -> FactView {
    FactView {
        id: fact.id.to_string(),
        text: fact.text,
        pinned: fact.pinned,
        source_message_id: fact.source_message_id.map(|id| id.to_string()),
    }
}

fn summary_view(summary: memory::Summary) -> SummaryView {
    SummaryView {
        message_ids: summary.message_ids.iter().map(MessageId::to_string).collect(),
        text: summary.text,
    }
}

/// The index of a message among those that follow the same parent.
async fn alternative(
    conn: &mut Conn,
    story: &Story,
    parent: Option<&MessageId>,
    id: &MessageId,
) -> sqlx::Result<Alternative> {
    let beside = stories::children(conn, story, parent).await?;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    // A message that was deleted meanwhile has no index.
    let place = beside.iter().position(|one| one == id);
    Ok(place.map_or_else(Alternative::default, |place| Alternative {
        number: count(place + 1),
        of: count(beside.len()),
    }))
}

/// The texts of the other messages that follow the same parent, the latest first.
async fn versions(
    conn: &mut Conn,
    story: &Story,
    parent: Option<&MessageId>,
    id: &MessageId,
) -> Result<Vec<String>, Problem> {
    let mut texts = Vec::new();
    for other in stories::children(conn, story, parent)
        .await?
        .iter()
        .rev()
        .filter(|other| *other != id)
        .take(MAX_VERSIONS)
    {
        texts.push(stories::load_message(conn, story, other).await?.content);
    }
    Ok(texts)
}
