//! SQL of stories and their casts.

use catalogue::cards::CardId;
use catalogue::scenarios::ScenarioId;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, note_erased, push_in_list, query_on, statements};
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::rows::{Character, Owner, Setup, Story, StorySafety};
use super::rules::{like_pattern, search_key};
use super::settings::StorySettings;
use super::{FolderId, MessageId, StoryId};

macro_rules! story_columns {
    () => {
        "id, owner_kind, owner_id, scenario_id, card_id, title, setup, settings, theme_id, ephemeral, anew, directory_id, pinned, head_id, root_id, version, \
         message_count, said_count, preview, created_at, updated_at, last_message_at, last_accessed_at, deleted_at, purge_at, \
         gentle_since, strikes, closed_at, struck_at, refused"
    };
}

#[derive(sqlx::FromRow)]
struct StoryRecord {
    id: String,
    owner_kind: String,
    owner_id: String,
    scenario_id: Option<String>,
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
            last_message_at, last_accessed_at, purge_at, anew)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, 1, 0, 0, '', $12, $12, $12, $12, $13, $14)
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
    LIST_OVERDUE_STORIES = "select id from stories where purge_at <= $1 order by purge_at limit $2";
    LIST_STRAYS = "
        select id
        from stories
        where owner_kind = 'guest' and not exists (select 1 from guest_sessions g where g.id = stories.owner_id)
        limit $1";
    LIST_LEAVERS = "
        select s.id
        from stories s
        join users u on u.id = s.owner_id
        where s.owner_kind = 'person' and u.deletion_at <= $1
        limit $2";
    DELETE_OVERDUE = "delete from stories where id = $1 and purge_at <= $2";
    DELETE_STORY = "delete from stories where id = $1";
    READ_VERSION = "select version, head_id from stories where id = $1 and deleted_at is null";
    COUNT_BY_FOLDER = "
        select directory_id, count(*)
        from stories
        where owner_kind = 'person' and owner_id = $1 and directory_id is not null and deleted_at is null
        group by directory_id";
    EMPTY_FOLDER = "update stories set directory_id = $2, version = version + 1 where directory_id = $1";
    INSERT_CHARACTER = "
        insert into story_characters (story_id, id, position, name, name_key, role, description, persona,
            examples, avatar, muted, talkativeness)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    LIST_CHARACTERS = "
        select story_id, id, name, role, description, persona, examples, avatar, muted, talkativeness
        from story_characters
        where story_id = $1
        order by position";
    SET_CHARACTER =
        "update story_characters set muted = $3, talkativeness = $4 where story_id = $1 and id = $2";
}

/// A story, in the trash or not, whoever it belongs to.
pub(super) async fn find(conn: &mut Conn, id: &StoryId) -> sqlx::Result<Option<Story>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, StoryRecord>(FIND_STORY)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(Story::from))
}

/// Takes a story's row for this transaction and raises its version: changes of one story come one after
/// another.
pub(super) async fn lock(tx: &mut Tx, id: &StoryId, now: Timestamp) -> sqlx::Result<Option<Story>> {
    let row = query_on!(tx, |x: D| sqlx::query_as::<D, StoryRecord>(LOCK_STORY)
        .bind(id.as_str())
        .bind(now.0)
        .fetch_optional(x)
        .await)?;
    Ok(row.map(Story::from))
}

/// Stores a new story; false where its guest has one of the same scenario.
pub(super) async fn insert(tx: &mut Tx, story: &Story) -> sqlx::Result<bool> {
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
        let insert = insert.bind(story.anew);
        insert.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(made == 1)
}

/// Writes whatever may have changed of a story that was taken.
pub(super) async fn save(tx: &mut Tx, story: &Story) -> sqlx::Result<()> {
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

/// Notes that a story was opened; no change of it. An ephemeral one lasts until `lasts_until`.
pub(super) async fn touch(
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

/// The story that a guest has of this scenario or card, and whether they started it anew: of several the one
/// they did not.
pub(super) async fn find_of_guest(
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
pub(super) async fn count_live(conn: &mut Conn, owner: &Owner) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_LIVE)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_one(x)
        .await)
}

/// Stories in which this owner has said something, in the trash or not.
pub(super) async fn count_played(conn: &mut Conn, owner: &Owner) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_PLAYED)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_one(x)
        .await)
}

/// Gives all stories of a guest to a person; how many of them are not in the trash.
pub(super) async fn carry_over(tx: &mut Tx, guest: &str, user: &UserId, now: Timestamp) -> sqlx::Result<i64> {
    let moved = query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<i64>>(CARRY_OVER)
        .bind(guest)
        .bind(user.as_str())
        .bind(now.0)
        .fetch_all(x)
        .await)?;
    Ok(moved.iter().filter(|deleted_at| deleted_at.is_none()).count() as i64)
}

/// Up to `limit` stories whose time has come, or whose owner is gone or going.
pub(super) async fn list_to_purge(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> sqlx::Result<(Vec<String>, Vec<String>)> {
    let overdue = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OVERDUE_STORIES)
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)?;
    let mut strays = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_STRAYS)
        .bind(limit)
        .fetch_all(x)
        .await)?;
    strays.extend(query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
        LIST_LEAVERS
    )
    .bind(now.0)
    .bind(limit)
    .fetch_all(x)
    .await)?);
    Ok((overdue, strays))
}

/// Deletes a story whose time has come, unless it was restored or used meanwhile.
pub(super) async fn delete_overdue(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<u64> {
    let deleted = query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OVERDUE)
        .bind(id)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    if deleted > 0 {
        note_erased(tx, now).await?;
    }
    Ok(deleted)
}

/// Deletes a story with everything that is of it.
pub(super) async fn delete(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<u64> {
    let deleted = query_on!(tx, |x: D| sqlx::query::<D>(DELETE_STORY)
        .bind(id)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    if deleted > 0 {
        note_erased(tx, now).await?;
    }
    Ok(deleted)
}

/// The version and head of a story; none where it is gone.
pub(super) async fn read_version(
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

/// How many stories each folder of a person holds.
pub async fn count_by_folder(conn: &mut Conn, user: &UserId) -> sqlx::Result<Vec<(String, i64)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (String, i64)>(COUNT_BY_FOLDER)
        .bind(user.as_str())
        .fetch_all(x)
        .await)
}

/// Moves all stories of a folder, also those in the trash.
pub async fn empty_folder(tx: &mut Tx, folder: &FolderId, into: Option<&FolderId>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(EMPTY_FOLDER)
        .bind(folder.as_str())
        .bind(into.map(FolderId::as_str))
        .execute(x)
        .await
        .map(drop))
}

/// The order of a list of stories (spec section 4, "Story list sort orders").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StorySort)]
pub enum Sort {
    /// The latest message first, pinned stories before all others.
    #[default]
    LastMessageAtDesc,
    /// The earliest last message first.
    LastMessageAtAsc,
    /// The last opened first.
    LastAccessedDesc,
    /// The last changed first.
    UpdatedAtDesc,
    /// The oldest first.
    CreatedAtAsc,
    /// The newest first.
    CreatedAtDesc,
}

impl Sort {
    fn column(self) -> &'static str {
        match self {
            Self::LastMessageAtDesc | Self::LastMessageAtAsc => "last_message_at",
            Self::LastAccessedDesc => "last_accessed_at",
            Self::UpdatedAtDesc => "updated_at",
            Self::CreatedAtAsc | Self::CreatedAtDesc => "created_at",
        }
    }

    fn is_ascending(self) -> bool {
        matches!(self, Self::LastMessageAtAsc | Self::CreatedAtAsc)
    }

    fn pins_first(self) -> bool {
        self == Self::LastMessageAtDesc
    }

    fn key(self, story: &Story) -> i64 {
        match self {
            Self::LastMessageAtDesc | Self::LastMessageAtAsc => story.last_message_at.0,
            Self::LastAccessedDesc => story.last_accessed_at.0,
            Self::UpdatedAtDesc => story.updated_at.0,
            Self::CreatedAtAsc | Self::CreatedAtDesc => story.created_at.0,
        }
    }
}

/// Where a page of stories ended: whether among the pinned ones, the sort value, the id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoryPosition(bool, i64, String);

/// Which folder is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// All of them.
    Anywhere,
    /// None.
    Loose,
    /// This one.
    Folder(FolderId),
}

/// Which stories to list.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    pub(super) owner: Owner,
    pub(super) sort: Sort,
    pub(super) place: Place,
    /// Only stories of this scenario.
    pub(super) scenario: Option<ScenarioId>,
    /// Folded words, all of which the title, a character or one message must hold.
    pub(super) words: Vec<String>,
    pub(super) in_trash: bool,
}

/// A story of a list.
pub(super) struct Listed {
    pub(super) story: Story,
    /// The latest message that holds all words.
    pub(super) found_in: Option<MessageId>,
}

#[derive(sqlx::FromRow)]
struct ListedRecord {
    #[sqlx(flatten)]
    story: StoryRecord,
    found_in: Option<String>,
}

/// Up to `limit` stories after a position, each with its own.
pub(super) async fn list(
    conn: &mut Conn,
    listing: &Listing,
    after: Option<StoryPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(Listed, StoryPosition)>> {
    let sort = listing.sort;
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(concat!(
            "select ",
            story_columns!(),
            ", found_in from (select s.*, "
        ));
        if listing.words.is_empty() {
            query.push("cast(null as text)");
        } else {
            query.push("(select m.id from messages m where m.story_id = s.id and m.deleted_at is null");
            for word in &listing.words {
                query
                    .push(" and m.content_key like ")
                    .push_bind(like_pattern(word))
                    .push(" escape '\\'");
            }
            query.push(" order by m.id desc limit 1)");
        }
        query
            .push(" as found_in from stories s where s.owner_id = ")
            .push_bind(listing.owner.id().to_owned());
        query.push(" and s.owner_kind = ").push_bind(listing.owner.kind());
        query.push(if listing.in_trash {
            " and s.deleted_at is not null"
        } else {
            " and s.deleted_at is null"
        });
        match &listing.place {
            Place::Anywhere => {}
            Place::Loose => drop(query.push(" and s.directory_id is null")),
            Place::Folder(id) => drop(query.push(" and s.directory_id = ").push_bind(id.to_string())),
        }
        if let Some(id) = &listing.scenario {
            query.push(" and s.scenario_id = ").push_bind(id.to_string());
        }
        if let Some(StoryPosition(pinned, key, id)) = after {
            let direction = if sort.is_ascending() { ">" } else { "<" };
            query
                .push(" and (")
                .push(if sort.pins_first() { "s.pinned, s." } else { "s." })
                .push(sort.column())
                .push(", s.id) ")
                .push(direction)
                .push(" (");
            if sort.pins_first() {
                query.push_bind(pinned).push(", ");
            }
            query.push_bind(key).push(", ").push_bind(id).push(")");
        }
        query.push(") s");
        if !listing.words.is_empty() {
            query.push(" where (s.found_in is not null or (1 = 1");
            for word in &listing.words {
                query
                    .push(" and s.title_key like ")
                    .push_bind(like_pattern(word))
                    .push(" escape '\\'");
            }
            query.push(") or exists (select 1 from story_characters c where c.story_id = s.id");
            for word in &listing.words {
                query
                    .push(" and c.name_key like ")
                    .push_bind(like_pattern(word))
                    .push(" escape '\\'");
            }
            query.push("))");
        }
        let direction = if sort.is_ascending() { "" } else { " desc" };
        query
            .push(" order by ")
            .push(if sort.pins_first() {
                "s.pinned desc, s."
            } else {
                "s."
            })
            .push(sort.column())
            .push(direction);
        query
            .push(", s.id")
            .push(direction)
            .push(" limit ")
            .push_bind(i64::from(limit));
        query.build_query_as::<ListedRecord>().fetch_all(x).await
    })?;
    let listed = rows.into_iter().map(|row| {
        let story = Story::from(row.story);
        let position = StoryPosition(story.pinned, sort.key(&story), story.id.to_string());
        (
            Listed {
                story,
                found_in: row.found_in.map(MessageId::trusted),
            },
            position,
        )
    });
    Ok(listed.collect())
}

/// A message that holds what was searched for.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct FoundRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) content: String,
}

/// Up to `limit` messages of a story that hold all of these folded words, the latest first.
pub(super) async fn find_messages(
    conn: &mut Conn,
    story: &StoryId,
    words: &[String],
    limit: u32,
) -> sqlx::Result<Vec<FoundRow>> {
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select m.id, m.name, m.content from messages m where m.deleted_at is null and m.story_id = ",
        );
        query.push_bind(story.to_string());
        for word in words {
            query
                .push(" and m.content_key like ")
                .push_bind(like_pattern(word))
                .push(" escape '\\'");
        }
        query
            .push(" order by m.id desc limit ")
            .push_bind(i64::from(limit));
        query.build_query_as::<FoundRow>().fetch_all(x).await
    })
}

#[derive(sqlx::FromRow)]
struct CharacterRecord {
    story_id: String,
    id: String,
    name: String,
    role: String,
    description: String,
    persona: String,
    examples: String,
    avatar: Option<String>,
    muted: bool,
    talkativeness: f64,
}

impl From<CharacterRecord> for Character {
    fn from(row: CharacterRecord) -> Self {
        Self {
            id: row.id,
            name: row.name,
            role: row.role,
            description: row.description,
            persona: row.persona,
            examples: row.examples,
            avatar: row.avatar,
            muted: row.muted,
            talkativeness: row.talkativeness,
        }
    }
}

pub(super) async fn insert_character(
    tx: &mut Tx,
    story: &StoryId,
    position: i64,
    one: &Character,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_CHARACTER)
            .bind(story.as_str())
            .bind(&one.id)
            .bind(position)
            .bind(&one.name)
            .bind(search_key(&one.name));
        let insert = insert
            .bind(&one.role)
            .bind(&one.description)
            .bind(&one.persona)
            .bind(&one.examples)
            .bind(one.avatar.as_deref());
        insert
            .bind(one.muted)
            .bind(one.talkativeness)
            .execute(x)
            .await
            .map(drop)
    })
}

pub(super) async fn set_character(tx: &mut Tx, story: &StoryId, one: &Character) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let set = sqlx::query::<D>(SET_CHARACTER)
            .bind(story.as_str())
            .bind(&one.id)
            .bind(one.muted)
            .bind(one.talkativeness);
        set.execute(x).await.map(drop)
    })
}

/// Who plays in a story, in order.
pub(super) async fn list_characters(conn: &mut Conn, story: &StoryId) -> sqlx::Result<Vec<Character>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, CharacterRecord>(LIST_CHARACTERS)
        .bind(story.as_str())
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(Character::from).collect())
}

/// Who plays in these stories: story by story, in order.
pub(super) async fn list_characters_of(
    conn: &mut Conn,
    stories: &[&str],
) -> sqlx::Result<Vec<(String, Character)>> {
    if stories.is_empty() {
        return Ok(Vec::new());
    }
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select story_id, id, name, role, description, persona, examples, avatar, muted, talkativeness from story_characters where story_id in ",
        );
        push_in_list(&mut query, stories.iter().copied());
        query.push(" order by story_id, position");
        query.build_query_as::<CharacterRecord>().fetch_all(x).await
    })?;
    Ok(rows
        .into_iter()
        .map(|row| (row.story_id.clone(), Character::from(row)))
        .collect())
}
