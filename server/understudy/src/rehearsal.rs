//! Playing a scene without a server: for whoever writes one, and for the guards over all of them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use platform::llm::{CastMember, Cue, CueKind, CueLine};
use platform::vectors::Vectors;

use super::book::{
    Book, Cues, NARRATOR, Scene, SceneError, Target, general_name, is_spoken_to, vectors_path,
};
use super::check;
use super::finding::{Heard, texts};
use super::playing::{Played, Player};
use super::text::{count_words, keys};

/// The player's name in a rehearsal.
const PLAYER: &str = "Robin";

/// Words of a sentence that may come once only.
const SENTENCE_WORDS: usize = 3;

/// A catalogue's scenes, and the model that understands the lines.
#[derive(Debug, Clone)]
pub struct Theatre {
    catalogue: PathBuf,
    vectors: Vectors,
}

/// One scene on rehearsal.
#[derive(Debug, Clone)]
pub struct Rehearsal {
    book: Book,
    scene: Scene,
    vectors: Vectors,
    cue: Cue,
}

/// What a player says in one play of a scene, with what each line must find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// What kind of player it is.
    pub name: String,
    /// Lines, and ids of beats, steps or endings, or kinds of lines.
    pub lines: Vec<(String, Vec<String>)>,
}

/// A turn of a rehearsal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What the player says.
    pub line: String,
    /// What must be in the reply: ids of beats, steps or endings, or the kind of a line.
    pub expected: Vec<String>,
    /// Who answered.
    pub by: String,
    /// The reply.
    pub text: String,
    /// What it is made of.
    pub ids: Vec<String>,
    /// How well the line was understood, of 100.
    pub score: u32,
}

impl Turn {
    /// Every sentence that is said twice in these turns, but for what the demo says after its end.
    #[must_use]
    pub fn said_twice(turns: &[Self]) -> Vec<String> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut found = Vec::new();
        for (number, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.ids != ["ended"]) {
            for key in keys(&turn.text)
                .into_iter()
                .filter(|key| count_words(key) >= SENTENCE_WORDS)
            {
                if let Some(before) = seen.insert(key.clone(), number) {
                    found.push(format!("turns {} and {}: {key}", before + 1, number + 1));
                }
            }
        }
        found
    }
}

impl Theatre {
    /// The scenes below this folder.
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

    /// Begins a rehearsal.
    ///
    /// # Errors
    /// Where the scene cannot be read.
    pub fn rehearse(&self, slug: &str) -> Result<Rehearsal, SceneError> {
        let mut scene = Scene::read(&self.catalogue, slug)?;
        let mut general = Cues::general();
        for (name, cues) in [(slug, &mut scene.cues), (general_name(), &mut general)] {
            let kept =
                std::fs::read(vectors_path(&self.catalogue, name)).is_ok_and(|bytes| cues.take(&bytes));
            if !kept {
                cues.understand(&self.vectors);
            }
        }
        let book = Book {
            scenes: Vec::new(),
            general,
        };
        let cue = begun(&scene);
        Ok(Rehearsal {
            book,
            scene,
            vectors: self.vectors.clone(),
            cue,
        })
    }

    /// Whether the kept vectors are those of the scene's cues; `slug` none: of what may be said anywhere.
    ///
    /// # Errors
    /// Where the scene cannot be read.
    pub fn is_kept(&self, slug: Option<&str>) -> Result<bool, SceneError> {
        let mut cues = self.cues(slug)?;
        Ok(
            std::fs::read(vectors_path(&self.catalogue, slug.unwrap_or(general_name())))
                .is_ok_and(|bytes| cues.take(&bytes)),
        )
    }

    /// Finds out what the cues mean and keeps it beside the scene; `slug` none: of what may be said anywhere.
    ///
    /// # Errors
    /// Where the scene cannot be read or the file not be written, and without a model.
    pub fn keep(&self, slug: Option<&str>) -> Result<(), SceneError> {
        let mut cues = self.cues(slug)?;
        let path = vectors_path(&self.catalogue, slug.unwrap_or(general_name()));
        if !cues.understand(&self.vectors) {
            return Err(SceneError {
                path,
                why: "there is no sentence model".to_owned(),
            });
        }
        std::fs::write(&path, cues.kept()).map_err(|error| SceneError {
            path,
            why: error.to_string(),
        })
    }

    fn cues(&self, slug: Option<&str>) -> Result<Cues, SceneError> {
        Ok(match slug {
            Some(slug) => Scene::read(&self.catalogue, slug)?.cues,
            None => Cues::general(),
        })
    }

    /// The plays that are kept of a scene: `== name` begins one, `> line => ids` is a line of it.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn plays(&self, slug: &str) -> Result<Vec<Play>, SceneError> {
        let path = self.catalogue.join("scenes").join(format!("{slug}.txt"));
        let text = std::fs::read_to_string(&path).map_err(|error| SceneError {
            path,
            why: error.to_string(),
        })?;
        Ok(plays_of(&text))
    }

    /// What is said in all plays of a scene, to be read and kept.
    ///
    /// # Errors
    /// Where the scene cannot be read.
    pub fn transcript(&self, slug: &str) -> Result<String, SceneError> {
        let mut text = begin_transcript(slug);
        for play in self.plays(slug)? {
            let mut rehearsal = self.rehearse(slug)?;
            let turns: Vec<Turn> = play
                .lines
                .iter()
                .map(|(line, expected)| rehearsal.say(line, expected))
                .collect();
            write_play(&mut text, &play.name, &turns);
        }
        Ok(text)
    }
}

/// How a transcript begins.
pub(super) fn begin_transcript(slug: &str) -> String {
    format!("# {slug}\n")
}

/// Adds a play to a transcript.
pub(super) fn write_play(text: &mut String, name: &str, turns: &[Turn]) {
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

/// The plays of a file.
fn plays_of(text: &str) -> Vec<Play> {
    let mut plays: Vec<Play> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("==") {
            plays.push(Play {
                name: name.trim().to_owned(),
                lines: Vec::new(),
            });
        } else if let Some((play, line)) = plays.last_mut().zip(line.strip_prefix('>')) {
            let (said, ids) = line.split_once("=>").unwrap_or((line, ""));
            let ids = ids
                .split([' ', ','])
                .filter(|id| !id.is_empty())
                .map(str::to_owned)
                .collect();
            play.lines.push((said.trim().to_owned(), ids));
        }
    }
    plays
}

impl Rehearsal {
    /// Says a line, and plays what answers it.
    pub fn say(&mut self, line: &str, expected: &[String]) -> Turn {
        self.cue.path.push(CueLine {
            by_player: true,
            name: PLAYER.to_owned(),
            text: line.to_owned(),
        });
        let played = self.play(None);
        self.cue.path.push(CueLine {
            by_player: false,
            name: played.by.clone(),
            text: played.text.clone(),
        });
        Turn {
            line: line.to_owned(),
            expected: expected.to_vec(),
            by: played.by,
            text: played.text,
            ids: played.ids,
            score: played.score,
        }
    }

    fn play(&self, only: Option<&str>) -> Played {
        let line = self
            .cue
            .path
            .last()
            .filter(|line| line.by_player)
            .map(|line| line.text.clone())
            .unwrap_or_default();
        let texts = texts(&line, &self.scene.actors);
        let vectors = self
            .vectors
            .is_ready()
            .then(|| texts.iter().map(|text| self.vectors.meaning(text)).collect());
        Player::new(&self.book, &self.scene, &self.cue).reply(&Heard::of(texts, vectors), only)
    }

    /// What a line would find at the beginning, the best first, with scores of 100.
    #[must_use]
    pub fn rank(&self, line: &str) -> Vec<(u32, String)> {
        let texts = texts(line, &self.scene.actors);
        let vectors = self
            .vectors
            .is_ready()
            .then(|| texts.iter().map(|text| self.vectors.meaning(text)).collect());
        let heard = Heard::of(texts, vectors);
        let id = |target: Target| match target {
            Target::Beat(number) => self.scene.beats[number].id.clone(),
            Target::Step(number) => self.scene.steps[number].id.clone(),
            Target::Silent => "(silence)".to_owned(),
            Target::Rude => "(rude)".to_owned(),
            Target::Thanks => "(thanks)".to_owned(),
            Target::Sorry => "(sorry)".to_owned(),
            Target::Greeting => "(greeting)".to_owned(),
        };
        let share = |score: f32| (score.clamp(0.0, 1.0) * 100.0).round() as u32;
        let to = self
            .scene
            .actors
            .iter()
            .find(|name| is_spoken_to(line, name))
            .map(String::as_str);
        let ranked = heard
            .whole
            .map(|whole| whole.rank(&[&self.scene.cues, &self.book.general], to))
            .unwrap_or_default();
        ranked
            .into_iter()
            .map(|(score, target)| (share(score), id(target)))
            .collect()
    }

    /// Everything that is wrong with the scene, and, after it, what is doubtful.
    #[must_use]
    pub fn faults(&self) -> (Vec<String>, Vec<String>) {
        check::faults(&self.scene)
    }

    /// Everybody who may speak, the narrator among them.
    #[must_use]
    pub fn voices(&self) -> Vec<String> {
        self.scene
            .actors
            .iter()
            .cloned()
            .chain([NARRATOR.to_owned()])
            .collect()
    }

    /// The ids of its endings.
    #[must_use]
    pub fn endings(&self) -> Vec<String> {
        self.scene
            .endings
            .iter()
            .map(|ending| ending.id.clone())
            .collect()
    }
}

/// The cue of a story that has just begun.
pub(super) fn begun(scene: &Scene) -> Cue {
    let member = |name: &String| CastMember {
        name: name.clone(),
        ..CastMember::default()
    };
    let speaker = scene
        .opening_speaker
        .clone()
        .unwrap_or_else(|| "Narrator".to_owned());
    Cue {
        kind: CueKind::Reply,
        title: scene.title.clone(),
        cast: scene.actors.iter().map(member).collect(),
        player: PLAYER.to_owned(),
        path: vec![CueLine {
            by_player: false,
            name: speaker,
            text: scene.opening.clone(),
        }],
        ..Cue::default()
    }
}
