//! Writing a scenario with all that belongs to it, as both seeds do it.

use kernel::{Rating, Timestamp};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::cards::CardModel;
use crate::db::{Tx, query_on};
use crate::scenarios::{AvatarMetric, Engram, Pictures, ScenarioStats, rules};
use crate::search::{BulkIndex, Doc, Kind, index_doc};
use crate::tags::TagKind;

pub(crate) const UPSERT_USER: &str = "
    insert into users (id, authorname, authorname_key, username, bio, avatar, joined_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update set authorname = excluded.authorname,
        authorname_key = excluded.authorname_key, username = excluded.username, bio = excluded.bio,
        avatar = excluded.avatar";
pub(crate) const UPSERT_TAG: &str = "
    insert into tags (id, slug, display_name, search_key, kind, explicit, scenario_count)
    values ($1, $2, $3, $4, $5, $6, 0)
    on conflict (slug) do update set display_name = excluded.display_name, search_key = excluded.search_key,
        kind = excluded.kind, explicit = excluded.explicit
    returning id";
pub(crate) const UPSERT_SCENARIO: &str = "
    insert into scenarios (id, author_id, display_name, tagline, language, engram, interface, pictures,
        avatar_metrics, explicit, public, hidden, listed, chats_created, favorites, ratings, messages_sent,
        shekels_spent, likes, dislikes, love_count, trend, created_at, updated_at, rating)
    values ($1, $2, $3, $4, $5, $6, null, $7, $8, $9, true, false, true, $10, $11, $12, $13, $14, $15, $16,
        $17, $18, $19, $19, $20)
    on conflict (id) do update set display_name = excluded.display_name, tagline = excluded.tagline,
        language = excluded.language, engram = excluded.engram, pictures = excluded.pictures,
        rating = excluded.rating";
pub(crate) const UPSERT_CARD: &str = "
    insert into cards (id, author_id, display_name, tagline, description, author_notes, model, interface,
        pictures, avatar_metrics, explicit, public, hidden, listed, created_at, updated_at, rating)
    values ($1, $2, $3, $4, $5, $6, $7, null, $8, $9, false, true, false, true, $10, $10, $11)
    on conflict (id) do update set display_name = excluded.display_name, tagline = excluded.tagline,
        description = excluded.description, author_notes = excluded.author_notes, model = excluded.model,
        pictures = excluded.pictures, rating = excluded.rating";
pub(crate) const DELETE_ACTORS: &str = "delete from scenario_actors where scenario_id = $1";
pub(crate) const INSERT_ACTOR: &str = "
    insert into scenario_actors (id, scenario_id, position, name, role, description, persona, avatar)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(crate) const DELETE_SCENARIO_TAGS: &str = "delete from scenario_tags where scenario_id = $1";
pub(crate) const INSERT_SCENARIO_TAG: &str = "
    insert into scenario_tags (scenario_id, tag_id, position)
    values ($1, $2, $3)
    on conflict do nothing";
pub(crate) const DELETE_CARD_TAGS: &str = "delete from card_tags where card_id = $1";
pub(crate) const INSERT_CARD_TAG: &str =
    "insert into card_tags (card_id, tag_id, position) values ($1, $2, $3) on conflict do nothing";
/// Counts the listed scenarios of every tag anew, by who sees them.
pub(crate) const RECOUNT_TAGS: &str = "
    update tags
    set scenario_count = (
        select count(*)
        from scenario_tags st
        join scenarios s on s.id = st.scenario_id and s.listed
        where st.tag_id = tags.id and s.rating in ('everyone', 'mature')
    ), explicit_count = (
        select count(*)
        from scenario_tags st
        join scenarios s on s.id = st.scenario_id and s.listed
        where st.tag_id = tags.id and s.rating not in ('everyone', 'mature', 'extreme')
    ), extreme_count = (
        select count(*)
        from scenario_tags st
        join scenarios s on s.id = st.scenario_id and s.listed
        where st.tag_id = tags.id and s.rating = 'extreme'
    )";
pub(crate) const CHECK_EMPTY: &str = "select count(*) from (select 1 from campaigns limit 1) c";

pub(crate) struct NewUser<'a> {
    pub(crate) id: &'a str,
    pub(crate) authorname: &'a str,
    pub(crate) username: &'a str,
    pub(crate) bio: Option<&'a str>,
    pub(crate) avatar: Option<&'a str>,
    pub(crate) joined_at: Timestamp,
}

pub(crate) async fn put_user(tx: &mut Tx, user: &NewUser<'_>) -> sqlx::Result<()> {
    let key = user.authorname.to_lowercase();
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(UPSERT_USER)
            .bind(user.id)
            .bind(user.authorname)
            .bind(key)
            .bind(user.username)
            .bind(user.bio);
        put.bind(user.avatar)
            .bind(user.joined_at.0)
            .execute(x)
            .await
            .map(drop)
    })
}

/// A tag as stored: its id and its name.
#[derive(Debug, Clone)]
pub(crate) struct StoredTag {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// Stores a tag, or finds the one that has its slug.
pub(crate) async fn put_tag(
    tx: &mut Tx,
    id: &str,
    slug: &str,
    name: &str,
    kind: TagKind,
    explicit: bool,
) -> sqlx::Result<StoredTag> {
    let key = crate::search::tokens::fold(name);
    let id = query_on!(tx, |x: D| {
        let put = sqlx::query_scalar::<D, String>(UPSERT_TAG)
            .bind(id)
            .bind(slug)
            .bind(name)
            .bind(key)
            .bind(kind.as_str())
            .bind(explicit);
        put.fetch_one(x).await
    })?;
    Ok(StoredTag {
        id,
        name: name.to_owned(),
    })
}

pub(crate) struct NewActor {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) description: String,
    pub(crate) persona: String,
    pub(crate) avatar: Option<String>,
}

pub(crate) struct NewScenario<'a> {
    pub(crate) id: &'a str,
    pub(crate) author_id: &'a str,
    pub(crate) authorname: &'a str,
    pub(crate) name: &'a str,
    pub(crate) tagline: &'a str,
    pub(crate) engram: &'a Engram,
    pub(crate) pictures: Pictures,
    pub(crate) avatar_metrics: Vec<AvatarMetric>,
    pub(crate) rating: Rating,
    pub(crate) tags: Vec<StoredTag>,
    pub(crate) actors: Vec<NewActor>,
    pub(crate) stats: ScenarioStats,
    pub(crate) trend: f64,
    /// Place in search order, beyond what the counts say (an editor's judgement).
    pub(crate) extra_popularity: i64,
    pub(crate) created_at: Timestamp,
}

/// Stores a scenario, or brings its texts up to date; does not index it.
pub(crate) async fn put_scenario(tx: &mut Tx, new: &NewScenario<'_>) -> sqlx::Result<()> {
    let explicit = rules::is_explicit(&new.avatar_metrics);
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
            .bind(explicit);
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
            .execute(x)
            .await
            .map(drop)
    })?;
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
                .bind(&actor.avatar)
                .execute(x)
                .await
                .map(drop)
        })?;
    }
    put_tags(tx, DELETE_SCENARIO_TAGS, INSERT_SCENARIO_TAG, new.id, &new.tags).await
}

/// Rows of one `insert`: handing a statement over costs as much as writing some rows.
const ROWS: usize = 200;

/// Stores and indexes scenarios that are not there yet, many at a time.
pub(crate) async fn put_new_scenarios(
    tx: &mut Tx,
    all: &[NewScenario<'_>],
    bulk: &mut BulkIndex,
) -> sqlx::Result<()> {
    for some in all.chunks(ROWS) {
        query_on!(tx, |x: D| {
            let mut query = QueryBuilder::<D>::new(
                "insert into scenarios (id, author_id, display_name, tagline, language, engram, pictures, avatar_metrics, explicit, public, hidden, listed, \
                 chats_created, favorites, ratings, messages_sent, shekels_spent, likes, dislikes, love_count, trend, created_at, updated_at, \
                 rating) ",
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
                    .push_bind(rules::is_explicit(&new.avatar_metrics));
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
                row.push_bind(new.rating.as_str());
            });
            query.build().execute(x).await.map(drop)
        })?;
    }
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
                "insert into scenario_actors (id, scenario_id, position, name, role, description, persona, avatar) ",
            );
            query.push_values(some, |mut row, (scenario, position, actor)| {
                row.push_bind(actor.id.clone())
                    .push_bind((*scenario).to_owned())
                    .push_bind(*position)
                    .push_bind(actor.name.clone());
                row.push_bind(actor.role.clone())
                    .push_bind(actor.description.clone())
                    .push_bind(actor.persona.clone())
                    .push_bind(actor.avatar.clone());
            });
            query.build().execute(x).await.map(drop)
        })?;
    }
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
    let docs: Vec<Doc<'_>> = all.iter().map(NewScenario::doc).collect();
    bulk.add(tx, &docs).await
}

async fn put_tags(
    tx: &mut Tx,
    delete: &'static str,
    insert: &'static str,
    owner: &str,
    tags: &[StoredTag],
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(delete)
        .bind(owner)
        .execute(x)
        .await
        .map(drop))?;
    for (position, tag) in (0_i64..).zip(tags) {
        query_on!(tx, |x: D| sqlx::query::<D>(insert)
            .bind(owner)
            .bind(&tag.id)
            .bind(position)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

impl NewScenario<'_> {
    fn doc(&self) -> Doc<'_> {
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
            body: vec![self.tagline, &self.engram.description, &self.engram.setting],
            tag_ids: self.tags.iter().map(|tag| tag.id.as_str()).collect(),
            author_id: self.author_id,
            rating: self.rating,
            popularity: rules::popularity(stats.love_count, stats.chats_created, stats.messages_sent)
                .saturating_add(self.extra_popularity),
        }
    }

    /// Puts the scenario into the search index, replacing what the index held of it.
    pub(crate) async fn index(&self, tx: &mut Tx) -> sqlx::Result<()> {
        index_doc(tx, Kind::Scenario, &self.doc()).await
    }
}

pub(crate) struct NewCard<'a> {
    pub(crate) id: &'a str,
    pub(crate) author_id: &'a str,
    pub(crate) authorname: &'a str,
    pub(crate) name: &'a str,
    pub(crate) tagline: &'a str,
    pub(crate) description: &'a str,
    pub(crate) author_notes: &'a str,
    pub(crate) model: CardModel,
    pub(crate) pictures: Pictures,
    pub(crate) rating: Rating,
    pub(crate) tags: Vec<StoredTag>,
    pub(crate) popularity: i64,
    pub(crate) created_at: Timestamp,
}

/// Stores a card, or brings its texts up to date, and indexes it.
pub(crate) async fn put_card(tx: &mut Tx, new: &NewCard<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(UPSERT_CARD)
            .bind(new.id)
            .bind(new.author_id)
            .bind(new.name)
            .bind(new.tagline)
            .bind(new.description);
        let put = put
            .bind(new.author_notes)
            .bind(Json(&new.model))
            .bind(Json(&new.pictures))
            .bind(Json(Vec::<AvatarMetric>::new()));
        put.bind(new.created_at.0)
            .bind(new.rating.as_str())
            .execute(x)
            .await
            .map(drop)
    })?;
    put_tags(tx, DELETE_CARD_TAGS, INSERT_CARD_TAG, new.id, &new.tags).await?;
    let doc = Doc {
        item_id: new.id,
        name: new.name,
        labels: new
            .tags
            .iter()
            .map(|tag| tag.name.as_str())
            .chain([new.authorname])
            .collect(),
        body: vec![new.tagline, new.description],
        tag_ids: new.tags.iter().map(|tag| tag.id.as_str()).collect(),
        author_id: new.author_id,
        rating: new.rating,
        popularity: new.popularity,
    };
    index_doc(tx, Kind::Card, &doc).await
}

pub(crate) async fn recount_tags(tx: &mut Tx) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(RECOUNT_TAGS)
        .execute(x)
        .await
        .map(drop))
}
