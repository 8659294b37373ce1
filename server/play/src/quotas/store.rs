//! SQL of players' usage.

use accounts::guests::Owner;
use platform::db::{Conn, Tx, query_on, statements};

/// A player's usage.
#[derive(Debug, Clone, Copy, Default, sqlx::FromRow)]
pub struct UsageRow {
    /// Turns or free replies.
    pub used: i64,
    /// The cost of models, in millionths of the currency in which the models' costs are given.
    pub cost_micros: i64,
}

/// The player, or all players, whose usage is counted.
#[derive(Debug, Clone, Copy)]
pub struct UsageOwner<'a> {
    /// Person, guest, or all together.
    pub kind: &'a str,
    /// Their id.
    pub id: &'a str,
}

/// All players together.
pub(super) const ALL: UsageOwner<'static> = UsageOwner { kind: "all", id: "" };

impl<'a> From<&'a Owner> for UsageOwner<'a> {
    fn from(owner: &'a Owner) -> Self {
        Self {
            kind: owner.kind(),
            id: owner.id(),
        }
    }
}

statements! {
    FIND_USAGE = "select used, cost_micros from play_use where owner_kind = $1 and owner_id = $2 and day = $3";
    ADD_USAGE = "
        insert into play_use (owner_kind, owner_id, day, used, cost_micros)
        values ($1, $2, $3, $4, $5)
        on conflict (owner_kind, owner_id, day) do update set used = play_use.used + excluded.used,
            cost_micros = play_use.cost_micros + excluded.cost_micros
        returning used, cost_micros";
    DELETE_OLD_USAGE = "delete from play_use where day > 0 and day < $1";
    DELETE_USAGE_OF_GONE = "
        delete from play_use
        where owner_kind = 'guest' and day = 0 and not exists (
            select 1
            from guest_sessions g
            where g.id = play_use.owner_id
        )";
}

/// A player's usage on a day.
///
/// # Errors
/// Database errors.
pub async fn find_usage(conn: &mut Conn, owner: UsageOwner<'_>, day: i64) -> sqlx::Result<UsageRow> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, UsageRow>(FIND_USAGE)
        .bind(owner.kind)
        .bind(owner.id)
        .bind(day)
        .fetch_optional(x)
        .await)?;
    Ok(row.unwrap_or_default())
}

/// Adds to (or subtracts from) a player's usage on a day; returns the usage after that.
///
/// # Errors
/// Database errors.
pub async fn add_usage(
    tx: &mut Tx,
    owner: UsageOwner<'_>,
    day: i64,
    used: i64,
    cost_micros: i64,
) -> sqlx::Result<UsageRow> {
    query_on!(tx, |x: D| {
        let add = sqlx::query_as::<D, UsageRow>(ADD_USAGE)
            .bind(owner.kind)
            .bind(owner.id)
            .bind(day)
            .bind(used)
            .bind(cost_micros);
        add.fetch_one(x).await
    })
}

/// Deletes the usage before this day, and that of guests who are gone.
///
/// # Errors
/// Database errors.
pub async fn delete_old(tx: &mut Tx, before_day: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OLD_USAGE)
        .bind(before_day)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_USAGE_OF_GONE)
        .execute(x)
        .await
        .map(drop))
}
