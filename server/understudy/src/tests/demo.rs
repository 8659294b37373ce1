//! The demo as a model.

use std::collections::HashSet;

use platform::llm::{CastMember, DemoLine, DemoRequest, DemoTask, LocalModel, ProbeState};
use platform::testing::run_test;
use platform::vectors::Vectors;

use super::{STRANGE, actor_says, player_says, small, small_catalogue};
use crate::demo_reply::DemoReply;
use crate::demo_texts;
use crate::model::{DemoAssets, DemoModel, Pace};

fn small_demo() -> DemoModel {
    let assets = DemoAssets {
        catalogue: Some(small_catalogue()),
        vectors: Vectors::none(),
    };
    DemoModel::new(Pace::none(), assets)
}

#[tokio::test]
async fn the_demo_directs_continues_suggests_and_sums_up() {
    let demo = small_demo();
    let (_, mut request) = small();
    assert!(demo.has_scene(&request.title, &request.path[0].text));
    assert!(
        !demo.has_scene("Another", &request.path[0].text)
            && !demo.has_scene(&request.title, "Another beginning of the same story.")
    );
    player_says(&mut request, "Bo, where does the river end?");
    let names = vec!["Ada".to_owned(), "Bo".to_owned()];
    request.kind = DemoTask::Director { names };
    assert_eq!(demo.answer(&request).await.text, r#"{"name":"Bo"}"#);
    request.kind = DemoTask::Impersonate;
    let suggestion = demo.answer(&request).await.text;
    assert!(suggestion.starts_with(['"', '*']), "{suggestion}");
    request.kind = DemoTask::Continue("*She stops".to_owned());
    request.speaker = request.cast[0].clone();
    let more = demo.answer(&request).await.text;
    assert!(more.starts_with("…*\n\n"), "{more}");
    request.kind = DemoTask::Rewrite {
        selection: "She stops.".to_owned(),
        note: String::new(),
    };
    assert_eq!(demo.answer(&request).await.text, demo_texts::all()[0].no_rewrite);
    request.recent = vec![("Ada".to_owned(), "*She nods.* \"Well.\"".to_owned())];
    (request.kind, request.reply_tokens) = (DemoTask::Summarise, 200);
    assert_eq!(demo.answer(&request).await.text, "So far: Ada: She nods.");
}

#[tokio::test]
async fn a_gentle_story_has_nothing_of_the_scene() {
    let demo = small_demo();
    let (set, mut request) = small();
    player_says(&mut request, "Bo, where does the river end?");
    request.speaker = request.cast[0].clone();
    let scripted = set.scenes[0]
        .scripted_replies()
        .find(|scripted| scripted.other.is_some())
        .expect("a reply with another version");
    request.gentle = true;
    request.kind = DemoTask::Impersonate;
    assert_eq!(demo.answer(&request).await.text, demo_texts::all()[0].no_other);
    request.kind = DemoTask::Rewrite {
        selection: scripted.text.clone(),
        note: String::new(),
    };
    assert_eq!(demo.answer(&request).await.text, demo_texts::all()[0].no_rewrite);
    request.kind = DemoTask::Reply;
    let mut said = HashSet::new();
    for _ in 0..4 {
        let text = demo.answer(&request).await.text;
        assert!(said.insert(text.clone()), "{text}");
        actor_says(&mut request, "Ada", &text);
        player_says(&mut request, "I don't know.");
    }
}

#[tokio::test]
async fn a_scene_says_with_which_reply_it_ends() {
    let demo = small_demo();
    let (set, mut request) = small();
    let endings: Vec<&str> = set.scenes[0]
        .endings
        .iter()
        .map(|ending| ending.text.as_str())
        .collect();
    let mut ended = None;
    for line in STRANGE {
        player_says(&mut request, line);
        let DemoReply { text, ends } = demo.answer(&request).await;
        let is_ending = endings.iter().any(|ending| text.contains(ending));
        assert_eq!(ends, is_ending || ended.is_some(), "{text}");
        if let Some(ending) = &ended {
            assert_eq!(
                text,
                demo_texts::all()[0].ended,
                "what follows is no part of the story"
            );
            assert_ne!(&text, ending);
        }
        actor_says(&mut request, "Ada", &text);
        ended = ended.or(ends.then_some(text));
    }
    assert!(
        ended.is_some_and(|text| !text.contains("DRAMATIS_")),
        "it ends, and nobody in it says how to set up a server"
    );
    request.path.pop();
    (request.kind, request.speaker) = (
        DemoTask::Continue("*She stops.*".to_owned()),
        request.cast[0].clone(),
    );
    assert!(demo.answer(&request).await.ends, "nor is there more of it");
}

#[tokio::test]
async fn without_a_scene_three_replies_of_the_scenarios_own_text_then_the_ending() {
    let demo = DemoModel::new(Pace::none(), DemoAssets::none());
    for language in ["en", "de", "fr", "es", "pt", "ru", "ja"] {
        let member = CastMember {
            name: "Ada".to_owned(),
            description: "Ada keeps the ferry and counts the lamps.".to_owned(),
            ..CastMember::default()
        };
        let mut request = DemoRequest {
            title: "The Lamp".to_owned(),
            language: Some(language.to_owned()),
            speaker: member.clone(),
            cast: vec![member],
            player: "Robin".to_owned(),
            setting:
                "The river is wide here, and nobody remembers the bridge.\n\nA lamp burns on the far bank."
                    .to_owned(),
            examples: vec!["Ada: \"Mind the step.\"\nYou: \"Which?\"".to_owned()],
            path: vec![DemoLine {
                by_player: false,
                name: "Ada".to_owned(),
                text: "The opening.".to_owned(),
            }],
            ..DemoRequest::default()
        };
        let (mut replies, mut endings) = (Vec::new(), Vec::new());
        for line in [
            "Where is the bridge?",
            "Hello.",
            "And the lamp?",
            "Go on.",
            "Go on.",
        ] {
            player_says(&mut request, line);
            let DemoReply { text, ends } = demo.answer(&request).await;
            actor_says(&mut request, "Ada", &text);
            replies.push(text);
            endings.push(ends);
        }
        assert_eq!(endings, [false, false, true, true, true], "{language}");
        let texts = demo_texts::all()
            .iter()
            .find(|texts| texts.language == language)
            .expect("a language");
        for (number, reply) in replies[..3].iter().enumerate() {
            assert!(
                reply.starts_with(texts.marks[number].as_str()),
                "{language}: {reply}"
            );
            assert!(!reply.contains("DRAMATIS_"), "{language}: {reply}");
        }
        assert!(
            replies[0].contains("nobody remembers the bridge"),
            "what has to do with the line: {}",
            replies[0]
        );
        let own: HashSet<&str> = replies[..3]
            .iter()
            .map(|reply| reply.split("\n\n").nth(1).expect("a passage"))
            .collect();
        assert_eq!(own.len(), 3, "{language}: {own:?}");
        assert_eq!(
            [replies[3].as_str(), replies[4].as_str()],
            [texts.ended.as_str(); 2]
        );
    }
}
#[test]
fn the_demo_answers_and_says_how_to_connect_a_model() {
    run_test(async {
        let demo = crate::bare()
            .probe(&kernel::TestClock::at(kernel::Timestamp(0)))
            .await;
        assert_eq!((demo[0].state, demo[0].server.as_deref()), (ProbeState::Ok, None));
        for word in [
            "demo answers",
            "To connect a model",
            "DRAMATIS_MODEL_URL",
            "DRAMATIS_MODEL_NAME",
        ] {
            assert!(demo[0].detail.contains(word), "{}", demo[0].detail);
        }
    });
}
