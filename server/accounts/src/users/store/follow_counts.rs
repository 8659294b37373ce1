//! SQL of the counts of followers, which belong to the record.

use kernel::ids::UserId;
use platform::db::{Tx, query_on, statements};

statements! {
    ADD_TO_FOLLOW_COUNTS = "
        update users
        set follower_count = follower_count + $2, following_count = following_count + $3
        where id = $1";
}

/// Adds to the numbers of followers and of followed people; the rows are locked in the order of their ids.
///
/// # Errors
/// Database errors.
pub async fn add_to_follow_counts(tx: &mut Tx, mut counts: Vec<(UserId, i64, i64)>) -> sqlx::Result<()> {
    counts.sort();
    for (user, followers, following) in counts {
        query_on!(tx, |x: D| sqlx::query::<D>(ADD_TO_FOLLOW_COUNTS)
            .bind(user.as_str())
            .bind(followers)
            .bind(following)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}
