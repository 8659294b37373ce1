//! The scene of a reply: what the story, its player, its memory and its lorebooks give, put in the form in
//! which prompts are made.

use catalogue::lorebooks::{self, AttachedBook, StoryScope};
use catalogue::scenarios::ScenarioId;
use kernel::{Timestamp, hex};
use platform::db::{Conn, Tx};
use platform::llm::Request;
use platform::web::Problem;
use sha2::{Digest, Sha256};

use super::begin::Job;
use super::guard::{self, Told};
use super::model::Draft;
use super::paying::ReplyCount;
use super::store;
use crate::prompt::{
    self, Alternative, Assembled, CastView, FactView, HistoryLine, PersonaView, PromptInput, PromptPart,
    PromptRecord, Speaker, SpeakerInput, SummaryView, Variables,
};
use crate::stories::{
    self, Author, Character, ControlMode, MessageId, MessageRow, MessageState, Origin, Owner, Story, StoryId,
    Strategy,
};
use crate::{AppState, memory};

/// Longest path of which a prompt is made, in messages: what is above is told by the summary.
const MAX_LINES: u32 = 20_000;
/// Versions of a reply that another one is kept apart from.
const MAX_VERSIONS: usize = 12;

/// A story with its cast and its player.
#[derive(Debug, Clone)]
pub(super) struct StoryContext {
    pub(super) story: Story,
    pub(super) cast: Vec<Character>,
    pub(super) persona: PersonaView,
}

impl StoryContext {
    /// The story of this id, if it is this owner's.
    ///
    /// # Errors
    /// 404.
    pub(super) async fn load(conn: &mut Conn, owner: &Owner, id: &StoryId) -> Result<Self, Problem> {
        let story = stories::load_story(conn, owner, id).await?;
        Self::of(conn, story).await
    }

    /// The same, taken for a transaction that changes it.
    ///
    /// # Errors
    /// 404.
    pub(super) async fn take(
        app: &AppState,
        tx: &mut Tx,
        owner: &Owner,
        id: &StoryId,
    ) -> Result<Self, Problem> {
        let story = stories::lock_story(app, tx, owner, id).await?;
        Self::of(tx, story).await
    }

    /// A story that was loaded before.
    ///
    /// # Errors
    /// What the database reports.
    pub(super) async fn of(conn: &mut Conn, story: Story) -> Result<Self, Problem> {
        let cast = stories::list_characters(conn, &story).await?;
        let player = stories::player_of(conn, &story).await?;
        let persona = PersonaView {
            id: player.persona_id,
            name: player.name,
            description: player.description,
        };
        Ok(Self { story, cast, persona })
    }

    /// What lorebooks are looked for by.
    pub(super) fn scope(&self) -> StoryScope<'_> {
        StoryScope {
            story_id: self.story.id.as_str(),
            scenario_id: self.story.scenario_id.as_ref().map(ScenarioId::as_str),
            owner: self.story.owner.person(),
            persona_id: self.persona.id.as_deref(),
        }
    }

    /// The character of this id.
    pub(super) fn character(&self, id: &str) -> Option<&Character> {
        self.cast.iter().find(|one| one.id == id)
    }

    /// The character whom the player plays at present.
    pub(super) fn puppet(&self) -> Option<&Character> {
        let settings = &self.story.settings;
        let id = settings
            .puppet_id
            .as_deref()
            .filter(|_| settings.control_mode == ControlMode::Puppeteer)?;
        self.character(id)
    }

    /// Who is there, after a message that these witnessed (none: all did) and may be chosen to speak unasked.
    pub(super) fn able_to_speak(&self, presence: Option<&[String]>) -> Vec<&Character> {
        let puppet = self.puppet().map(|puppet| puppet.id.as_str());
        let is_there = |one: &&Character| presence.is_none_or(|ids| ids.contains(&one.id));
        self.cast
            .iter()
            .filter(|one| !one.muted && Some(one.id.as_str()) != puppet)
            .filter(is_there)
            .collect()
    }

    /// How many would answer the player's next message. What it says and chance decide in some stories, hence
    /// two numbers.
    ///
    /// # Errors
    /// What the database reports.
    pub(super) async fn reply_count(&self, conn: &mut Conn) -> Result<ReplyCount, Problem> {
        let settings = &self.story.settings;
        if !settings.auto_reply {
            return Ok(ReplyCount { least: 0, most: 0 });
        }
        let presence = match &self.story.head_id {
            Some(head) => stories::load_message(conn, &self.story, head).await?.presence,
            None => None,
        };
        let talkative: Vec<f64> = self
            .able_to_speak(presence.as_deref())
            .into_iter()
            .map(|one| one.talkativeness)
            .collect();
        let (least, most) =
            prompt::count_speakers(settings.strategy, &talkative, u32::from(settings.max_replies));
        Ok(ReplyCount { least, most })
    }

    /// Who speaks after these messages, and why. `said`: the player has just spoken, as the last of them.
    pub(super) fn next_speakers(
        &self,
        path: &[MessageRow],
        said: bool,
        strategy: Strategy,
        seed: u64,
    ) -> Vec<Draft> {
        let able = self.able_to_speak(path.last().and_then(|row| row.presence.as_deref()));
        if able.is_empty() {
            let why = if self.cast.is_empty() {
                "There’s nobody else in the story."
            } else {
                "Nobody in the scene can speak."
            };
            return vec![Draft {
                character_id: None,
                why: why.to_owned(),
            }];
        }
        let cast: Vec<CastView> = able.into_iter().map(cast_view).collect();
        let puppet = self.puppet().map(|puppet| puppet.id.as_str());
        // What the player said as their puppet is what the player said.
        let is_players = |row: &MessageRow| row.author == Author::User || row.origin == Origin::Said;
        let since = path.iter().rposition(is_players).map_or(0, |at| at + 1);
        let since_user: Vec<String> = path[since..]
            .iter()
            .filter_map(|row| row.author_id.clone())
            .collect();
        let last = path.last().filter(|row| has_text(row));
        let chosen = prompt::next_speakers(&SpeakerInput {
            cast: &cast,
            strategy,
            user_text: last.filter(|_| said).map(|row| row.content.as_str()),
            last_text: last.filter(|_| !said).map(|row| row.content.as_str()),
            since_user: &since_user,
            last_speaker: path
                .iter()
                .rev()
                .find(|row| row.author == Author::Actor && !is_players(row))
                .and_then(|row| row.author_id.as_deref()),
            forced: None,
            puppet,
            auto: !said,
            allow_self: false,
            max_replies: if said {
                u32::from(self.story.settings.max_replies)
            } else {
                1
            },
            seed,
        });
        chosen
            .speakers
            .into_iter()
            .map(|draft| Draft {
                character_id: Some(draft.character_id),
                why: draft.why,
            })
            .collect()
    }
}

/// Who witnesses a message: whoever is named, else who witnessed the one before, and its speaker in any case.
/// None: all.
pub(super) fn presence(
    given: Option<&[String]>,
    before: Option<&[String]>,
    speaker: Option<&str>,
) -> Option<Vec<String>> {
    let mut ids = given.or(before)?.to_vec();
    if let Some(speaker) = speaker.filter(|speaker| !ids.iter().any(|id| id == speaker)) {
        ids.push(speaker.to_owned());
    }
    Some(ids)
}

/// Everything a reply after a certain message depends on.
pub(super) struct ReplyContext {
    pub(super) set: StoryContext,
    pub(super) path: Vec<MessageRow>,
    facts: Vec<FactView>,
    summary: Option<SummaryView>,
    books: Vec<AttachedBook>,
    variables: Variables,
    opening: Option<u32>,
    alternative: Alternative,
    versions: Vec<String>,
}

impl ReplyContext {
    /// The story as far as the message `after`. `at_hand`: what follows it and is written, or written anew.
    ///
    /// # Errors
    /// 404 where the story or the message is gone.
    pub(super) async fn load(
        app: &AppState,
        owner: &Owner,
        story: &StoryId,
        after: Option<&MessageId>,
        at_hand: Option<&MessageId>,
    ) -> Result<Self, Problem> {
        let mut conn = app.db.read().await?;
        let set = StoryContext::load(&mut conn, owner, story).await?;
        let path = match after {
            Some(after) => {
                stories::load_message(&mut conn, &set.story, after).await?;
                stories::path_to(&mut conn, &set.story, Some(after), MAX_LINES).await?
            }
            None => Vec::new(),
        };
        let (facts, summary) = memory::for_path(&mut conn, &set.story.id, &path).await?;
        let fact = |fact: memory::Fact| FactView {
            id: fact.id.to_string(),
            text: fact.text,
            pinned: fact.pinned,
            source_message_id: fact.source_message_id.map(|id| id.to_string()),
        };
        let ids = |summary: &memory::Summary| summary.message_ids.iter().map(MessageId::to_string).collect();
        let facts = facts.into_iter().map(fact).collect();
        let summary = summary.map(|summary| SummaryView {
            message_ids: ids(&summary),
            text: summary.text,
        });
        let books = lorebooks::for_story(&mut conn, set.scope()).await?;
        let variables = store::find_variables(&mut conn, set.story.id.as_str()).await?;
        let opening = match after {
            Some(after) => stories::opening_of(&mut conn, after).await?,
            None => None,
        };
        let alternative = match (at_hand, path.last()) {
            (Some(id), _) => alternative(&mut conn, &set.story, after, id).await?,
            (None, Some(last)) => {
                alternative(&mut conn, &set.story, last.parent_id.as_ref(), &last.id).await?
            }
            (None, None) => Alternative::default(),
        };
        let is_demo = app
            .models
            .get(set.story.settings.chat_model.as_deref())
            .info()
            .is_demo;
        let versions = match at_hand.filter(|_| is_demo) {
            Some(id) => versions(&mut conn, &set.story, after, id).await?,
            None => Vec::new(),
        };
        Ok(Self {
            set,
            path,
            facts,
            summary,
            books,
            variables,
            opening,
            alternative,
            versions,
        })
    }

    /// The latest messages of its path.
    pub(super) fn latest(&self, limit: u32) -> &[MessageRow] {
        &self.path[self.path.len().saturating_sub(limit as usize)..]
    }

    /// What lorebooks and memory tell.
    pub(super) fn told(&self) -> Vec<Told> {
        let facts = self.facts.iter().map(|fact| fact.text.as_str());
        guard::told(
            facts.chain(self.summary.iter().map(|summary| summary.text.as_str())),
            &self.books,
        )
    }

    /// The names of those from whom a director may choose.
    pub(super) fn able_to_speak(&self) -> Vec<String> {
        let presence = self.path.last().and_then(|row| row.presence.as_deref());
        self.set
            .able_to_speak(presence)
            .into_iter()
            .map(|one| one.name.clone())
            .collect()
    }

    /// Who speaks where no director says so: one of those who would by themselves.
    pub(super) fn naturally(&self, said: bool, seed: u64) -> Draft {
        let drafts = self.set.next_speakers(&self.path, said, Strategy::Natural, seed);
        drafts.into_iter().next().unwrap_or(Draft {
            character_id: None,
            why: String::new(),
        })
    }

    /// The scene in which this speaker speaks; none: the narrator.
    pub(super) fn scene(
        &self,
        now: Timestamp,
        timezone: Option<&str>,
        speaker: Option<&str>,
        note: Option<&str>,
        seed: u64,
    ) -> PromptInput {
        let StoryContext { story, cast, persona } = &self.set;
        let settings = &story.settings;
        let speaker = speaker
            .and_then(|id| self.set.character(id))
            .map_or(Speaker::Narrator, |one| Speaker::Actor(Box::new(cast_view(one))));
        let example = |line: &catalogue::scenarios::ExampleLine| format!("{}: {}", line.speaker, line.text);
        let examples: Vec<String> = story.setup.example_dialogue.iter().map(example).collect();
        PromptInput {
            story_id: story.id.to_string(),
            title: story.setup.name.clone(),
            scenario_text: story.setup.description.clone(),
            setting: story.setup.setting.clone(),
            language: Some(story.setup.language.clone()).filter(|language| !language.is_empty()),
            examples: if examples.is_empty() {
                Vec::new()
            } else {
                vec![examples.join("\n")]
            },
            system_prompt: settings.system_prompt.clone(),
            post_history: settings.post_history.clone(),
            cast: cast.iter().map(cast_view).collect(),
            speaker,
            persona: persona.clone(),
            puppet_id: self.set.puppet().map(|puppet| puppet.id.clone()),
            history: self.path.iter().filter(|row| has_text(row)).map(line).collect(),
            facts: self.facts.clone(),
            summary: self.summary.clone(),
            books: self.books.clone(),
            authors_note: Some(&settings.authors_note)
                .filter(|note| !note.text.trim().is_empty())
                .cloned(),
            speak_for_player: settings.speak_for_player,
            npcs_enabled: settings.npcs_enabled,
            gentle: story.safety.gentle_since.is_some(),
            note: note.map(str::to_owned),
            opening: self.opening,
            alternative: self.alternative,
            versions: self.versions.clone(),
            reply_tokens: prompt::reply_tokens(u32::from(settings.response_length)),
            seed,
            now,
            timezone: timezone.map(str::to_owned),
            variables: self.variables.clone(),
        }
    }
}

/// Which of those that follow its parent a message is.
async fn alternative(
    conn: &mut Conn,
    story: &Story,
    parent: Option<&MessageId>,
    id: &MessageId,
) -> sqlx::Result<Alternative> {
    let beside = stories::children(conn, story, parent).await?;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    // What was deleted meanwhile is beside nobody.
    let place = beside.iter().position(|one| one == id);
    Ok(place.map_or_else(Alternative::default, |place| Alternative {
        number: count(place + 1),
        of: count(beside.len()),
    }))
}

/// What the others say that follow the same message as this one.
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

/// What is asked of a model.
pub(super) fn request(assembled: Assembled, job: &Job, set: &StoryContext) -> Request {
    Request {
        messages: assembled.messages,
        stops: assembled.stops,
        max_tokens: assembled.max_tokens,
        sampling: set.story.settings.sampling,
        cue: assembled.cue,
        user_tag: user_tag(&job.owner),
    }
}

/// The latest message of the story that found no room in a prompt.
pub(super) fn left_out(record: &PromptRecord) -> Option<MessageId> {
    let dropped = record
        .parts
        .iter()
        .find(|part| part.part == PromptPart::History && !part.kept && !part.message_ids.is_empty())?;
    dropped.message_ids.last().cloned().map(MessageId::trusted)
}

/// By what word a provider knows a player: always the same, and nothing can be told from it.
fn user_tag(owner: &Owner) -> String {
    let digest = Sha256::digest(format!("player:{}:{}", owner.kind(), owner.id()));
    hex(&digest[..16])
}

/// A failed reply that never said a word is no part of the story.
fn has_text(row: &MessageRow) -> bool {
    row.state != MessageState::Failed || !row.content.trim().is_empty()
}

fn cast_view(one: &Character) -> CastView {
    CastView {
        id: one.id.clone(),
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: one.persona.clone(),
        examples: one.examples.clone(),
        muted: one.muted,
        talkativeness: one.talkativeness,
        ..CastView::default()
    }
}

fn line(row: &MessageRow) -> HistoryLine {
    HistoryLine {
        id: row.id.to_string(),
        author: row.author,
        author_id: row.author_id.clone(),
        name: row.name.clone(),
        content: row.content.clone(),
        is_players: row.origin == Origin::Said,
        presence: row.presence.clone(),
        hidden: row.hidden,
        at: Some(row.created_at),
    }
}
