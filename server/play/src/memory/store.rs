//! SQL of facts and summaries.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};
use sqlx::types::Json;

use super::FactId;
use super::model::{Fact, Summary};
use crate::stories::{MessageId, StoryId};

macro_rules! fact_columns {
    () => {
        "id, story_id, message_id, text, pinned, version, created_at, updated_at"
    };
}
macro_rules! summary_columns {
    () => {
        "id, text, first_message_id, last_message_id, first_depth, last_depth, left_out, edited, based_on, model, version, created_at, updated_at"
    };
}

statements! {
    LIST_FACTS = concat!(
        "select ",
        fact_columns!(),
        " from story_facts where story_id = $1 order by created_at, id"
    );
    FIND_FACT = concat!("select ", fact_columns!(), " from story_facts where id = $1");
    COUNT_FACTS = "select count(*) from story_facts where story_id = $1";
    INSERT_FACT = "
        insert into story_facts (id, story_id, message_id, text, pinned, version, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)";
    UPDATE_FACT = "
        update story_facts
        set message_id = $2, text = $3, pinned = $4, updated_at = $5, version = version + 1
        where id = $1 and version = $6";
    DELETE_FACT = "delete from story_facts where id = $1";
    LIST_SUMMARY_SPANS = "
        select id, last_message_id, last_depth
        from story_summaries
        where story_id = $1
        order by last_depth desc, id";
    LIST_SUMMARIES = concat!(
        "select ",
        summary_columns!(),
        " from story_summaries where story_id = $1 order by last_depth, id"
    );
    FIND_SUMMARY = concat!(
        "select ",
        summary_columns!(),
        " from story_summaries where id = $1"
    );
    INSERT_SUMMARY = "
        insert into story_summaries (id, story_id, text, first_message_id, last_message_id, first_depth,
            last_depth, left_out, edited, based_on, model, version, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        on conflict do nothing";
    UPDATE_SUMMARY = "
        update story_summaries
        set text = $2, edited = $3, model = $4, updated_at = $5, version = version + 1
        where id = $1 and version = $6";
}

#[derive(sqlx::FromRow)]
struct FactRecord {
    id: String,
    story_id: String,
    message_id: Option<String>,
    text: String,
    pinned: bool,
    version: i64,
    created_at: i64,
    updated_at: i64,
}

impl From<FactRecord> for Fact {
    fn from(row: FactRecord) -> Self {
        Self {
            id: FactId::trusted(row.id),
            source_message_id: row.message_id.map(MessageId::trusted),
            text: row.text,
            pinned: row.pinned,
            version: row.version,
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
        }
    }
}

#[derive(sqlx::FromRow)]
struct SummaryRecord {
    id: String,
    text: String,
    first_message_id: String,
    last_message_id: String,
    first_depth: i64,
    last_depth: i64,
    left_out: Json<Vec<String>>,
    edited: bool,
    based_on: Option<String>,
    model: Option<String>,
    version: i64,
    created_at: i64,
    updated_at: i64,
}

impl From<SummaryRecord> for Summary {
    fn from(row: SummaryRecord) -> Self {
        Self {
            id: row.id,
            text: row.text,
            first_message_id: MessageId::trusted(row.first_message_id),
            last_message_id: MessageId::trusted(row.last_message_id),
            first_depth: row.first_depth,
            last_depth: row.last_depth,
            left_out: row.left_out.0.into_iter().map(MessageId::trusted).collect(),
            message_ids: Vec::new(),
            edited: row.edited,
            based_on: row.based_on,
            model: row.model,
            version: row.version,
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
        }
    }
}

/// The facts of a story, in the order in which they were added.
pub(super) async fn list_facts(conn: &mut Conn, story: &StoryId) -> sqlx::Result<Vec<Fact>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, FactRecord>(LIST_FACTS)
        .bind(story.as_str())
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(Fact::from).collect())
}

/// A fact and its story.
pub(super) async fn find_fact(conn: &mut Conn, id: &FactId) -> sqlx::Result<Option<(StoryId, Fact)>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, FactRecord>(FIND_FACT)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(|row| (StoryId::trusted(row.story_id.clone()), Fact::from(row))))
}

pub(super) async fn count_facts(conn: &mut Conn, story: &StoryId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_FACTS)
        .bind(story.as_str())
        .fetch_one(x)
        .await)
}

pub(super) async fn insert_fact(tx: &mut Tx, story: &StoryId, fact: &Fact) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_FACT)
            .bind(fact.id.as_str())
            .bind(story.as_str())
            .bind(fact.source_message_id.as_ref().map(MessageId::as_str));
        let insert = insert
            .bind(&fact.text)
            .bind(fact.pinned)
            .bind(fact.version)
            .bind(fact.created_at.0)
            .bind(fact.updated_at.0);
        insert.execute(x).await.map(drop)
    })
}

/// Stores a fact unless it changed since this version; returns whether it did.
pub(super) async fn update_fact(tx: &mut Tx, fact: &Fact) -> sqlx::Result<bool> {
    let changed = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(UPDATE_FACT)
            .bind(fact.id.as_str())
            .bind(fact.source_message_id.as_ref().map(MessageId::as_str))
            .bind(&fact.text);
        update
            .bind(fact.pinned)
            .bind(fact.updated_at.0)
            .bind(fact.version)
            .execute(x)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

pub(super) async fn delete_fact(tx: &mut Tx, id: &FactId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_FACT)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// A summary and the range it covers.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct SummarySpanRow {
    pub(super) id: String,
    pub(super) last_message_id: String,
    pub(super) last_depth: i64,
}

/// The ranges of a story's summaries, the deepest first.
pub(super) async fn list_summary_spans(
    conn: &mut Conn,
    story: &StoryId,
) -> sqlx::Result<Vec<SummarySpanRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SummarySpanRow>(
        LIST_SUMMARY_SPANS
    )
    .bind(story.as_str())
    .fetch_all(x)
    .await)
}

/// All summaries of a story, the shallowest first.
pub(super) async fn list_summaries(conn: &mut Conn, story: &StoryId) -> sqlx::Result<Vec<Summary>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, SummaryRecord>(LIST_SUMMARIES)
        .bind(story.as_str())
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(Summary::from).collect())
}

pub(super) async fn find_summary(conn: &mut Conn, id: &str) -> sqlx::Result<Option<Summary>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, SummaryRecord>(FIND_SUMMARY)
        .bind(id)
        .fetch_optional(x)
        .await)?;
    Ok(row.map(Summary::from))
}

/// Stores a new summary; returns false if there is one that reaches the same message.
pub(super) async fn insert_summary(tx: &mut Tx, story: &StoryId, one: &Summary) -> sqlx::Result<bool> {
    let left_out: Vec<&str> = one.left_out.iter().map(MessageId::as_str).collect();
    let made = query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_SUMMARY)
            .bind(&one.id)
            .bind(story.as_str())
            .bind(&one.text);
        let insert = insert
            .bind(one.first_message_id.as_str())
            .bind(one.last_message_id.as_str())
            .bind(one.first_depth)
            .bind(one.last_depth);
        let insert = insert
            .bind(Json(left_out))
            .bind(one.edited)
            .bind(one.based_on.as_deref())
            .bind(one.model.as_deref());
        insert
            .bind(one.version)
            .bind(one.created_at.0)
            .bind(one.updated_at.0)
            .execute(x)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(made == 1)
}

/// Stores a summary's text unless it changed since this version; returns whether it did.
pub(super) async fn update_summary(tx: &mut Tx, one: &Summary) -> sqlx::Result<bool> {
    let changed = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(UPDATE_SUMMARY)
            .bind(&one.id)
            .bind(&one.text)
            .bind(one.edited)
            .bind(one.model.as_deref())
            .bind(one.updated_at.0);
        update
            .bind(one.version)
            .execute(x)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}
