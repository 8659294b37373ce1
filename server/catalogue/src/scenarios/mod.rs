//! Scenarios: story set-ups with actors and tags, written by people for people to play.
//!
//! This slice owns the scenario and its public statistics. It guarantees that only those who may see a
//! hidden, private or removed scenario get it: lists and search read only `listed` rows, and the call for one
//! scenario answers 404 (410 once it was removed) to everybody but its author and admins. The lists of a
//! signed-in reader leave out what carries tags or content notes they block. This slice never ranks by text;
//! `search` does.

mod access;
mod actions;
mod briefs;
mod conditions;
mod content_notes;
mod counters;
pub(crate) mod engagement;
mod erase;
mod errors;
mod feed;
mod http;
mod ids;
mod images;
mod listing;
mod model;
mod player_role;
mod preview;
mod rating;
mod reported;
mod rows;
pub mod rules;
mod series;
mod similar;
pub mod store;
pub mod story_template;
mod summaries;
mod tag_counts;
#[cfg(test)]
mod tests;
mod text_search;
pub mod trend;
mod verdicts;
mod visible;
pub mod write;

pub use access::{Access, hand_over, invalidate, publish, remove, restore, withdraw};
pub(crate) use actions::{SimilarParams, find_similar, search};
pub use briefs::{ScenarioBrief, briefs};
pub use content_notes::{ContentNote, ContentNotes};
pub use counters::{count_chat, count_messages, count_spent, lock_counts, set_favorites};
pub(crate) use engagement::{LovedParams, list_loved};
pub use erase::erase_texts;
pub(crate) use errors::ScenarioErrors;
pub use errors::{ADULT_ONLY, LOVE_QUOTA_REACHED};
pub(crate) use feed::push_listed;
pub use feed::{Feed, FeedOrder, page_of_feed, retain_matching};
pub use http::calls;
pub use ids::{ActorId, ScenarioId, SeriesId};
pub use images::ScenarioImages;
pub use listing::{FeedParams, RequestedFilters, read_feed, read_filters};
pub use model::{
    Actor, Authorship, Creators, Credits, DisplayData, Engram, ExampleLine, Love, Loves, Opening,
    RecommendationMetadata, RecommendationParameters, Scenario, ScenarioStats, ScenarioSummary,
    SearchResults, SeriesNeighbour, SeriesPlace, SimilarScenarios, UserRatings,
};
pub use player_role::PlayerRole;
pub(crate) use preview::preview;
pub(crate) use rating::{RatingChange, RatingStatements, read_rating};
pub use rules::DELETED;
pub use series::{StoredSeries, delete_series, insert_series, list_series, update_series};
pub use store::{SitemapRow, list_after, shows_explicit};
pub use story_template::{StoryTemplate, TemplateActor, story_template};
pub use summaries::load_summaries;
pub use tag_counts::recount_tags;
pub(crate) use text_search::{SearchParams, find_best, find_page};
pub use verdicts::{JOBS, findings, follow_verdicts};
pub(crate) use visible::read_admitted;
pub use write::{NewActor, NewScenario, put_new_scenarios, put_scenario};

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "scenarios",
    about: Some("Scenarios: reading, finding, loving and rating them."),
    uses: &[
        "db",
        "blobs",
        "media",
        "image_judge",
        "search",
        "tags",
        "users",
        "identity",
    ],
    tables: &[
        Table {
            name: "scenarios",
            personal_data: PersonalData::Held {
                columns: &["author_id"],
                export: Export::Rows("author_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "scenario_actors",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("scenario_id in (select id from scenarios where author_id = $1)"),
                end: End::Erased,
            },
        },
        Table {
            name: "scenario_tags",
            personal_data: PersonalData::None,
        },
        Table {
            name: "scenario_notes",
            personal_data: PersonalData::None,
        },
        Table {
            name: "scenario_series",
            personal_data: PersonalData::Held {
                columns: &["author_id"],
                export: Export::Rows("author_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "scenario_series_members",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("series_id in (select id from scenario_series where author_id = $1)"),
                end: End::With("scenario_series"),
            },
        },
        Table {
            name: "loves",
            personal_data: PersonalData::Held {
                columns: &["user_id"],
                export: Export::Rows("user_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "ratings",
            personal_data: PersonalData::Held {
                columns: &["user_id"],
                export: Export::Rows("user_id = $1"),
                end: End::Erased,
            },
        },
    ],
    statements: &[
        access::STATEMENTS,
        counters::STATEMENTS,
        engagement::store::STATEMENTS,
        series::STATEMENTS,
        story_template::STATEMENTS,
        store::STATEMENTS,
        tag_counts::STATEMENTS,
        verdicts::STATEMENTS,
        write::STATEMENTS,
        erase::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
    report_kinds: reported::KINDS,
};
