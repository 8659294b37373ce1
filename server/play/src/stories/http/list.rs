//! The call that lists stories.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use catalogue::scenarios::ScenarioId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Problem, Query, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::FolderId;
use crate::stories::model::StoryView;
use crate::stories::rules::search_words;
use crate::stories::store::{self, FolderFilter, Sort, StoryFilter};
use crate::stories::view;

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_stories),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .trial("/stories/", Sent::Nothing, [401, 200, 200, 200, 200, 200])
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct ListParams {
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// The order; only the default order puts pinned stories first.
    #[serde(default)]
    #[param(inline)]
    sort: Sort,
    /// Only stories in this folder; `root`: only those in no folder.
    directory_id: Option<String>,
    /// Only stories of this scenario.
    #[serde(rename = "scenarioID")]
    scenario_id: Option<String>,
    /// Words that the title, a character or one message contains.
    q: Option<String>,
    /// Stories in the trash instead.
    #[serde(default)]
    trash: bool,
}

impl ListParams {
    /// The filter that these parameters describe.
    fn filter(&self, owner: Owner) -> Result<StoryFilter, Problem> {
        let folder = match given(self.directory_id.as_deref()) {
            None => FolderFilter::Any,
            Some("root") => FolderFilter::None,
            Some(id) => FolderFilter::Only(
                id.parse::<FolderId>()
                    .map_err(|_| Problem::bad_request("directoryId is not the id of a folder."))?,
            ),
        };
        let scenario = given(self.scenario_id.as_deref())
            .map(str::parse::<ScenarioId>)
            .transpose()
            .map_err(|_| Problem::bad_request("scenarioID is not the id of a scenario."))?;
        Ok(StoryFilter {
            owner,
            sort: self.sort,
            folder,
            scenario,
            words: search_words(self.q.as_deref().unwrap_or_default()),
            in_trash: self.trash,
        })
    }
}

/// A parameter without surrounding white space; `None` if it is empty.
fn given(param: Option<&str>) -> Option<&str> {
    param.map(str::trim).filter(|text| !text.is_empty())
}

/// The caller's stories.
#[utoipa::path(
    get,
    path = "/stories/",
    tag = "stories",
    params(ListParams),
    responses((status = 200, body = Page<StoryView>), AuthErrors, CommonErrors),
)]
async fn list_stories(
    State(app): State<AppState>,
    player: Player,
    Query(params): Query<ListParams>,
) -> Result<Json<Page<StoryView>>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let filter = params.filter(Owner::from(&player))?;
    let name = format!("stories:{filter:?}");
    let after = read_cursor(&app, &name, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let rows = store::list(&mut conn, &filter, after, limit + 1).await?;
    let (rows, next_cursor) = cut_to_page(&app, &name, rows, limit);
    Ok(Json(Page {
        results: view::stories(&mut conn, rows, &filter.words).await?,
        next_cursor,
    }))
}
