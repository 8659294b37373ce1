//! The short form of a scenario that stories show.

use std::collections::HashMap;

use accounts::users::shown_author;
use kernel::ids::UserId;
use platform::db::{Conn, push_in_list, query_on};
use platform::media::AvatarUrls;
use serde::Serialize;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::ScenarioId;
use super::conditions::LISTED_OR_REMOVED;
use super::images::ScenarioImages;
use super::rules::{DELETED, UNTITLED};

/// A scenario in the short form that its stories show.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenarioBrief {
    /// The scenario.
    pub id: ScenarioId,
    /// Its name.
    pub display_name: String,
    /// The promise in one line.
    pub tagline: String,
    /// Its pictures.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// Who wrote it; empty for a former author, who has no page.
    pub author: UserId,
    /// The author's name.
    pub authorname: String,
    /// Whether its images count as explicit.
    pub explicit: bool,
    /// Whether it was deleted; then only its id is left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
    /// Whether its author withdrew it: its stories go on, and nobody starts another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

impl ScenarioBrief {
    /// The brief of a deleted scenario or card.
    #[must_use]
    pub fn of_deleted(id: &str) -> Self {
        Self {
            id: ScenarioId::trusted(id.to_owned()),
            display_name: DELETED.to_owned(),
            tagline: String::new(),
            avatar_urls: (&ScenarioImages::default()).into(),
            author: UserId::trusted(String::new()),
            authorname: String::new(),
            explicit: false,
            deleted: true,
            withdrawn: false,
        }
    }
}

#[derive(sqlx::FromRow)]
struct BriefRow {
    id: String,
    display_name: String,
    tagline: String,
    pictures: Json<ScenarioImages>,
    author_id: String,
    authorname: String,
    explicit: bool,
    removed: bool,
    withdrawn: bool,
}

/// Besides those in lists: unlisted ones, and those that their authors withdrew.
const OPEN_BY_ADDRESS: &str = " or (not s.hidden and (s.unlisted or s.withdrawn_at is not null))";

/// The briefs of these scenarios, by id: those that this caller may see, and those that were open until they
/// were deleted or withdrawn.
///
/// # Errors
/// Database errors.
pub async fn briefs(
    conn: &mut Conn,
    ids: &[&str],
    viewer: Option<&UserId>,
) -> sqlx::Result<HashMap<String, ScenarioBrief>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select s.id, s.display_name, s.tagline, s.pictures, s.author_id, u.authorname, s.explicit, s.removed_at is not null as removed, \
             s.withdrawn_at is not null as withdrawn \
             from scenarios s join users u on u.id = s.author_id where (",
        );
        query
            .push(LISTED_OR_REMOVED)
            .push(OPEN_BY_ADDRESS)
            .push(" or (s.removed_at is null and s.author_id = ");
        query
            .push_bind(viewer.map_or("", UserId::as_str).to_owned())
            .push(")) and s.id in ");
        push_in_list(&mut query, ids.iter().copied());
        query.build_query_as::<BriefRow>().fetch_all(x).await
    })?;
    let by_id = |row: BriefRow| (row.id.clone(), row.into_brief());
    Ok(rows.into_iter().map(by_id).collect())
}

impl BriefRow {
    fn into_brief(self) -> ScenarioBrief {
        if self.removed {
            return ScenarioBrief::of_deleted(&self.id);
        }
        ScenarioBrief {
            id: ScenarioId::trusted(self.id),
            display_name: if self.display_name.trim().is_empty() {
                UNTITLED.to_owned()
            } else {
                self.display_name
            },
            tagline: self.tagline,
            avatar_urls: (&self.pictures.0).into(),
            author: shown_author(self.author_id),
            authorname: self.authorname,
            explicit: self.explicit,
            deleted: false,
            withdrawn: self.withdrawn,
        }
    }
}
