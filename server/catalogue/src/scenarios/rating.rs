//! Ratings up or down, of scenarios and of cards.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on};
use platform::web::Problem;

/// Reads a rating of 1, -1 or 0.
///
/// # Errors
/// 422 for any other number.
pub(crate) fn read_rating(rating: i64) -> Result<Option<bool>, Problem> {
    match rating {
        1 => Ok(Some(true)),
        -1 => Ok(Some(false)),
        0 => Ok(None),
        _ => Err(Problem::invalid("/rating", "A rating is 1, -1 or 0.")),
    }
}

/// By how much counts change when somebody changes their rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RatingChange {
    pub(crate) ratings: i64,
    pub(crate) likes: i64,
    pub(crate) dislikes: i64,
}

impl RatingChange {
    /// From one rating to another; `None` is no rating.
    fn new(before: Option<bool>, after: Option<bool>) -> Self {
        let change = |count: fn(Option<bool>) -> bool| i64::from(count(after)) - i64::from(count(before));
        Self {
            ratings: change(|rating| rating.is_some()),
            likes: change(|rating| rating == Some(true)),
            dislikes: change(|rating| rating == Some(false)),
        }
    }
}

/// The statements on a table of ratings. In all of them `$1` is what is rated, and `$2` is who rates it.
pub(crate) struct RatingStatements {
    /// Selects whether they like it.
    pub(crate) find: &'static str,
    /// Inserts or updates their rating: `$3` whether they like it, `$4` when they say so.
    pub(crate) put: &'static str,
    /// Deletes their rating.
    pub(crate) delete: &'static str,
}

impl RatingStatements {
    /// Somebody's rating of a scenario or a card, if they have rated it.
    pub(crate) async fn find(
        &self,
        conn: &mut Conn,
        item: &str,
        user: &UserId,
    ) -> sqlx::Result<Option<bool>> {
        query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(self.find)
            .bind(item)
            .bind(user.as_str())
            .fetch_optional(x)
            .await)
    }

    /// Sets or removes somebody's rating of a scenario or card whose row is locked. Returns how its
    /// counts change.
    pub(crate) async fn set(
        &self,
        tx: &mut Tx,
        item: &str,
        user: &UserId,
        liked: Option<bool>,
        now: Timestamp,
    ) -> sqlx::Result<RatingChange> {
        let before = self.find(tx, item, user).await?;
        match liked {
            Some(liked) => query_on!(tx, |x: D| {
                let put = sqlx::query::<D>(self.put)
                    .bind(item)
                    .bind(user.as_str())
                    .bind(liked)
                    .bind(now.0);
                put.execute(x).await.map(drop)
            })?,
            None => query_on!(tx, |x: D| sqlx::query::<D>(self.delete)
                .bind(item)
                .bind(user.as_str())
                .execute(x)
                .await
                .map(drop))?,
        }
        Ok(RatingChange::new(before, liked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_the_rating() {
        for (before, after, change) in [
            (None, None, [0, 0, 0]),
            (None, Some(true), [1, 1, 0]),
            (None, Some(false), [1, 0, 1]),
            (Some(true), Some(true), [0, 0, 0]),
            (Some(true), Some(false), [0, -1, 1]),
            (Some(false), Some(true), [0, 1, -1]),
            (Some(false), None, [-1, 0, -1]),
        ] {
            let [ratings, likes, dislikes] = change;
            let expected = RatingChange {
                ratings,
                likes,
                dislikes,
            };
            assert_eq!(
                RatingChange::new(before, after),
                expected,
                "{before:?} to {after:?}"
            );
        }
    }
}
