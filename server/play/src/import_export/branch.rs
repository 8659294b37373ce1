//! The path to a story's head, with the alternatives of each message, page by page.

use std::collections::HashMap;

use crate::stories::{MessagePosition, Story};

/// A step of the path to the head: a message, and the alternatives by the same speaker, including itself.
pub(super) struct PathStep<'a> {
    pub(super) position: &'a MessagePosition,
    pub(super) same: Vec<&'a MessagePosition>,
}

/// The path to the head, from its beginning.
pub(super) fn path<'a>(story: &Story, positions: &'a [MessagePosition]) -> Vec<&'a MessagePosition> {
    let by_id: HashMap<&str, &MessagePosition> = positions.iter().map(|one| (one.id.as_str(), one)).collect();
    let above = |id: &str| by_id.get(id).copied();
    let first = story.head_id.as_ref().and_then(|id| above(id.as_str()));
    let mut path: Vec<&MessagePosition> =
        std::iter::successors(first, |position| position.parent_id.as_deref().and_then(above)).collect();
    path.reverse();
    path
}

/// The same with alternatives.
pub(super) fn steps<'a>(story: &Story, positions: &'a [MessagePosition]) -> Vec<PathStep<'a>> {
    let mut beside: HashMap<Option<&str>, Vec<&MessagePosition>> = HashMap::new();
    for one in positions {
        beside.entry(one.parent_id.as_deref()).or_default().push(one);
    }
    let step = |position: &'a MessagePosition| {
        let siblings = beside.get(&position.parent_id.as_deref()).into_iter().flatten();
        PathStep {
            position,
            same: siblings
                .filter(|one| one.author == position.author && one.name == position.name)
                .copied()
                .collect(),
        }
    };
    path(story, positions).into_iter().map(step).collect()
}

/// Splits a path into pages: each has as many steps as contain `most` messages together, or one step that has
/// more by itself.
pub(super) fn pages<'s, 'a>(
    steps: &'s [PathStep<'a>],
    most: usize,
) -> impl Iterator<Item = &'s [PathStep<'a>]> {
    let mut rest = steps;
    std::iter::from_fn(move || {
        let mut messages = 0;
        let fits = |step: &&PathStep<'_>| {
            messages += step.same.len();
            messages <= most
        };
        let count = rest.iter().take_while(fits).count().max(1).min(rest.len());
        let (page, left) = rest.split_at(count);
        rest = left;
        (!page.is_empty()).then_some(page)
    })
}
