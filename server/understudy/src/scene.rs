//! Hand-written scenes, as the catalogue stores them (catalogue/README.md, "Scenes").

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::phrases::{IndexedPhrase, PhraseIndex, Target};
use super::script::{FallbackKind, FallbackLines, ScriptedReply};
use super::text::keys;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneFile {
    scenario: String,
    opening: String,
    beats: Vec<ScriptedReply>,
    steps: Vec<ScriptedReply>,
    endings: Vec<ScriptedReply>,
    lines: BTreeMap<String, FallbackLines>,
}

/// The parts of a scenario's file that its scene uses.
#[derive(Deserialize)]
struct ScenarioFile {
    name: String,
    actors: Vec<Actor>,
    openings: Vec<Opening>,
}

#[derive(Deserialize)]
struct Actor {
    name: String,
}

#[derive(Deserialize)]
struct Opening {
    title: String,
    text: String,
    speaker: Option<String>,
}

/// A scene, with what it uses of its scenario.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) slug: String,
    /// The scenario's name.
    pub(super) title: String,
    pub(super) opening: String,
    pub(super) opening_speaker: Option<String>,
    pub(super) actors: Vec<String>,
    /// The scenario's file, for [`check`](super::check).
    pub(super) scenario_text: String,
    /// Sentences that occur in two texts or in the scenario itself: they identify no text.
    pub(super) ambiguous: HashSet<String>,
    /// The sentences of every text that may be said, as they are compared: each reply compares them all.
    keys: HashMap<String, Vec<String>>,
    pub(super) beats: Vec<ScriptedReply>,
    pub(super) steps: Vec<ScriptedReply>,
    pub(super) endings: Vec<ScriptedReply>,
    pub(super) lines: BTreeMap<String, FallbackLines>,
    pub(super) cues: PhraseIndex,
}

/// An error in a scene's file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}", path = .path.display())]
pub struct SceneError {
    path: PathBuf,
    why: String,
}

impl SceneError {
    pub(super) fn new(path: &Path, why: impl ToString) -> Self {
        Self {
            path: path.to_owned(),
            why: why.to_string(),
        }
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<(String, T), SceneError> {
    let text = std::fs::read_to_string(path).map_err(|error| SceneError::new(path, error))?;
    let parsed = toml::from_str(&text).map_err(|error| SceneError::new(path, error))?;
    Ok((text, parsed))
}

impl Scene {
    /// Reads the scene of this name in a catalogue.
    pub(super) fn read(catalogue: &Path, slug: &str) -> Result<Self, SceneError> {
        let path = catalogue.join("scenes").join(format!("{slug}.toml"));
        let (_, file): (_, SceneFile) = read(&path)?;
        if file.scenario != slug {
            return Err(SceneError::new(
                &path,
                format!("it is a scene of {}", file.scenario),
            ));
        }
        let (scenario_text, scenario): (_, ScenarioFile) =
            read(&catalogue.join("scenarios").join(format!("{slug}.toml")))?;
        let mut openings = scenario.openings.into_iter();
        let opening = openings
            .find(|opening| opening.title == file.opening)
            .ok_or_else(|| {
                SceneError::new(&path, format!("the scenario has no opening \"{}\"", file.opening))
            })?;
        let actors: Vec<String> = scenario.actors.into_iter().map(|actor| actor.name).collect();
        let mut scene = Self {
            slug: slug.to_owned(),
            title: scenario.name,
            opening: opening.text,
            opening_speaker: opening.speaker,
            cues: cues_of(&file, &actors),
            actors,
            scenario_text,
            beats: trimmed(file.beats),
            steps: trimmed(file.steps),
            endings: trimmed(file.endings),
            lines: file.lines,
            ambiguous: HashSet::new(),
            keys: HashMap::new(),
        };
        scene.keys = scene.texts().map(|text| (text.to_owned(), keys(text))).collect();
        scene.ambiguous = scene.find_ambiguous();
        Ok(scene)
    }

    /// All scripted replies: beats, steps and endings.
    pub(super) fn scripted_replies(&self) -> impl Iterator<Item = &ScriptedReply> {
        self.beats.iter().chain(&self.steps).chain(&self.endings)
    }

    /// The beat or step of this target; `None` for targets that fit any scene.
    pub(super) fn scripted(&self, target: Target) -> Option<&ScriptedReply> {
        match target {
            Target::Beat(number) => self.beats.get(number),
            Target::Step(number) => self.steps.get(number),
            _ => None,
        }
    }

    /// Every text that the scene can play.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let lines = self
            .lines
            .values()
            .flat_map(|lines| FallbackKind::ALL.iter().flat_map(|kind| lines.of(*kind)))
            .map(String::as_str);
        self.scripted_replies()
            .flat_map(ScriptedReply::texts)
            .chain(lines)
    }

    /// The sentences of a text as they are compared.
    pub(super) fn keys(&self, text: &str) -> Cow<'_, [String]> {
        match self.keys.get(text) {
            Some(known) => Cow::Borrowed(known),
            None => Cow::Owned(keys(text)),
        }
    }

    pub(super) fn find_ambiguous(&self) -> HashSet<String> {
        let mut found: HashSet<String> = keys(&self.scenario_text).into_iter().collect();
        let mut owners: HashMap<String, usize> = HashMap::new();
        for (number, text) in self.texts().enumerate() {
            for key in self.keys(text).iter() {
                let owner = *owners.entry(key.clone()).or_insert(number);
                if owner != number {
                    found.insert(key.clone());
                }
            }
        }
        found
    }

    /// The names of all scenes of a catalogue, in order.
    pub(super) fn slugs(catalogue: &Path) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(catalogue.join("scenes")) else {
            return Vec::new();
        };
        let name = |path: PathBuf| {
            let name = path.file_name()?.to_str()?;
            name.strip_suffix(".toml").map(str::to_owned)
        };
        let mut slugs: Vec<String> = entries.flatten().filter_map(|entry| name(entry.path())).collect();
        slugs.sort();
        slugs
    }
}

fn cues_of(file: &SceneFile, actors: &[String]) -> PhraseIndex {
    let beats = (0..).map(Target::Beat).zip(&file.beats);
    let steps = (0..).map(Target::Step).zip(&file.steps);
    let mut phrases = Vec::new();
    for (target, scripted) in beats.chain(steps) {
        let cues = scripted.cues.iter();
        phrases.extend(cues.map(|cue| IndexedPhrase::new(target, cue, actors)));
    }
    PhraseIndex {
        phrases,
        vectors: Vec::new(),
    }
}

fn trimmed(mut replies: Vec<ScriptedReply>) -> Vec<ScriptedReply> {
    for reply in &mut replies {
        reply.text = reply.text.trim().to_owned();
        for text in [&mut reply.again, &mut reply.other].into_iter().flatten() {
            *text = text.trim().to_owned();
        }
    }
    replies
}
