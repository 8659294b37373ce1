//! The starter catalogue: what a new installation shows.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ::catalogue::campaigns::rules::HERO_LINKS;
use ::catalogue::campaigns::{self, NewCampaign, NewSection};
use ::catalogue::cards::{
    self, CardModel, CardModelPersona, CardModelV2, CardPersonality, CardPhysique, CardScene, NewCard,
};
use ::catalogue::scenarios::trend::{NO_TREND, add_event};
use ::catalogue::scenarios::{
    self, ActorId, Engram, ExampleLine, NewActor, NewScenario, Opening, Pictures, ScenarioStats,
};
use accounts::tags::{self, StoredTag};
use accounts::users::{self, NewUser};
use kernel::Timestamp;
use kernel::ids::id_from_parts;
use platform::blobs::{BlobKey, Blobs};
use platform::db::{Db, Tx};
use platform::media::media_url;
use platform::search::{self, Kind};
use sha2::{Digest, Sha256};

use super::SeedError;
use super::catalogue::{self, Catalogue};

/// Where the starter catalogue comes from.
#[derive(Debug, Clone)]
pub struct StarterPaths {
    /// The texts: the repository's `catalogue/`.
    pub catalogue: PathBuf,
    /// The pictures that were generated for them: `bundles/starter/`. Those that are missing are left out.
    pub pictures: PathBuf,
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StarterReport {
    /// Scenarios, those made from cards included.
    pub scenarios: usize,
    /// Cards.
    pub cards: usize,
    /// Pictures stored.
    pub pictures: usize,
}

/// What an editor's judgement of 1.0 counts in search order, until readers' own deeds outweigh it.
const EDITOR_POPULARITY: f64 = 2_000.0;
/// And in what trends.
const EDITOR_TREND: f64 = 20.0;
/// When the editor's judgement counts as given: one moment for all, so that what trends at first is not just
/// what is new.
const EDITOR_MOMENT: Timestamp = Timestamp(1_793_500_000_000);
/// When the house authors joined: before their first scenario.
const AUTHORS_JOINED: Timestamp = Timestamp(1_746_086_400_000);

/// Whether the database holds no catalogue yet.
///
/// # Errors
/// Database errors.
pub async fn is_empty(db: &Db) -> sqlx::Result<bool> {
    let mut conn = db.read().await?;
    campaigns::is_empty(&mut conn).await
}

/// Writes the starter catalogue, or brings its texts and pictures up to date.
///
/// # Errors
/// [`SeedError`]; then nothing was written but pictures.
pub async fn seed_starter(db: &Db, blobs: &Blobs, paths: &StarterPaths) -> Result<StarterReport, SeedError> {
    let catalogue = Catalogue::read(&paths.catalogue)?;
    let mut pictures = PictureBox {
        blobs,
        folder: &paths.pictures,
        stored: 0,
    };
    let mut tx = db.begin().await?;
    let authors = put_authors(&mut tx, &catalogue, &mut pictures).await?;
    let tags = put_tags(&mut tx, &catalogue).await?;
    for scenario in &catalogue.scenarios {
        put_scenario(&mut tx, scenario, &authors, &tags, &mut pictures).await?;
    }
    for card in &catalogue.cards {
        put_card(&mut tx, card, &authors, &tags, &mut pictures).await?;
    }
    scenarios::recount_tags(&mut tx).await?;
    for kind in [Kind::Scenario, Kind::Card] {
        search::optimize(&mut tx, kind).await?;
    }
    put_campaigns(&mut tx, &catalogue, &tags).await?;
    tx.commit().await?;
    Ok(StarterReport {
        scenarios: catalogue.scenarios.len() + catalogue.cards.len(),
        cards: catalogue.cards.len(),
        pictures: pictures.stored,
    })
}

/// The same id for the same thing on every installation.
fn stable_id(sort: &str, name: &str, created: Timestamp) -> String {
    let hash = Sha256::digest(format!("{sort}:{name}"));
    let mut bits = [0_u8; 10];
    bits.copy_from_slice(&hash[..10]);
    id_from_parts(created, &bits)
}

/// Copies generated pictures into the blob store.
struct PictureBox<'a> {
    blobs: &'a Blobs,
    folder: &'a Path,
    stored: usize,
}

impl PictureBox<'_> {
    /// Stores the picture at this path below the folder; its blob key, or none where there is no such file.
    async fn put(&mut self, path: &str) -> Result<Option<String>, SeedError> {
        let failed = |cause: String| SeedError::Picture {
            key: path.to_owned(),
            cause,
        };
        let content = match tokio::fs::read(self.folder.join(path)).await {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error.to_string())),
        };
        let key = BlobKey::parse(&format!("starter/{path}")).map_err(|error| failed(error.to_string()))?;
        self.blobs
            .put(&key, content.into())
            .await
            .map_err(|error| failed(error.to_string()))?;
        self.stored += 1;
        Ok(Some(key.as_str().to_owned()))
    }

    async fn put_pair(&mut self, folder: &str) -> Result<Pictures, SeedError> {
        Ok(Pictures {
            cover: self.put(&format!("{folder}/cover.webp")).await?,
            banner: self.put(&format!("{folder}/banner.webp")).await?,
        })
    }
}

struct StoredAuthor {
    id: String,
    authorname: String,
}

async fn put_authors(
    tx: &mut Tx,
    catalogue: &Catalogue,
    pictures: &mut PictureBox<'_>,
) -> Result<HashMap<String, StoredAuthor>, SeedError> {
    let mut stored = HashMap::new();
    for author in &catalogue.authors {
        let avatar = pictures
            .put(&format!("authors/{}.webp", author.authorname))
            .await?;
        let id = stable_id("author", &author.authorname, AUTHORS_JOINED);
        let user = NewUser {
            id: &id,
            authorname: &author.name,
            username: &author.name,
            bio: Some(&author.bio),
            avatar: avatar.as_deref(),
            joined_at: AUTHORS_JOINED,
        };
        users::put_user(tx, &user).await?;
        stored.insert(
            author.authorname.clone(),
            StoredAuthor {
                id,
                authorname: author.name.clone(),
            },
        );
    }
    Ok(stored)
}

async fn put_tags(tx: &mut Tx, catalogue: &Catalogue) -> sqlx::Result<HashMap<String, StoredTag>> {
    let mut stored = HashMap::new();
    for tag in &catalogue.tags {
        let id = stable_id("tag", &tag.slug, AUTHORS_JOINED);
        stored.insert(
            tag.slug.clone(),
            tags::put_tag(tx, &id, &tag.slug, &tag.name, tag.kind, tag.explicit).await?,
        );
    }
    Ok(stored)
}

/// The stored tags of these slugs, in this order. The catalogue was checked: all are there.
fn pick(tags: &HashMap<String, StoredTag>, slugs: &[String]) -> Vec<StoredTag> {
    slugs.iter().filter_map(|slug| tags.get(slug).cloned()).collect()
}

async fn put_scenario(
    tx: &mut Tx,
    scenario: &catalogue::Scenario,
    authors: &HashMap<String, StoredAuthor>,
    tags: &HashMap<String, StoredTag>,
    pictures: &mut PictureBox<'_>,
) -> Result<(), SeedError> {
    let Some(author) = authors.get(&scenario.author) else {
        return Ok(());
    };
    let id = stable_id("scenario", &scenario.slug, scenario.created);
    let mut actors = Vec::with_capacity(scenario.actors.len());
    for (number, actor) in (1..).zip(&scenario.actors) {
        actors.push(NewActor {
            id: stable_id("actor", &format!("{}/{number}", scenario.slug), scenario.created),
            name: actor.name.clone(),
            role: actor.role.clone(),
            description: actor.description.clone(),
            persona: actor.persona.clone(),
            avatar: pictures
                .put(&format!("{}/actor-{number}.webp", scenario.slug))
                .await?,
        });
    }
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
    let engram = Engram {
        description: scenario.description.trim().to_owned(),
        setting: scenario.setting.trim().to_owned(),
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
    };
    let new = NewScenario {
        id: &id,
        author_id: &author.id,
        authorname: &author.authorname,
        name: &scenario.name,
        tagline: &scenario.tagline,
        engram: &engram,
        pictures: pictures.put_pair(&scenario.slug).await?,
        avatar_metrics: Vec::new(),
        rating: scenario.rating,
        tags: pick(tags, &scenario.tags),
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

fn editor_trend(popularity: f64) -> f64 {
    add_event(NO_TREND, EDITOR_MOMENT, 1.0 + popularity * EDITOR_TREND)
}

fn editor_popularity(popularity: f64) -> i64 {
    (popularity * EDITOR_POPULARITY) as i64
}

/// Stores a card, and the scenario of the same id that took its place: links to cards lead there (spec
/// section 2.1).
async fn put_card(
    tx: &mut Tx,
    card: &catalogue::Card,
    authors: &HashMap<String, StoredAuthor>,
    tags: &HashMap<String, StoredTag>,
    pictures: &mut PictureBox<'_>,
) -> Result<(), SeedError> {
    let (Some(author), Some(model)) = (authors.get(&card.author), card_model(card)) else {
        return Ok(());
    };
    let id = stable_id("card", &card.slug, card.created);
    let folder = format!("cards/{}", card.slug);
    let pair = pictures.put_pair(&folder).await?;
    let new = NewCard {
        id: &id,
        author_id: &author.id,
        authorname: &author.authorname,
        name: &card.name,
        tagline: &card.tagline,
        description: card.description.trim(),
        author_notes: &card.author_notes,
        model,
        pictures: pair.clone(),
        rating: card.rating,
        tags: pick(tags, &card.tags),
        popularity: editor_popularity(card.popularity),
        created_at: card.created,
    };
    cards::put_card(tx, &new).await?;

    let actor_id = stable_id("actor", &folder, card.created);
    let opening = |title: String, text: &str| Opening {
        title,
        text: text.trim().to_owned(),
        speaker: Some(ActorId::trusted(actor_id.clone())),
    };
    let (setting, persona, openings) = match (&card.v2, &card.persona) {
        (Some(v2), _) => (
            v2.scenario.clone(),
            v2.personality.clone(),
            vec![opening("Greeting".to_owned(), &v2.first_mes)],
        ),
        (None, Some(persona)) => {
            let setting = card
                .scenes
                .first()
                .map(|scene| scene.environment.clone())
                .unwrap_or_default();
            let openings = (1..)
                .zip(&card.scenes)
                .map(|(number, scene)| opening(format!("Scene {number}"), &scene.root_message));
            (
                setting,
                format!("{} {}", persona.persona, persona.somatics),
                openings.collect(),
            )
        }
        (None, None) => return Ok(()),
    };
    let engram = Engram {
        description: card.description.trim().to_owned(),
        setting,
        openings,
        example_dialogue: Vec::new(),
        author_note: Some(card.author_notes.clone()).filter(|note| !note.trim().is_empty()),
        language: "en".to_owned(),
    };
    let avatar = match pictures.put(&format!("{folder}/actor-1.webp")).await? {
        Some(portrait) => Some(portrait),
        None => pair.cover.clone(),
    };
    let scenario = NewScenario {
        id: &id,
        author_id: &author.id,
        authorname: &author.authorname,
        name: &card.name,
        tagline: &card.tagline,
        engram: &engram,
        pictures: pair,
        avatar_metrics: Vec::new(),
        rating: card.rating,
        tags: pick(tags, &card.tags),
        actors: vec![NewActor {
            id: actor_id,
            name: card.name.clone(),
            role: "Your companion".to_owned(),
            description: card.tagline.clone(),
            persona,
            avatar,
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

/// The character in the shape its format names. The catalogue was checked: one of the two is there.
fn card_model(card: &catalogue::Card) -> Option<CardModel> {
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
    let scene = |scene: &catalogue::CardScene| CardScene {
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

async fn put_campaigns(
    tx: &mut Tx,
    catalogue: &Catalogue,
    tags: &HashMap<String, StoredTag>,
) -> sqlx::Result<()> {
    let ids: HashMap<&str, String> = catalogue
        .scenarios
        .iter()
        .map(|scenario| {
            (
                scenario.slug.as_str(),
                stable_id("scenario", &scenario.slug, scenario.created),
            )
        })
        .collect();
    for campaign in &catalogue.campaigns {
        let hero_links: Vec<String> = campaign
            .hero
            .iter()
            .take(HERO_LINKS)
            .map(|slug| media_url(&format!("starter/{slug}/cover.webp")))
            .collect();
        let sections = campaign.sections.iter().map(|section| NewSection {
            term: &section.term,
            tag_id: section
                .tag
                .as_ref()
                .and_then(|slug| tags.get(slug))
                .map(|tag| tag.id.clone()),
            scenarios: section
                .scenarios
                .iter()
                .filter_map(|slug| ids.get(slug.as_str()).map(String::as_str))
                .collect(),
        });
        let new = NewCampaign {
            id: campaign.id.as_str(),
            header: &campaign.header,
            body: campaign.body.trim(),
            hero_links,
            sections: sections.collect(),
        };
        campaigns::put(tx, &new).await?;
    }
    Ok(())
}
