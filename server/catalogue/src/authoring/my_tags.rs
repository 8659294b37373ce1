//! The tags on a person's own works.

use std::collections::HashMap;

use kernel::ids::UserId;
use platform::db::{Conn, query_on, statements};
use platform::web::Problem;
use sqlx::types::Json;

use super::model::{MyTag, MyTags};
use super::rules::MAX_LISTED_TAGS;
use super::search_index::tag_key;
use crate::AppState;

statements! {
    LIST_TAGS = "
        select tags
        from scenario_drafts
        where author_id = $1 and deleted_at is null
        order by updated_at desc, id desc";
}

/// The tags on this person's works, those in the trash left out.
///
/// # Errors
/// Database errors.
pub(super) async fn list(app: &AppState, author: &UserId) -> Result<MyTags, Problem> {
    let mut conn = app.db.read().await?;
    let tagged = list_tags(&mut conn, author).await?;
    Ok(MyTags {
        results: count(tagged.into_iter().map(|tags| tags.0)),
    })
}

/// The most used first. A tag keeps the spelling that comes first.
fn count(tagged: impl Iterator<Item = Vec<String>>) -> Vec<MyTag> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut counted: Vec<MyTag> = Vec::new();
    for tags in tagged {
        // Two spellings on one work count once.
        let mut keys: Vec<String> = Vec::new();
        for name in tags {
            let key = tag_key(&name);
            if keys.contains(&key) {
                continue;
            }
            match places.get(&key).and_then(|place| counted.get_mut(*place)) {
                Some(tag) => tag.count += 1,
                None => {
                    places.insert(key.clone(), counted.len());
                    counted.push(MyTag { name, count: 1 });
                }
            }
            keys.push(key);
        }
    }
    counted.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    counted.truncate(MAX_LISTED_TAGS);
    counted
}

async fn list_tags(conn: &mut Conn, author: &UserId) -> sqlx::Result<Vec<Json<Vec<String>>>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, Json<Vec<String>>>(LIST_TAGS)
        .bind(author.as_str())
        .fetch_all(x)
        .await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_used_tags_come_first_whatever_their_spelling() {
        let works = [
            vec!["Sea", "sea ", "Noir"],
            vec!["SEA", "Arch"],
            vec!["noir", "sea"],
        ];
        let tagged = works.map(|tags| tags.into_iter().map(str::to_owned).collect());
        let counted: Vec<(String, i64)> = count(tagged.into_iter())
            .into_iter()
            .map(|tag| (tag.name, tag.count))
            .collect();
        let expected = [("Sea", 3), ("Noir", 2), ("Arch", 1)].map(|(name, count)| (name.to_owned(), count));
        assert_eq!(counted, expected);
        let many = (0..=MAX_LISTED_TAGS).map(|number| vec![number.to_string()]);
        assert_eq!(count(many).len(), MAX_LISTED_TAGS);
    }
}
