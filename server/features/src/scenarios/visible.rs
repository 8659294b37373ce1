//! Who may see a scenario.

use kernel::ErrorCode;
use kernel::ids::ScenarioId;

use super::store;
use crate::db::Conn;
use crate::identity::Person;
use crate::web::Problem;

/// The scenario, if this caller may see it: else 404, or 410 once it was open and is removed. What is hidden or private is
/// there for its author and for admins.
pub(super) async fn find_visible(conn: &mut Conn, id: &ScenarioId, viewer: Option<&Person>) -> Result<store::ScenarioRow, Problem> {
    match store::find(conn, id.as_str()).await? {
        Some(row) if row.is_open() => Ok(row),
        Some(row) if row.removed_at.is_none() && viewer.is_some_and(|person| person.is_admin() || row.is_by(&person.user_id)) => Ok(row),
        Some(row) if row.was_removed() => Err(Problem::new(ErrorCode::Gone, "This scenario was removed by its author.")),
        _ => Err(Problem::not_found("scenario")),
    }
}
