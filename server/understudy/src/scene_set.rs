//! All scenes of a catalogue.

use std::path::Path;

use super::phrases::{GENERAL_NAME, PhraseIndex, vectors_path};
use super::scene::{Scene, SceneError};
use super::text::{count_words, key, keys};

/// Words of a sentence by which an opening is recognised.
const TELLING_WORDS: usize = 4;

/// All scenes of a catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct SceneSet {
    pub(super) scenes: Vec<Scene>,
    /// The cues of what may be said in any scene.
    pub(super) general: PhraseIndex,
}

impl SceneSet {
    /// Reads all scenes. One that cannot be read is logged and left out; a test reads them all.
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

    /// The scene of a story with this title and opening.
    pub(super) fn find(&self, title: &str, opening: &str) -> Option<&Scene> {
        let title = key(title);
        let opening = keys(opening);
        // The scenario's text may have changed since, and the player's name may stand in it: one long sentence
        // is enough.
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

/// Loads the stored vectors of cues. Where they are missing or outdated, they are computed when the scene is
/// first played.
fn load_vectors(catalogue: &Path, name: &str, cues: &mut PhraseIndex) {
    let file = std::fs::read(vectors_path(catalogue, name));
    if !file.is_ok_and(|bytes| cues.load_vectors(&bytes)) {
        tracing::debug!(name, "the vectors of a scene's cues are made anew");
    }
}
