//! Publishes scenarios, withdraws them, and takes them out of every list.

use accounts::tags::{self, TagCounts};
use kernel::ids::UserId;
use kernel::{Rating, Timestamp};
use platform::db::{Conn, Tx, query_on, statements};
use platform::image_judge::AvatarMetric;
use platform::search::{self, Kind};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use super::model::Creators;
use super::write::{NewScenario, put_scenario};
use super::{ScenarioId, store};
use crate::AppState;

/// Who can see a published scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Its author alone.
    Private,
    /// Everybody who has its address; no list, search or feed shows it.
    Unlisted,
    /// Everybody.
    Public,
}

impl Access {
    /// Its name in JSON and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Unlisted => "unlisted",
            Self::Public => "public",
        }
    }

    /// The access that is stored under this name. An unknown one (of a newer version) counts as private.
    #[must_use]
    pub fn of_stored(name: &str) -> Self {
        [Self::Unlisted, Self::Public]
            .into_iter()
            .find(|access| access.name() == name)
            .unwrap_or(Self::Private)
    }
}

statements! {
    SET_ACCESS = "
        update scenarios
        set public = $2, unlisted = $3, listed = $2 and not hidden, removed_at = null,
            withdrawn_at = case
                when $2 or $3 then null
                when $8 then $6
                else withdrawn_at
            end, avatar_metrics = $4, explicit = $5, updated_at = $6, created_at = $7
        where id = $1
        returning listed";
    WITHDRAW = "
        update scenarios
        set public = false, unlisted = false, listed = false, withdrawn_at = $2, updated_at = $2
        where id = $1 and removed_at is null and (public or unlisted)";
    REMOVE = "
        update scenarios set listed = false, removed_at = $2 where id = $1 and removed_at is null";
    RESTORE = "
        update scenarios
        set public = false, unlisted = false, removed_at = null
        where id = $1 and removed_at is not null";
    HAND_OVER = "update scenarios set author_id = $2 where id = $1 returning creator";
    SET_CREATORS = "update scenarios set creator = $2 where id = $1";
    FIND_LISTED_TAGS = "
        select s.rating, st.tag_id
        from scenarios s
        join scenario_tags st on st.scenario_id = s.id
        where s.id = $1 and s.listed
        order by st.tag_id";
}

/// Stores a scenario as it is published, in place of what was published before: its texts, who can see it,
/// its place in search and lists, and the counts of its tags. `new.created_at` is when it was published first.
///
/// # Errors
/// Database errors.
pub async fn publish(
    tx: &mut Tx,
    mut new: NewScenario<'_>,
    access: Access,
    now: Timestamp,
) -> sqlx::Result<()> {
    count_tags(tx, new.id, TagCounts::negated).await?;
    let before = store::find(tx, new.id).await?;
    let was_open = before.as_ref().is_some_and(|row| row.is_open());
    if let Some(row) = before {
        new.stats = row.summary.stats();
    }
    put_scenario(tx, &new).await?;
    let is_listed = query_on!(tx, |x: D| {
        let set = sqlx::query_scalar::<D, bool>(SET_ACCESS)
            .bind(new.id)
            .bind(access == Access::Public)
            .bind(access == Access::Unlisted)
            .bind(Json::<&Vec<AvatarMetric>>(&new.avatar_metrics));
        set.bind(new.is_explicit())
            .bind(now.0)
            .bind(new.created_at.0)
            .bind(was_open)
            .fetch_one(x)
            .await
    })?;
    count_tags(tx, new.id, |counts| counts).await?;
    if is_listed {
        new.index(tx).await
    } else {
        search::remove_doc(tx, Kind::Scenario, new.id).await
    }
}

/// Withdraws a scenario that others can see: stories of it go on, and nobody but its author finds it any more.
///
/// # Errors
/// Database errors.
pub async fn withdraw(tx: &mut Tx, id: &ScenarioId, now: Timestamp) -> sqlx::Result<()> {
    unlist(tx, id, WITHDRAW, now).await
}

/// Removes a scenario, if it was published: it is in no list any more, and stories of it go on.
///
/// # Errors
/// Database errors.
pub async fn remove(tx: &mut Tx, id: &ScenarioId, now: Timestamp) -> sqlx::Result<()> {
    unlist(tx, id, REMOVE, now).await
}

async fn unlist(tx: &mut Tx, id: &ScenarioId, change: &'static str, now: Timestamp) -> sqlx::Result<()> {
    count_tags(tx, id.as_str(), TagCounts::negated).await?;
    query_on!(tx, |x: D| sqlx::query::<D>(change)
        .bind(id.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))?;
    search::remove_doc(tx, Kind::Scenario, id.as_str()).await
}

/// Gives a removed scenario back to its author, who alone sees it then.
///
/// # Errors
/// Database errors.
pub async fn restore(tx: &mut Tx, id: &ScenarioId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(RESTORE)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Gives a scenario to another author, and removes what names the one before, who may also be among the
/// creators of its cards; the search entry stays as it is.
///
/// # Errors
/// Database errors.
pub async fn hand_over(tx: &mut Tx, id: &ScenarioId, to: &UserId, former_name: &str) -> sqlx::Result<()> {
    let creators = query_on!(tx, |x: D| sqlx::query_scalar::<D, Creators>(HAND_OVER)
        .bind(id.as_str())
        .bind(to.as_str())
        .fetch_optional(x)
        .await)?;
    let Some(mut creators) = creators else {
        return Ok(());
    };
    if !creators.remove(former_name) {
        return Ok(());
    }
    query_on!(tx, |x: D| sqlx::query::<D>(SET_CREATORS)
        .bind(id.as_str())
        .bind(&creators)
        .execute(x)
        .await
        .map(drop))
}

/// Ends the copies that show a scenario of this author, once a change of who sees it, or of what they see, is
/// durable.
pub fn invalidate(app: &AppState, author: &UserId, id: &ScenarioId) {
    app.changes.scenario(id.as_str());
    app.changes.user(author.as_str());
    app.changes.lists();
}

/// Adds a listed scenario to the counts of its tags, or takes it out of them.
async fn count_tags(tx: &mut Tx, id: &str, change: impl Fn(TagCounts) -> TagCounts) -> sqlx::Result<()> {
    for (rating, tag) in list_counted_tags(tx, id).await? {
        let counts = TagCounts {
            everyone: i64::from(!rating.is_adult()),
            explicit: i64::from(rating == Rating::Explicit),
            extreme: i64::from(rating == Rating::Extreme),
        };
        tags::add_counts(tx, &tag, change(counts)).await?;
    }
    Ok(())
}

/// The rating and the tags by which a scenario is among the counts of tags; empty if it is not listed.
pub(super) async fn list_counted_tags(conn: &mut Conn, id: &str) -> sqlx::Result<Vec<(Rating, String)>> {
    let tagged = query_on!(conn, |x: D| sqlx::query_as::<D, (String, String)>(
        FIND_LISTED_TAGS
    )
    .bind(id)
    .fetch_all(x)
    .await)?;
    let rated = |(rating, tag): (String, String)| (Rating::from_stored(&rating), tag);
    Ok(tagged.into_iter().map(rated).collect())
}
