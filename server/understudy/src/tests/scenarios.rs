//! Every scenario of the starter catalogue that has no scene.

use std::collections::HashSet;
use std::path::Path;

use platform::llm::{CastMember, DemoRequest};

use super::{actor_says, player_says, root};
use crate::demo_reply::DemoReply;
use crate::demo_texts::{self, DemoTexts};
use crate::model::{DemoAssets, DemoModel, Pace};
use crate::text::{count_words, key};

/// What the demo takes of a scenario that has no scene.
#[derive(serde::Deserialize)]
struct ScenarioFile {
    name: String,
    language: String,
    description: String,
    setting: String,
    actors: Vec<ActorFile>,
    openings: Vec<OpeningFile>,
    #[serde(default)]
    example_dialogue: Vec<OpeningFile>,
}

#[derive(serde::Deserialize)]
struct ActorFile {
    name: String,
    description: String,
}

#[derive(serde::Deserialize)]
struct OpeningFile {
    speaker: Option<String>,
    text: String,
}
/// The player's lines that ask for the three replies.
const QUESTIONS: [&str; 3] = ["Hello?", "What is this place?", "Tell me what happened."];

#[tokio::test]
async fn every_scenario_without_a_scene_has_three_replies_of_its_own() {
    let demo = DemoModel::new(Pace::none(), DemoAssets::none());
    let mut played = 0;
    let entries = std::fs::read_dir(root().join("catalogue/scenarios")).expect("scenarios");
    for entry in entries.flatten() {
        let path = entry.path();
        let slug = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        if !root().join(format!("catalogue/scenes/{slug}.toml")).exists() {
            played += 1;
            play(&demo, slug, &read(&path)).await;
        }
    }
    assert!(played > 60, "{played}");
}

fn read(path: &Path) -> ScenarioFile {
    let text = std::fs::read_to_string(path).expect("a scenario");
    toml::from_str(&text).expect("a scenario")
}

/// Asks for three replies and checks each.
async fn play(demo: &DemoModel, slug: &str, file: &ScenarioFile) {
    let shown = std::env::var("DRAMATIS_SHOW").unwrap_or_default();
    let texts = demo_texts::in_language(&file.language);
    let mut request = file.request();
    let mut excerpts = HashSet::new();
    for (number, line) in QUESTIONS.iter().enumerate() {
        player_says(&mut request, line);
        request.speaker = request.cast[number % request.cast.len()].clone();
        let DemoReply { text, ends } = demo.answer(&request).await;
        if shown.split(',').any(|one| one == slug) {
            println!("== {slug}\n> {line}\n[{}]\n{text}\n", request.speaker.name);
        }
        let excerpt = excerpt_of(slug, file, texts, &text, number);
        assert!(excerpts.insert(excerpt), "{slug}: {text}");
        assert_eq!(ends, number == 2, "{slug}: {text}");
        let speaker = request.speaker.name.clone();
        actor_says(&mut request, &speaker, &text);
    }
}

/// The excerpt below the heading of a reply.
fn excerpt_of(slug: &str, file: &ScenarioFile, texts: &DemoTexts, text: &str, number: usize) -> String {
    let excerpt = text
        .strip_prefix(texts.marks[number].as_str())
        .unwrap_or_else(|| panic!("{slug}: {text}"))
        .trim();
    assert!(
        excerpt != texts.nothing_more && count_words(&key(excerpt)) > 5,
        "{slug}: {excerpt}"
    );
    assert!(
        !file.openings[0].text.contains(excerpt),
        "{slug}: it was read already: {excerpt}"
    );
    for mark in ['*', '"'] {
        assert!(
            excerpt.matches(mark).count() % 2 == 0,
            "{slug}: a {mark} is not closed: {excerpt}"
        );
    }
    excerpt.to_owned()
}

impl ScenarioFile {
    /// The request of a story that has just begun.
    fn request(&self) -> DemoRequest {
        let member = |actor: &ActorFile| CastMember {
            name: actor.name.clone(),
            description: actor.description.clone(),
            ..CastMember::default()
        };
        let examples = self
            .example_dialogue
            .iter()
            .map(|line| format!("{}: {}", line.speaker.clone().unwrap_or_default(), line.text));
        let mut request = DemoRequest {
            title: self.name.clone(),
            language: Some(self.language.clone()),
            cast: self.actors.iter().map(member).collect(),
            player: "Robin".to_owned(),
            setting: format!("{}\n\n{}", self.description.trim(), self.setting.trim()),
            examples: vec![examples.collect::<Vec<_>>().join("\n")],
            ..DemoRequest::default()
        };
        actor_says(&mut request, "Narrator", &self.openings[0].text);
        request
    }
}
