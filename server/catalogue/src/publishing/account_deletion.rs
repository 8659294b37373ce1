//! What happens to what a person has published when their account is deleted. What stays belongs to a former
//! author, of whom nothing is known: what they chose to leave for readers, and all that was open to others and
//! that others have stories of, which only these stories show if its author withdraws it. All else is deleted
//! with the account, and what was withdrawn when its last story is deleted.
//!
//! Who has stories is not known here: stories belong to a floor above, which calls [`hand_over`] when the stories of
//! the leaver themselves are gone.

use std::collections::BTreeSet;

use accounts::users::{self, FORMER_AUTHOR, FORMER_AUTHOR_NAME};
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

use crate::scenarios::{self, ScenarioId};
use crate::{authoring, reindex};

statements! {
    LIST_WRITTEN = "
        select s.id, s.removed_at is null and (s.public or s.unlisted) as shown,
            s.public or s.unlisted or s.withdrawn_at is not null or exists (
                select 1
                from scenario_versions v
                where v.scenario_id = s.id and v.was_open
            ) as was_open
        from scenarios s
        where s.author_id = $1";
    /// Stories read the texts and books of a version. The draft that it was made from was its author's alone.
    DELETE_VERSIONS = "delete from scenario_versions where scenario_id = $1";
    CLEAR_DOCUMENTS = "update scenario_versions set document = '{}' where scenario_id = $1";
}

/// A scenario of a leaving author.
#[derive(sqlx::FromRow)]
struct WrittenRow {
    id: String,
    /// Whether others can see it.
    shown: bool,
    /// Whether others ever could.
    was_open: bool,
}

/// Hands over what stays of this author's work when their account is deleted. `played`: those of their scenarios
/// that somebody else has a story of. All other work is still theirs, and deleted with the account.
///
/// # Errors
/// Database errors.
pub async fn hand_over(tx: &mut Tx, user: &UserId, played: &BTreeSet<ScenarioId>) -> sqlx::Result<()> {
    let Some(author) = users::find_departing_author(tx, user).await? else {
        return Ok(());
    };
    let staying = list_staying(tx, user, author.leaves_work, played).await?;
    if staying.is_empty() {
        return Ok(());
    }
    users::put_former_author(tx).await?;
    let former = UserId::trusted(FORMER_AUTHOR.to_owned());
    if author.leaves_work {
        reindex::move_scenarios(tx, user, &staying, &former, FORMER_AUTHOR_NAME).await?;
    }
    for id in staying.into_iter().map(ScenarioId::trusted) {
        if !author.leaves_work {
            scenarios::withdraw(tx, &id, author.deletion_at).await?;
        }
        scenarios::hand_over(tx, &id, &former, &author.authorname).await?;
        authoring::hand_over_kept_images(tx, &id, &former).await?;
        query_on!(tx, |x: D| sqlx::query::<D>(CLEAR_DOCUMENTS)
            .bind(id.as_str())
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Erases what a former author withdrew, of which nobody has a story any more.
///
/// # Errors
/// Database errors.
pub async fn erase_unplayed(tx: &mut Tx, id: &ScenarioId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_VERSIONS)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(drop))?;
    authoring::discard_kept_images(tx, id).await?;
    scenarios::erase_texts(tx, id).await
}

/// The scenarios that stay. Of one that only its author could ever see, there is nothing for others to go on
/// with.
async fn list_staying(
    conn: &mut Conn,
    author: &UserId,
    leaves_work: bool,
    played: &BTreeSet<ScenarioId>,
) -> sqlx::Result<BTreeSet<String>> {
    let written = query_on!(conn, |x: D| sqlx::query_as::<D, WrittenRow>(LIST_WRITTEN)
        .bind(author.as_str())
        .fetch_all(x)
        .await)?;
    let stays = |row: &WrittenRow| {
        let is_played = played.contains(&ScenarioId::trusted(row.id.clone()));
        (leaves_work && row.shown) || (row.was_open && is_played)
    };
    Ok(written.into_iter().filter(stays).map(|row| row.id).collect())
}
