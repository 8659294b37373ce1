//! Erases what a leaving person wrote, loved and rated.

use accounts::tags;
use futures::future::BoxFuture;
use platform::db::{Tx, query_on, statements};
use platform::search::{self, Kind};
use platform::slice::{DeletedAccount, Step};
use sqlx::types::Json;

use super::ScenarioId;
use super::model::Engram;
use super::tag_counts::count_by_tag;
use super::write::{DELETE_ACTORS, DELETE_SCENARIO_NOTES, DELETE_SCENARIO_TAGS};

statements! {
    UNCOUNT_LOVES = "
        update scenarios
        set love_count = love_count - 1
        where id in (select scenario_id from loves where user_id = $1)";
    UNCOUNT_LIKES = "
        update scenarios
        set ratings = ratings - 1, likes = likes - 1
        where id in (select scenario_id from ratings where user_id = $1 and liked)";
    UNCOUNT_DISLIKES = "
        update scenarios
        set ratings = ratings - 1, dislikes = dislikes - 1
        where id in (select scenario_id from ratings where user_id = $1 and not liked)";
    DELETE_LOVES = "
        delete from loves
        where user_id = $1 or scenario_id in (select id from scenarios where author_id = $1)";
    DELETE_RATINGS = "
        delete from ratings
        where user_id = $1 or scenario_id in (select id from scenarios where author_id = $1)";
    LIST_WRITTEN = "select id from scenarios where author_id = $1";
    DELETE_TAGS_OF_WRITTEN = "
        delete from scenario_tags
        where scenario_id in (select id from scenarios where author_id = $1)";
    DELETE_ACTORS_OF_WRITTEN = "
        delete from scenario_actors
        where scenario_id in (select id from scenarios where author_id = $1)";
    DELETE_SERIES_OF_AUTHOR = "delete from scenario_series where author_id = $1";
    DELETE_WRITTEN = "delete from scenarios where author_id = $1";
    CLEAR_TEXTS = "
        update scenarios
        set display_name = '', tagline = '', engram = $2, pictures = '{}', avatar_metrics = '[]', creator = '[]',
            sources = '[]'
        where id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::User(UNCOUNT_LOVES),
    Step::User(UNCOUNT_LIKES),
    Step::User(UNCOUNT_DISLIKES),
    Step::User(DELETE_LOVES),
    Step::User(DELETE_RATINGS),
    Step::Run(unlist),
    Step::User(DELETE_TAGS_OF_WRITTEN),
    Step::User(DELETE_ACTORS_OF_WRITTEN),
    Step::User(DELETE_SERIES_OF_AUTHOR),
    Step::User(DELETE_WRITTEN),
];

/// Erases what a withdrawn scenario says and shows. Its row stays: loves, ratings and addresses that people have refer
/// to it.
///
/// # Errors
/// Database errors.
pub async fn erase_texts(tx: &mut Tx, id: &ScenarioId) -> sqlx::Result<()> {
    for text in [DELETE_SCENARIO_TAGS, DELETE_ACTORS, DELETE_SCENARIO_NOTES] {
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id.as_str())
            .execute(x)
            .await
            .map(drop))?;
    }
    query_on!(tx, |x: D| sqlx::query::<D>(CLEAR_TEXTS)
        .bind(id.as_str())
        .bind(Json(Engram::default()))
        .execute(x)
        .await
        .map(drop))
}

/// Removes their works from the search index and from the counts of tags.
fn unlist<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let written = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(LIST_WRITTEN)
            .bind(account.user.as_str())
            .fetch_all(x)
            .await)?;
        for scenario in written {
            search::remove_doc(tx, Kind::Scenario, &scenario).await?;
        }
        for (tag, counts) in count_by_tag(tx, Some(&account.user)).await? {
            tags::add_counts(tx, &tag, counts.negated()).await?;
        }
        Ok(())
    })
}
