//! What a story needs of a scenario: everything it is made of, the cast's instructions included, and its
//! counts.

use std::collections::HashMap;

use accounts::identity::Person;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use platform::media::AvatarUrls;
use platform::web::Problem;
use serde::Serialize;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::model::{Engram, ExampleLine, Opening, Pictures};
use super::rules::{DELETED, UNTITLED};
use super::store::LISTED_OR_REMOVED;
use super::trend::{WEIGHT_MESSAGE, WEIGHT_STARTED, add_event};
use super::visible::find_visible;
use super::{ActorId, ScenarioId};

/// What a story begins with: a scenario, or a card in the same form.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// What a reader wants to know before starting.
    pub description: String,
    /// Place, time, rules of the world.
    pub setting: String,
    /// Ways to begin; never empty.
    pub openings: Vec<Opening>,
    /// A few lines that show how it sounds.
    pub example_dialogue: Vec<ExampleLine>,
    /// A word from the author.
    pub author_note: Option<String>,
    /// BCP 47.
    pub language: String,
    /// Who plays, in order.
    pub cast: Vec<StageActor>,
}

/// One who plays, with what only the model is told.
#[derive(Debug, Clone)]
pub struct StageActor {
    /// The actor.
    pub id: ActorId,
    /// Name.
    pub name: String,
    /// What they are in the story.
    pub role: String,
    /// What makes them alive.
    pub description: String,
    /// How they speak and act.
    pub persona: String,
    /// Example dialogue of their own; empty where there is none.
    pub examples: String,
    /// Blob key of the portrait.
    pub avatar: Option<String>,
}

statements! {
    LIST_STAGE_ACTORS = "
        select id, name, role, description, persona, avatar
        from scenario_actors
        where scenario_id = $1
        order by position";
    COUNT_CHAT = "update scenarios set chats_created = chats_created + 1 where id = $1 returning trend";
    COUNT_MESSAGES = "update scenarios set messages_sent = messages_sent + $2 where id = $1 returning trend";
    COUNT_SPENT = "update scenarios set shekels_spent = shekels_spent + $2 where id = $1";
}

#[derive(sqlx::FromRow)]
struct StageActorRow {
    id: String,
    name: String,
    role: String,
    description: String,
    persona: String,
    avatar: Option<String>,
}

/// A scenario as a story needs it, if this caller may see it.
///
/// # Errors
/// 404 where they may not, 410 where it was removed.
pub async fn stage(conn: &mut Conn, id: &ScenarioId, viewer: Option<&Person>) -> Result<Stage, Problem> {
    let row = find_visible(conn, id, viewer).await?;
    let actors = query_on!(conn, |x: D| sqlx::query_as::<D, StageActorRow>(LIST_STAGE_ACTORS)
        .bind(id.as_str())
        .fetch_all(x)
        .await)?;
    let Engram {
        description,
        setting,
        openings,
        example_dialogue,
        author_note,
        language,
    } = row.engram.0.clone();
    let to_actor = |row: StageActorRow| StageActor {
        id: ActorId::trusted(row.id),
        name: row.name,
        role: row.role,
        description: row.description,
        persona: row.persona,
        examples: String::new(),
        avatar: row.avatar,
    };
    let cast = actors.into_iter().map(to_actor).collect();
    Ok(Stage {
        name: row.summary.display(Vec::new()).display_name,
        description,
        setting,
        openings,
        example_dialogue,
        author_note,
        language,
        cast,
    })
}

/// Counts a story that was begun from a scenario.
///
/// # Errors
/// Database errors.
pub async fn count_chat(tx: &mut Tx, id: &ScenarioId, now: Timestamp) -> sqlx::Result<()> {
    let trend = query_on!(tx, |x: D| sqlx::query_scalar::<D, f64>(COUNT_CHAT)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    raise_trend(tx, id, trend, now, WEIGHT_STARTED).await
}

/// Counts messages that were written in a story of a scenario.
///
/// # Errors
/// Database errors.
pub async fn count_messages(tx: &mut Tx, id: &ScenarioId, messages: i64, now: Timestamp) -> sqlx::Result<()> {
    let trend = query_on!(tx, |x: D| sqlx::query_scalar::<D, f64>(COUNT_MESSAGES)
        .bind(id.as_str())
        .bind(messages)
        .fetch_optional(x)
        .await)?;
    raise_trend(tx, id, trend, now, WEIGHT_MESSAGE * messages as f64).await
}

/// Counts shekels that were spent in a story of a scenario.
///
/// # Errors
/// Database errors.
pub async fn count_spent(tx: &mut Tx, id: &ScenarioId, shekels: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(COUNT_SPENT)
        .bind(id.as_str())
        .bind(shekels)
        .execute(x)
        .await
        .map(drop))
}

/// The count before has taken the scenario's row, so the trend that was read is the one that is changed.
async fn raise_trend(
    tx: &mut Tx,
    id: &ScenarioId,
    trend: Option<f64>,
    now: Timestamp,
    weight: f64,
) -> sqlx::Result<()> {
    let Some(trend) = trend else { return Ok(()) };
    let text = super::engagement::store::SET_TREND;
    query_on!(tx, |x: D| sqlx::query::<D>(text)
        .bind(id.as_str())
        .bind(add_event(trend, now, weight))
        .execute(x)
        .await
        .map(drop))
}

/// A scenario as its stories show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenarioBrief {
    /// The scenario.
    pub id: ScenarioId,
    /// Its name.
    pub display_name: String,
    /// The promise in one line.
    pub tagline: String,
    /// Its pictures.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// Who wrote it.
    pub author: UserId,
    /// The author's name.
    pub authorname: String,
    /// Whether its picture is judged explicit.
    pub explicit: bool,
    /// Whether it was deleted, so that nothing but its id is left of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

impl ScenarioBrief {
    /// What is left of a scenario, or a card, that was deleted.
    #[must_use]
    pub fn of_deleted(id: &str) -> Self {
        Self {
            id: ScenarioId::trusted(id.to_owned()),
            display_name: DELETED.to_owned(),
            tagline: String::new(),
            avatar_urls: (&Pictures::default()).into(),
            author: UserId::trusted(String::new()),
            authorname: String::new(),
            explicit: false,
            deleted: true,
        }
    }
}

#[derive(sqlx::FromRow)]
struct BriefRow {
    id: String,
    display_name: String,
    tagline: String,
    pictures: Json<Pictures>,
    author_id: String,
    authorname: String,
    explicit: bool,
    removed: bool,
}

/// The scenarios with these ids that this caller may see, by id, and those that were open to all until they
/// were deleted.
///
/// # Errors
/// Database errors.
pub async fn briefs(
    conn: &mut Conn,
    ids: &[&str],
    viewer: Option<&UserId>,
) -> sqlx::Result<HashMap<String, ScenarioBrief>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select s.id, s.display_name, s.tagline, s.pictures, s.author_id, u.authorname, s.explicit, s.removed_at is not null as removed \
             from scenarios s join users u on u.id = s.author_id where (",
        );
        query
            .push(LISTED_OR_REMOVED)
            .push(" or (s.removed_at is null and s.author_id = ");
        query
            .push_bind(viewer.map_or("", UserId::as_str).to_owned())
            .push(")) and s.id in ");
        push_in_list(&mut query, ids.iter().copied());
        query.build_query_as::<BriefRow>().fetch_all(x).await
    })?;
    let brief = |row: BriefRow| ScenarioBrief {
        id: ScenarioId::trusted(row.id),
        display_name: if row.display_name.trim().is_empty() {
            UNTITLED.to_owned()
        } else {
            row.display_name
        },
        tagline: row.tagline,
        avatar_urls: (&row.pictures.0).into(),
        author: UserId::trusted(row.author_id),
        authorname: row.authorname,
        explicit: row.explicit,
        deleted: false,
    };
    let told = |row: BriefRow| {
        (
            row.id.clone(),
            if row.removed {
                ScenarioBrief::of_deleted(&row.id)
            } else {
                brief(row)
            },
        )
    };
    Ok(rows.into_iter().map(told).collect())
}
