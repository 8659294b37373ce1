//! Writes the cards of the starter catalogue.

use catalogue::cards::{
    self, CardModel, CardModelPersona, CardModelV2, CardPersonality, CardPhysique, CardScene, NewCard,
};
use catalogue::scenarios::{
    self, ActorId, Credits, Engram, NewActor, NewScenario, Opening, PlayerRole, ScenarioStats,
};
use platform::db::Tx;
use platform::media::FramedImage;

use super::images::ImageImporter;
use super::{Known, editor_popularity, editor_trend, stable_id};
use crate::seed::SeedError;
use crate::seed::catalogue::model::{self, CARD_LANGUAGE};

/// Stores a card, and the scenario with the same id that replaced it: links to cards lead there (spec section
/// 2.1).
///
/// # Errors
/// [`SeedError`].
pub(super) async fn put_card(
    tx: &mut Tx,
    card: &model::Card,
    known: &Known,
    images: &mut ImageImporter<'_>,
) -> Result<(), SeedError> {
    let (Some(author), Some(model)) = (known.authors.get(&card.author), card_model(card)) else {
        return Ok(());
    };
    let id = stable_id("card", &card.slug, card.created);
    let folder = format!("cards/{}", card.slug);
    let new = NewCard {
        id: &id,
        author_id: &author.id,
        authorname: &author.authorname,
        name: &card.name,
        tagline: &card.tagline,
        description: card.description.trim(),
        author_notes: &card.author_notes,
        model,
        pictures: images.put_cover_and_banner(&folder).await?,
        rating: card.rating,
        tags: known.pick_tags(&card.tags),
        popularity: editor_popularity(card.popularity),
        created_at: card.created,
    };
    cards::put_card(tx, &new).await?;
    put_its_scenario(tx, card, &new, known, images).await
}

/// Stores the scenario in which players meet the card's character.
async fn put_its_scenario(
    tx: &mut Tx,
    card: &model::Card,
    stored: &NewCard<'_>,
    known: &Known,
    images: &mut ImageImporter<'_>,
) -> Result<(), SeedError> {
    let folder = format!("cards/{}", card.slug);
    let actor_id = stable_id("actor", &folder, card.created);
    let Some(meeting) = Meeting::of(card, &ActorId::trusted(actor_id.clone())) else {
        return Ok(());
    };
    let engram = Engram {
        description: card.description.trim().to_owned(),
        setting: meeting.setting,
        player_role: PlayerRole::default(),
        openings: meeting.openings,
        example_dialogue: Vec::new(),
        author_note: Some(card.author_notes.clone()).filter(|note| !note.trim().is_empty()),
        language: CARD_LANGUAGE.to_owned(),
        open: false,
    };
    let avatar = match images.put(&format!("{folder}/actor-1.webp")).await? {
        Some(portrait) => Some(portrait),
        None => stored.pictures.cover.clone(),
    };
    let scenario = NewScenario {
        id: stored.id,
        author_id: stored.author_id,
        authorname: stored.authorname,
        name: &card.name,
        tagline: &card.tagline,
        engram: &engram,
        pictures: stored.pictures.clone(),
        avatar_metrics: Vec::new(),
        explicit_image: false,
        rating: card.rating,
        content_notes: None,
        credits: Credits::default(),
        tags: known.pick_tags(&card.tags),
        actors: vec![NewActor {
            id: actor_id,
            name: card.name.clone(),
            role: "Your companion".to_owned(),
            description: card.tagline.clone(),
            persona: meeting.persona,
            avatar: avatar.map(FramedImage::whole),
            avatar_alt: String::new(),
        }],
        stats: ScenarioStats::default(),
        trend: editor_trend(card.popularity),
        extra_popularity: editor_popularity(card.popularity),
        created_at: card.created,
    };
    scenarios::put_scenario(tx, &scenario).await?;
    scenario.index(tx).await?;
    Ok(())
}

/// The situation in which players meet a card's character.
struct Meeting {
    setting: String,
    persona: String,
    openings: Vec<Opening>,
}

impl Meeting {
    /// `None` if the card has neither of the two forms; the check of the catalogue excludes that.
    fn of(card: &model::Card, actor: &ActorId) -> Option<Self> {
        let opening = |title: String, text: &str| Opening {
            title,
            text: text.trim().to_owned(),
            speaker: Some(actor.clone()),
        };
        if let Some(v2) = &card.v2 {
            return Some(Self {
                setting: v2.scenario.clone(),
                persona: v2.personality.clone(),
                openings: vec![opening("Greeting".to_owned(), &v2.first_mes)],
            });
        }
        let persona = card.persona.as_ref()?;
        let openings = (1..)
            .zip(&card.scenes)
            .map(|(number, scene)| opening(format!("Scene {number}"), &scene.root_message));
        Some(Self {
            setting: card
                .scenes
                .first()
                .map(|scene| scene.environment.clone())
                .unwrap_or_default(),
            persona: format!("{} {}", persona.persona, persona.somatics),
            openings: openings.collect(),
        })
    }
}

/// The character in the form of its format. The check of the catalogue guarantees one of the two.
fn card_model(card: &model::Card) -> Option<CardModel> {
    if let Some(v2) = &card.v2 {
        return Some(CardModel::V2(CardModelV2 {
            format: 0,
            name: card.name.clone(),
            description: card.description.trim().to_owned(),
            personality: v2.personality.clone(),
            scenario: v2.scenario.clone(),
            messages: vec![v2.first_mes.trim().to_owned()],
            mes_example: v2.mes_example.trim().to_owned(),
        }));
    }
    let scene = |scene: &model::CardScene| CardScene {
        root_message: scene.root_message.trim().to_owned(),
        clothing: scene.clothing.clone(),
        environment: scene.environment.clone(),
        initial_emotion: scene.initial_emotion.clone(),
        plan: scene.plan.clone(),
    };
    card.persona.as_ref().map(|persona| {
        CardModel::Persona(CardModelPersona {
            format: 1,
            personality: CardPersonality {
                persona: persona.persona.clone(),
                somatics: persona.somatics.clone(),
                emotive_tendencies: persona.emotive_tendencies.clone(),
            },
            physical: CardPhysique {
                body: persona.body.clone(),
            },
            scenarios: card.scenes.iter().map(scene).collect(),
        })
    })
}
