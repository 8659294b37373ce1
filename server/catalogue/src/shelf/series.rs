//! The use cases of series.

use std::collections::HashMap;

use accounts::users;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Isolation, Tx};
use platform::web::Problem;

use super::errors::{not_found, outdated_version, quota_reached};
use super::model::{MySeries, NewSeries, Series, SeriesChange, SeriesScenario};
use super::rules::{MAX_SERIES, check_scenarios, check_title, split_off, with_trashed};
use crate::AppState;
use crate::authoring::{self, TitledDraft};
use crate::scenarios::{self, ScenarioId, SeriesId, StoredSeries};

/// The series of this person.
///
/// # Errors
/// Database errors.
pub(super) async fn list(app: &AppState, author: &UserId) -> Result<MySeries, Problem> {
    let mut conn = app.db.read().await?;
    let stored = scenarios::list_series(&mut conn, author).await?;
    let titles = titles_of(
        &mut conn,
        author,
        stored.iter().flat_map(|series| &series.scenarios),
    )
    .await?;
    Ok(MySeries {
        results: stored.iter().map(|series| view(series, &titles)).collect(),
    })
}

/// Creates a series under this id.
///
/// # Errors
/// 409 if the person has [`MAX_SERIES`]; 422 with the field that is not acceptable.
pub(super) async fn create(
    tx: &mut Tx,
    author: &UserId,
    id: &SeriesId,
    new: &NewSeries,
    now: Timestamp,
) -> Result<Series, Problem> {
    let title = check_title(&new.title)?;
    users::lock_user_row(tx, author).await?;
    let others = scenarios::list_series(tx, author).await?;
    if others.len() >= MAX_SERIES {
        return Err(quota_reached());
    }
    let titles = titles_of(tx, author, &new.scenarios).await?;
    check_scenarios(&new.scenarios, &titles, &others)?;
    let series = StoredSeries {
        id: id.clone(),
        version: 1,
        title,
        scenarios: new.scenarios.clone(),
    };
    scenarios::insert_series(tx, author, &series, now).await?;
    Ok(view(&series, &titles))
}

/// Replaces the title and the scenarios of a series. What is stored already needs no version.
///
/// # Errors
/// 404; 412 with the series as it is if it has another version; 422 with the field that is not acceptable.
pub(super) async fn update(
    app: &AppState,
    author: &UserId,
    id: &SeriesId,
    change: &SeriesChange,
) -> Result<Series, Problem> {
    let title = check_title(&change.title)?;
    let title = title.as_str();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(replace(tx, author, id, change, title))
    });
    let series = use_case.await?;
    invalidate(app, author);
    Ok(series)
}

async fn replace(
    tx: &mut Tx,
    author: &UserId,
    id: &SeriesId,
    change: &SeriesChange,
    title: &str,
) -> Result<Series, Problem> {
    users::lock_user_row(tx, author).await?;
    let all = scenarios::list_series(tx, author).await?;
    let (stored, others) = split_off(all, id).ok_or_else(not_found)?;
    let titles = titles_of(tx, author, stored.scenarios.iter().chain(&change.scenarios)).await?;
    let scenarios = with_trashed(&change.scenarios, &stored.scenarios, &titles);
    if stored.title == title && stored.scenarios == scenarios {
        // Sent again after its answer was lost, perhaps.
        return Ok(view(&stored, &titles));
    }
    if stored.version != change.version {
        return Err(outdated_version().with_current(&view(&stored, &titles)));
    }
    check_scenarios(&change.scenarios, &titles, &others)?;
    let mut series = StoredSeries {
        title: title.to_owned(),
        scenarios,
        ..stored
    };
    if !scenarios::update_series(tx, author, &series).await? {
        return Err(Problem::contended());
    }
    series.version += 1;
    Ok(view(&series, &titles))
}

/// Deletes a series; its scenarios stay.
///
/// # Errors
/// 404 if this person has no such series.
pub(super) async fn delete(app: &AppState, author: &UserId, id: &SeriesId) -> Result<(), Problem> {
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { Ok::<_, Problem>(scenarios::delete_series(tx, author, id).await?) })
    });
    if !use_case.await? {
        return Err(not_found());
    }
    invalidate(app, author);
    Ok(())
}

/// Ends the copies that show a series of this author, once a change is durable: every answer for a scenario
/// names its author, and ends with what is known of them. Changes of the scenarios themselves end them in
/// the same way (`scenarios::invalidate`).
pub(super) fn invalidate(app: &AppState, author: &UserId) {
    app.changes.user(author.as_str());
}

async fn titles_of<'a>(
    conn: &mut Conn,
    author: &UserId,
    scenarios: impl IntoIterator<Item = &'a ScenarioId>,
) -> sqlx::Result<HashMap<String, TitledDraft>> {
    let ids: Vec<&str> = scenarios.into_iter().map(ScenarioId::as_str).collect();
    authoring::list_titles(conn, author, &ids).await
}

fn view(series: &StoredSeries, titles: &HashMap<String, TitledDraft>) -> Series {
    let shown = |id: &ScenarioId| {
        let draft = titles.get(id.as_str()).filter(|draft| !draft.in_trash)?;
        Some(SeriesScenario {
            id: id.clone(),
            display_name: draft.title.clone(),
        })
    };
    Series {
        id: series.id.clone(),
        title: series.title.clone(),
        version: series.version,
        scenarios: series.scenarios.iter().filter_map(shown).collect(),
    }
}
