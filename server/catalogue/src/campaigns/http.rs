//! The calls of campaigns.

use accounts::identity::ViewerAudience;
use accounts::tags::BlockedTags;
use axum::extract::State;
use kernel::Audience;
use platform::db::Conn;
use platform::slice::calls::{Calls, Class, Keeps, Sent, Tag, Varies, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Path, Problem, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use super::model::{CampaignContent, CampaignInfo, CampaignSections};
use super::rules::DEFAULT_CAMPAIGN;
use super::{CampaignId, experiments, store};
use crate::AppState;
use crate::scenarios::read_filters;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(fetch_campaign_data),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByBlockedTags),
            ),
        )
        .tried(
            "/misc/fetch-campaign-data?campaign=spring",
            Sent::Nothing,
            all(200),
        )
        .call(
            routes!(view_campaign),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByAudience),
            ),
        )
        .tried("/campaigns/campaign/spring", Sent::Nothing, all(200))
        .call(
            routes!(view_campaign_info),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByBlockedTags),
            ),
        )
        .tried("/campaigns/campaign/spring/info", Sent::Nothing, all(200))
        .call(
            routes!(experiments::log_experiment),
            rule(Who::Anybody, Class::Writes, Keeps::Never),
        )
        .tried(
            "/misc/log-experiment",
            Sent::Json(r#"{"experimentID":"e","groupID":"g"}"#),
            all(204),
        )
}

/// Parameters of the call for a whole campaign.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CampaignParams {
    /// The campaign; the default campaign if absent.
    campaign: Option<String>,
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
    blocked: BlockedTags,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<CampaignParams>,
) -> Result<Json<CampaignContent>, Problem> {
    read_content(&app, &blocked, audience, params).await.map(Json)
}

/// A whole campaign, without the tags that the caller has blocked.
///
/// # Errors
/// 404 if there is no such campaign.
pub(crate) async fn read_content(
    app: &AppState,
    blocked: &BlockedTags,
    audience: Audience,
    params: CampaignParams,
) -> Result<CampaignContent, Problem> {
    let id = params
        .campaign
        .as_deref()
        .map(str::trim)
        .filter(|id| !id.is_empty())
        .unwrap_or(DEFAULT_CAMPAIGN);
    let mut conn = app.db.read().await?;
    let info = find(&mut conn, id).await?;
    let filters = read_filters(&mut conn, blocked, audience, &[], &[], None)
        .await?
        .unwrap_or_default();
    let sections = store::list_sections(&mut conn, id, &filters).await?;
    Ok(CampaignContent {
        info,
        sections,
        billing_notice: app.billing_notice.as_deref().map(str::to_owned),
    })
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
    Ok(Json(find(&mut conn, id.as_str()).await?))
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
    blocked: BlockedTags,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<CampaignId>,
) -> Result<Json<CampaignSections>, Problem> {
    let mut conn = app.db.read().await?;
    find(&mut conn, id.as_str()).await?;
    let filters = read_filters(&mut conn, &blocked, audience, &[], &[], None)
        .await?
        .unwrap_or_default();
    Ok(Json(CampaignSections {
        sections: store::list_sections(&mut conn, id.as_str(), &filters).await?,
    }))
}

async fn find(conn: &mut Conn, id: &str) -> Result<CampaignInfo, Problem> {
    store::find(conn, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))
}
