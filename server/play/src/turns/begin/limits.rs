//! Limits of turns: per process, per minute, at once and per day.

use accounts::guests::Owner;
use accounts::safety::{self, Crisis};
use kernel::{ErrorCode, Timestamp};
use platform::db::Tx;
use platform::llm;
use platform::web::Problem;

use crate::AppState;
use crate::quotas::{self, UsageOwner};
use crate::turns::rules::{HELP_PER_MINUTE, MINUTE_MS, TURNS_AT_ONCE, TURNS_PER_MINUTE};
use crate::turns::store;

/// How long the player should wait if too many turns are running, in seconds.
const RETRY_SECS: u32 = 2;

/// Refuses a player who begins turns too fast, has too many running, or has reached the daily limit
/// (reliability L-7).
pub(super) async fn check(tx: &mut Tx, app: &AppState, owner: &Owner) -> Result<(), Problem> {
    check_pace(tx, app, owner).await?;
    let now = app.clock.now();
    if store::count_running(tx, UsageOwner::from(owner), now).await? >= TURNS_AT_ONCE {
        let sentence = "Two replies are already being written for you. Please wait for one of them.";
        return Err(Problem::new(ErrorCode::RATE_LIMITED, sentence).with_retry_after(RETRY_SECS));
    }
    quotas::check_ceilings(tx, &app.ceilings, owner, now).await
}

async fn check_pace(tx: &mut Tx, app: &AppState, owner: &Owner) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_begun(tx, UsageOwner::from(owner), now.plus_millis(-MINUTE_MS)).await? >= TURNS_PER_MINUTE
    {
        return Err(Problem::new(
            ErrorCode::RATE_LIMITED,
            "You’re going too fast. Please wait a moment.",
        )
        .with_retry_after(wait_secs(tx, owner, now).await?));
    }
    Ok(())
}

/// Refuses a program that floods the site with cries for help. Even then the refusal names a helpline.
pub(super) async fn check_flood(
    tx: &mut Tx,
    app: &AppState,
    owner: &Owner,
    crisis: &Crisis,
) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_begun(tx, UsageOwner::from(owner), now.plus_millis(-MINUTE_MS)).await? >= HELP_PER_MINUTE
    {
        let sentence = safety::crisis_notice(crisis.language).text;
        return Err(Problem::new(ErrorCode::RATE_LIMITED, sentence)
            .with_retry_after(wait_secs(tx, owner, now).await?));
    }
    Ok(())
}

/// Seconds until the first of the last minute's turns is a minute old.
async fn wait_secs(tx: &mut Tx, owner: &Owner, now: Timestamp) -> Result<u32, Problem> {
    let oldest = store::find_oldest_since(tx, UsageOwner::from(owner), now.plus_millis(-MINUTE_MS)).await?;
    Ok(quotas::secs_until(
        now,
        Timestamp(oldest.unwrap_or(now.0).saturating_add(MINUTE_MS)),
    ))
}

/// The refusal if this process runs as many turns as it can.
pub(super) fn at_capacity() -> Problem {
    Problem::new(
        llm::CAPACITY_REACHED,
        "Too many replies are being written; try again shortly.",
    )
    .with_retry_after(RETRY_SECS)
}
