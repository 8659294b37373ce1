//! Writes a scenario with its actors, tags and search entry.

use accounts::tags::{StoredTag, replace_tags};
use kernel::{Rating, Timestamp};
use platform::db::{Tx, query_on, statements};
use platform::image_judge::AvatarMetric;
use platform::media::{FramedImage, without_images};
use platform::search::{BulkIndex, Doc, Kind, index_doc};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::content_notes::ContentNote;
use super::images::ScenarioImages;
use super::model::{Credits, Engram, ScenarioStats};
use super::rules;

statements! {
    UPSERT_SCENARIO = "
        insert into scenarios (id, author_id, display_name, tagline, language, engram, interface, pictures,
            avatar_metrics, explicit, public, hidden, listed, chats_created, favorites, ratings, messages_sent,
            shekels_spent, likes, dislikes, love_count, trend, created_at, updated_at, rating, notes_disclosed,
            creator, sources)
        values ($1, $2, $3, $4, $5, $6, null, $7, $8, $9, true, false, true, $10, $11, $12, $13, $14, $15, $16,
            $17, $18, $19, $19, $20, $21, $22, $23)
        on conflict (id) do update set display_name = excluded.display_name, tagline = excluded.tagline,
            language = excluded.language, engram = excluded.engram, pictures = excluded.pictures,
            rating = excluded.rating, notes_disclosed = excluded.notes_disclosed, creator = excluded.creator,
            sources = excluded.sources";
    pub(super) DELETE_ACTORS = "delete from scenario_actors where scenario_id = $1";
    INSERT_ACTOR = "
        insert into scenario_actors (id, scenario_id, position, name, role, description, persona, avatar,
            avatar_frame, avatar_alt)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    pub(super) DELETE_SCENARIO_TAGS = "delete from scenario_tags where scenario_id = $1";
    pub(super) DELETE_SCENARIO_NOTES = "delete from scenario_notes where scenario_id = $1";
    INSERT_SCENARIO_NOTE = "
        insert into scenario_notes (scenario_id, note)
        values ($1, $2)
        on conflict do nothing";
    INSERT_SCENARIO_TAG = "
        insert into scenario_tags (scenario_id, tag_id, position)
        values ($1, $2, $3)
        on conflict do nothing";
}

/// A new actor of a scenario.
#[derive(Debug, Clone)]
pub struct NewActor {
    /// Its id.
    pub id: String,
    /// Their name.
    pub name: String,
    /// Their role in the story.
    pub role: String,
    /// What everybody may read about them.
    pub description: String,
    /// Who they are, for the model only.
    pub persona: String,
    /// The portrait.
    pub avatar: Option<FramedImage>,
    /// What it shows, for readers who do not see it; empty: nothing is said.
    pub avatar_alt: String,
}

/// A new scenario.
pub struct NewScenario<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its author.
    pub author_id: &'a str,
    /// The author’s name; search finds the scenario by it, too.
    pub authorname: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its tagline.
    pub tagline: &'a str,
    /// Its content.
    pub engram: &'a Engram,
    /// Cover and banner.
    pub pictures: ScenarioImages,
    /// The results of the image classifier.
    pub avatar_metrics: Vec<AvatarMetric>,
    /// Whether its image was found or decided to be explicit.
    pub explicit_image: bool,
    /// Its rating.
    pub rating: Rating,
    /// What it contains; `None`: its author does not say.
    pub content_notes: Option<Vec<ContentNote>>,
    /// Who made the cards that it was made from.
    pub credits: Credits,
    /// Its tags, in the author’s order.
    pub tags: Vec<StoredTag>,
    /// Its cast, in order.
    pub actors: Vec<NewActor>,
    /// Its counts.
    pub stats: ScenarioStats,
    /// Its trend.
    pub trend: f64,
    /// Popularity in search order beyond the counts (an editor's judgement).
    pub extra_popularity: i64,
    /// When it was created.
    pub created_at: Timestamp,
}

/// Stores a scenario, or updates its texts; does not index it.
///
/// # Errors
/// Database errors.
pub async fn put_scenario(tx: &mut Tx, new: &NewScenario<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(UPSERT_SCENARIO)
            .bind(new.id)
            .bind(new.author_id)
            .bind(new.name)
            .bind(new.tagline)
            .bind(&new.engram.language);
        let put = put
            .bind(Json(new.engram))
            .bind(Json(&new.pictures))
            .bind(Json(&new.avatar_metrics))
            .bind(new.is_explicit());
        let stats = &new.stats;
        let put = put
            .bind(stats.chats_created)
            .bind(stats.favorites)
            .bind(stats.ratings)
            .bind(stats.messages_sent)
            .bind(stats.shekels_spent);
        let put = put
            .bind(stats.user_ratings.likes)
            .bind(stats.user_ratings.dislikes)
            .bind(stats.love_count);
        put.bind(new.trend)
            .bind(new.created_at.0)
            .bind(new.rating.as_str())
            .bind(new.content_notes.is_some())
            .bind(&new.credits.creator)
            .bind(Json(&new.credits.source))
            .execute(x)
            .await
            .map(drop)
    })?;
    replace_actors(tx, new).await?;
    replace_notes(tx, new).await?;
    replace_tags(tx, DELETE_SCENARIO_TAGS, INSERT_SCENARIO_TAG, new.id, &new.tags).await
}

async fn replace_actors(tx: &mut Tx, new: &NewScenario<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_ACTORS)
        .bind(new.id)
        .execute(x)
        .await
        .map(drop))?;
    for (position, actor) in (0_i64..).zip(&new.actors) {
        query_on!(tx, |x: D| {
            let put = sqlx::query::<D>(INSERT_ACTOR)
                .bind(&actor.id)
                .bind(new.id)
                .bind(position)
                .bind(&actor.name)
                .bind(&actor.role);
            put.bind(&actor.description)
                .bind(&actor.persona)
                .bind(actor.avatar.as_ref().map(|image| image.key.as_str()))
                .bind(actor.avatar.as_ref().and_then(FramedImage::frame_column))
                .bind(&actor.avatar_alt)
                .execute(x)
                .await
                .map(drop)
        })?;
    }
    Ok(())
}

async fn replace_notes(tx: &mut Tx, new: &NewScenario<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_SCENARIO_NOTES)
        .bind(new.id)
        .execute(x)
        .await
        .map(drop))?;
    for note in new.content_notes.iter().flatten() {
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SCENARIO_NOTE)
            .bind(new.id)
            .bind(note.id())
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Rows of one `insert`: sending a statement costs as much as writing several rows.
const ROWS: usize = 200;

/// Stores and indexes scenarios that do not exist yet, many at a time.
///
/// # Errors
/// Database errors.
pub async fn put_new_scenarios(
    tx: &mut Tx,
    all: &[NewScenario<'_>],
    bulk: &mut BulkIndex,
) -> sqlx::Result<()> {
    insert_scenarios(tx, all).await?;
    for new in all.iter().filter(|new| new.content_notes.is_some()) {
        replace_notes(tx, new).await?;
    }
    insert_actors(tx, all).await?;
    insert_tags(tx, all).await?;
    let descriptions: Vec<_> = all
        .iter()
        .map(|one| without_images(&one.engram.description))
        .collect();
    let docs: Vec<Doc<'_>> = all
        .iter()
        .zip(&descriptions)
        .map(|(one, description)| one.search_doc(description))
        .collect();
    bulk.add(tx, &docs).await
}

async fn insert_scenarios(tx: &mut Tx, all: &[NewScenario<'_>]) -> sqlx::Result<()> {
    for some in all.chunks(ROWS) {
        query_on!(tx, |x: D| {
            let mut query = QueryBuilder::<D>::new(
                "insert into scenarios (id, author_id, display_name, tagline, language, engram, pictures, avatar_metrics, explicit, public, hidden, listed, \
                 chats_created, favorites, ratings, messages_sent, shekels_spent, likes, dislikes, love_count, trend, created_at, updated_at, \
                 rating, notes_disclosed, creator, sources) ",
            );
            query.push_values(some, |mut row, new| {
                row.push_bind(new.id.to_owned())
                    .push_bind(new.author_id.to_owned())
                    .push_bind(new.name.to_owned())
                    .push_bind(new.tagline.to_owned());
                row.push_bind(new.engram.language.clone())
                    .push_bind(Json(new.engram.clone()))
                    .push_bind(Json(new.pictures.clone()));
                row.push_bind(Json(new.avatar_metrics.clone()))
                    .push_bind(new.is_explicit());
                row.push("true").push("false").push("true");
                let stats = &new.stats;
                row.push_bind(stats.chats_created)
                    .push_bind(stats.favorites)
                    .push_bind(stats.ratings)
                    .push_bind(stats.messages_sent);
                row.push_bind(stats.shekels_spent)
                    .push_bind(stats.user_ratings.likes)
                    .push_bind(stats.user_ratings.dislikes);
                row.push_bind(stats.love_count)
                    .push_bind(new.trend)
                    .push_bind(new.created_at.0)
                    .push_bind(new.created_at.0);
                row.push_bind(new.rating.as_str())
                    .push_bind(new.content_notes.is_some())
                    .push_bind(new.credits.creator.clone())
                    .push_bind(Json(new.credits.source.clone()));
            });
            query.build().execute(x).await.map(drop)
        })?;
    }
    Ok(())
}

async fn insert_actors(tx: &mut Tx, all: &[NewScenario<'_>]) -> sqlx::Result<()> {
    let actors: Vec<_> = all
        .iter()
        .flat_map(|new| {
            (0_i64..)
                .zip(&new.actors)
                .map(|(position, actor)| (new.id, position, actor))
        })
        .collect();
    for some in actors.chunks(ROWS) {
        query_on!(tx, |x: D| {
            let mut query = QueryBuilder::<D>::new(
                "insert into scenario_actors (id, scenario_id, position, name, role, description, persona, avatar, \
                 avatar_frame, avatar_alt) ",
            );
            query.push_values(some, |mut row, (scenario, position, actor)| {
                row.push_bind(actor.id.clone())
                    .push_bind((*scenario).to_owned())
                    .push_bind(*position)
                    .push_bind(actor.name.clone());
                row.push_bind(actor.role.clone())
                    .push_bind(actor.description.clone())
                    .push_bind(actor.persona.clone());
                row.push_bind(actor.avatar.as_ref().map(|image| image.key.clone()))
                    .push_bind(actor.avatar.as_ref().and_then(FramedImage::frame_column))
                    .push_bind(actor.avatar_alt.clone());
            });
            query.build().execute(x).await.map(drop)
        })?;
    }
    Ok(())
}

async fn insert_tags(tx: &mut Tx, all: &[NewScenario<'_>]) -> sqlx::Result<()> {
    let tags: Vec<_> = all
        .iter()
        .flat_map(|new| {
            (0_i64..)
                .zip(&new.tags)
                .map(|(position, tag)| (new.id, &tag.id, position))
        })
        .collect();
    for some in tags.chunks(ROWS) {
        query_on!(tx, |x: D| {
            let mut query =
                QueryBuilder::<D>::new("insert into scenario_tags (scenario_id, tag_id, position) ");
            query.push_values(some, |mut row, (scenario, tag, position)| {
                row.push_bind((*scenario).to_owned())
                    .push_bind((*tag).clone())
                    .push_bind(*position);
            });
            query.build().execute(x).await.map(drop)
        })?;
    }
    Ok(())
}

impl NewScenario<'_> {
    pub(super) fn is_explicit(&self) -> bool {
        rules::counts_as_explicit(self.explicit_image, self.rating)
    }

    fn search_doc<'b>(&'b self, description: &'b str) -> Doc<'b> {
        let names = self
            .tags
            .iter()
            .map(|tag| tag.name.as_str())
            .chain([self.authorname])
            .chain(self.actors.iter().map(|actor| actor.name.as_str()));
        let stats = &self.stats;
        Doc {
            item_id: self.id,
            name: self.name,
            labels: names.collect(),
            body: vec![self.tagline, description, &self.engram.setting],
            tag_ids: self.tags.iter().map(|tag| tag.id.as_str()).collect(),
            notes: self
                .content_notes
                .iter()
                .flatten()
                .map(|note| note.id())
                .collect(),
            author_id: self.author_id,
            rating: self.rating,
            popularity: rules::popularity(stats.love_count, stats.chats_created, stats.messages_sent)
                .saturating_add(self.extra_popularity),
        }
    }

    /// Writes the scenario to the search index, replacing its earlier entry.
    ///
    /// # Errors
    /// Database errors.
    pub async fn index(&self, tx: &mut Tx) -> sqlx::Result<()> {
        let description = without_images(&self.engram.description);
        index_doc(tx, Kind::Scenario, &self.search_doc(&description)).await
    }
}
