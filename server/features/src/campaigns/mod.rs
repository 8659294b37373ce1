//! Campaigns: what the home page shows, and to whom a link shows something else; and how many visitors came
//! with which group of an experiment.

pub(crate) mod experiments;
mod http;
mod model;
pub mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use experiments::sweep;
pub use http::router;
pub use model::{Blurb, CampaignContent, CampaignInfo, CampaignSections, Section};
