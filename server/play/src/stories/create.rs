//! Beginning a story: the cast is copied, the openings are written, and the reader is taken to the chosen
//! one.

use accounts::guests::{self, Player};
use accounts::users::DEFAULT_PERSONA;
use catalogue::cards::{self, CardId};
use catalogue::scenarios::{self, ActorId, Opening, ScenarioId, StoryTemplate};
use platform::db::{Conn, Tx};
use platform::web::{AuthError, Problem};

use super::actions::append_message;
use super::rows::{Character, NewMessage, Owner, Setup, Story, StorySafety};
use super::rules::{
    EPHEMERAL_MS, GUEST_STORIES, MAX_CAST, PERSON_STORIES, beginning, check_title, clean_text, fill_names,
};
use super::settings::StorySettings;
use super::text::{Author, Origin};
use super::view::{player_as, profile_of};
use super::{StoryId, errors, store};
use crate::AppState;

/// A story to be begun.
#[derive(Debug, Clone, Default)]
pub struct NewStory {
    /// From this scenario …
    pub scenario_id: Option<ScenarioId>,
    /// … or from this card.
    pub card_id: Option<CardId>,
    /// Which of its openings, from 0.
    pub opening: usize,
    /// Whether it is forgotten a day after it was last used.
    pub ephemeral: bool,
    /// Whether a guest wants another story of it beside the one they have.
    pub anew: bool,
    /// A theme of its own.
    pub theme_id: Option<String>,
    /// The persona its player is.
    pub persona_id: Option<String>,
}

/// Begins a story: copies the cast, writes the openings, goes to the chosen one.
///
/// # Errors
/// 404 and 410 where there is no such scenario; 409 where a guest has a story of it and does not want
/// another; 422; 429 where there are enough stories.
pub async fn begin(app: &AppState, tx: &mut Tx, player: &Player, new: &NewStory) -> Result<Story, Problem> {
    let owner = Owner::from(player);
    if let Player::Guest(guest) = player
        && !guests::hold(tx, &guest.guest_id).await?
    {
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    let (template, source) = match (&new.scenario_id, &new.card_id) {
        (Some(id), None) => {
            let viewer = if let Player::Person(person) = player {
                Some(person)
            } else {
                None
            };
            (scenarios::story_template(tx, id, viewer).await?, id.as_str())
        }
        (None, Some(id)) => (cards::story_template(tx, id).await?, id.as_str()),
        _ => {
            return Err(Problem::invalid(
                "/scenarioId",
                "Name the scenario, or the card, that the story begins from.",
            ));
        }
    };
    if template.openings.len() <= new.opening {
        return Err(Problem::invalid(
            "/opening",
            format!(
                "There are {} openings; they are counted from 0.",
                template.openings.len()
            ),
        ));
    }
    if let Owner::Guest(guest) = &owner
        && !new.anew
        && let Some((existing, _)) = store::find_of_guest(tx, guest.as_str(), source).await?
    {
        return Err(story_exists(&existing));
    }
    check_room(tx, &owner).await?;
    let profile = profile_of(tx, &owner).await?;
    let player = player_as(
        profile,
        Some(new.persona_id.as_deref().unwrap_or(DEFAULT_PERSONA)),
    );
    if new.persona_id.is_some() && player.persona_id.is_none() {
        return Err(Problem::invalid("/personaId", "You don’t have this persona."));
    }
    let blank = EmptyStory {
        scenario_id: new.scenario_id.clone(),
        card_id: new.card_id.clone(),
        title: template.name.clone(),
        setup: Setup::from(&template),
        settings: StorySettings {
            selected_persona: player.persona_id.clone(),
            ..StorySettings::default()
        },
        theme_id: new.theme_id.clone(),
        ephemeral: new.ephemeral,
        anew: new.anew,
        cast: cast_of(&template),
    };
    let Some(mut story) = create(app, tx, &owner, &blank).await? else {
        let existing = store::find_of_guest(tx, owner.id(), source).await?;
        return Err(existing.map_or_else(Problem::contended, |(id, _)| story_exists(&id)));
    };
    for (place, opening) in template.openings.iter().enumerate() {
        let speaker = opening
            .speaker
            .as_ref()
            .and_then(|id| template.cast.iter().find(|one| one.id == *id));
        write_opening(
            app,
            tx,
            &mut story,
            opening,
            speaker.map(|one| (&one.id, one.name.as_str())),
            &template,
            &player.name,
            place == new.opening,
        )
        .await?;
    }
    if let Some(id) = &story.scenario_id {
        scenarios::count_chat(tx, id, story.created_at).await?;
    }
    if let Some(id) = &story.card_id {
        cards::count_chat(tx, id).await?;
    }
    Ok(story)
}

/// Who signs what nobody of the cast says.
pub const NARRATOR: &str = "Narrator";

#[expect(
    clippy::too_many_arguments,
    reason = "one step of beginning a story, cut off for its length"
)]
async fn write_opening(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    opening: &Opening,
    speaker: Option<(&ActorId, &str)>,
    template: &StoryTemplate,
    player: &str,
    is_chosen: bool,
) -> Result<(), Problem> {
    let lead = template.cast.first().map_or(NARRATOR, |one| one.name.as_str());
    let text = fill_names(
        &clean_text(&opening.text),
        speaker.map_or(lead, |(_, name)| name),
        player,
    );
    let author = if speaker.is_some() {
        Author::Actor
    } else {
        Author::Narrator
    };
    let message = NewMessage {
        author_id: speaker.map(|(id, _)| id.as_str()),
        moves_head: is_chosen,
        ..NewMessage::new(
            None,
            author,
            speaker.map_or(NARRATOR, |(_, name)| name),
            &text,
            Origin::Opening,
        )
    };
    append_message(app, tx, story, &message).await?;
    Ok(())
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

pub(super) fn story_exists(id: &StoryId) -> Problem {
    Problem::new(errors::STORY_EXISTS, "You have a story of this already.")
        .with_extension("storyId", id.as_str())
}

/// Holds a guest's session, so that it is not taken over meanwhile, and checks that there is room for one
/// more story.
pub(super) async fn make_room(tx: &mut Tx, owner: &Owner) -> Result<(), Problem> {
    if let Owner::Guest(guest) = owner
        && !guests::hold(tx, guest).await?
    {
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    check_room(tx, owner).await
}

pub(super) async fn check_room(conn: &mut Conn, owner: &Owner) -> Result<(), Problem> {
    let live = store::count_live(conn, owner).await?;
    let refusal = match owner {
        Owner::Guest(_) if live >= GUEST_STORIES => {
            format!("Guests have at most {GUEST_STORIES} stories. Sign up to keep these and start more.")
        }
        Owner::Person(_) if live >= PERSON_STORIES => {
            format!("You’ve reached the limit of {PERSON_STORIES} stories. Delete one to start another.")
        }
        _ => return Ok(()),
    };
    Err(Problem::new(errors::STORY_QUOTA_REACHED, refusal))
}

/// A story without messages, to be stored.
#[derive(Debug, Clone)]
pub struct EmptyStory {
    /// The scenario it belongs to.
    pub scenario_id: Option<ScenarioId>,
    /// The card it belongs to.
    pub card_id: Option<CardId>,
    /// Its name; cut where it is too long, "Untitled" where there is none.
    pub title: String,
    /// What its model is to know.
    pub setup: Setup,
    /// How it is played.
    pub settings: StorySettings,
    /// A theme of its own.
    pub theme_id: Option<String>,
    /// Whether it is forgotten a day after it was last used.
    pub ephemeral: bool,
    /// Whether it may stand beside another story of the same scenario, where its owner is a guest.
    pub anew: bool,
    /// Who plays; ids must differ.
    pub cast: Vec<Character>,
}

/// Stores a story without messages; none where its guest has one of the same scenario. Whoever calls has
/// checked that there is room ([`begin`] does).
///
/// # Errors
/// Database errors.
pub async fn create(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    blank: &EmptyStory,
) -> Result<Option<Story>, Problem> {
    let now = app.clock.now();
    let story = Story {
        id: StoryId::trusted(app.random.id(now)),
        owner: owner.clone(),
        scenario_id: blank.scenario_id.clone(),
        card_id: blank.card_id.clone(),
        title: check_title(&blank.title).unwrap_or_else(|_| {
            match beginning(&clean_text(&blank.title), super::rules::MAX_TITLE_CHARS) {
                title if title.is_empty() => scenarios::rules::UNTITLED.to_owned(),
                title => title,
            }
        }),
        setup: blank.setup.clone(),
        settings: blank.settings.clone(),
        theme_id: blank.theme_id.clone(),
        ephemeral: blank.ephemeral,
        anew: blank.anew,
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
        purge_at: blank.ephemeral.then(|| now.plus_millis(EPHEMERAL_MS)),
        safety: StorySafety::default(),
    };
    if !store::insert(tx, &story).await? {
        return Ok(None);
    }
    for (position, one) in blank.cast.iter().enumerate() {
        store::insert_character(tx, &story.id, position as i64, one).await?;
    }
    Ok(Some(story))
}
