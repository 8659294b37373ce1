//! Erases the follows of a leaving person.

use std::collections::BTreeMap;

use accounts::users;
use futures::future::BoxFuture;
use kernel::ids::UserId;
use platform::db::{Tx, query_on, statements};
use platform::slice::{DeletedAccount, Step};

statements! {
    LIST_FOLLOWED = "select followee_id from follows where follower_id = $1 order by followee_id";
    LIST_FOLLOWERS_OF = "select follower_id from follows where followee_id = $1 order by follower_id";
    DELETE_FOLLOWS = "delete from follows where follower_id = $1 or followee_id = $1";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::Run(subtract_from_counts), Step::User(DELETE_FOLLOWS)];

/// Subtracts their follows from other people's counts.
fn subtract_from_counts<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let mut counts: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        for (text, change) in [(LIST_FOLLOWED, (-1, 0)), (LIST_FOLLOWERS_OF, (0, -1))] {
            let others = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(text)
                .bind(account.user.as_str())
                .fetch_all(x)
                .await)?;
            for other in others {
                let count = counts.entry(other).or_default();
                *count = (count.0 + change.0, count.1 + change.1);
            }
        }
        let counts = counts
            .into_iter()
            .map(|(other, (followers, following))| (UserId::trusted(other), followers, following));
        users::add_to_follow_counts(tx, counts.collect()).await
    })
}
