//! Decides who may see a scenario.

use accounts::identity::Person;
use accounts::tags::{self, TagData};
use kernel::ids::UserId;
use kernel::{Audience, ErrorCode, Role};
use platform::db::Conn;
use platform::media::media_url;
use platform::web::Problem;

use super::content_notes::ContentNote;
use super::model::{Actor, Authorship, Scenario, SeriesPlace};
use super::rows::ScenarioRow;
use super::series::place_in_series;
use super::store::{self, TAGGED};
use super::{ScenarioId, errors};

/// The scenario, if this caller may see it. Otherwise 404, or 410 if it was open and was removed or withdrawn.
/// Its author and admins also see it while it is hidden or private.
pub(super) async fn find_visible(
    conn: &mut Conn,
    id: &ScenarioId,
    viewer: Option<&Person>,
) -> Result<ScenarioRow, Problem> {
    find_visible_to(conn, id, viewer.map(|person| (&person.user_id, person.role))).await
}

/// The same for a person of whom no more is known than their id and role.
async fn find_visible_to(
    conn: &mut Conn,
    id: &ScenarioId,
    viewer: Option<(&UserId, Role)>,
) -> Result<ScenarioRow, Problem> {
    match store::find(conn, id.as_str()).await? {
        Some(row) if row.is_open() => Ok(row),
        Some(row)
            if row.removed_at.is_none()
                && viewer.is_some_and(|(person, role)| role == Role::Admin || row.is_by(person)) =>
        {
            Ok(row)
        }
        Some(row) if row.was_removed() => Err(Problem::new(
            ErrorCode::GONE,
            "This scenario was removed by its author.",
        )),
        Some(row) if row.was_withdrawn() => Err(Problem::new(
            ErrorCode::GONE,
            "This scenario was withdrawn by its author. Stories that were begun from it go on.",
        )),
        _ => Err(Problem::not_found("scenario")),
    }
}

/// The full scenario, if this caller may see it, whatever its rating.
///
/// # Errors
/// 404, or 410 if it was public and was removed.
pub(super) async fn read_visible(
    conn: &mut Conn,
    id: &ScenarioId,
    viewer: Option<(&UserId, Role)>,
) -> Result<Scenario, Problem> {
    let row = find_visible_to(conn, id, viewer).await?;
    load_details(conn, id, row, Audience::Extreme).await
}

/// The full scenario for reading: see [`find_admitted`].
pub(crate) async fn read_admitted(
    conn: &mut Conn,
    id: &ScenarioId,
    viewer: Option<&Person>,
    audience: Audience,
) -> Result<Scenario, Problem> {
    let row = find_admitted(conn, id, viewer, audience).await?;
    load_details(conn, id, row, audience).await
}

async fn load_details(
    conn: &mut Conn,
    id: &ScenarioId,
    row: ScenarioRow,
    audience: Audience,
) -> Result<Scenario, Problem> {
    let tag_data = tags::data_of_many(conn, TAGGED, audience, &[id.to_string()])
        .await?
        .remove(id.as_str())
        .unwrap_or_default();
    let content_notes = if row.notes_disclosed {
        Some(store::list_notes(conn, id.as_str()).await?)
    } else {
        None
    };
    let series = if row.is_listed() {
        place_in_series(conn, audience, id).await?
    } else {
        None
    };
    let details = Details {
        tag_data,
        actors: store::list_actors(conn, id.as_str()).await?,
        content_notes,
        series,
    };
    Ok(details.of(row))
}

/// What a scenario shows beside its own row.
pub(super) struct Details {
    pub(super) tag_data: Vec<TagData>,
    pub(super) actors: Vec<Actor>,
    pub(super) content_notes: Option<Vec<ContentNote>>,
    pub(super) series: Option<SeriesPlace>,
}

impl Details {
    /// The scenario of this row.
    pub(super) fn of(self, row: ScenarioRow) -> Scenario {
        let (images, credits, scenario_stats) = (row.images(), row.credits(), row.summary.stats());
        let display = row.summary.display(self.tag_data);
        Scenario {
            id: display.id.clone(),
            scenario_engram: row.engram.0,
            scenario_stats,
            interface: row.interface.map(|json| json.0),
            authorship: Authorship {
                author: display.author.clone(),
                authorname: display.authorname.clone(),
                avatar_url: row.author_avatar.as_deref().map(media_url),
                bio: row.author_bio,
            },
            tags: display.tags.clone(),
            tag_data: display.tag_data.clone(),
            hidden: row.hidden,
            avatar: images.cover_url(),
            cover_alt: images.cover_alt,
            banner_alt: images.banner_alt,
            actors: self.actors,
            content_notes: self.content_notes,
            credits,
            series: self.series,
            display_data: display,
        }
    }
}

/// Like [`find_visible`], but refuses a scenario for adults to an audience that has not asked for such
/// content; a client recognises the error and can ask. Its author and admins always see it.
pub(super) async fn find_admitted(
    conn: &mut Conn,
    id: &ScenarioId,
    viewer: Option<&Person>,
    audience: Audience,
) -> Result<ScenarioRow, Problem> {
    let row = find_visible(conn, id, viewer).await?;
    let rating = row.rating();
    if audience.admits(rating) || viewer.is_some_and(|person| person.is_admin() || row.is_by(&person.user_id))
    {
        return Ok(row);
    }
    Err(Problem::new(
        errors::ADULT_ONLY,
        "Its author rates this scenario as suitable for adults only.",
    )
    .with_extension("rating", rating.as_str()))
}
