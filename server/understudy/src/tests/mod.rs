//! Tests that the demo understands the player and ends: the plays of every scene in the starter catalogue,
//! and rules that hold for any scene.

mod demo;
mod replies;
mod scenarios;
mod scenes;

use std::path::{Path, PathBuf};

use platform::llm::{DemoLine, DemoRequest};

use crate::parse_prompt::{ParsedLine, split_line};
use crate::playing::ReplyBuilder;
use crate::scene::Scene;
use crate::scene_run::opening_request;
use crate::scene_set::SceneSet;

/// Lines that no scene has an answer to.
const STRANGE: [&str; 26] = [
    "The price of tin has fallen again.",
    "My cousin sells bicycles.",
    "I prefer the colour green.",
    "What is the square root of two?",
    "Thursdays are long.",
    "I had soup.",
    "Do you like football?",
    "Somebody ought to paint that.",
    "There are nine planets, or eight.",
    "I collect spoons.",
    "Is Belgium far?",
    "My shoes are new.",
    "The train was late.",
    "I cannot swim.",
    "What is your favourite number?",
    "It will be Easter soon.",
    "I dreamt of a horse.",
    "Have you read Tolstoy?",
    "My aunt plays the tuba.",
    "I like mustard.",
    "Paper is made of trees.",
    "Can you juggle?",
    "I am left-handed.",
    "Rome fell.",
    "Bananas are berries.",
    "I need new gloves.",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of a small scene, for rules that hold for any scene.
fn small_catalogue() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/small")
}

fn small() -> (SceneSet, DemoRequest) {
    let scene = Scene::read(&small_catalogue(), "the-lamp").unwrap_or_else(|error| panic!("{error}"));
    let request = opening_request(&scene);
    let set = SceneSet {
        scenes: vec![scene],
        ..SceneSet::default()
    };
    (set, request)
}

/// Adds a line of the player's to the path.
fn player_says(request: &mut DemoRequest, text: &str) {
    request.path.push(DemoLine {
        by_player: true,
        name: "Robin".to_owned(),
        text: text.to_owned(),
    });
}

/// Adds a reply of this actor's to the path.
fn actor_says(request: &mut DemoRequest, name: &str, text: &str) {
    request.path.push(DemoLine {
        by_player: false,
        name: name.to_owned(),
        text: text.to_owned(),
    });
}

/// Says a line; the text of the reply and its parts.
fn say(set: &SceneSet, request: &mut DemoRequest, line: &str) -> (String, Vec<String>) {
    player_says(request, line);
    let (text, ids) = reply(set, request, None);
    actor_says(request, "Ada", &text);
    (text, ids)
}

fn reply(set: &SceneSet, request: &DemoRequest, only: Option<&str>) -> (String, Vec<String>) {
    let line = request
        .path
        .last()
        .filter(|line| line.by_player)
        .map(|line| line.text.clone())
        .unwrap_or_default();
    let parsed = ParsedLine::of(split_line(&line, &set.scenes[0].actors), None);
    let played = ReplyBuilder::new(set, &set.scenes[0], request).reply(&parsed, only);
    (played.text, played.ids)
}
