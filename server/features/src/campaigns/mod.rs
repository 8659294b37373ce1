//! Campaigns: what the home page shows, and to whom a link shows something else.

mod http;
mod model;
pub mod rules;
pub(crate) mod store;

pub use http::router;
pub use model::{Blurb, CampaignContent, CampaignInfo, CampaignSections, Section};
