//! SQL of searching for words: within one story, and as conditions of other queries.

use platform::db::{Conn, query_on};
use sqlx::{Database, Encode, QueryBuilder, Type};

use crate::stories::StoryId;
use crate::stories::rules::like_pattern;

/// Adds the condition that this column contains each of these folded words.
pub(super) fn push_words<D: Database>(query: &mut QueryBuilder<D>, column: &str, words: &[String])
where
    for<'e> String: Encode<'e, D> + Type<D>,
{
    for word in words {
        query
            .push(" and ")
            .push(column)
            .push(" like ")
            .push_bind(like_pattern(word))
            .push(" escape '\\'");
    }
}

/// A message that matches a search.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::stories) struct FoundRow {
    pub(in crate::stories) id: String,
    pub(in crate::stories) name: String,
    pub(in crate::stories) content: String,
}

/// Up to `limit` messages of a story that contain all of these folded words, the latest first.
pub(in crate::stories) async fn find_messages(
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
        push_words(&mut query, "m.content_key", words);
        query
            .push(" order by m.id desc limit ")
            .push_bind(i64::from(limit));
        query.build_query_as::<FoundRow>().fetch_all(x).await
    })
}
