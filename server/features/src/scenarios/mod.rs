//! Scenarios: story set-ups with actors and tags, written by people for people to step into.
//!
//! This slice owns the scenario and its public statistics. It promises that a hidden, private or removed
//! scenario is seen by nobody it is not for: lists and search read only `listed` rows, and the single read
//! answers 404 (or 410 once removed) to all but its author and admins. A signed-in reader's lists leave out
//! what carries tags they block. It never decides ranking by text; that is `search`.

pub(crate) mod engagement;
mod http;
mod listing;
mod model;
pub mod rules;
mod similar;
pub(crate) mod stage;
pub(crate) mod store;
#[cfg(test)]
mod tests;
pub mod trend;
mod visible;

pub use http::router;
pub(crate) use listing::{
    FeedParams, find_forgivingly, read_feed, read_filters, read_rating, read_search_text,
};
pub use model::{
    Actor, Authorship, AvatarMetric, DisplayData, Engram, ExampleLine, Love, Loves, Opening, Pictures,
    RecommendationMetadata, RecommendationParameters, Scenario, ScenarioStats, ScenarioSummary,
    SearchResults, SimilarScenarios, UserRatings,
};
pub use rules::DELETED;
pub use stage::{ScenarioBrief, Stage, StageActor, briefs, count_chat, count_messages, count_spent, stage};
pub use store::{Feed, FeedOrder, Listed, list_after, load_summaries, page_of_feed};
pub use visible::read_visible;
