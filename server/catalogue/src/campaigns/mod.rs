//! Campaigns: the content of the home page, which a link can replace with another campaign; and the counts of
//! visitors in each group of an experiment.

mod actions;
mod erase;
pub mod experiments;
mod http;
mod ids;
mod model;
pub mod rules;
pub mod store;
#[cfg(test)]
mod tests;
pub mod write;

pub(crate) use actions::{CampaignParams, read_content};
pub use experiments::purge;
pub use http::calls;
pub use ids::CampaignId;
pub use model::{Blurb, CampaignContent, CampaignInfo, CampaignSections, Section};
pub use write::{NewCampaign, NewSection, is_empty, put};

use platform::slice::jobs::{Every, Job};
use platform::slice::{Facts, PersonalData, Table};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "campaigns",
    about: Some("Pages for those who come by a campaign’s link, and experiments."),
    uses: &["db", "search", "identity", "tags", "scenarios"],
    tables: &[
        Table {
            name: "campaigns",
            personal_data: PersonalData::None,
        },
        Table {
            name: "campaign_sections",
            personal_data: PersonalData::None,
        },
        Table {
            name: "campaign_section_scenarios",
            personal_data: PersonalData::None,
        },
        Table {
            name: "experiment_groups",
            personal_data: PersonalData::None,
        },
        Table {
            name: "experiment_visits",
            personal_data: PersonalData::None,
        },
    ],
    statements: &[
        experiments::STATEMENTS,
        store::STATEMENTS,
        write::STATEMENTS,
        erase::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "campaigns.purge",
    every: Every::Hour,
    after: &[],
    run: |app| {
        Box::pin(async move {
            experiments::purge(app).await?;
            Ok(0)
        })
    },
}];
