//! The call that exports a scenario.

use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use platform::slice::calls::{Answers, Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Path, Problem, Query, attachment};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::export::{Export, write_file};
use crate::AppState;
use crate::authoring::DraftErrors;
use crate::scenarios::ScenarioId;

/// Its author alone exports a scenario: no admin, and no moderator.
const AUTHOR_ONLY: Answers = [401, 401, 200, 404, 404, 404];

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(export_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("What people write here is theirs: they take it along.")
        .trial("/scenarios/scenario/@draft/export", Sent::Nothing, AUTHOR_ONLY)
}

/// The container of an exported card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CardContainer {
    /// An archive with all pictures (CHARX).
    #[default]
    Charx,
    /// The portrait with the card in it, in versions 2 and 3. One actor only.
    Png,
    /// The card alone. One actor only.
    Json,
}

impl CardContainer {
    fn ending(self) -> &'static str {
        match self {
            Self::Charx => "charx",
            Self::Png => "png",
            Self::Json => "json",
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Charx => "application/zip",
            Self::Png => "image/png",
            Self::Json => "application/json",
        }
    }
}

/// The version of an exported card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CardVersion {
    /// Character Card V2, which older programs read.
    V2,
    /// Character Card V3.
    #[default]
    V3,
}

/// A file of a card.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "for the API document")]
struct CardArchive(Vec<u8>);

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportParams {
    /// The container; `charx` by default.
    #[param(inline)]
    format: Option<CardContainer>,
    /// The actor, by their id in the draft; the whole scenario by default.
    actor: Option<String>,
    /// The version of a card in JSON; `v3` by default.
    #[param(inline)]
    version: Option<CardVersion>,
}

/// Exports one of the caller's scenarios as it is in its draft: whole as CHARX, or one actor's card as CHARX, PNG or
/// JSON. Importing the whole scenario makes an equal draft again.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/export",
    tag = "card_export",
    params(("id" = ScenarioId, Path), ExportParams),
    responses(
        (
            status = 200,
            content((CardArchive = "application/zip"), (CardArchive = "image/png"), (serde_json::Value = "application/json")),
        ),
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn export_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    Query(params): Query<ExportParams>,
) -> Result<Response, Problem> {
    let container = params.format.unwrap_or_default();
    let export = Export {
        container,
        actor: params.actor,
        version: params.version.unwrap_or_default(),
    };
    let (title, file) = write_file(&app, &person.user_id, &id, export).await?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(container.media_type()),
        ),
        (
            header::CONTENT_DISPOSITION,
            attachment(&title, container.ending()),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    Ok((headers, file).into_response())
}
