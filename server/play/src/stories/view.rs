//! Stored stories and messages as the API shows them.

use std::collections::{HashMap, HashSet};

use accounts::guests;
use accounts::users::{self, DEFAULT_PERSONA, Persona, PlayerProfile};
use catalogue::cards::{self, CardId};
use catalogue::scenarios::{self, ScenarioBrief, ScenarioId};
use platform::db::Conn;
use platform::media::media_url;

use super::model::{
    CharacterBrief, Match, Message, PlayCharacter, Siblings, StoryView, Tokens, Tree, TreeNode,
};
use super::rows::{Character, MessageRow, Owner, Story};
use super::rules::{MAX_TREE_NODES, TREE_SNIPPET_CHARS, beginning, snippet_around};
use super::store::{self, Listed};
use super::text::Author;
use super::{MessageId, StoryId, tree};

/// The name of a player who has none.
pub const NAMELESS: &str = "You";

/// Who a player is in a story.
#[derive(Debug, Clone, Default)]
pub struct PlayerView {
    /// The selected persona's, else [`NAMELESS`].
    pub name: String,
    /// What is known of them: the persona's description.
    pub description: String,
    /// The persona they are.
    pub persona_id: Option<String>,
    /// Where their portrait is.
    pub avatar: Option<String>,
    /// All they might be.
    pub profile: Option<PlayerProfile>,
}

/// Who the player of this story is.
///
/// # Errors
/// Database errors.
pub async fn player_of(conn: &mut Conn, story: &Story) -> sqlx::Result<PlayerView> {
    let profile = profile_of(conn, &story.owner).await?;
    Ok(player_as(profile, story.settings.selected_persona.as_deref()))
}

/// What the owner of a story brings into it. A guest has one persona once they have said what they want to be
/// called.
pub(super) async fn profile_of(conn: &mut Conn, owner: &Owner) -> sqlx::Result<Option<PlayerProfile>> {
    match owner {
        Owner::Person(id) => users::find_player(conn, id).await,
        Owner::Guest(id) => {
            let persona = |name: String| {
                (
                    DEFAULT_PERSONA.to_owned(),
                    Persona {
                        name,
                        description: String::new(),
                        avatar_url: None,
                    },
                )
            };
            Ok(guests::player_name(conn, id).await?.map(|name| PlayerProfile {
                avatar: None,
                personas: [persona(name)].into(),
            }))
        }
    }
}

pub(super) fn player_as(profile: Option<PlayerProfile>, persona: Option<&str>) -> PlayerView {
    let Some(profile) = profile else {
        return PlayerView {
            name: NAMELESS.to_owned(),
            ..PlayerView::default()
        };
    };
    let chosen = persona.and_then(|id| profile.personas.get(id).map(|persona| (id, persona)));
    let (name, description) = chosen.map_or((NAMELESS.to_owned(), String::new()), |(_, persona)| {
        (persona.name.clone(), persona.description.clone())
    });
    let avatar = chosen
        .and_then(|(_, persona)| persona.avatar_url.clone())
        .or_else(|| profile.avatar.clone());
    PlayerView {
        name,
        description,
        persona_id: chosen.map(|(id, _)| id.to_owned()),
        avatar,
        profile: Some(profile),
    }
}

/// These stories as lists show them.
pub(super) async fn stories(
    conn: &mut Conn,
    listed: Vec<Listed>,
    words: &[String],
) -> sqlx::Result<Vec<StoryView>> {
    let ids: Vec<&str> = listed.iter().map(|one| one.story.id.as_str()).collect();
    let mut casts: HashMap<String, Vec<CharacterBrief>> = HashMap::new();
    for (story, character) in store::list_characters_of(conn, &ids).await? {
        casts.entry(story).or_default().push(brief(&character));
    }
    let scenarios: Vec<&str> = listed
        .iter()
        .filter_map(|one| one.story.scenario_id.as_ref().map(ScenarioId::as_str))
        .collect();
    let viewer = listed.first().and_then(|one| one.story.owner.person());
    let mut briefs = scenarios::briefs(conn, &scenarios, viewer).await?;
    let cards: Vec<&str> = listed
        .iter()
        .filter_map(|one| one.story.card_id.as_ref().map(CardId::as_str))
        .collect();
    for id in cards::list_deleted(conn, &cards).await? {
        briefs.insert(id.clone(), ScenarioBrief::of_deleted(&id));
    }
    let found: Vec<&str> = listed
        .iter()
        .filter_map(|one| one.found_in.as_ref().map(MessageId::as_str))
        .collect();
    let mut texts = tree::texts_of(conn, &found).await?;
    let view = |Listed { story, found_in }: Listed| {
        let found = found_in.and_then(|id| {
            let snippet = snippet_around(&texts.remove(id.as_str())?, words);
            Some(Match {
                message_id: id,
                snippet,
            })
        });
        let scenario = source_of(&story).and_then(|id| briefs.get(id).cloned());
        let characters = casts.remove(story.id.as_str()).unwrap_or_default();
        story_view(story, scenario, characters, found)
    };
    Ok(listed.into_iter().map(view).collect())
}

/// One story as the API shows it.
///
/// # Errors
/// Database errors.
pub async fn story(conn: &mut Conn, story: Story) -> sqlx::Result<StoryView> {
    let characters = store::list_characters(conn, &story.id)
        .await?
        .iter()
        .map(brief)
        .collect();
    let scenario = match (&story.scenario_id, &story.card_id) {
        (Some(id), _) => scenarios::briefs(conn, &[id.as_str()], story.owner.person())
            .await?
            .remove(id.as_str()),
        (None, Some(id)) => cards::list_deleted(conn, &[id.as_str()])
            .await?
            .first()
            .map(|id| ScenarioBrief::of_deleted(id)),
        (None, None) => None,
    };
    Ok(story_view(story, scenario, characters, None))
}

/// What a story was begun from: cards and scenarios have ids of one kind.
fn source_of(story: &Story) -> Option<&str> {
    story
        .scenario_id
        .as_ref()
        .map(ScenarioId::as_str)
        .or(story.card_id.as_ref().map(CardId::as_str))
}

fn story_view(
    story: Story,
    scenario: Option<ScenarioBrief>,
    characters: Vec<CharacterBrief>,
    found: Option<Match>,
) -> StoryView {
    StoryView {
        chat_id: story.id.clone(),
        id: story.id,
        scenario_id: story.scenario_id,
        theme_id: story.theme_id,
        ephemeral: story.ephemeral,
        title: story.title,
        directory_id: story.directory_id,
        pinned: story.pinned,
        head_id: story.head_id,
        version: story.version,
        message_count: story.message_count,
        preview: story.preview,
        created_on: story.created_at,
        updated_on: story.updated_at,
        last_message_on: story.last_message_at,
        last_accessed_on: story.last_accessed_at,
        deleted_on: story.deleted_at,
        gentle: story.safety.gentle_since.is_some(),
        closed_on: story.safety.closed_at,
        purge_on: story.purge_at,
        scenario,
        characters,
        found,
    }
}

fn brief(character: &Character) -> CharacterBrief {
    CharacterBrief {
        id: character.id.clone(),
        name: character.name.clone(),
        avatar: character.avatar.as_deref().map(media_url),
    }
}

/// Everybody in a story as its player sees them: the player, then the cast.
#[must_use]
pub fn play_characters(owner: &Owner, player: &PlayerView, cast: &[Character]) -> Vec<PlayCharacter> {
    let user = PlayCharacter {
        id: owner.id().to_owned(),
        name: player.name.clone(),
        role: String::new(),
        avatar: player.avatar.clone(),
        full_res_avatar: player.avatar.clone(),
        description: player.description.clone(),
        is_user: true,
        muted: false,
        talkativeness: 0.0,
    };
    let member = |one: &Character| PlayCharacter {
        id: one.id.clone(),
        name: one.name.clone(),
        role: one.role.clone(),
        avatar: one.avatar.as_deref().map(media_url),
        full_res_avatar: one.avatar.as_deref().map(media_url),
        description: one.description.clone(),
        is_user: false,
        muted: one.muted,
        talkativeness: one.talkativeness,
    };
    std::iter::once(user).chain(cast.iter().map(member)).collect()
}

/// These messages of a story as the API shows them, with their siblings and the speakers' portraits.
///
/// # Errors
/// Database errors.
pub async fn messages(conn: &mut Conn, story: &Story, rows: Vec<MessageRow>) -> sqlx::Result<Vec<Message>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let around: HashSet<&str> = rows
        .iter()
        .flat_map(|row| [Some(&row.id), row.parent_id.as_ref()])
        .flatten()
        .map(MessageId::as_str)
        .collect();
    let around: Vec<&str> = around.into_iter().collect();
    let children = tree::children_of(conn, &around).await?;
    let roots = if rows.iter().any(|row| row.parent_id.is_none()) {
        tree::list_children(conn, &story.id, None).await?
    } else {
        Vec::new()
    };
    let cast = store::list_characters(conn, &story.id).await?;
    let portraits: HashMap<&str, &str> = cast
        .iter()
        .filter_map(|one| Some((one.id.as_str(), one.avatar.as_deref()?)))
        .collect();
    let profile = if rows.iter().any(|row| row.author == Author::User) {
        profile_of(conn, &story.owner).await?
    } else {
        None
    };
    // A line keeps the portrait of whoever said it, whoever the player is by now.
    let of_player = |id: Option<&str>| player_as(profile.clone(), id).avatar;
    let view = |row: MessageRow| {
        let beside = row
            .parent_id
            .as_ref()
            .map_or(Some(&roots), |parent| children.get(parent.as_str()));
        let beside: &[MessageId] = beside.map_or(&[], Vec::as_slice);
        let siblings = match beside.iter().position(|id| *id == row.id) {
            Some(index) => Siblings {
                index: index as i64,
                count: beside.len() as i64,
                ids: beside.to_vec(),
            },
            None => Siblings {
                index: 0,
                count: 0,
                ids: Vec::new(),
            },
        };
        let of_actor = || {
            row.author_id
                .as_deref()
                .and_then(|id| portraits.get(id))
                .map(|key| media_url(key))
        };
        Message {
            avatar: if row.author == Author::User {
                of_actor().or_else(|| of_player(row.author_id.as_deref()))
            } else {
                of_actor()
            },
            child_count: children
                .get(row.id.as_str())
                .map_or(0, |children| children.len() as i64),
            tokens: row
                .prompt_tokens
                .zip(row.reply_tokens)
                .map(|(prompt, reply)| Tokens { prompt, reply }),
            siblings,
            id: row.id,
            story_id: row.story_id,
            parent_id: row.parent_id,
            author: row.author,
            author_id: row.author_id,
            name: row.name,
            content: row.content,
            state: row.state,
            presence: row.presence,
            hidden: row.hidden,
            origin: row.origin,
            aside: row.aside,
            ending: row.ending,
            model: row.model,
            price: row.price,
            turn_id: row.turn_id,
            version: row.version,
            depth: row.depth,
            created_on: row.created_at,
            edited_on: row.edited_at,
            deleted_on: row.deleted_at,
        }
    };
    Ok(rows.into_iter().map(view).collect())
}

/// The map of a story.
pub(super) async fn map(conn: &mut Conn, story: &Story) -> sqlx::Result<Tree> {
    let id: &StoryId = &story.id;
    let mut nodes = tree::list_nodes(conn, id, MAX_TREE_NODES + 1).await?;
    let truncated = nodes.len() > MAX_TREE_NODES as usize;
    nodes.truncate(MAX_TREE_NODES as usize);
    nodes.reverse();
    let parents: HashMap<&str, Option<&str>> = nodes
        .iter()
        .map(|node| (node.id.as_str(), node.parent_id.as_deref()))
        .collect();
    let mut path: HashSet<String> = HashSet::new();
    let mut at = story.head_id.as_ref().map(MessageId::as_str);
    while let Some(here) = at {
        path.insert(here.to_owned());
        at = parents.get(here).copied().flatten();
    }
    let view = |node: tree::NodeRecord| TreeNode {
        is_on_path: path.contains(&node.id),
        id: MessageId::trusted(node.id),
        parent_id: node.parent_id.map(MessageId::trusted),
        depth: node.depth,
        name: node.name,
        author: node.author,
        snippet: beginning(&node.beginning, TREE_SNIPPET_CHARS),
        state: node.state,
    };
    Ok(Tree {
        nodes: nodes.into_iter().map(view).collect(),
        truncated,
    })
}
