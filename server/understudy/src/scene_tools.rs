//! Tools for authors of scenes: running a scene, and writing the files that are stored beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use platform::vectors::Vectors;

use super::phrases::{GENERAL_NAME, PhraseIndex, vectors_path};
use super::scene::{Scene, SceneError};
use super::scene_run::{PlayedTurn, SceneRun};
use super::scene_set::SceneSet;

/// The scenes of a catalogue, and the sentence model.
#[derive(Debug, Clone)]
pub struct SceneTools {
    catalogue: PathBuf,
    vectors: Vectors,
}

/// The lines of a player in one play of a scene, with what each must find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayScript {
    /// The kind of player.
    pub name: String,
    /// Lines, each with the ids of beats, steps or endings, or with kinds of fallback lines.
    pub lines: Vec<(String, Vec<String>)>,
}

impl SceneTools {
    /// The scenes of this catalogue.
    #[must_use]
    pub fn new(catalogue: &Path, vectors: Vectors) -> Self {
        Self {
            catalogue: catalogue.to_owned(),
            vectors,
        }
    }

    /// The names of all scenes.
    #[must_use]
    pub fn slugs(&self) -> Vec<String> {
        Scene::slugs(&self.catalogue)
    }

    /// Starts a run of a scene.
    ///
    /// # Errors
    /// If the scene cannot be read.
    pub fn start(&self, slug: &str) -> Result<SceneRun, SceneError> {
        let mut scene = Scene::read(&self.catalogue, slug)?;
        let mut general = PhraseIndex::general();
        for (name, cues) in [(slug, &mut scene.cues), (GENERAL_NAME, &mut general)] {
            if !self.load_vectors(name, cues) {
                cues.compute_vectors(&self.vectors);
            }
        }
        let set = SceneSet {
            scenes: Vec::new(),
            general,
        };
        Ok(SceneRun::new(set, scene, self.vectors.clone()))
    }

    /// Whether the stored vectors belong to the phrases of the scene; without a slug, to the general phrases.
    ///
    /// # Errors
    /// If the scene cannot be read.
    pub fn has_current_vectors(&self, slug: Option<&str>) -> Result<bool, SceneError> {
        let mut cues = self.cues(slug)?;
        Ok(self.load_vectors(slug.unwrap_or(GENERAL_NAME), &mut cues))
    }

    /// Computes and stores the vectors of the scene's phrases; without a slug, of the general phrases.
    ///
    /// # Errors
    /// If the scene cannot be read, the file cannot be written, or there is no sentence model.
    pub fn write_vectors(&self, slug: Option<&str>) -> Result<(), SceneError> {
        let mut cues = self.cues(slug)?;
        let path = vectors_path(&self.catalogue, slug.unwrap_or(GENERAL_NAME));
        if !cues.compute_vectors(&self.vectors) {
            return Err(SceneError::new(&path, "there is no sentence model"));
        }
        let written = std::fs::write(&path, cues.vectors_file());
        written.map_err(|error| SceneError::new(&path, error))
    }

    fn load_vectors(&self, name: &str, cues: &mut PhraseIndex) -> bool {
        let file = std::fs::read(vectors_path(&self.catalogue, name));
        file.is_ok_and(|bytes| cues.load_vectors(&bytes))
    }

    fn cues(&self, slug: Option<&str>) -> Result<PhraseIndex, SceneError> {
        Ok(match slug {
            Some(slug) => Scene::read(&self.catalogue, slug)?.cues,
            None => PhraseIndex::general(),
        })
    }

    /// The plays that are stored beside a scene: `== name` begins one, `> line => ids` is a line of it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn plays(&self, slug: &str) -> Result<Vec<PlayScript>, SceneError> {
        let path = self.catalogue.join("scenes").join(format!("{slug}.txt"));
        let text = std::fs::read_to_string(&path).map_err(|error| SceneError::new(&path, error))?;
        Ok(parse_plays(&text))
    }

    /// The transcript of all plays of a scene, for review.
    ///
    /// # Errors
    /// If the scene cannot be read.
    pub fn transcript(&self, slug: &str) -> Result<String, SceneError> {
        let mut text = begin_transcript(slug);
        for play in self.plays(slug)? {
            let mut run = self.start(slug)?;
            write_play(&mut text, &play.name, &play.run(&mut run));
        }
        Ok(text)
    }
}

impl PlayScript {
    /// Plays all lines of this script.
    pub fn run(&self, run: &mut SceneRun) -> Vec<PlayedTurn> {
        let lines = self.lines.iter();
        lines.map(|(line, expected)| run.say(line, expected)).collect()
    }
}

/// The heading of a transcript.
pub(super) fn begin_transcript(slug: &str) -> String {
    format!("# {slug}\n")
}

/// Adds a play to a transcript.
pub(super) fn write_play(text: &mut String, name: &str, turns: &[PlayedTurn]) {
    let _ = write!(text, "\n== {name}\n");
    for turn in turns {
        let _ = write!(
            text,
            "\n> {}\n[{} | {}]\n{}\n",
            turn.line,
            turn.by,
            turn.ids.join(" + "),
            turn.text
        );
    }
}

fn parse_plays(text: &str) -> Vec<PlayScript> {
    let mut plays: Vec<PlayScript> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("==") {
            plays.push(PlayScript {
                name: name.trim().to_owned(),
                lines: Vec::new(),
            });
        } else if let Some((play, line)) = plays.last_mut().zip(line.strip_prefix('>')) {
            let (said, ids) = line.split_once("=>").unwrap_or((line, ""));
            let ids = ids.split([' ', ',']).filter(|id| !id.is_empty());
            let ids = ids.map(str::to_owned).collect();
            play.lines.push((said.trim().to_owned(), ids));
        }
    }
    plays
}
