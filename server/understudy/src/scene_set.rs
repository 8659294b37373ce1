//! All scenes of a catalogue, with the phrases that fit any scene.

use std::path::Path;

use super::phrases::{GENERAL_NAME, PhraseIndex, vectors_path};
use super::scene::{Scene, SceneError};
use super::text::{count_words, key, keys};

/// The fewest words of a sentence that can identify an opening.
const TELLING_WORDS: usize = 4;

/// All scenes of a catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct SceneSet {
    pub(super) scenes: Vec<Scene>,
    /// The phrases that fit any scene.
    pub(super) general: PhraseIndex,
}

impl SceneSet {
    /// Reads all scenes. A scene that cannot be read is logged and left out; a test reads them all.
    pub(super) fn read(catalogue: &Path) -> Self {
        let log = |error: &SceneError| tracing::warn!(%error, "a scene of the demo cannot be read");
        let read = |slug: String| Scene::read(catalogue, &slug).inspect_err(log).ok();
        let with_vectors = |mut scene: Scene| {
            load_vectors(catalogue, &scene.slug, &mut scene.cues);
            scene
        };
        let mut general = PhraseIndex::general();
        load_vectors(catalogue, GENERAL_NAME, &mut general);
        Self {
            scenes: Scene::slugs(catalogue)
                .into_iter()
                .filter_map(read)
                .map(with_vectors)
                .collect(),
            general,
        }
    }

    /// The scene that belongs to a story with this title and opening.
    pub(super) fn find(&self, title: &str, opening: &str) -> Option<&Scene> {
        let title = key(title);
        let opening = keys(opening);
        // The scenario's text may have changed since, and the opening may contain the player's name: one long
        // sentence in common is enough.
        let has_opening = |scene: &&Scene| {
            let known = keys(&scene.opening);
            opening
                .iter()
                .any(|key| count_words(key) >= TELLING_WORDS && known.contains(key))
        };
        self.scenes
            .iter()
            .filter(|scene| key(&scene.title) == title)
            .find(has_opening)
    }
}

/// Loads the stored vectors. If they are missing or outdated, they are computed when the scene is first
/// played.
fn load_vectors(catalogue: &Path, name: &str, cues: &mut PhraseIndex) {
    let file = std::fs::read(vectors_path(catalogue, name));
    if !file.is_ok_and(|bytes| cues.load_vectors(&bytes)) {
        tracing::debug!(name, "the vectors of a scene's cues are made anew");
    }
}
