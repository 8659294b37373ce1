//! The costs of models for the installation, and their daily limits.

use accounts::guests::Owner;
use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Isolation, Tx};
use platform::llm;
use platform::llm::{ModelInfo, Usage};
use platform::web::Problem;

use super::rules::{day_of, next_day, secs_until};
use super::store::{ALL, UsageOwner, add_usage, find_usage};
use crate::AppState;

/// The most that models may cost a day (UTC), in millionths of the currency in which their costs are given;
/// `None`: no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ceilings {
    /// One player.
    pub player: Option<i64>,
    /// All players together.
    pub total: Option<i64>,
}

/// Refuses once the models have reached a limit of today.
///
/// # Errors
/// 503 if all players together have reached theirs, 429 if this player has.
pub async fn check_ceilings(
    conn: &mut Conn,
    ceilings: &Ceilings,
    owner: &Owner,
    now: Timestamp,
) -> Result<(), Problem> {
    let day = day_of(now);
    if let Some(most) = ceilings.total
        && find_usage(conn, ALL, day).await?.cost_micros >= most
    {
        return Err(capacity_reached(now));
    }
    if let Some(most) = ceilings.player
        && find_usage(conn, UsageOwner::from(owner), day).await?.cost_micros >= most
    {
        return Err(player_ceiling(now));
    }
    Ok(())
}

/// Books the most that a request may cost the installation, in a transaction of its own, unless that exceeds
/// a limit of today.
///
/// # Errors
/// The same.
pub async fn book_cost(
    app: &AppState,
    owner: &Owner,
    model: &ModelInfo,
    prompt_tokens: u32,
    reply_tokens: u32,
) -> Result<BookedCost, Problem> {
    let micros = cost_of(model, prompt_tokens, reply_tokens);
    if micros == 0 {
        return Ok(BookedCost::default());
    }
    let (ceilings, now) = (&app.ceilings, app.clock.now());
    app.db
        .transact(Isolation::Money, |tx| {
            Box::pin(book(tx, ceilings, owner, micros, now))
        })
        .await?;
    Ok(BookedCost {
        day: day_of(now),
        micros,
    })
}

async fn book(
    tx: &mut Tx,
    ceilings: &Ceilings,
    owner: &Owner,
    micros: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    let day = day_of(now);
    let total = add_usage(tx, ALL, day, 0, micros).await?.cost_micros;
    if ceilings.total.is_some_and(|most| total > most) {
        return Err(capacity_reached(now));
    }
    let own = add_usage(tx, UsageOwner::from(owner), day, 0, micros)
        .await?
        .cost_micros;
    if ceilings.player.is_some_and(|most| own > most) {
        return Err(player_ceiling(now));
    }
    Ok(())
}

/// Corrects a booking to the real cost.
///
/// # Errors
/// Database errors.
pub async fn correct_cost(
    tx: &mut Tx,
    owner: UsageOwner<'_>,
    booked: &BookedCost,
    spent: i64,
) -> sqlx::Result<()> {
    let difference = spent.saturating_sub(booked.micros);
    if difference != 0 {
        add_usage(tx, ALL, booked.day, 0, difference).await?;
        add_usage(tx, owner, booked.day, 0, difference).await?;
    }
    Ok(())
}

/// The cost that was booked for a request.
#[derive(Debug, Clone, Copy, Default)]
pub struct BookedCost {
    /// The day for which it counts.
    pub day: i64,
    /// The cost, in millionths of the currency in which the models' costs are given.
    pub micros: i64,
}

/// The cost of these tokens for the installation, in millionths of the currency in which the models' costs
/// are given.
#[must_use]
pub fn cost_of(model: &ModelInfo, prompt_tokens: u32, reply_tokens: u32) -> i64 {
    i64::try_from(model.cost_micros(Usage {
        prompt_tokens,
        reply_tokens,
    }))
    .unwrap_or(i64::MAX)
}

fn capacity_reached(now: Timestamp) -> Problem {
    Problem::new(
        llm::CAPACITY_REACHED,
        "The site has reached its limit of replies for today. Please come back tomorrow.",
    )
    .with_retry_after(secs_until(now, next_day(now)))
}

fn player_ceiling(now: Timestamp) -> Problem {
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "You’ve reached today’s limit. Please come back tomorrow.",
    )
    .with_retry_after(secs_until(now, next_day(now)))
}
