//! The demo's written scenes through the API: players read the rehearsed replies, and the demo follows what
//! they do to a story (another version, an edit, a branch, an end).

use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use kernel::Shekels;
use platform::both_engines;
use serde::Deserialize;
use serde_json::{Value, json};
use understudy::{self, DemoAssets, Pace};

use super::support::*;
use crate::testing::{NewScenario, TestApp, sentence_model};
use crate::turns::{Timing, TurnSettings};

/// Turns before the clock must advance by a minute.
const TURNS_A_MINUTE: usize = 12;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A player's line, and the reply to it in the rehearsal.
struct Line {
    said: String,
    by: String,
    ids: Vec<String>,
    text: String,
}

impl Line {
    /// The beginning of the reply.
    fn beginning(&self) -> &str {
        self.text.split('\n').next().unwrap_or_default()
    }
}

/// The stored play with this name.
fn transcript(slug: &str, play: &str) -> Vec<Line> {
    let path = root().join(format!("server/understudy/src/transcripts/{slug}.txt"));
    let text = std::fs::read_to_string(path).expect("a transcript");
    let of_play = text
        .split("\n== ")
        .find_map(|part| part.strip_prefix(play))
        .expect("a play of this name");
    let line = |part: &str| {
        let (said, rest) = part.split_once("\n[").expect("who answers");
        let (head, text) = rest.split_once("]\n").expect("an answer");
        let (by, ids) = head.split_once(" | ").expect("what it is made of");
        Line {
            said: said.to_owned(),
            by: by.to_owned(),
            ids: ids.split(" + ").map(str::to_owned).collect(),
            text: text.trim().to_owned(),
        }
    };
    of_play.split("\n> ").skip(1).map(line).collect()
}

#[derive(Deserialize)]
struct File {
    name: String,
    actors: Vec<Part>,
    openings: Vec<Opening>,
}

#[derive(Deserialize)]
struct Part {
    name: String,
    description: String,
}

#[derive(Deserialize)]
struct Opening {
    text: String,
}

/// A scenario of the starter catalogue.
async fn scenario(app: &TestApp, slug: &str) -> String {
    let text =
        std::fs::read_to_string(root().join(format!("catalogue/scenarios/{slug}.toml"))).expect("a scenario");
    let file: File = toml::from_str(&text).expect("a scenario");
    let openings = file.openings.into_iter().map(|opening| opening.text).collect();
    let cast = file
        .actors
        .into_iter()
        .map(|part| (part.name, part.description))
        .collect();
    app.scenario(NewScenario {
        openings,
        cast,
        ..NewScenario::named(&file.name)
    })
    .await
}

/// The application without a model, and with all scenes.
fn demo(app: &TestApp) -> TestApp {
    let stage = DemoAssets {
        catalogue: Some(root().join("catalogue")),
        vectors: sentence_model(),
    };
    // The sentence model chooses who answers, which is slow while other tests run.
    let timing = Timing {
        director: PATIENCE,
        ..quick()
    };
    with(
        app,
        &understudy::models(Shekels::ZERO, Pace::none(), stage),
        TurnSettings::default(),
        timing,
    )
}

async fn begin(caller: &Caller<'_>, scenario: &str) -> String {
    let made = caller.post("/stories", &json!({ "scenarioId": scenario })).await;
    made["storyId"]
        .as_str()
        .or(made["id"].as_str())
        .expect("an id")
        .to_owned()
}

/// The one reply of a turn.
fn reply(turn: &Value) -> &Value {
    assert_eq!(turn["state"], "complete", "{turn}");
    assert_eq!(
        turn["replies"].as_array().map(Vec::len),
        Some(1),
        "one at a time: {turn}"
    );
    &turn["replies"][0]
}

fn text_of(turn: &Value) -> &str {
    reply(turn)["content"].as_str().expect("text")
}

/// Plays these lines from the story's head; returns the replies.
async fn play(app: &TestApp, caller: &Caller<'_>, story: &str, lines: &[Line]) -> Vec<Value> {
    let mut replies = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if number % TURNS_A_MINUTE == TURNS_A_MINUTE - 1 {
            app.clock.advance_millis(60_001);
        }
        let turn = caller
            .turn(&json!({ "chatID": story, "message": line.said }))
            .await;
        assert_eq!(text_of(&turn), line.text, "{}", line.said);
        let voice = if line.by == "narrator" {
            "narrator"
        } else {
            "actor"
        };
        assert_eq!(reply(&turn)["author"], voice, "{}", line.said);
        if voice == "actor" {
            assert_eq!(reply(&turn)["name"], line.by.as_str(), "{}", line.said);
        }
        assert_eq!(turn["price"], json!({ "held": 0, "captured": 0, "free": true }));
        replies.push(reply(&turn).clone());
    }
    replies
}

both_engines!(
    a_guest_plays_a_scene_of_several_to_its_end_as_it_was_rehearsed,
    async |app| {
        let site = demo(app);
        let guest = Caller::guest(&site).await;
        let story = begin(&guest, &scenario(app, "mrs-hudson-takes-the-case").await).await;
        let lines = transcript("mrs-hudson-takes-the-case", "Mercy");
        let (end, lines) = lines.split_last().expect("lines");
        assert!(end.ids == ["ended"] && lines.len() >= 18, "as far as the ending");
        let replies = play(app, &guest, &story, lines).await;
        let voices: std::collections::BTreeSet<&str> = replies
            .iter()
            .filter_map(|reply| reply["name"].as_str())
            .collect();
        assert!(voices.len() > 1, "several speak: {voices:?}");
        // It ended, and none of the guest's messages was used up.
        let ending = replies
            .last()
            .and_then(|reply| reply["content"].as_str())
            .expect("an ending");
        let price = guest.get(&format!("/chat/price?chatID={story}")).await;
        assert_eq!(price["guest"], json!({ "left": 20, "of": 20 }));
        // Another process, which reads the scene first, recognises the end, too.
        let restarted = demo(app);
        let guest = guest.at(&restarted);
        app.clock.advance_millis(60_001);
        for ask in [
            json!({ "chatID": story, "message": end.said }),
            json!({ "chatID": story, "kind": "next" }),
        ] {
            let (status, refusal) = guest.send("POST", "/message/create", Some(&ask)).await;
            assert_eq!(
                (status, &refusal["code"]),
                (StatusCode::CONFLICT, &json!("DEMO_ENDED")),
                "{refusal}"
            );
        }
        // A rewrite of the ending itself: there is none, and the reply says so; the scene has ended all the
        // same.
        let last = replies.last().expect("an ending");
        let another = guest
            .turn(&json!({ "chatID": story, "kind": "regenerate", "messageId": last["id"] }))
            .await;
        assert_ne!(text_of(&another), ending);
        // Before its end, the story continues.
        let before = &replies[replies.len() - 4];
        let branch = guest
            .turn(&json!({ "chatID": story, "message": "Is it very late?", "parentId": before["id"] }))
            .await;
        assert!(!text_of(&branch).starts_with('('), "{branch}");
    }
);

both_engines!(
    versions_edits_and_branches_of_a_scene_are_understood,
    async |app| {
        let person = app.person("ann").await;
        let site = demo(app);
        let caller = Caller::person(&site, &person);
        let story = begin(&caller, &scenario(app, "what-the-ice-gave-back").await).await;
        let lines = transcript("what-the-ice-gave-back", "Known");
        let replies = play(app, &caller, &story, &lines[..6]).await;
        let ask = async |line: &Line, after: &Value| {
            app.clock.advance_millis(10_000);
            caller
                .turn(&json!({ "chatID": story, "message": line.said, "parentId": after["id"] }))
                .await
        };
        // On this branch it was answered already; on a branch from before it was not.
        let again = ask(&lines[1], &replies[5]).await;
        assert!(!text_of(&again).starts_with(lines[1].beginning()), "{again}");
        let branch = ask(&lines[4], &replies[0]).await;
        assert!(text_of(&branch).starts_with(lines[4].beginning()), "{branch}");
        // A rewritten reply counts as never given; one of which a sentence is left counts as given.
        let edit = async |text: &str| {
            let path = format!("/messages/{}", replies[1]["id"].as_str().expect("an id"));
            let (status, edited) = caller
                .send("PATCH", &path, Some(&json!({ "content": text })))
                .await;
            assert_eq!(status, StatusCode::OK, "{edited}");
        };
        edit("He says something else altogether, and a good deal of it.").await;
        let anew = ask(&lines[1], &replies[5]).await;
        assert!(text_of(&anew).starts_with(lines[1].beginning()), "{anew}");
        edit(&format!("Hm, he says. {} He has said it.", lines[1].text)).await;
        let known = ask(&lines[1], &replies[5]).await;
        assert!(!text_of(&known).starts_with(lines[1].beginning()), "{known}");
        // Another version of a beat never repeats its text, and the scene continues from it.
        let version = caller
            .turn(&json!({ "chatID": story, "kind": "regenerate", "messageId": replies[2]["id"] }))
            .await;
        assert_ne!(text_of(&version), lines[2].text);
        let next = ask(&lines[3], reply(&version)).await;
        assert!(text_of(&next).starts_with(lines[3].beginning()), "{next}");
        // More of a reply, and a line for the player.
        let more = caller
            .turn(&json!({ "chatID": story, "kind": "continue", "messageId": reply(&next)["id"] }))
            .await;
        assert!(
            text_of(&more).len() > text_of(&next).len() && text_of(&more).starts_with(text_of(&next)),
            "{more}"
        );
        let drafted = caller
            .turn(&json!({ "chatID": story, "kind": "impersonate" }))
            .await;
        assert!(
            drafted["text"]
                .as_str()
                .is_some_and(|text| text.starts_with(['"', '*'])),
            "{drafted}"
        );
    }
);
