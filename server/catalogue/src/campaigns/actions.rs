//! Reading a campaign, for all calls that do so.

use accounts::tags::BlockedContent;
use kernel::Audience;
use platform::db::Conn;
use platform::web::Problem;
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{CampaignContent, CampaignInfo, Section};
use super::rules::DEFAULT_CAMPAIGN;
use super::store;
use crate::AppState;
use crate::scenarios::{RequestedFilters, read_filters};

/// Parameters of the call for a whole campaign.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CampaignParams {
    /// The campaign; the default campaign if absent.
    campaign: Option<String>,
}

/// A whole campaign, without what the caller has blocked.
///
/// # Errors
/// 404 if there is no such campaign.
pub(crate) async fn read_content(
    app: &AppState,
    blocked: &BlockedContent,
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
    Ok(CampaignContent {
        info,
        sections: list_sections(&mut conn, blocked, audience, id).await?,
        billing_notice: app.billing_notice.as_deref().map(str::to_owned),
    })
}

/// A campaign's sections, without what the caller has blocked and without what is not for this audience.
///
/// # Errors
/// Database errors.
pub(super) async fn list_sections(
    conn: &mut Conn,
    blocked: &BlockedContent,
    audience: Audience,
    id: &str,
) -> Result<Vec<Section>, Problem> {
    let filters = read_filters(conn, blocked, audience, RequestedFilters::default())
        .await?
        .unwrap_or_default();
    Ok(store::list_sections(conn, id, &filters).await?)
}

/// A campaign's words and pictures.
///
/// # Errors
/// 404 if there is no such campaign.
pub(super) async fn find(conn: &mut Conn, id: &str) -> Result<CampaignInfo, Problem> {
    store::find(conn, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))
}
