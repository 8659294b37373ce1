//! Writes the campaigns of the starter catalogue.

use std::collections::HashMap;

use catalogue::campaigns::rules::HERO_LINKS;
use catalogue::campaigns::{self, NewCampaign, NewSection};
use platform::db::Tx;
use platform::media::media_url;

use super::{Known, stable_id};
use crate::seed::catalogue::Catalogue;

/// Stores the campaigns. Their scenarios must be stored already.
///
/// # Errors
/// Database errors.
pub(super) async fn put_campaigns(tx: &mut Tx, catalogue: &Catalogue, known: &Known) -> sqlx::Result<()> {
    let ids: HashMap<&str, String> = catalogue
        .scenarios
        .iter()
        .map(|scenario| {
            (
                scenario.slug.as_str(),
                stable_id("scenario", &scenario.slug, scenario.created),
            )
        })
        .collect();
    for campaign in &catalogue.campaigns {
        let hero_links: Vec<String> = campaign
            .hero
            .iter()
            .take(HERO_LINKS)
            .map(|slug| media_url(&format!("starter/{slug}/cover.webp")))
            .collect();
        let sections = campaign.sections.iter().map(|section| NewSection {
            term: &section.term,
            tag_id: section
                .tag
                .as_ref()
                .and_then(|slug| known.tags.get(slug))
                .map(|tag| tag.id.clone()),
            scenarios: section
                .scenarios
                .iter()
                .filter_map(|slug| ids.get(slug.as_str()).map(String::as_str))
                .collect(),
        });
        let new = NewCampaign {
            id: campaign.id.as_str(),
            header: &campaign.header,
            body: campaign.body.trim(),
            hero_links,
            sections: sections.collect(),
        };
        campaigns::put(tx, &new).await?;
    }
    Ok(())
}
