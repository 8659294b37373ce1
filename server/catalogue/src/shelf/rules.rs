//! What may be asked for. Pure.

use std::collections::{HashMap, HashSet};

use kernel::Rating;
use platform::web::Problem;

use super::model::BulkChange;
use crate::authoring::rules::{MAX_LISTED_TAGS, MAX_TAG_CHARS, MAX_TAGS, MAX_TITLE_CHARS, fits};
use crate::authoring::{ScenarioDraft, TitledDraft, tag_key};
use crate::publishing::judge;
use crate::scenarios::{ScenarioId, SeriesId, StoredSeries};

/// Scenarios that one call changes.
pub(super) const MAX_AT_ONCE: usize = 500;
/// Series of one author.
pub(super) const MAX_SERIES: usize = 100;
/// Scenarios of one series.
pub(super) const MAX_SERIES_SCENARIOS: usize = 200;

/// One change of many scenarios.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// Removes tags, then adds some.
    Tags { add: Vec<String>, remove: Vec<String> },
    /// Sets the rating; `None`: not rated.
    Rate(Option<Rating>),
    /// Withdraws what others can see.
    Withdraw,
    /// Moves to the trash.
    Discard,
    /// Restores from the trash.
    Restore,
    /// Deletes permanently.
    Delete,
}

impl Change {
    /// The change that was asked for.
    ///
    /// # Errors
    /// 422 unless it is exactly one, and its tags can be tags.
    pub(super) fn of(asked: BulkChange) -> Result<Self, Problem> {
        let BulkChange {
            add_tags,
            remove_tags,
            rating,
            access,
            trash,
            permanent,
        } = asked;
        let tags = match (add_tags, remove_tags) {
            (None, None) => None,
            (add, remove) => Some(retagging(add.unwrap_or_default(), remove.unwrap_or_default())?),
        };
        let changes = [
            tags,
            rating.map(Self::Rate),
            access.map(|_| Self::Withdraw),
            trash.map(|trash| if trash { Self::Discard } else { Self::Restore }),
            permanent.filter(|permanent| *permanent).map(|_| Self::Delete),
        ];
        let mut changes = changes.into_iter().flatten();
        match (changes.next(), changes.next()) {
            (Some(change), None) => Ok(change),
            _ => Err(Problem::invalid("/change", "Name exactly one change.")),
        }
    }
}

fn retagging(add: Vec<String>, remove: Vec<String>) -> Result<Change, Problem> {
    for (field, tags, most) in [
        ("addTags", &add, MAX_TAGS),
        ("removeTags", &remove, MAX_LISTED_TAGS),
    ] {
        if tags.len() > most {
            return Err(Problem::invalid(
                format!("/change/{field}"),
                format!("Name at most {most} tags."),
            ));
        }
        for (place, tag) in tags.iter().enumerate() {
            if tag.trim().is_empty() || !fits(tag, MAX_TAG_CHARS) || tag.contains('\0') {
                return Err(Problem::invalid(
                    format!("/change/{field}/{place}"),
                    format!("A tag has 1 to {MAX_TAG_CHARS} characters."),
                ));
            }
        }
    }
    Ok(Change::Tags { add, remove })
}

/// Removes tags from a draft, in any spelling, and adds those that it does not have.
pub(super) fn retag(draft: &mut ScenarioDraft, add: &[String], remove: &[String]) {
    let removed: HashSet<String> = remove.iter().map(|tag| tag_key(tag)).collect();
    draft.tags.retain(|tag| !removed.contains(&tag_key(tag)));
    let mut held: HashSet<String> = draft.tags.iter().map(|tag| tag_key(tag)).collect();
    for tag in add {
        if held.insert(tag_key(tag)) {
            draft.tags.push(tag.trim().to_owned());
        }
    }
}

/// The title of a series without spaces around it.
///
/// # Errors
/// 422 if it is empty or too long, or describes somebody under 18: it stands beside scenarios of every
/// rating.
pub(super) fn check_title(title: &str) -> Result<String, Problem> {
    let title = title.trim();
    if title.is_empty() || !fits(title, MAX_TITLE_CHARS) || title.contains('\0') {
        let message = format!("Give the series a title of 1 to {MAX_TITLE_CHARS} characters.");
        return Err(Problem::invalid("/title", message));
    }
    // A draft that is not rated is judged as one for adults.
    let shown = judge(&ScenarioDraft {
        title: title.to_owned(),
        ..ScenarioDraft::default()
    });
    if !shown.refused.is_empty() || !shown.doubted.is_empty() {
        return Err(Problem::invalid(
            "/title",
            "The title of a series stands beside scenarios of every rating, so it can’t describe anybody \
             under 18.",
        ));
    }
    Ok(title.to_owned())
}

/// Checks the scenarios of a series: each is the author's own, outside the trash, named once, and in no
/// other series.
///
/// # Errors
/// 422 with the first that cannot be in it.
pub(super) fn check_scenarios(
    scenarios: &[ScenarioId],
    own: &HashMap<String, TitledDraft>,
    others: &[StoredSeries],
) -> Result<(), Problem> {
    if scenarios.len() > MAX_SERIES_SCENARIOS {
        return Err(Problem::invalid(
            "/scenarios",
            format!("A series has at most {MAX_SERIES_SCENARIOS} scenarios."),
        ));
    }
    let mut named = HashSet::new();
    for (place, id) in scenarios.iter().enumerate() {
        let refused = |message: String| Err(Problem::invalid(format!("/scenarios/{place}"), message));
        match own.get(id.as_str()) {
            None => return refused("You have no such scenario.".to_owned()),
            Some(draft) if draft.in_trash => {
                return refused(format!("“{}” is in the trash. Restore it first.", draft.title));
            }
            Some(_) => {}
        }
        if !named.insert(id) {
            return refused("This scenario is named twice.".to_owned());
        }
        if let Some(other) = others.iter().find(|other| other.scenarios.contains(id)) {
            return refused(format!(
                "This scenario is in the series “{}” already. A scenario is in one series at most.",
                other.title
            ));
        }
    }
    Ok(())
}

/// The new order of a series, in which scenarios in the trash keep their places: their author does not see
/// them while ordering.
pub(super) fn with_trashed(
    scenarios: &[ScenarioId],
    before: &[ScenarioId],
    own: &HashMap<String, TitledDraft>,
) -> Vec<ScenarioId> {
    let mut all = scenarios.to_vec();
    for (place, id) in before.iter().enumerate() {
        if own.get(id.as_str()).is_some_and(|draft| draft.in_trash) {
            all.insert(place.min(all.len()), id.clone());
        }
    }
    all
}

/// The series with this id, and the others.
pub(super) fn split_off(
    mut all: Vec<StoredSeries>,
    id: &SeriesId,
) -> Option<(StoredSeries, Vec<StoredSeries>)> {
    let place = all.iter().position(|series| series.id == *id)?;
    let series = all.remove(place);
    Some((series, all))
}
