//! What a campaign is, as the API shows it (spec section 3).

use serde::Serialize;
use utoipa::ToSchema;

use super::CampaignId;
use crate::scenarios::ScenarioSummary;

/// The words of a campaign's blurb page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Blurb {
    /// Headline.
    pub header: String,
    /// Text below it.
    pub body: String,
}

/// One carousel of a campaign.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Its heading.
    pub display_term: String,
    /// What it shows.
    pub scenarios: Vec<ScenarioSummary>,
}

/// A campaign without its sections.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignInfo {
    /// The campaign.
    pub id: CampaignId,
    /// Its blurb.
    pub display_blurb: Blurb,
    /// Three pictures.
    pub hero_links: Vec<String>,
}

/// The sections of a campaign.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CampaignSections {
    /// In page order.
    pub sections: Vec<Section>,
}

/// A whole campaign, and what else home shows.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignContent {
    /// Who it is and what it says.
    #[serde(flatten)]
    pub info: CampaignInfo,
    /// In page order.
    pub sections: Vec<Section>,
    /// What the operator has to say about billing; null where there is nothing to say.
    #[schema(required = true)]
    pub billing_notice: Option<String>,
}
