//! Posters, as the API shows them.

use accounts::tags::TagData;
use kernel::ids::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::campaigns::{CampaignContent, CampaignInfo, Section};
use crate::cards::{Card, CardId, CardModel};
use crate::scenarios::{RecommendationMetadata, ScenarioId, ScenarioSummary};

/// The most characters of a description that a poster gets: it shows 120, after removing the markup.
const DESCRIPTION_CHARS: usize = 400;

/// A scenario with the fields that a poster shows.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScenarioPoster {
    /// The scenario.
    id: ScenarioId,
    /// Its name; "Untitled" if the author gave none.
    display_name: String,
    /// The promise in one line.
    tagline: String,
    /// Its upright image.
    #[schema(required = true)]
    picture: Option<String>,
    /// Who wrote it; empty for a former author, who has no page.
    author: UserId,
    /// The author's name.
    authorname: String,
    /// Whether its images count as explicit.
    explicit: bool,
    /// Messages written in its stories.
    messages_sent: i64,
    /// The origin of a recommendation; only on recommended rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    recommendation_metadata: Option<RecommendationMetadata>,
    /// Whether it was deleted; then only its id is left. Only in lists of loved scenarios.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    deleted: bool,
}

impl From<ScenarioSummary> for ScenarioPoster {
    fn from(summary: ScenarioSummary) -> Self {
        let ScenarioSummary {
            display,
            scenario_stats,
            recommendation_metadata,
            deleted,
        } = summary;
        Self {
            id: display.id,
            display_name: display.display_name,
            tagline: display.tagline,
            picture: display.avatar_urls.avatar,
            author: display.author,
            authorname: display.authorname,
            explicit: display.explicit,
            messages_sent: scenario_stats.messages_sent,
            recommendation_metadata,
            deleted,
        }
    }
}

/// A card with the fields that a poster shows.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardPoster {
    /// The card.
    id: CardId,
    /// Its display name, else the name in its model.
    display_name: String,
    /// The tagline; empty if the author gave none.
    tagline: String,
    /// If there is no tagline: the beginning of the character's description.
    description: String,
    /// Its upright image.
    #[schema(required = true)]
    picture: Option<String>,
    /// Who wrote it.
    author: UserId,
    /// The author's name.
    authorname: String,
    /// Whether its images count as explicit.
    explicit: bool,
    /// Messages written.
    messages_sent: i64,
}

impl From<Card> for CardPoster {
    fn from(card: Card) -> Self {
        let display = card.display_data;
        let (name, described) = match card.card_model {
            CardModel::V2(model) => (model.name, model.description),
            CardModel::Persona(_) => (String::new(), String::new()),
        };
        let or = |text: String, other: String| if text.trim().is_empty() { other } else { text };
        let description = if display.tagline.trim().is_empty() {
            or(display.description, described)
        } else {
            String::new()
        };
        Self {
            id: card.id,
            display_name: or(display.display_name, name),
            tagline: display.tagline,
            description: description.chars().take(DESCRIPTION_CHARS).collect(),
            picture: display.avatar_urls.avatar.or(display.avatar),
            author: display.author,
            authorname: display.authorname,
            explicit: display.explicit,
            messages_sent: card.card_stats.messages_sent,
        }
    }
}

/// A page of posters.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PosterPage<T> {
    /// In list order.
    pub(super) results: Vec<T>,
    /// Pass as `cursor` to get the next page; null at the end.
    #[schema(required = true)]
    pub(super) next_cursor: Option<String>,
    /// The text that was searched for instead, if nothing matched the given text.
    #[schema(required = true)]
    pub(super) corrected_query: Option<String>,
    /// The tags of the filters.
    pub(super) tags: Vec<TagData>,
}

/// Posters of similar scenarios.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SimilarPosters {
    /// The most similar first, with some surprises among them.
    pub(super) results: Vec<ScenarioPoster>,
}

/// One carousel of a campaign.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PosterSection {
    /// Its heading.
    display_term: String,
    /// Its scenarios.
    scenarios: Vec<ScenarioPoster>,
}

impl From<Section> for PosterSection {
    fn from(section: Section) -> Self {
        Self {
            display_term: section.display_term,
            scenarios: section.scenarios.into_iter().map(ScenarioPoster::from).collect(),
        }
    }
}

/// A whole campaign as the home page shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CampaignPosters {
    /// The campaign without its sections.
    #[serde(flatten)]
    info: CampaignInfo,
    /// In page order.
    sections: Vec<PosterSection>,
    /// The operator's notice about billing; null if there is none.
    #[schema(required = true)]
    billing_notice: Option<String>,
}

impl From<CampaignContent> for CampaignPosters {
    fn from(content: CampaignContent) -> Self {
        Self {
            info: content.info,
            sections: content.sections.into_iter().map(PosterSection::from).collect(),
            billing_notice: content.billing_notice,
        }
    }
}
