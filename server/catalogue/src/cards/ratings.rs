//! SQL of ratings of cards.

use std::collections::HashMap;

use kernel::Audience;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use sqlx::QueryBuilder;

use super::model::Card;
use super::store::CardPosition;
use crate::scenarios::{RatingChange, RatingStatements};

statements! {
    LOCK_CARD = "update cards set likes = likes where id = $1 and listed returning id";
    FIND_CARD_RATING = "select liked from card_ratings where card_id = $1 and user_id = $2";
    PUT_CARD_RATING = "
        insert into card_ratings (card_id, user_id, liked, rated_at)
        values ($1, $2, $3, $4)
        on conflict (card_id, user_id) do update set liked = excluded.liked, rated_at = excluded.rated_at";
    DELETE_CARD_RATING = "delete from card_ratings where card_id = $1 and user_id = $2";
    ADD_TO_CARD_RATINGS = "
        update cards
        set likes = likes + $2, dislikes = dislikes + $3
        where id = $1
        returning likes, dislikes";
    LIST_LIKED_CARDS = "
        select r.card_id, r.rated_at
        from card_ratings r
        join cards c on c.id = r.card_id and (c.listed or (c.removed_at is not null and c.public and not
            c.hidden)) and (c.rating in ('everyone', 'mature') or $5 = 'extreme' or ($5 = 'explicit' and
            c.rating <> 'extreme'))
        where r.user_id = $1 and r.liked and (r.rated_at, r.card_id) < ($2, $3)
        order by r.rated_at desc, r.card_id desc
        limit $4";
}

/// The statements on this slice's own table.
pub(super) const RATINGS: RatingStatements = RatingStatements {
    find: FIND_CARD_RATING,
    put: PUT_CARD_RATING,
    delete: DELETE_CARD_RATING,
};

/// Locks a listed card's row until the end of the transaction; returns false if there is none.
pub(super) async fn lock_card(tx: &mut Tx, card: &str) -> sqlx::Result<bool> {
    let locked = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(LOCK_CARD)
        .bind(card)
        .fetch_optional(x)
        .await)?;
    Ok(locked.is_some())
}

/// Changes a card's counts of likes and dislikes; returns its counts after that.
pub(super) async fn add(tx: &mut Tx, card: &str, change: RatingChange) -> sqlx::Result<(i64, i64)> {
    query_on!(tx, |x: D| sqlx::query_as::<D, (i64, i64)>(ADD_TO_CARD_RATINGS)
        .bind(card)
        .bind(change.likes)
        .bind(change.dislikes)
        .fetch_one(x)
        .await)
}

/// Up to `limit` ids of cards for this audience that this person likes, listed ones and removed ones, the
/// latest rating first, each with its position.
pub(super) async fn list_liked(
    conn: &mut Conn,
    user: &UserId,
    audience: Audience,
    after: CardPosition,
    limit: u32,
) -> sqlx::Result<Vec<(String, CardPosition)>> {
    let CardPosition(at, id) = after;
    let rows: Vec<(String, i64)> = query_on!(conn, |x: D| {
        let list = sqlx::query_as::<D, _>(LIST_LIKED_CARDS)
            .bind(user.as_str())
            .bind(at)
            .bind(id)
            .bind(i64::from(limit));
        list.bind(audience.as_str()).fetch_all(x).await
    })?;
    Ok(rows
        .into_iter()
        .map(|(id, at)| (id.clone(), CardPosition(at, id)))
        .collect())
}

/// Sets which of these cards this person likes and dislikes.
pub(super) async fn mark_opinions(conn: &mut Conn, user: &UserId, cards: &mut [Card]) -> sqlx::Result<()> {
    if cards.is_empty() {
        return Ok(());
    }
    let rows: Vec<(String, bool)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select card_id, liked from card_ratings where user_id = ");
        query.push_bind(user.to_string()).push(" and card_id in ");
        push_in_list(&mut query, cards.iter().map(|card| card.id.to_string()));
        query.build_query_as().fetch_all(x).await
    })?;
    let rated: HashMap<String, bool> = rows.into_iter().collect();
    for card in cards {
        card.liked = rated.get(card.id.as_str()) == Some(&true);
        card.disliked = rated.get(card.id.as_str()) == Some(&false);
    }
    Ok(())
}
