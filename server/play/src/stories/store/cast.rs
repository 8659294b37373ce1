//! SQL of the casts of stories.

use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use platform::media::FramedImage;
use sqlx::QueryBuilder;

use crate::stories::StoryId;
use crate::stories::rows::Character;
use crate::stories::rules::search_key;

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
    avatar_frame: Option<String>,
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
            avatar: FramedImage::of_columns(row.avatar, row.avatar_frame),
            muted: row.muted,
            talkativeness: row.talkativeness,
        }
    }
}

statements! {
    INSERT_CHARACTER = "
        insert into story_characters (story_id, id, position, name, name_key, role, description, persona,
            examples, avatar, avatar_frame, muted, talkativeness)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    LIST_CHARACTERS = "
        select story_id, id, name, role, description, persona, examples, avatar, avatar_frame, muted,
            talkativeness
        from story_characters
        where story_id = $1
        order by position";
    SET_CHARACTER =
        "update story_characters set muted = $3, talkativeness = $4 where story_id = $1 and id = $2";
}

pub(in crate::stories) async fn insert_character(
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
            .bind(one.avatar.as_ref().map(|image| image.key.as_str()));
        insert
            .bind(one.avatar.as_ref().and_then(FramedImage::frame_column))
            .bind(one.muted)
            .bind(one.talkativeness)
            .execute(x)
            .await
            .map(drop)
    })
}

pub(in crate::stories) async fn set_character(
    tx: &mut Tx,
    story: &StoryId,
    one: &Character,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let set = sqlx::query::<D>(SET_CHARACTER)
            .bind(story.as_str())
            .bind(&one.id)
            .bind(one.muted)
            .bind(one.talkativeness);
        set.execute(x).await.map(drop)
    })
}

/// The cast of a story, in order.
pub(in crate::stories) async fn list_characters(
    conn: &mut Conn,
    story: &StoryId,
) -> sqlx::Result<Vec<Character>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, CharacterRecord>(LIST_CHARACTERS)
        .bind(story.as_str())
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(Character::from).collect())
}

/// The casts of these stories: story by story, in order.
pub(in crate::stories) async fn list_characters_of(
    conn: &mut Conn,
    stories: &[&str],
) -> sqlx::Result<Vec<(String, Character)>> {
    if stories.is_empty() {
        return Ok(Vec::new());
    }
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select story_id, id, name, role, description, persona, examples, avatar, avatar_frame, muted, \
             talkativeness from story_characters where story_id in ",
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
