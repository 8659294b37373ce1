//! What happens to what a person has published when their account is deleted. What stays belongs to a former
//! author, of whom nothing is known: what they chose to leave for readers, and all that was open to others and
//! has had stories, which only these stories show if its author withdraws it. All else is deleted with the
//! account.
//!
//! Whose stories they were is not known here: stories belong to a floor above. So a scenario also stays,
//! withdrawn, if its author alone began stories of it. Nobody sees it then.

use std::collections::BTreeSet;

use accounts::users::{self, FORMER_AUTHOR, FORMER_AUTHOR_NAME};
use futures::future::BoxFuture;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use platform::slice::{DeletedAccount, Step};

use crate::scenarios::{self, ScenarioId};
use crate::{authoring, reindex};

statements! {
    /// Those that stay: `$2` is whether the author leaves what others can see. `chats_created` counts the
    /// author's stories, too. Of a scenario that only its author could ever see, nobody else has a story.
    LIST_STAYING = "
        select s.id
        from scenarios s
        where s.author_id = $1 and (
            ($2 and (s.public or s.unlisted) and s.removed_at is null)
            or (s.chats_created > 0 and (s.public or s.unlisted or s.withdrawn_at is not null or exists (
                select 1
                from scenario_versions v
                where v.scenario_id = s.id and v.was_open
            )))
        )";
    /// Stories read the texts and books of a version. The draft that it was made from was its author's alone.
    CLEAR_DOCUMENTS = "update scenario_versions set document = '{}' where scenario_id = $1";
}

/// What happens when a person deletes their account.
pub(super) const ERASE: &[Step] = &[Step::Run(hand_over)];

fn hand_over<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let Some(author) = users::find_departing_author(tx, &account.user).await? else {
            return Ok(());
        };
        let staying = list_staying(tx, &account.user, author.leaves_work).await?;
        if staying.is_empty() {
            return Ok(());
        }
        users::put_former_author(tx).await?;
        let former = UserId::trusted(FORMER_AUTHOR.to_owned());
        if author.leaves_work {
            reindex::move_scenarios(tx, &account.user, &staying, &former, FORMER_AUTHOR_NAME).await?;
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
    })
}

async fn list_staying(conn: &mut Conn, author: &UserId, leaves_work: bool) -> sqlx::Result<BTreeSet<String>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_STAYING)
        .bind(author.as_str())
        .bind(leaves_work)
        .fetch_all(x)
        .await)?;
    Ok(ids.into_iter().collect())
}
