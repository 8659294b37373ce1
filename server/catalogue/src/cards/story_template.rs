//! The template of a story that begins from a card: its one character, in the form of a scenario.

use kernel::Audience;
use platform::db::{Conn, Tx, query_on, statements};
use platform::media::FramedImage;
use platform::web::Problem;

use super::model::{Card, CardModel, CardModelPersona, CardModelV2};
use super::{CardId, store};
use crate::scenarios::{ActorId, Opening, PlayerRole, StoryTemplate, TemplateActor};

statements! {
    COUNT_CARD_CHAT = "update cards set chats_created = chats_created + 1 where id = $1";
    COUNT_CARD_MESSAGES = "update cards set messages_sent = messages_sent + $2 where id = $1";
}

/// The opening of a card that has none.
const PLAIN_OPENING: &str = "*looks up.* \"Hello.\"";

/// The template of a story that begins from this card.
///
/// # Errors
/// 404 if there is no such card that everybody may see.
pub async fn story_template(conn: &mut Conn, id: &CardId) -> Result<StoryTemplate, Problem> {
    let card = store::load(conn, Audience::Everyone, &[id.to_string()])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("card"))?;
    Ok(template_of(card))
}

/// The character that a card's model describes.
struct Character {
    name: String,
    description: String,
    persona: String,
    examples: String,
    setting: String,
    /// First messages.
    openings: Vec<String>,
}

impl From<CardModelV2> for Character {
    fn from(model: CardModelV2) -> Self {
        Self {
            name: model.name,
            description: model.description,
            persona: model.personality,
            examples: model.mes_example,
            setting: model.scenario,
            openings: model.messages,
        }
    }
}

impl From<CardModelPersona> for Character {
    fn from(model: CardModelPersona) -> Self {
        let CardModelPersona {
            personality,
            physical,
            scenarios,
            ..
        } = model;
        let setting = scenarios.first().map(|scene| {
            [
                scene.environment.as_str(),
                &scene.clothing,
                &scene.initial_emotion,
                &scene.plan,
            ]
            .join("\n")
        });
        Self {
            name: String::new(),
            description: [personality.persona, physical.body].join("\n"),
            persona: [personality.somatics, personality.emotive_tendencies].join("\n"),
            examples: String::new(),
            setting: setting.unwrap_or_default(),
            openings: scenarios.into_iter().map(|scene| scene.root_message).collect(),
        }
    }
}

fn template_of(card: Card) -> StoryTemplate {
    let display = card.display_data;
    let character = match card.card_model {
        CardModel::V2(model) => Character::from(model),
        CardModel::Persona(model) => Character::from(model),
    };
    let actor = ActorId::trusted(card.id.to_string());
    let member = TemplateActor {
        id: actor.clone(),
        name: if character.name.trim().is_empty() {
            display.display_name.clone()
        } else {
            character.name
        },
        role: String::new(),
        description: character.description.trim().to_owned(),
        persona: character.persona.trim().to_owned(),
        examples: character.examples,
        avatar: display.avatar.as_deref().and_then(FramedImage::of_url),
    };
    StoryTemplate {
        name: display.display_name,
        description: display.description,
        setting: character.setting.trim().to_owned(),
        player_role: PlayerRole::default(),
        openings: openings(character.openings, &actor),
        example_dialogue: Vec::new(),
        author_note: Some(display.author_notes).filter(|notes| !notes.is_empty()),
        language: "en".to_owned(),
        cast: vec![member],
    }
}

fn openings(mut texts: Vec<String>, speaker: &ActorId) -> Vec<Opening> {
    texts.retain(|text| !text.trim().is_empty());
    if texts.is_empty() {
        texts.push(PLAIN_OPENING.to_owned());
    }
    let opening = |(place, text): (usize, String)| Opening {
        title: format!("Opening {}", place + 1),
        text,
        speaker: Some(speaker.clone()),
    };
    texts.into_iter().enumerate().map(opening).collect()
}

/// Counts a story that began from a card.
///
/// # Errors
/// Database errors.
pub async fn count_chat(tx: &mut Tx, id: &CardId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(COUNT_CARD_CHAT)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Counts messages of a story that began from a card.
///
/// # Errors
/// Database errors.
pub async fn count_messages(tx: &mut Tx, id: &CardId, messages: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(COUNT_CARD_MESSAGES)
        .bind(id.as_str())
        .bind(messages)
        .execute(x)
        .await
        .map(drop))
}
