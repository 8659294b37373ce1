//! SQL of single stories: find, lock, insert, save, count, and move to another owner.

use accounts::guests::Owner;
use catalogue::cards::CardId;
use catalogue::scenarios::ScenarioId;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use sqlx::types::Json;

use crate::stories::rows::{Setup, Story, StorySafety};
use crate::stories::rules::search_key;
use crate::stories::settings::StorySettings;
use crate::stories::{FolderId, MessageId, StoryId};

macro_rules! story_columns {
    () => {
        "id, owner_kind, owner_id, scenario_id, scenario_version, card_id, title, setup, settings, theme_id, ephemeral, anew, directory_id, pinned, head_id, root_id, version, \
         message_count, said_count, preview, created_at, updated_at, last_message_at, last_accessed_at, deleted_at, purge_at, \
         gentle_since, strikes, closed_at, struck_at, refused"
    };
}

pub(super) use story_columns;

#[derive(sqlx::FromRow)]
pub(super) struct StoryRecord {
    id: String,
    owner_kind: String,
    owner_id: String,
    scenario_id: Option<String>,
    scenario_version: Option<i64>,
    card_id: Option<String>,
    title: String,
    setup: Json<Setup>,
    settings: Json<StorySettings>,
    theme_id: Option<String>,
    ephemeral: bool,
    anew: bool,
    directory_id: Option<String>,
    pinned: bool,
    head_id: Option<String>,
    root_id: Option<String>,
    version: i64,
    message_count: i64,
    said_count: i64,
    preview: String,
    created_at: i64,
    updated_at: i64,
    last_message_at: i64,
    last_accessed_at: i64,
    deleted_at: Option<i64>,
    purge_at: Option<i64>,
    gentle_since: Option<i64>,
    strikes: i64,
    closed_at: Option<i64>,
    struck_at: Option<i64>,
    refused: Option<i64>,
}

impl From<StoryRecord> for Story {
    fn from(row: StoryRecord) -> Self {
        Self {
            id: StoryId::trusted(row.id),
            owner: Owner::stored(&row.owner_kind, row.owner_id),
            scenario_id: row.scenario_id.map(ScenarioId::trusted),
            scenario_version: row.scenario_version,
            card_id: row.card_id.map(CardId::trusted),
            title: row.title,
            setup: row.setup.0,
            settings: row.settings.0,
            theme_id: row.theme_id,
            ephemeral: row.ephemeral,
            anew: row.anew,
            directory_id: row.directory_id.map(FolderId::trusted),
            pinned: row.pinned,
            head_id: row.head_id.map(MessageId::trusted),
            root_id: row.root_id.map(MessageId::trusted),
            version: row.version,
            message_count: row.message_count,
            said_count: row.said_count,
            preview: row.preview,
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
            last_message_at: Timestamp(row.last_message_at),
            last_accessed_at: Timestamp(row.last_accessed_at),
            deleted_at: row.deleted_at.map(Timestamp),
            purge_at: row.purge_at.map(Timestamp),
            safety: StorySafety {
                gentle_since: row.gentle_since.map(Timestamp),
                strikes: row.strikes,
                closed_at: row.closed_at.map(Timestamp),
                struck_at: row.struck_at.map(Timestamp),
                refused: row.refused,
            },
        }
    }
}

statements! {
    FIND_STORY = concat!("select ", story_columns!(), " from stories where id = $1");
    LOCK_STORY = concat!(
        "update stories set version = version + 1, updated_at = $2 where id = $1 returning ",
        story_columns!()
    );
    INSERT_STORY = "
        insert into stories (id, owner_kind, owner_id, scenario_id, card_id, title, title_key, setup, settings,
            theme_id, ephemeral, pinned, version, message_count, said_count, preview, created_at, updated_at,
            last_message_at, last_accessed_at, purge_at, anew, scenario_version)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, 1, 0, 0, '', $12, $12, $12, $12, $13, $14,
            $15)
        on conflict do nothing";
    SAVE_STORY = "
        update stories
        set title = $2, title_key = $3, settings = $4, theme_id = $5, directory_id = $6, pinned = $7,
            head_id = $8, root_id = $9, message_count = $10, said_count = $11, preview = $12,
            last_message_at = $13, deleted_at = $14, purge_at = $15, gentle_since = $16, strikes = $17,
            closed_at = $18, struck_at = $19, refused = $20
        where id = $1";
    TOUCH_STORY = "
        update stories
        set last_accessed_at = $2, purge_at = case when ephemeral then $3 else purge_at end
        where id = $1 and deleted_at is null";
    FIND_GUEST_STORY = "
        select id, anew
        from stories
        where owner_kind = 'guest'
          and owner_id = $1
          and coalesce(scenario_id, card_id) = $2
          and deleted_at is null
        order by anew, last_accessed_at desc, id desc
        limit 1";
    COUNT_LIVE =
        "select count(*) from stories where owner_kind = $1 and owner_id = $2 and deleted_at is null";
    COUNT_PLAYED = "select count(*) from stories where owner_kind = $1 and owner_id = $2 and said_count > 0";
    CARRY_OVER = "
        update stories
        set owner_kind = 'person', owner_id = $2, version = version + 1, updated_at = $3
        where owner_kind = 'guest' and owner_id = $1
        returning deleted_at";
    READ_VERSION = "select version, head_id from stories where id = $1 and deleted_at is null";
}

/// A story of any owner, in the trash or not.
pub(in crate::stories) async fn find(conn: &mut Conn, id: &StoryId) -> sqlx::Result<Option<Story>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, StoryRecord>(FIND_STORY)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(Story::from))
}

/// Locks a story's row for this transaction and raises its version, so that changes of one story happen one
/// after another.
pub(in crate::stories) async fn lock(
    tx: &mut Tx,
    id: &StoryId,
    now: Timestamp,
) -> sqlx::Result<Option<Story>> {
    let row = query_on!(tx, |x: D| sqlx::query_as::<D, StoryRecord>(LOCK_STORY)
        .bind(id.as_str())
        .bind(now.0)
        .fetch_optional(x)
        .await)?;
    Ok(row.map(Story::from))
}

/// Stores a new story; returns false if its guest has one of the same scenario.
pub(in crate::stories) async fn insert(tx: &mut Tx, story: &Story) -> sqlx::Result<bool> {
    let made = query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_STORY)
            .bind(story.id.as_str())
            .bind(story.owner.kind())
            .bind(story.owner.id());
        let insert = insert
            .bind(story.scenario_id.as_ref().map(ScenarioId::as_str))
            .bind(story.card_id.as_ref().map(CardId::as_str));
        let insert = insert
            .bind(&story.title)
            .bind(search_key(&story.title))
            .bind(Json(&story.setup))
            .bind(Json(&story.settings));
        let insert = insert
            .bind(story.theme_id.as_deref())
            .bind(story.ephemeral)
            .bind(story.created_at.0)
            .bind(story.purge_at.map(|at| at.0));
        let insert = insert.bind(story.anew).bind(story.scenario_version);
        insert.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(made == 1)
}

/// Stores the fields of a locked story that may have changed.
pub(in crate::stories) async fn save(tx: &mut Tx, story: &Story) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let save = sqlx::query::<D>(SAVE_STORY)
            .bind(story.id.as_str())
            .bind(&story.title)
            .bind(search_key(&story.title))
            .bind(Json(&story.settings));
        let save = save
            .bind(story.theme_id.as_deref())
            .bind(story.directory_id.as_ref().map(FolderId::as_str))
            .bind(story.pinned);
        let save = save
            .bind(story.head_id.as_ref().map(MessageId::as_str))
            .bind(story.root_id.as_ref().map(MessageId::as_str));
        let save = save
            .bind(story.message_count)
            .bind(story.said_count)
            .bind(&story.preview)
            .bind(story.last_message_at.0);
        let save = save
            .bind(story.deleted_at.map(|at| at.0))
            .bind(story.purge_at.map(|at| at.0))
            .bind(story.safety.gentle_since.map(|at| at.0));
        let save = save
            .bind(story.safety.strikes)
            .bind(story.safety.closed_at.map(|at| at.0));
        save.bind(story.safety.struck_at.map(|at| at.0))
            .bind(story.safety.refused)
            .execute(x)
            .await
            .map(drop)
    })
}

/// Stores when a story was opened, without changing its version. An ephemeral story lasts until
/// `lasts_until`.
pub(in crate::stories) async fn mark_opened(
    tx: &mut Tx,
    id: &StoryId,
    now: Timestamp,
    lasts_until: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(TOUCH_STORY)
        .bind(id.as_str())
        .bind(now.0)
        .bind(lasts_until.0)
        .execute(x)
        .await
        .map(drop))
}

/// The guest's story of this scenario or card, and whether they explicitly started it anew. If there are
/// several, the one they did not start anew comes first.
pub(in crate::stories) async fn find_of_guest(
    conn: &mut Conn,
    guest: &str,
    source: &str,
) -> sqlx::Result<Option<(StoryId, bool)>> {
    let found = query_on!(conn, |x: D| sqlx::query_as::<D, (String, bool)>(FIND_GUEST_STORY)
        .bind(guest)
        .bind(source)
        .fetch_optional(x)
        .await)?;
    Ok(found.map(|(id, anew)| (StoryId::trusted(id), anew)))
}

/// Stories of this owner that are not in the trash.
pub(in crate::stories) async fn count_live(conn: &mut Conn, owner: &Owner) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_LIVE)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_one(x)
        .await)
}

/// Stories in which this owner has written something, in the trash or not.
pub(in crate::stories) async fn count_played(conn: &mut Conn, owner: &Owner) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_PLAYED)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_one(x)
        .await)
}

/// Moves all stories of a guest to a person; returns how many of them are not in the trash.
pub(in crate::stories) async fn carry_over(
    tx: &mut Tx,
    guest: &str,
    user: &UserId,
    now: Timestamp,
) -> sqlx::Result<i64> {
    let moved = query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<i64>>(CARRY_OVER)
        .bind(guest)
        .bind(user.as_str())
        .bind(now.0)
        .fetch_all(x)
        .await)?;
    Ok(moved.iter().filter(|deleted_at| deleted_at.is_none()).count() as i64)
}

/// The version and head of a story; `None` if it does not exist.
pub(in crate::stories) async fn read_version(
    conn: &mut Conn,
    id: &StoryId,
) -> sqlx::Result<Option<(i64, Option<String>)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, Option<String>)>(
        READ_VERSION
    )
    .bind(id.as_str())
    .fetch_optional(x)
    .await)
}
