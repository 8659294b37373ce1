//! The branch on which the reader of a story is, with what stands beside it, page by page.

use std::collections::HashMap;

use crate::stories::{MessagePosition, Story};

/// A step of the branch on which the reader is: a message, and those that the same speaker could have said
/// instead, itself among them.
pub(super) struct PathStep<'a> {
    pub(super) position: &'a MessagePosition,
    pub(super) same: Vec<&'a MessagePosition>,
}

/// The branch on which the reader is, from its beginning.
pub(super) fn path<'a>(story: &Story, positions: &'a [MessagePosition]) -> Vec<&'a MessagePosition> {
    let by_id: HashMap<&str, &MessagePosition> = positions.iter().map(|one| (one.id.as_str(), one)).collect();
    let above = |id: &str| by_id.get(id).copied();
    let first = story.head_id.as_ref().and_then(|id| above(id.as_str()));
    let mut path: Vec<&MessagePosition> =
        std::iter::successors(first, |position| position.parent_id.as_deref().and_then(above)).collect();
    path.reverse();
    path
}

/// The same with what stands beside it.
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

/// Cuts a branch into pages: as many steps as have `most` messages together, or one that has more by itself.
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
