//! Counts the visitors of each group of an experiment (spec section 4, "Experiment"): each visitor once per
//! experiment.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use kernel::Timestamp;
use kernel::ids::is_well_formed;
use platform::db::{Conn, Isolation, Tx, query_on, statements};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::Deserialize;
use utoipa::ToSchema;

use super::rules::{KEEP_VISITS_MS, MAX_GROUPS, VISITS_PURGED_AT_ONCE};
use crate::AppState;

statements! {
    INSERT_VISIT = "
        insert into experiment_visits (experiment_id, visitor_hash, at)
        values ($1, $2, $3)
        on conflict (experiment_id, visitor_hash) do nothing";
    COUNT_VISITOR = "
        update experiment_groups
        set visitors = visitors + 1, last_at = $3
        where experiment_id = $1 and group_id = $2";
    INSERT_GROUP = "
        insert into experiment_groups (experiment_id, group_id, visitors, first_at, last_at)
        values ($1, $2, 1, $3, $3)
        on conflict (experiment_id, group_id) do update set visitors = experiment_groups.visitors + 1,
            last_at = excluded.last_at";
    COUNT_GROUPS = "select count(*) from experiment_groups";
    DELETE_OLD_VISITS = "
        delete from experiment_visits
        where (experiment_id, visitor_hash) in (
            select experiment_id, visitor_hash
            from experiment_visits
            where at < $1
            order by at
            limit $2
        )";
}

/// The group of an experiment that a visitor is in.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ExperimentVisit {
    /// The experiment.
    #[serde(rename = "experimentID")]
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    experiment_id: String,
    /// The visitor's group.
    #[serde(rename = "groupID")]
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    group_id: String,
}

/// Counts a visitor for a group of an experiment: only once, and only for the first group that is sent.
#[utoipa::path(
    post,
    path = "/misc/log-experiment",
    tag = "campaigns",
    request_body = ExperimentVisit,
    responses((status = 204, description = "Counted, now or before"), BodyErrors, CommonErrors),
)]
pub(super) async fn log_experiment(
    State(app): State<AppState>,
    source: ClientInfo,
    headers: HeaderMap,
    Json(visit): Json<ExperimentVisit>,
) -> Result<StatusCode, Problem> {
    for (name, value) in [
        ("experimentID", &visit.experiment_id),
        ("groupID", &visit.group_id),
    ] {
        if !is_well_formed(value) {
            return Err(Problem::invalid(
                name,
                "An id has 1 to 64 letters, digits, '_' or '-'.",
            ));
        }
    }
    let (visitor, visit, now) = (&visitor(&app, &source, &headers), &visit, app.clock.now());
    app.db
        .transact(Isolation::Ordinary, |tx| Box::pin(count(tx, visit, visitor, now)))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A pseudonym that identifies a visitor for a while. It is derived from traits of the request, because the
/// call carries no token.
fn visitor(app: &AppState, source: &ClientInfo, headers: &HeaderMap) -> String {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let traits = [
        source.network(),
        source.agent().to_owned(),
        header("x-timezone").to_owned(),
        header("accept-language").to_owned(),
    ];
    app.identities
        .pseudonym("experiments-of-visitor", &traits.join("\n"))
}

async fn count(tx: &mut Tx, visit: &ExperimentVisit, visitor: &str, now: Timestamp) -> sqlx::Result<()> {
    let (experiment, group) = (visit.experiment_id.as_str(), visit.group_id.as_str());
    let is_new = query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_VISIT)
            .bind(experiment)
            .bind(visitor)
            .bind(now.0);
        insert.execute(x).await.map(|done| done.rows_affected() == 1)
    })?;
    if !is_new {
        return Ok(());
    }
    let counted = query_on!(tx, |x: D| {
        let count = sqlx::query::<D>(COUNT_VISITOR)
            .bind(experiment)
            .bind(group)
            .bind(now.0);
        count.execute(x).await.map(|done| done.rows_affected() == 1)
    })?;
    // Experiment and group come from URLs, so anybody can make them up.
    if counted || count_groups(tx).await? >= MAX_GROUPS {
        return Ok(());
    }
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_GROUP)
        .bind(experiment)
        .bind(group)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

async fn count_groups(conn: &mut Conn) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_GROUPS)
        .fetch_one(x)
        .await)
}

/// Deletes old visits; the counts stay. Safe to run at any time, also by several processes at once.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn purge(app: &AppState) -> sqlx::Result<()> {
    let before = app.clock.now().plus_millis(-KEEP_VISITS_MS);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OLD_VISITS)
                .bind(before.0)
                .bind(VISITS_PURGED_AT_ONCE)
                .execute(x)
                .await
                .map(drop))
        })
    });
    use_case.await
}
