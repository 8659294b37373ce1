//! SQL of own cards. Of the draft, only what a card has fields for is read.

use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::{Audience, Rating};
use platform::db::{Conn, query_on, statements};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use super::model::{OwnCard, OwnCardTexts};
use crate::authoring::{DraftOpening, Making, ScenarioState, WorkOrigin};
use crate::cards::CardModelV2;
use crate::scenarios::{ContentNotes, ScenarioId};

statements! {
    /// Drafts of exactly one actor.
    LIST_OWN = "
        select d.id, d.version, d.state, d.title, d.tagline, d.rating, d.tags, d.created_at, d.updated_at,
            d.document ->> 'description' as notes, d.document ->> 'setting' as setting,
            d.document ->> 'language' as language, d.document -> 'contentNotes' as content_notes,
            d.document -> 'origin' as origin, d.document -> 'making' as making,
            d.document -> 'openings' as openings, d.document -> 'actors' -> 0 ->> 'name' as name,
            d.document -> 'actors' -> 0 ->> 'description' as description,
            d.document -> 'actors' -> 0 ->> 'personality' as personality,
            d.document -> 'actors' -> 0 ->> 'exampleDialogue' as examples
        from scenario_drafts d
        where d.author_id = $1 and d.deleted_at is null and ($2 = '' or d.id = $2)
          and d.document -> 'actors' -> 0 is not null and d.document -> 'actors' -> 1 is null
          and (d.updated_at, d.id) < ($3, $4)
        order by d.updated_at desc, d.id desc
        limit $5";
    /// Listed scenarios of exactly one actor by people whom `$1` follows, without what they have blocked.
    LIST_FOLLOWED = "
        select s.id, s.created_at
        from scenarios s
        join follows f on f.followee_id = s.author_id and f.follower_id = $1
        where s.listed and (s.rating in ('everyone', 'mature') or $2 = 'extreme'
            or ($2 = 'explicit' and s.rating <> 'extreme'))
          and (select count(*) from scenario_actors a where a.scenario_id = s.id) = 1
          and not exists (
            select 1
            from blocked_tags b
            join scenario_tags t on t.tag_id = b.tag_id
            where b.user_id = $1 and t.scenario_id = s.id
          )
          and not exists (
            select 1
            from blocked_notes b
            join scenario_notes n on n.note = b.note
            where b.user_id = $1 and n.scenario_id = s.id
          )
          and (s.created_at, s.id) < ($3, $4)
        order by s.created_at desc, s.id desc
        limit $5";
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
    read_own(conn, author, "", after, limit).await
}

/// A card of this person; `None` if they have none of this id, or it is in the trash or no card.
pub(super) async fn find_own(
    conn: &mut Conn,
    author: &UserId,
    id: &ScenarioId,
) -> sqlx::Result<Option<OwnCard>> {
    let found = read_own(conn, author, id.as_str(), CardPosition::start(), 1).await?;
    Ok(found.into_iter().next().map(|(card, _)| card))
}

async fn read_own(
    conn: &mut Conn,
    author: &UserId,
    id: &str,
    after: CardPosition,
    limit: u32,
) -> sqlx::Result<Vec<(OwnCard, CardPosition)>> {
    let CardPosition(at, after_id) = after;
    let rows = query_on!(conn, |x: D| {
        let list = sqlx::query_as::<D, OwnRow>(LIST_OWN)
            .bind(author.as_str())
            .bind(id)
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

/// Up to `limit` ids of cards by people whom this person follows, each with its position, the latest first.
pub(super) async fn list_followed(
    conn: &mut Conn,
    reader: &UserId,
    audience: Audience,
    after: CardPosition,
    limit: u32,
) -> sqlx::Result<Vec<(String, CardPosition)>> {
    let CardPosition(at, id) = after;
    let rows = query_on!(conn, |x: D| {
        let list = sqlx::query_as::<D, (String, i64)>(LIST_FOLLOWED)
            .bind(reader.as_str())
            .bind(audience.as_str())
            .bind(at)
            .bind(id);
        list.bind(i64::from(limit)).fetch_all(x).await
    })?;
    let positioned = |(id, at): (String, i64)| (id.clone(), CardPosition(at, id));
    Ok(rows.into_iter().map(positioned).collect())
}
