//! An edit of a draft.

use super::draft::ScenarioDraft;

/// The edited draft with what was kept of cards as it is stored, whatever the edit says of it: creator and
/// source of a card cannot be changed or removed by editing. An actor who is not in the stored draft keeps
/// what the edit says, so that a removed actor can be put back by undoing.
#[must_use]
pub fn apply_edit(stored: &ScenarioDraft, mut edited: ScenarioDraft) -> ScenarioDraft {
    for actor in &mut edited.actors {
        if let Some(before) = stored.actor(&actor.id) {
            actor.kept = before.kept.clone();
        }
    }
    edited
}
