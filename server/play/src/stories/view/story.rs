//! Stories in the form of the API, one or many.

use std::collections::HashMap;

use catalogue::cards::{self, CardId};
use catalogue::scenarios::{self, ScenarioBrief, ScenarioId};
use platform::db::Conn;
use platform::media::FramedImage;

use crate::stories::MessageId;
use crate::stories::model::{CharacterBrief, Match, StoryView};
use crate::stories::rows::{Character, Story};
use crate::stories::rules::snippet_around;
use crate::stories::store::{self, ListedStory};
use crate::stories::tree;

/// These stories in the form of lists.
pub(in crate::stories) async fn stories(
    conn: &mut Conn,
    listed: Vec<ListedStory>,
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
    let view = |ListedStory { story, found_in }: ListedStory| {
        let found = found_in.and_then(|id| {
            let snippet = snippet_around(&texts.remove(id.as_str())?, words);
            Some(Match {
                message_id: id,
                snippet,
            })
        });
        let scenario = story.source().and_then(|id| briefs.get(id).cloned());
        let characters = casts.remove(story.id.as_str()).unwrap_or_default();
        story_view(story, scenario, characters, found)
    };
    Ok(listed.into_iter().map(view).collect())
}

/// One story in the form of the API.
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
        avatar: character.avatar.as_ref().map(FramedImage::url),
    }
}
