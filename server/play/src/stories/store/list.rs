//! SQL of lists of stories: their order, their filters, and their pages.

use accounts::guests::Owner;
use catalogue::scenarios::ScenarioId;
use platform::db::{Conn, query_on};
use serde::{Deserialize, Serialize};
use sqlx::{Database, Encode, QueryBuilder, Type};

use super::search::push_words;
use super::story::{StoryRecord, story_columns};
use crate::stories::rows::Story;
use crate::stories::{FolderId, MessageId};

/// The order of a list of stories (spec section 4, "Story list sort orders").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StorySort)]
pub(in crate::stories) enum Sort {
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

/// Where a page of stories ended: whether the story was pinned, its sort value, its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::stories) struct StoryPosition(bool, i64, String);

/// Which folders' stories to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::stories) enum FolderFilter {
    /// All stories, in any folder or none.
    Any,
    /// Stories in no folder.
    None,
    /// Stories in this folder.
    Only(FolderId),
}

/// Which stories to list.
#[derive(Debug, Clone)]
pub(in crate::stories) struct StoryFilter {
    pub(in crate::stories) owner: Owner,
    pub(in crate::stories) sort: Sort,
    pub(in crate::stories) folder: FolderFilter,
    /// Only stories of this scenario.
    pub(in crate::stories) scenario: Option<ScenarioId>,
    /// Folded words, all of which the title, a character or one message must contain.
    pub(in crate::stories) words: Vec<String>,
    pub(in crate::stories) in_trash: bool,
}

/// A story of a list.
pub(in crate::stories) struct ListedStory {
    pub(in crate::stories) story: Story,
    /// The latest message that contains all words.
    pub(in crate::stories) found_in: Option<MessageId>,
}

#[derive(sqlx::FromRow)]
struct ListedRecord {
    #[sqlx(flatten)]
    story: StoryRecord,
    found_in: Option<String>,
}

/// Up to `limit` stories after a position, each with its own position.
pub(in crate::stories) async fn list(
    conn: &mut Conn,
    filter: &StoryFilter,
    after: Option<StoryPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(ListedStory, StoryPosition)>> {
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(concat!(
            "select ",
            story_columns!(),
            ", found_in from (select s.*, "
        ));
        push_found_in(&mut query, &filter.words);
        push_filter(&mut query, filter);
        if let Some(position) = after {
            push_position(&mut query, filter.sort, position);
        }
        query.push(") s");
        push_match(&mut query, &filter.words);
        push_order(&mut query, filter.sort);
        query.push(" limit ").push_bind(i64::from(limit));
        query.build_query_as::<ListedRecord>().fetch_all(x).await
    })?;
    let listed = rows.into_iter().map(|row| {
        let story = Story::from(row.story);
        let position = StoryPosition(story.pinned, filter.sort.key(&story), story.id.to_string());
        let found_in = row.found_in.map(MessageId::trusted);
        (ListedStory { story, found_in }, position)
    });
    Ok(listed.collect())
}

/// The column `found_in`: the latest message that contains all words; null without a search.
fn push_found_in<D: Database>(query: &mut QueryBuilder<D>, words: &[String])
where
    for<'e> String: Encode<'e, D> + Type<D>,
{
    if words.is_empty() {
        query.push("cast(null as text)");
    } else {
        query.push("(select m.id from messages m where m.story_id = s.id and m.deleted_at is null");
        push_words(query, "m.content_key", words);
        query.push(" order by m.id desc limit 1)");
    }
    query.push(" as found_in from stories s");
}

/// Filters by owner, trash, folder and scenario.
fn push_filter<D: Database>(query: &mut QueryBuilder<D>, filter: &StoryFilter)
where
    for<'e> String: Encode<'e, D> + Type<D>,
{
    query
        .push(" where s.owner_id = ")
        .push_bind(filter.owner.id().to_owned())
        .push(" and s.owner_kind = ")
        .push_bind(filter.owner.kind().to_owned());
    query.push(if filter.in_trash {
        " and s.deleted_at is not null"
    } else {
        " and s.deleted_at is null"
    });
    match &filter.folder {
        FolderFilter::Any => {}
        FolderFilter::None => drop(query.push(" and s.directory_id is null")),
        FolderFilter::Only(id) => drop(query.push(" and s.directory_id = ").push_bind(id.to_string())),
    }
    if let Some(id) = &filter.scenario {
        query.push(" and s.scenario_id = ").push_bind(id.to_string());
    }
}

/// Only rows after this position in this order.
fn push_position<D: Database>(query: &mut QueryBuilder<D>, sort: Sort, after: StoryPosition)
where
    for<'e> String: Encode<'e, D> + Type<D>,
    for<'e> bool: Encode<'e, D> + Type<D>,
    for<'e> i64: Encode<'e, D> + Type<D>,
{
    let StoryPosition(pinned, key, id) = after;
    query
        .push(" and (")
        .push(if sort.pins_first() { "s.pinned, s." } else { "s." })
        .push(sort.column())
        .push(", s.id) ")
        .push(if sort.is_ascending() { ">" } else { "<" })
        .push(" (");
    if sort.pins_first() {
        query.push_bind(pinned).push(", ");
    }
    query.push_bind(key).push(", ").push_bind(id).push(")");
}

/// Only stories whose messages, title or characters contain all words.
fn push_match<D: Database>(query: &mut QueryBuilder<D>, words: &[String])
where
    for<'e> String: Encode<'e, D> + Type<D>,
{
    if words.is_empty() {
        return;
    }
    query.push(" where (s.found_in is not null or (1 = 1");
    push_words(query, "s.title_key", words);
    query.push(") or exists (select 1 from story_characters c where c.story_id = s.id");
    push_words(query, "c.name_key", words);
    query.push("))");
}

fn push_order<D: Database>(query: &mut QueryBuilder<D>, sort: Sort) {
    let direction = if sort.is_ascending() { "" } else { " desc" };
    query
        .push(" order by ")
        .push(if sort.pins_first() {
            "s.pinned desc, s."
        } else {
            "s."
        })
        .push(sort.column())
        .push(direction)
        .push(", s.id")
        .push(direction);
}
