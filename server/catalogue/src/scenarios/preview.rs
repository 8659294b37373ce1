//! A scenario as readers would get it if it were published now.

use accounts::tags::TagData;
use kernel::{Audience, Timestamp};
use platform::db::Conn;
use platform::media::FramedImage;

use super::access::list_counted_tags;
use super::model::{Actor, Scenario, ScenarioSummary};
use super::rows::ScenarioRow;
use super::series::place_in_series;
use super::store;
use super::visible::Details;
use super::write::{NewActor, NewScenario};
use super::{ActorId, ScenarioId};

/// What [`publish`](super::publish) would make of a scenario for everybody, with these tags, as its author
/// reads it then. It may be incomplete: without a name, the name is empty.
///
/// # Errors
/// Database errors.
pub(crate) async fn preview(
    conn: &mut Conn,
    new: NewScenario<'_>,
    tags: Vec<TagData>,
    audience: Audience,
    now: Timestamp,
) -> sqlx::Result<Scenario> {
    let id = ScenarioId::trusted(new.id.to_owned());
    let author = store::find_author(conn, new.author_id).await?;
    let published = store::find(conn, new.id).await?;
    let row = ScenarioRow::if_published(&new, author, published.as_ref(), now);
    let (mut tag_data, mut series) = (tags, None);
    if row.is_listed() {
        count_in(conn, &new, &mut tag_data, audience).await?;
        series = place_in_series(conn, audience, &id).await?;
    }
    let mut notes = new.content_notes;
    if let Some(notes) = &mut notes {
        notes.sort_unstable();
        notes.dedup();
    }
    let details = Details {
        tag_data,
        actors: new.actors.into_iter().map(shown).collect(),
        content_notes: notes,
        series,
    };
    let mut scenario = details.of(row);
    new.name.clone_into(&mut scenario.display_data.display_name);
    Ok(scenario)
}

/// Counts the scenario among those that carry its tags, in place of what is published of it.
async fn count_in(
    conn: &mut Conn,
    new: &NewScenario<'_>,
    tags: &mut [TagData],
    audience: Audience,
) -> sqlx::Result<()> {
    let counted = list_counted_tags(conn, new.id).await?;
    for tag in tags {
        let was_counted = counted
            .iter()
            .any(|(rating, id)| id == tag.id.as_str() && audience.admits(*rating));
        tag.scenario_count += i64::from(audience.admits(new.rating)) - i64::from(was_counted);
    }
    Ok(())
}

fn shown(actor: NewActor) -> Actor {
    Actor {
        actor_id: ActorId::trusted(actor.id),
        name: actor.name,
        role: actor.role,
        description: actor.description,
        avatar: actor.avatar.as_ref().map(FramedImage::url),
        avatar_alt: actor.avatar_alt,
    }
}

impl Scenario {
    /// The same as lists show it.
    pub(crate) fn summary(&self) -> ScenarioSummary {
        ScenarioSummary {
            display: self.display_data.clone(),
            scenario_stats: self.scenario_stats,
            recommendation_metadata: None,
            deleted: false,
        }
    }
}
