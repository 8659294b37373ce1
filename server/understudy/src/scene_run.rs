//! Plays a scene without a server, for its authors and for the tests over all scenes.

use std::collections::HashMap;

use platform::llm::{CastMember, DemoLine, DemoRequest, DemoTask};
use platform::vectors::Vectors;

use super::address::is_spoken_to;
use super::check::{self, Faults};
use super::parse_prompt::{ParsedLine, split_line};
use super::phrases::Target;
use super::playing::{PlayedReply, ReplyBuilder};
use super::scene::Scene;
use super::scene_set::SceneSet;
use super::script::NARRATOR;
use super::text::{count_words, keys};

/// The player's name in a run.
const PLAYER: &str = "Robin";
/// The fewest words of a sentence that must not be repeated.
const SENTENCE_WORDS: usize = 3;

/// A scene that is being played.
#[derive(Debug, Clone)]
pub struct SceneRun {
    /// Holds only the general phrases, no scene.
    set: SceneSet,
    scene: Scene,
    vectors: Vectors,
    request: DemoRequest,
}

/// A turn of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedTurn {
    /// What the player writes.
    pub line: String,
    /// What the reply must contain: ids of beats, steps or endings, or kinds of fallback lines.
    pub expected: Vec<String>,
    /// Who answered.
    pub by: String,
    /// The reply.
    pub text: String,
    /// The parts of the reply.
    pub ids: Vec<String>,
    /// How well the line was understood, of 100.
    pub score: u32,
}

impl PlayedTurn {
    /// Every sentence that these turns repeat, except for the demo's note after its end.
    #[must_use]
    pub fn said_twice(turns: &[Self]) -> Vec<String> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut found = Vec::new();
        for (number, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.ids != ["ended"]) {
            let sentences = keys(&turn.text).into_iter();
            for key in sentences.filter(|key| count_words(key) >= SENTENCE_WORDS) {
                if let Some(before) = seen.insert(key.clone(), number) {
                    found.push(format!("turns {} and {}: {key}", before + 1, number + 1));
                }
            }
        }
        found
    }
}

impl SceneRun {
    pub(super) fn new(set: SceneSet, scene: Scene, vectors: Vectors) -> Self {
        Self {
            request: opening_request(&scene),
            set,
            scene,
            vectors,
        }
    }

    /// Plays one line of the player, and the reply.
    pub fn say(&mut self, line: &str, expected: &[String]) -> PlayedTurn {
        self.request.path.push(DemoLine {
            by_player: true,
            name: PLAYER.to_owned(),
            text: line.to_owned(),
        });
        let played = self.reply(line);
        self.request.path.push(DemoLine {
            by_player: false,
            name: played.by.clone(),
            text: played.text.clone(),
        });
        PlayedTurn {
            line: line.to_owned(),
            expected: expected.to_vec(),
            by: played.by,
            text: played.text,
            ids: played.ids,
            score: played.score,
        }
    }

    fn reply(&self, line: &str) -> PlayedReply {
        ReplyBuilder::new(&self.set, &self.scene, &self.request).reply(&self.parse(line), None)
    }

    fn parse(&self, line: &str) -> ParsedLine {
        let texts = split_line(line, &self.scene.actors);
        let is_ready = self.vectors.is_ready();
        let vectors = is_ready.then(|| texts.iter().map(|text| self.vectors.meaning(text)).collect());
        ParsedLine::of(texts, vectors)
    }

    /// The targets that a line would match at the beginning, the best first, with scores from 0 to 100.
    #[must_use]
    pub fn rank(&self, line: &str) -> Vec<(u32, String)> {
        let Some(whole) = self.parse(line).whole else {
            return Vec::new();
        };
        let mut actors = self.scene.actors.iter();
        let to = actors.find(|name| is_spoken_to(line, name)).map(String::as_str);
        whole
            .rank(&[&self.scene.cues, &self.set.general], to)
            .into_iter()
            .map(|(score, target)| {
                let percent = (score.clamp(0.0, 1.0) * 100.0).round() as u32;
                (percent, self.name_of(target))
            })
            .collect()
    }

    fn name_of(&self, target: Target) -> String {
        let general = match target {
            Target::Beat(number) => return self.scene.beats[number].id.clone(),
            Target::Step(number) => return self.scene.steps[number].id.clone(),
            Target::Silent => "(silence)",
            Target::Rude => "(rude)",
            Target::Thanks => "(thanks)",
            Target::Sorry => "(sorry)",
            Target::Greeting => "(greeting)",
        };
        general.to_owned()
    }

    /// The errors and warnings of the scene.
    #[must_use]
    pub fn faults(&self) -> Faults {
        check::faults(&self.scene)
    }

    /// The names of all speakers, the narrator among them.
    #[must_use]
    pub fn voices(&self) -> Vec<String> {
        let actors = self.scene.actors.iter().cloned();
        actors.chain([NARRATOR.to_owned()]).collect()
    }

    /// The ids of its endings.
    #[must_use]
    pub fn endings(&self) -> Vec<String> {
        let endings = self.scene.endings.iter();
        endings.map(|ending| ending.id.clone()).collect()
    }
}

/// The request at the beginning of a story.
pub(super) fn opening_request(scene: &Scene) -> DemoRequest {
    let member = |name: &String| CastMember {
        name: name.clone(),
        ..CastMember::default()
    };
    let speaker = scene.opening_speaker.clone();
    let opening = DemoLine {
        by_player: false,
        name: speaker.unwrap_or_else(|| "Narrator".to_owned()),
        text: scene.opening.clone(),
    };
    DemoRequest {
        kind: DemoTask::Reply,
        title: scene.title.clone(),
        cast: scene.actors.iter().map(member).collect(),
        player: PLAYER.to_owned(),
        path: vec![opening],
        ..DemoRequest::default()
    }
}
