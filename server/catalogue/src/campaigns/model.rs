//! What a campaign is, as the API shows it (spec section 3).

use serde::Serialize;
use utoipa::ToSchema;

use super::CampaignId;
use crate::scenarios::ScenarioSummary;

/// The texts of a campaign's blurb page.
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
    /// Its scenarios.
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
    /// Three images.
    pub hero_links: Vec<String>,
}

/// The sections of a campaign.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CampaignSections {
    /// In page order.
    pub sections: Vec<Section>,
}

/// A whole campaign, with the other content of the home page.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignContent {
    /// The campaign without its sections.
    #[serde(flatten)]
    pub info: CampaignInfo,
    /// In page order.
    pub sections: Vec<Section>,
    /// The operator's notice about billing; null if there is none.
    #[schema(required = true)]
    pub billing_notice: Option<String>,
}
