//! Writes the scenarios of the starter catalogue.

use catalogue::scenarios::{
    self, ActorId, Credits, Engram, ExampleLine, NewActor, NewScenario, Opening, PlayerRole, ScenarioStats,
};
use platform::db::Tx;
use platform::media::FramedImage;

use super::images::ImageImporter;
use super::{Known, editor_popularity, editor_trend, stable_id};
use crate::seed::SeedError;
use crate::seed::catalogue::model;

/// Stores a scenario with its actors and their images.
///
/// # Errors
/// [`SeedError`].
pub(super) async fn put_scenario(
    tx: &mut Tx,
    scenario: &model::Scenario,
    known: &Known,
    images: &mut ImageImporter<'_>,
) -> Result<(), SeedError> {
    let Some(author) = known.authors.get(&scenario.author) else {
        return Ok(());
    };
    let id = stable_id("scenario", &scenario.slug, scenario.created);
    let actors = store_actors(scenario, images).await?;
    let engram = engram_of(scenario, &actors);
    let new = NewScenario {
        id: &id,
        author_id: &author.id,
        authorname: &author.authorname,
        name: &scenario.name,
        tagline: &scenario.tagline,
        engram: &engram,
        pictures: images.put_cover_and_banner(&scenario.slug).await?,
        avatar_metrics: Vec::new(),
        explicit_image: false,
        rating: scenario.rating,
        content_notes: None,
        credits: Credits::default(),
        tags: known.pick_tags(&scenario.tags),
        actors,
        stats: ScenarioStats::default(),
        trend: editor_trend(scenario.popularity),
        extra_popularity: editor_popularity(scenario.popularity),
        created_at: scenario.created,
    };
    scenarios::put_scenario(tx, &new).await?;
    new.index(tx).await?;
    Ok(())
}

/// The actors, each with a portrait if there is one.
async fn store_actors(
    scenario: &model::Scenario,
    images: &mut ImageImporter<'_>,
) -> Result<Vec<NewActor>, SeedError> {
    let mut actors = Vec::with_capacity(scenario.actors.len());
    for (number, actor) in (1..).zip(&scenario.actors) {
        actors.push(NewActor {
            id: stable_id("actor", &format!("{}/{number}", scenario.slug), scenario.created),
            name: actor.name.clone(),
            role: actor.role.clone(),
            description: actor.description.clone(),
            persona: actor.persona.clone(),
            avatar: images
                .put(&format!("{}/actor-{number}.webp", scenario.slug))
                .await?
                .map(FramedImage::whole),
            avatar_alt: String::new(),
        });
    }
    Ok(actors)
}

fn engram_of(scenario: &model::Scenario, actors: &[NewActor]) -> Engram {
    let actor_id = |name: &String| {
        actors
            .iter()
            .find(|actor| actor.name == *name)
            .map(|actor| ActorId::trusted(actor.id.clone()))
    };
    let openings = scenario.openings.iter().map(|opening| Opening {
        title: opening.title.clone(),
        text: opening.text.trim().to_owned(),
        speaker: opening.speaker.as_ref().and_then(actor_id),
    });
    Engram {
        description: scenario.description.trim().to_owned(),
        setting: scenario.setting.trim().to_owned(),
        player_role: PlayerRole::default(),
        openings: openings.collect(),
        example_dialogue: scenario
            .example_dialogue
            .iter()
            .map(|line| ExampleLine {
                speaker: line.speaker.clone(),
                text: line.text.clone(),
            })
            .collect(),
        author_note: scenario.author_note.clone(),
        language: scenario.language.clone(),
        open: false,
    }
}
