//! Series: scenarios of one author in an order that readers see. Who may name which scenario is checked by
//! the slice that edits them; here are the tables, and the place of a scenario among those that a reader
//! can see.

use std::collections::HashMap;

use kernel::ids::UserId;
use kernel::{Audience, Timestamp};
use platform::db::{Conn, Tx, query_on, statements};
use sqlx::QueryBuilder;

use super::conditions::rated_for;
use super::model::{SeriesNeighbour, SeriesPlace};
use super::{ScenarioId, SeriesId};

statements! {
    LIST_SERIES = "
        select id, version, title
        from scenario_series
        where author_id = $1
        order by created_at, id";
    LIST_MEMBERS = "
        select m.series_id, m.scenario_id
        from scenario_series_members m
        join scenario_series r on r.id = m.series_id
        where r.author_id = $1
        order by m.series_id, m.position, m.scenario_id";
    INSERT_SERIES = "
        insert into scenario_series (id, author_id, version, title, created_at)
        values ($1, $2, 1, $3, $4)";
    UPDATE_SERIES = "
        update scenario_series set version = version + 1, title = $4
        where id = $1 and author_id = $2 and version = $3";
    DELETE_SERIES = "delete from scenario_series where id = $1 and author_id = $2";
    DELETE_MEMBERS = "delete from scenario_series_members where series_id = $1";
}

/// A series as its author keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSeries {
    /// Its id.
    pub id: SeriesId,
    /// Increases with every change.
    pub version: i64,
    /// Its title.
    pub title: String,
    /// Its scenarios in order, also those that nobody but their author sees, and those in the trash.
    pub scenarios: Vec<ScenarioId>,
}

/// The series of this person, the oldest first.
///
/// # Errors
/// Database errors.
pub async fn list_series(conn: &mut Conn, author: &UserId) -> sqlx::Result<Vec<StoredSeries>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, (String, i64, String)>(
        LIST_SERIES
    )
    .bind(author.as_str())
    .fetch_all(x)
    .await)?;
    let members = query_on!(conn, |x: D| sqlx::query_as::<D, (String, String)>(LIST_MEMBERS)
        .bind(author.as_str())
        .fetch_all(x)
        .await)?;
    let mut by_series: HashMap<String, Vec<ScenarioId>> = HashMap::new();
    for (series, scenario) in members {
        by_series
            .entry(series)
            .or_default()
            .push(ScenarioId::trusted(scenario));
    }
    let stored = |(id, version, title): (String, i64, String)| StoredSeries {
        scenarios: by_series.remove(&id).unwrap_or_default(),
        id: SeriesId::trusted(id),
        version,
        title,
    };
    Ok(rows.into_iter().map(stored).collect())
}

/// Stores a new series. No other series has any of its scenarios.
///
/// # Errors
/// Database errors.
pub async fn insert_series(
    tx: &mut Tx,
    author: &UserId,
    series: &StoredSeries,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SERIES)
        .bind(series.id.as_str())
        .bind(author.as_str())
        .bind(&series.title)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))?;
    insert_members(tx, series).await
}

/// Replaces the title and the scenarios of a series that has this version, and raises it; returns whether
/// it had.
///
/// # Errors
/// Database errors.
pub async fn update_series(tx: &mut Tx, author: &UserId, series: &StoredSeries) -> sqlx::Result<bool> {
    let is_current = query_on!(tx, |x: D| sqlx::query::<D>(UPDATE_SERIES)
        .bind(series.id.as_str())
        .bind(author.as_str())
        .bind(series.version)
        .bind(&series.title)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))?;
    if is_current {
        query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MEMBERS)
            .bind(series.id.as_str())
            .execute(x)
            .await
            .map(drop))?;
        insert_members(tx, series).await?;
    }
    Ok(is_current)
}

async fn insert_members(tx: &mut Tx, series: &StoredSeries) -> sqlx::Result<()> {
    if series.scenarios.is_empty() {
        return Ok(());
    }
    query_on!(tx, |x: D| {
        let mut query =
            QueryBuilder::<D>::new("insert into scenario_series_members (scenario_id, series_id, position) ");
        query.push_values(
            (0_i64..).zip(&series.scenarios),
            |mut row, (position, scenario)| {
                row.push_bind(scenario.as_str().to_owned())
                    .push_bind(series.id.as_str().to_owned())
                    .push_bind(position);
            },
        );
        query.build().execute(x).await.map(drop)
    })
}

/// Deletes a series of this person; its scenarios stay. Returns whether there was one.
///
/// # Errors
/// Database errors.
pub async fn delete_series(tx: &mut Tx, author: &UserId, id: &SeriesId) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_SERIES)
        .bind(id.as_str())
        .bind(author.as_str())
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Where a scenario that is public, or is looked at as if it were, stands in its series, among those that are
/// public and rated for this audience. `None` if it is in none. Ask for no other: a scenario that is known by
/// its address alone leads nowhere, and nothing leads to it.
pub(super) async fn place_in_series(
    conn: &mut Conn,
    audience: Audience,
    id: &ScenarioId,
) -> sqlx::Result<Option<SeriesPlace>> {
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select r.title, m.scenario_id, coalesce(s.display_name, '') from scenario_series_members mine \
             join scenario_series r on r.id = mine.series_id \
             join scenario_series_members m on m.series_id = r.id \
             left join scenarios s on s.id = m.scenario_id \
             where mine.scenario_id = ",
        );
        query
            .push_bind(id.as_str().to_owned())
            .push(" and (m.scenario_id = mine.scenario_id or (s.listed")
            .push(rated_for(audience))
            .push(")) order by m.position, m.scenario_id");
        query
            .build_query_as::<(String, String, String)>()
            .fetch_all(x)
            .await
    })?;
    Ok(place_of(id, &rows))
}

/// The place of a scenario among these: title of the series, id and name of each scenario.
fn place_of(id: &ScenarioId, rows: &[(String, String, String)]) -> Option<SeriesPlace> {
    let place = rows.iter().position(|(_, other, _)| other == id.as_str())?;
    let neighbour = |place: Option<usize>| {
        let (_, id, name) = rows.get(place?)?;
        Some(SeriesNeighbour {
            id: ScenarioId::trusted(id.clone()),
            display_name: name.clone(),
        })
    };
    Some(SeriesPlace {
        title: rows.get(place)?.0.clone(),
        position: place as i64 + 1,
        total: rows.len() as i64,
        previous: neighbour(place.checked_sub(1)),
        next: neighbour(place.checked_add(1)),
    })
}
