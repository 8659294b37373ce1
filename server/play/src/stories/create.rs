//! Creates a story: copies the cast, writes the openings, and moves the head to the chosen one.

use accounts::guests::{Owner, Player};
use accounts::users::DEFAULT_PERSONA;
use catalogue::cards::{self, CardId};
use catalogue::publishing;
use catalogue::scenarios::{self, Opening, ScenarioId, StoryTemplate};
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::actions::append_message;
use super::quota::{check_quota, lock_guest};
use super::rows::{Character, NewMessage, Setup, Story, StorySafety};
use super::rules::{EPHEMERAL_MS, MAX_CAST, MAX_TITLE_CHARS, check_title, clean_text, fill_names, snippet};
use super::settings::StorySettings;
use super::text::{Author, Origin};
use super::view::{PlayerView, player_as, profile_of};
use super::{StoryId, errors, store};
use crate::AppState;

/// A new story.
#[derive(Debug, Clone, Default)]
pub struct NewStory {
    /// From this scenario …
    pub scenario_id: Option<ScenarioId>,
    /// … or from this card.
    pub card_id: Option<CardId>,
    /// Which of its openings, from 0.
    pub opening: usize,
    /// Whether it is deleted a day after it was last used.
    pub ephemeral: bool,
    /// Whether a guest wants another story of the scenario besides the one they have.
    pub anew: bool,
    /// A theme of its own.
    pub theme_id: Option<String>,
    /// The player's persona.
    pub persona_id: Option<String>,
}

/// Creates a story: copies the cast, writes the openings, and moves the head to the chosen one.
///
/// # Errors
/// 404 and 410 if there is no such scenario; 409 if a guest has a story of it and does not want another; 422;
/// 429 if there are enough stories.
pub async fn begin(app: &AppState, tx: &mut Tx, player: &Player, new: &NewStory) -> Result<Story, Problem> {
    let owner = Owner::from(player);
    lock_guest(tx, &owner).await?;
    let (template, source) = template_of(tx, player, new).await?;
    check_opening(&template, new.opening)?;
    if !new.anew {
        check_none_begun(tx, &owner, source).await?;
    }
    check_quota(tx, &owner).await?;
    let role = &template.player_role.name;
    let player = player_in(tx, &owner, new.persona_id.as_deref(), role).await?;
    let mut empty = empty_story(new, &template, &player);
    if let Some(id) = &new.scenario_id {
        set_version(tx, owner.person(), id, &mut empty).await?;
    }
    let Some(mut story) = create(app, tx, &owner, &empty).await? else {
        return Err(story_created_meanwhile(tx, &owner, source).await?);
    };
    for (place, opening) in template.openings.iter().enumerate() {
        let message = OpeningMessage::read(opening, &template, &player.name);
        let message = message.as_new(place == new.opening);
        append_message(app, tx, &mut story, &message).await?;
    }
    count_begun(tx, &story).await?;
    Ok(story)
}

/// The template that a story begins from, and its id.
async fn template_of<'n>(
    conn: &mut Conn,
    player: &Player,
    new: &'n NewStory,
) -> Result<(StoryTemplate, &'n str), Problem> {
    match (&new.scenario_id, &new.card_id) {
        (Some(id), None) => {
            let viewer = match player {
                Player::Person(person) => Some(person),
                Player::Guest(_) => None,
            };
            Ok((scenarios::story_template(conn, id, viewer).await?, id.as_str()))
        }
        (None, Some(id)) => Ok((cards::story_template(conn, id).await?, id.as_str())),
        _ => Err(Problem::invalid(
            "/scenarioId",
            "Name the scenario, or the card, that the story begins from.",
        )),
    }
}

fn check_opening(template: &StoryTemplate, opening: usize) -> Result<(), Problem> {
    let count = template.openings.len();
    if opening < count {
        return Ok(());
    }
    Err(Problem::invalid(
        "/opening",
        format!("There are {count} openings; they are counted from 0."),
    ))
}

/// Checks that a guest has no story of this scenario or card.
async fn check_none_begun(conn: &mut Conn, owner: &Owner, source: &str) -> Result<(), Problem> {
    if let Owner::Guest(guest) = owner
        && let Some((existing, _)) = store::find_of_guest(conn, guest.as_str(), source).await?
    {
        return Err(errors::story_exists(&existing));
    }
    Ok(())
}

/// The problem of a story that could not be stored although its guest had none of the same scenario or card
/// before.
pub(super) async fn story_created_meanwhile(
    conn: &mut Conn,
    owner: &Owner,
    source: &str,
) -> sqlx::Result<Problem> {
    let existing = store::find_of_guest(conn, owner.id(), source).await?;
    Ok(existing.map_or_else(Problem::contended, |(id, _)| errors::story_exists(&id)))
}

/// The player in a new story: with this persona, else the default one, else in the role of this name.
async fn player_in(
    conn: &mut Conn,
    owner: &Owner,
    persona: Option<&str>,
    role: &str,
) -> Result<PlayerView, Problem> {
    let profile = profile_of(conn, owner).await?;
    let player = player_as(profile, Some(persona.unwrap_or(DEFAULT_PERSONA)), role);
    if persona.is_some() && player.persona_id.is_none() {
        return Err(Problem::invalid("/personaId", "You don’t have this persona."));
    }
    Ok(player)
}

fn empty_story(new: &NewStory, template: &StoryTemplate, player: &PlayerView) -> EmptyStory {
    EmptyStory {
        scenario_id: new.scenario_id.clone(),
        scenario_version: None,
        card_id: new.card_id.clone(),
        title: template.name.clone(),
        setup: Setup::from(template),
        settings: StorySettings {
            selected_persona: player.persona_id.clone(),
            ..StorySettings::default()
        },
        theme_id: new.theme_id.clone(),
        ephemeral: new.ephemeral,
        anew: new.anew,
        cast: cast_of(template),
    }
}

/// Keeps the story on the version that is published now; the cast speaks as often as that version says.
async fn set_version(
    conn: &mut Conn,
    player: Option<&UserId>,
    id: &ScenarioId,
    empty: &mut EmptyStory,
) -> Result<(), Problem> {
    empty.scenario_version = publishing::playable_version(conn, id, player, None).await?;
    let Some(version) = empty.scenario_version else {
        return Ok(());
    };
    let Some(texts) = publishing::model_texts(conn, id, version).await? else {
        return Ok(());
    };
    for one in &mut empty.cast {
        let said = texts.actor(&one.id).and_then(|actor| actor.talkativeness);
        one.talkativeness = said.unwrap_or(one.talkativeness);
    }
    Ok(())
}

async fn count_begun(tx: &mut Tx, story: &Story) -> sqlx::Result<()> {
    if let Some(id) = &story.scenario_id {
        scenarios::count_chat(tx, id, story.created_at).await?;
    }
    if let Some(id) = &story.card_id {
        cards::count_chat(tx, id).await?;
    }
    Ok(())
}

/// The name of the author of messages that no member of the cast speaks.
pub const NARRATOR: &str = "Narrator";

/// An opening in the form of a story's first message.
struct OpeningMessage<'s> {
    author: Author,
    author_id: Option<&'s str>,
    name: &'s str,
    text: String,
}

impl<'s> OpeningMessage<'s> {
    fn read(opening: &Opening, template: &'s StoryTemplate, player: &str) -> Self {
        let speaker = opening
            .speaker
            .as_ref()
            .and_then(|id| template.cast.iter().find(|one| one.id == *id));
        // Narration of an opening speaks of the first character.
        let lead = template.cast.first().map_or(NARRATOR, |one| one.name.as_str());
        let named = speaker.map_or(lead, |one| one.name.as_str());
        Self {
            author: match speaker {
                Some(_) => Author::Actor,
                None => Author::Narrator,
            },
            author_id: speaker.map(|one| one.id.as_str()),
            name: speaker.map_or(NARRATOR, |one| one.name.as_str()),
            text: fill_names(&clean_text(&opening.text), named, player),
        }
    }

    fn as_new(&self, is_chosen: bool) -> NewMessage<'_> {
        NewMessage {
            author_id: self.author_id,
            moves_head: is_chosen,
            ..NewMessage::new(None, self.author, self.name, &self.text, Origin::Opening)
        }
    }
}

fn cast_of(template: &StoryTemplate) -> Vec<Character> {
    let character = |one: &scenarios::TemplateActor| Character {
        id: one.id.to_string(),
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: one.persona.clone(),
        examples: one.examples.clone(),
        avatar: one.avatar.clone(),
        muted: false,
        talkativeness: 0.5,
    };
    template.cast.iter().take(MAX_CAST).map(character).collect()
}

/// A new story without messages.
#[derive(Debug, Clone)]
pub struct EmptyStory {
    /// The scenario it belongs to.
    pub scenario_id: Option<ScenarioId>,
    /// The version of that scenario; `None`: it has no versions.
    pub scenario_version: Option<i64>,
    /// The card it belongs to.
    pub card_id: Option<CardId>,
    /// Its title; cut if it is too long, "Untitled" if there is none.
    pub title: String,
    /// What its model is to know.
    pub setup: Setup,
    /// Its settings.
    pub settings: StorySettings,
    /// A theme of its own.
    pub theme_id: Option<String>,
    /// Whether it is deleted a day after it was last used.
    pub ephemeral: bool,
    /// Whether a guest may have it besides another story of the same scenario.
    pub anew: bool,
    /// The cast; ids must differ.
    pub cast: Vec<Character>,
}

/// Stores a story without messages; returns `None` if its guest has one of the same scenario. The caller has
/// checked the quota ([`begin`] does).
///
/// # Errors
/// Database errors.
pub async fn create(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    empty: &EmptyStory,
) -> Result<Option<Story>, Problem> {
    let now = app.clock.now();
    let story = new_row(StoryId::trusted(app.random.id(now)), owner, empty, now);
    if !store::insert(tx, &story).await? {
        return Ok(None);
    }
    for (position, one) in empty.cast.iter().enumerate() {
        store::insert_character(tx, &story.id, position as i64, one).await?;
    }
    Ok(Some(story))
}

fn new_row(id: StoryId, owner: &Owner, empty: &EmptyStory, now: Timestamp) -> Story {
    Story {
        id,
        owner: owner.clone(),
        scenario_id: empty.scenario_id.clone(),
        scenario_version: empty.scenario_version,
        card_id: empty.card_id.clone(),
        title: title_of(&empty.title),
        setup: empty.setup.clone(),
        settings: empty.settings.clone(),
        theme_id: empty.theme_id.clone(),
        ephemeral: empty.ephemeral,
        anew: empty.anew,
        directory_id: None,
        pinned: false,
        head_id: None,
        root_id: None,
        version: 1,
        message_count: 0,
        said_count: 0,
        preview: String::new(),
        created_at: now,
        updated_at: now,
        last_message_at: now,
        last_accessed_at: now,
        deleted_at: None,
        purge_at: empty.ephemeral.then(|| now.plus_millis(EPHEMERAL_MS)),
        safety: StorySafety::default(),
    }
}

/// A title in the form that can be stored: cut if it is too long, "Untitled" if there is none.
fn title_of(title: &str) -> String {
    check_title(title).unwrap_or_else(|_| match snippet(&clean_text(title), MAX_TITLE_CHARS) {
        title if title.is_empty() => scenarios::rules::UNTITLED.to_owned(),
        title => title,
    })
}
