//! The calls of campaigns.

use accounts::identity::ViewerAudience;
use accounts::tags::BlockedContent;
use axum::extract::State;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Path, Problem, Query};
use utoipa_axum::routes;

use super::actions::{self, CampaignParams};
use super::model::{CampaignContent, CampaignInfo, CampaignSections};
use super::{CampaignId, experiments};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(fetch_campaign_data),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial(
            "/misc/fetch-campaign-data?campaign=spring",
            Sent::Nothing,
            all(200),
        )
        .call(
            routes!(view_campaign),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/campaigns/campaign/spring", Sent::Nothing, all(200))
        .call(
            routes!(view_campaign_info),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial("/campaigns/campaign/spring/info", Sent::Nothing, all(200))
        .call(
            routes!(experiments::log_experiment),
            rule(Who::Anybody, Class::Writes, Caching::Never),
        )
        .trial(
            "/misc/log-experiment",
            Sent::Json(r#"{"experimentID":"e","groupID":"g"}"#),
            all(204),
        )
}

/// A whole campaign: what the home page shows.
#[utoipa::path(
    get,
    path = "/misc/fetch-campaign-data",
    tag = "campaigns",
    params(CampaignParams),
    responses(
        (status = 200, body = CampaignContent),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn fetch_campaign_data(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<CampaignParams>,
) -> Result<Json<CampaignContent>, Problem> {
    actions::read_content(&app, &blocked, audience, params)
        .await
        .map(Json)
}

/// A campaign's texts and images.
#[utoipa::path(
    get,
    path = "/campaigns/campaign/{campaignId}",
    tag = "campaigns",
    params(("campaignId" = CampaignId, Path)),
    responses(
        (status = 200, body = CampaignInfo),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn view_campaign(
    State(app): State<AppState>,
    Path(id): Path<CampaignId>,
) -> Result<Json<CampaignInfo>, Problem> {
    let mut conn = app.db.read().await?;
    actions::find(&mut conn, id.as_str()).await.map(Json)
}

/// A campaign's sections of scenarios.
#[utoipa::path(
    get,
    path = "/campaigns/campaign/{campaignId}/info",
    tag = "campaigns",
    params(("campaignId" = CampaignId, Path)),
    responses(
        (status = 200, body = CampaignSections),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn view_campaign_info(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<CampaignId>,
) -> Result<Json<CampaignSections>, Problem> {
    let mut conn = app.db.read().await?;
    actions::find(&mut conn, id.as_str()).await?;
    let sections = actions::list_sections(&mut conn, &blocked, audience, id.as_str()).await?;
    Ok(Json(CampaignSections { sections }))
}
