//! Erases the stories of a leaving person, with everything that belongs to them, and says which of the person's
//! scenarios others play.

use catalogue::publishing;
use catalogue::scenarios::ScenarioId;
use futures::future::BoxFuture;
use platform::db::{Tx, query_on, statements};
use platform::slice::{DeletedAccount, Step};

use super::reported::delete_reported_replies;

statements! {
    DELETE_OWN_STORIES = "delete from stories where owner_kind = 'person' and owner_id = $1";
    LIST_PLAYED_WORK = "
        select c.id
        from scenarios c
        where c.author_id = $1 and exists (select 1 from stories s where s.scenario_id = c.id)";
}

/// The steps, in this order: what is played after the second one is played by others.
pub(super) const STEPS: &[Step] = &[
    Step::Run(delete_reported_replies),
    Step::User(DELETE_OWN_STORIES),
    Step::Run(hand_over_work),
];

/// Stories in the trash count, too: who restores one goes on with it.
fn hand_over_work<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let played = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(LIST_PLAYED_WORK)
            .bind(account.user.as_str())
            .fetch_all(x)
            .await)?;
        let played = played.into_iter().map(ScenarioId::trusted).collect();
        publishing::hand_over(tx, &account.user, &played).await
    })
}
