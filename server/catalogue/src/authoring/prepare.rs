//! Checks a draft and turns it into what is stored. Pure.

use std::collections::HashSet;

use kernel::{ErrorCode, Rating};
use platform::search::tokens;
use platform::web::Problem;
use serde_json::value::RawValue;

use super::draft::ScenarioDraft;
use super::missing::missing;
use super::named_images::find_unknown_images;
use super::rules::{MAX_REPORTED_PROBLEMS, MAX_TITLE_KEY_CHARS};
use super::search_index::IndexEntry;
use super::validate::{DraftProblem, validate};
use crate::scenarios::ScenarioImages;
use crate::scenarios::rules::UNTITLED;

/// A valid draft as it is stored.
#[derive(Debug)]
pub(super) struct PreparedDraft {
    pub(super) title: String,
    pub(super) tagline: String,
    pub(super) title_key: String,
    pub(super) index: IndexEntry,
    pub(super) rating: Option<Rating>,
    pub(super) tags: Vec<String>,
    pub(super) images: ScenarioImages,
    pub(super) missing: Vec<DraftProblem>,
    pub(super) document: Box<RawValue>,
}

/// The draft as it is stored, if it keeps to the limits and names only images of `known`.
///
/// # Errors
/// 422 with every field that is not acceptable.
pub(super) fn prepare(draft: &ScenarioDraft, known: &HashSet<String>) -> Result<PreparedDraft, Problem> {
    let mut problems = validate(draft);
    for unknown in find_unknown_images(draft, known) {
        if problems.iter().all(|problem| problem.field != unknown.field) {
            problems.push(unknown);
        }
    }
    refuse(problems)?;
    Ok(PreparedDraft {
        title: draft.title.clone(),
        tagline: draft.tagline.clone(),
        title_key: title_key(&draft.title),
        index: IndexEntry::of(draft),
        rating: draft.rating,
        tags: draft.tags.clone(),
        images: draft.images(),
        missing: missing(draft),
        document: serde_json::value::to_raw_value(draft).map_err(Problem::internal)?,
    })
}

/// The title that lists show.
pub(crate) fn shown_title(title: &str) -> &str {
    if title.trim().is_empty() { UNTITLED } else { title }
}

fn title_key(title: &str) -> String {
    let folded = tokens::fold(shown_title(title));
    folded.chars().take(MAX_TITLE_KEY_CHARS).collect()
}

fn refuse(problems: Vec<DraftProblem>) -> Result<(), Problem> {
    let mut problems = problems.into_iter().take(MAX_REPORTED_PROBLEMS);
    let Some(first) = problems.next() else {
        return Ok(());
    };
    let refusal = Problem::new(ErrorCode::VALIDATION_FAILED, first.message.clone())
        .with_field(first.field, first.message);
    Err(problems.fold(refusal, |refusal, problem| {
        refusal.with_field(problem.field, problem.message)
    }))
}
