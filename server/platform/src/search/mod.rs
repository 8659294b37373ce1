//! Full-text search over scenarios and cards, the same on both engines.
//!
//! Texts are folded and split here ([`tokens`]), so that SQLite's FTS5 and PostgreSQL's `tsvector` hold the
//! same words and forgive the same spellings. Ranking needs no score: results come in *tiers* ([`plan`]:
//! exact name, whole words of the name, beginnings of words of the name, then tags and author, then
//! everything), and within a tier by popularity, because a row's number in the index is its place in
//! popularity order ([`rules`]). A page is therefore read in index order from where the last one ended:
//! nothing is sorted, depth costs nothing, and rows added meanwhile move nothing.

mod engine;
mod expr;
pub mod index;
mod kind;
mod loosening;
mod plan;
pub mod rules;
mod spelling;
pub mod tokens;

pub use engine::{optimize, purge_terms};
pub use index::{BulkIndex, Doc, index_doc, remove_doc, replace_words};
pub use kind::Kind;
pub use loosening::loosen;
pub use plan::{
    DocNumber, Filters, Found, Position, find, first_matching, first_matching_words, ids_of, matching_filters,
};
pub use spelling::{correct, typing_errors};

use crate::slice::{Facts, PersonalData, Table};

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "search",
    about: None,
    uses: &["db"],
    tables: &[
        Table {
            name: "scenario_fts",
            personal_data: PersonalData::None,
        },
        Table {
            name: "card_fts",
            personal_data: PersonalData::None,
        },
        Table {
            name: "scenario_vocabulary",
            personal_data: PersonalData::None,
        },
        Table {
            name: "card_vocabulary",
            personal_data: PersonalData::None,
        },
        Table {
            name: "search_docs",
            personal_data: PersonalData::None,
        },
        Table {
            name: "search_terms",
            personal_data: PersonalData::None,
        },
        Table {
            name: "search_trigrams",
            personal_data: PersonalData::None,
        },
    ],
    statements: &[index::STATEMENTS],
    own_statements: engine::STATEMENTS,
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
