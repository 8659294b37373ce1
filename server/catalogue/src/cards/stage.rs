//! What a story needs of a card: the one character of it, in the form of a scenario.

use kernel::Audience;
use platform::db::{Conn, Tx, query_on, statements};
use platform::web::Problem;

use super::model::{Card, CardModel, CardModelPersona, CardModelV2};
use super::{CardId, store};
use crate::scenarios::{ActorId, Opening, Stage, StageActor};

statements! {
    COUNT_CARD_CHAT = "update cards set chats_created = chats_created + 1 where id = $1";
    COUNT_CARD_MESSAGES = "update cards set messages_sent = messages_sent + $2 where id = $1";
}

/// What a card says where it says nothing of a beginning.
const PLAIN_OPENING: &str = "*looks up.* \"Hello.\"";

/// A card as a story needs it.
///
/// # Errors
/// 404 where there is none that anybody may see.
pub async fn stage(conn: &mut Conn, id: &CardId) -> Result<Stage, Problem> {
    let card = store::load(conn, Audience::Everyone, &[id.to_string()])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("card"))?;
    Ok(staged(card))
}

fn staged(card: Card) -> Stage {
    let Card {
        id,
        card_model,
        display_data,
        ..
    } = card;
    let avatar = display_data
        .avatar
        .as_deref()
        .and_then(|url| url.strip_prefix("/media/"))
        .map(str::to_owned);
    let actor = ActorId::trusted(id.to_string());
    let (name, description, persona, examples, setting, texts) = match card_model {
        CardModel::V2(CardModelV2 {
            name,
            description,
            personality,
            scenario,
            messages,
            mes_example,
            ..
        }) => (name, description, personality, mes_example, scenario, messages),
        CardModel::Persona(CardModelPersona {
            personality,
            physical,
            scenarios,
            ..
        }) => {
            let persona = [personality.somatics, personality.emotive_tendencies].join("\n");
            let description = [personality.persona, physical.body].join("\n");
            let setting = scenarios.first().map(|scene| {
                [
                    scene.environment.as_str(),
                    &scene.clothing,
                    &scene.initial_emotion,
                    &scene.plan,
                ]
                .join("\n")
            });
            let texts = scenarios.into_iter().map(|scene| scene.root_message).collect();
            (
                display_data.display_name.clone(),
                description,
                persona,
                String::new(),
                setting.unwrap_or_default(),
                texts,
            )
        }
    };
    let name = if name.trim().is_empty() {
        display_data.display_name.clone()
    } else {
        name
    };
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
    let texts = if texts.is_empty() {
        vec![PLAIN_OPENING.to_owned()]
    } else {
        texts
    };
    let opening = |(place, text): (usize, String)| Opening {
        title: format!("Opening {}", place + 1),
        text,
        speaker: Some(actor.clone()),
    };
    let openings = texts.into_iter().enumerate().map(opening).collect();
    let member = StageActor {
        id: actor.clone(),
        name,
        role: String::new(),
        description: description.trim().to_owned(),
        persona: persona.trim().to_owned(),
        examples,
        avatar,
    };
    Stage {
        name: display_data.display_name,
        description: display_data.description,
        setting: setting.trim().to_owned(),
        openings,
        example_dialogue: Vec::new(),
        author_note: Some(display_data.author_notes).filter(|notes| !notes.is_empty()),
        language: "en".to_owned(),
        cast: vec![member],
    }
}

/// Counts a story that was begun from a card.
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

/// Counts messages that were written in a story of a card.
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
