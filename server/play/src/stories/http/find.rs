//! The call that searches within one story.

use accounts::guests::{Owner, Player};
use axum::extract::State;
use platform::blocking::SharedWorkLimit;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Path, Problem, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::rules::{
    MAX_FOUND, SEARCHES_AT_ONCE, SEARCHES_OF_ONE, SEARCHES_WAITING, search_words, snippet_around,
};
use crate::stories::{MessageId, StoryId, load_story, store};

/// Limits searches before they take a connection, so that other reads still get connections.
pub(in crate::stories) static SEARCHES: SharedWorkLimit =
    SharedWorkLimit::new(SEARCHES_AT_ONCE, SEARCHES_WAITING, SEARCHES_OF_ONE);

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(search_story),
            rule(Who::Player, Class::Search, Caching::Never),
        )
        .beyond_spec("Long stories are searched on the server, because a page holds only a part of them.")
        .trial("/stories/@story/search?q=the", Sent::Nothing, OWN_STORY)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// Words, all of which one message must contain.
    #[serde(default)]
    q: String,
}

/// Messages that match a search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundMessages {
    /// The latest first, at most 50.
    results: Vec<FoundMessage>,
    /// Whether there are more; a longer search text would narrow them down.
    has_more: bool,
}

/// A message that matches a search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundMessage {
    /// The message; it may be on another branch.
    message_id: MessageId,
    /// The name of its author.
    name: String,
    /// The text around the words.
    snippet: String,
}

/// Finds messages of a story by words or parts of words, on every branch.
#[utoipa::path(
    get,
    path = "/stories/{id}/search",
    tag = "stories",
    params(("id" = StoryId, Path), SearchParams),
    responses(
        (status = 200, body = FoundMessages),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn search_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Query(params): Query<SearchParams>,
) -> Result<Json<FoundMessages>, Problem> {
    let owner = Owner::from(&player);
    let words = search_words(&params.q);
    let _place = SEARCHES.enter(&owner.principal()).await?;
    let mut conn = app.db.read().await?;
    let story = load_story(&mut conn, &owner, &id).await?;
    let rows = if words.is_empty() {
        Vec::new()
    } else {
        store::find_messages(&mut conn, &story.id, &words, MAX_FOUND + 1).await?
    };
    Ok(Json(FoundMessages::of(rows, &words)))
}

impl FoundMessages {
    /// The results of these rows; one row more than is shown means that there are more.
    fn of(mut rows: Vec<store::FoundRow>, words: &[String]) -> Self {
        let has_more = rows.len() > MAX_FOUND as usize;
        rows.truncate(MAX_FOUND as usize);
        let found = |row: store::FoundRow| FoundMessage {
            message_id: MessageId::trusted(row.id),
            name: row.name,
            snippet: snippet_around(&row.content, words),
        };
        Self {
            results: rows.into_iter().map(found).collect(),
            has_more,
        }
    }
}
