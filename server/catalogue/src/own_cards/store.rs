//! SQL of own cards. Of the draft, only what a card has fields for is read.

use kernel::ids::UserId;
use kernel::{Rating, Timestamp};
use platform::db::{Conn, query_on, statements};
use platform::search::Filters;
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::model::{OwnCard, OwnCardTexts};
use crate::authoring::{DraftOpening, Making, ScenarioState, WorkOrigin};
use crate::cards::CardModelV2;
use crate::scenarios::{self, ContentNotes, Engram, ScenarioId};

/// What is read of a draft.
macro_rules! own_columns {
    () => {
        "d.id, d.version, d.state, d.title, d.tagline, d.rating, d.tags, d.created_at, d.updated_at,
            d.document ->> 'description' as notes, d.document ->> 'setting' as setting,
            d.document ->> 'language' as language, d.document -> 'contentNotes' as content_notes,
            d.document -> 'origin' as origin, d.document -> 'making' as making,
            d.document -> 'openings' as openings, d.document -> 'actors' -> 0 ->> 'name' as name,
            d.document -> 'actors' -> 0 ->> 'description' as description,
            d.document -> 'actors' -> 0 ->> 'personality' as personality,
            d.document -> 'actors' -> 0 ->> 'exampleDialogue' as examples"
    };
}

/// The drafts `d` of the author `$1` that have exactly one actor and are not in the trash.
macro_rules! own_cards {
    () => {
        "
        from scenario_drafts d
        where d.author_id = $1 and d.deleted_at is null and d.document -> 'actors' -> 0 is not null
          and d.document -> 'actors' -> 1 is null"
    };
}

statements! {
    LIST_OWN = concat!("select ", own_columns!(), own_cards!(), "
          and (d.updated_at, d.id) < ($2, $3)
        order by d.updated_at desc, d.id desc
        limit $4");
    FIND_OWN = concat!("select ", own_columns!(), own_cards!(), " and d.id = $2");
}

/// Where a page ended: the time that sorts, and the id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CardPosition(i64, String);

impl CardPosition {
    /// Before the first row.
    pub(super) fn start() -> Self {
        // Greater than any id: ids are ASCII.
        Self(i64::MAX, "\u{10ffff}".to_owned())
    }
}

#[derive(sqlx::FromRow)]
struct OwnRow {
    id: String,
    version: i64,
    state: String,
    title: String,
    tagline: String,
    rating: Option<String>,
    tags: Json<Vec<String>>,
    created_at: i64,
    updated_at: i64,
    notes: String,
    setting: String,
    language: String,
    content_notes: Json<Option<ContentNotes>>,
    origin: Json<Option<WorkOrigin>>,
    making: Json<Making>,
    openings: Json<Vec<DraftOpening>>,
    name: String,
    description: String,
    personality: String,
    examples: String,
}

/// Up to `limit` cards of this person, each with its position, the last changed first.
pub(super) async fn list_own(
    conn: &mut Conn,
    author: &UserId,
    after: CardPosition,
    limit: u32,
) -> sqlx::Result<Vec<(OwnCard, CardPosition)>> {
    let CardPosition(at, after_id) = after;
    let rows = query_on!(conn, |x: D| {
        let list = sqlx::query_as::<D, OwnRow>(LIST_OWN)
            .bind(author.as_str())
            .bind(at)
            .bind(after_id);
        list.bind(i64::from(limit)).fetch_all(x).await
    })?;
    let positioned = rows.into_iter().map(|row| {
        let position = CardPosition(row.updated_at, row.id.clone());
        (row.into_card(), position)
    });
    Ok(positioned.collect())
}

/// A card of this person; `None` if they have none of this id, or it is in the trash or no card.
pub(super) async fn find_own(
    conn: &mut Conn,
    author: &UserId,
    id: &ScenarioId,
) -> sqlx::Result<Option<OwnCard>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, OwnRow>(FIND_OWN)
        .bind(author.as_str())
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(OwnRow::into_card))
}

impl OwnRow {
    fn into_card(self) -> OwnCard {
        let state = ScenarioState::of_stored(&self.state);
        OwnCard {
            id: ScenarioId::trusted(self.id),
            version: self.version,
            state,
            card_model: CardModelV2 {
                format: 0,
                name: self.name,
                description: self.description,
                personality: self.personality,
                scenario: self.setting,
                messages: self.openings.0.into_iter().map(|opening| opening.text).collect(),
                mes_example: self.examples,
            },
            display_data: OwnCardTexts {
                display_name: self.title,
                tagline: self.tagline,
                author_notes: self.notes,
                language: self.language,
                tags: self.tags.0,
                rating: self.rating.as_deref().map(Rating::from_stored),
                content_notes: self.content_notes.0,
                origin: self.origin.0,
                making: self.making.0,
                public: match state {
                    ScenarioState::Public => Some(true),
                    ScenarioState::Draft | ScenarioState::Private => Some(false),
                    // Sent back, it changes nothing.
                    ScenarioState::Unlisted | ScenarioState::InReview => None,
                },
            },
            created_on: Timestamp(self.created_at),
            updated_on: Timestamp(self.updated_at),
        }
    }
}

/// What a card shows of a published scenario of one actor, beyond its summary.
#[derive(sqlx::FromRow)]
pub(super) struct FollowedCard {
    pub(super) id: String,
    created_at: i64,
    pub(super) engram: Json<Engram>,
    pub(super) interface: Option<Json<serde_json::Value>>,
    pub(super) name: String,
    pub(super) description: String,
    /// What the reader thinks of it.
    pub(super) liked: Option<bool>,
}

/// Up to `limit` cards by people whom this person follows that pass the filters, each with its position, the
/// latest first.
pub(super) async fn list_followed(
    conn: &mut Conn,
    reader: &UserId,
    filters: &Filters,
    after: CardPosition,
    limit: u32,
) -> sqlx::Result<Vec<(FollowedCard, CardPosition)>> {
    let CardPosition(at, id) = after;
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select s.id, s.created_at, s.engram, s.interface, a.name, a.description, r.liked \
             from scenarios s \
             join scenario_actors a on a.scenario_id = s.id \
             join follows f on f.followee_id = s.author_id and f.follower_id = ",
        );
        query
            .push_bind(reader.to_string())
            .push(" left join ratings r on r.scenario_id = s.id and r.user_id = ")
            .push_bind(reader.to_string())
            .push(" where (select count(*) from scenario_actors c where c.scenario_id = s.id) = 1 and ");
        scenarios::push_listed(&mut query, filters);
        query
            .push(" and (s.created_at, s.id) < (")
            .push_bind(at)
            .push(", ")
            .push_bind(id)
            .push(") order by s.created_at desc, s.id desc limit ")
            .push_bind(i64::from(limit));
        query.build_query_as::<FollowedCard>().fetch_all(x).await
    })?;
    let positioned = rows.into_iter().map(|row| {
        let position = CardPosition(row.created_at, row.id.clone());
        (row, position)
    });
    Ok(positioned.collect())
}
