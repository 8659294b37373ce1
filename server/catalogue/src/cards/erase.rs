//! Erases what a leaving person wrote and rated.

use futures::future::BoxFuture;
use platform::db::{Tx, query_on, statements};
use platform::search::{self, Kind};
use platform::slice::{DeletedAccount, Step};

statements! {
    UNCOUNT_LIKES = "
        update cards
        set likes = likes - 1
        where id in (select card_id from card_ratings where user_id = $1 and liked)";
    UNCOUNT_DISLIKES = "
        update cards
        set dislikes = dislikes - 1
        where id in (select card_id from card_ratings where user_id = $1 and not liked)";
    DELETE_RATINGS = "
        delete from card_ratings
        where user_id = $1 or card_id in (select id from cards where author_id = $1)";
    LIST_WRITTEN = "select id from cards where author_id = $1";
    DELETE_TAGS_OF_WRITTEN = "delete from card_tags where card_id in (select id from cards where author_id = $1)";
    DELETE_WRITTEN = "delete from cards where author_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::User(UNCOUNT_LIKES),
    Step::User(UNCOUNT_DISLIKES),
    Step::User(DELETE_RATINGS),
    Step::Run(unlist),
    Step::User(DELETE_TAGS_OF_WRITTEN),
    Step::User(DELETE_WRITTEN),
];

/// Removes their cards from the search index.
fn unlist<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let written = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(LIST_WRITTEN)
            .bind(account.user.as_str())
            .fetch_all(x)
            .await)?;
        for card in written {
            search::remove_doc(tx, Kind::Card, &card).await?;
        }
        Ok(())
    })
}
