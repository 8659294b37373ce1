//! Nothing that only models get of a closed scenario, and nothing its author has not published, is in any byte that
//! somebody else receives.

use std::sync::{Arc, Mutex};

use kernel::{Random, Shekels};
use platform::both_engines;
use platform::llm::{Capabilities, CostPerMillion, Finish, ModelInfo, Models, Piece, Reply, Script};
use play::turns::{Timing, TurnSettings, Turns};
use serde_json::{Value, json};

use super::decoded::contains;
use super::reader::Reader;
use super::walk::Names;
use super::works::{CANARY, OF_AUTHORS, OF_PROMPTS, Works, attempts, names, play, word};
use super::{complete, create};
use crate::testing::TestApp;

/// Everything a reader receives, with where it comes from.
async fn received(
    reader: &Reader<'_>,
    names: &Names,
    attempts: &[(&str, String, Value)],
) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for address in names.addresses() {
        let bytes = reader.bytes("GET", &address, None).await;
        all.push((format!("GET {address}"), bytes));
    }
    for (method, path, body) in attempts {
        let bytes = reader.bytes(method, path, Some(body)).await;
        all.push((format!("{method} {path}"), bytes));
    }
    all
}

fn is_without_canaries(reader: &Reader<'_>, all: &[(String, Vec<u8>)]) {
    assert!(all.len() >= 30, "{} ways", all.len());
    for (way, bytes) in all {
        let shown = String::from_utf8_lossy(bytes);
        assert!(!contains(bytes, CANARY), "{way} as {}: {shown}", reader.name);
    }
}

/// The application with a model that answers the same and keeps its prompts.
fn scripted(app: &TestApp) -> (TestApp, Arc<Mutex<Vec<String>>>) {
    let prompts: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = prompts.clone();
    let script: Script = Arc::new(move |request| {
        let texts: Vec<&str> = request
            .messages
            .iter()
            .map(|message| message.content.as_str())
            .collect();
        kept.lock().expect("no panic").push(texts.join("\n"));
        let end = Piece::Finished {
            reason: Finish::Stop,
            usage: None,
        };
        let pieces = [Ok(Piece::Text("Well.".to_owned())), Ok(end)];
        Box::pin(async { Ok(Reply::scripted(futures::stream::iter(pieces))) })
    });
    let info = ModelInfo {
        name: "m".to_owned(),
        label: "m".to_owned(),
        context_tokens: 8_192,
        max_reply_tokens: 1_000,
        price: Shekels(0),
        is_demo: false,
        capabilities: Capabilities::default(),
        cost_per_million: CostPerMillion::default(),
    };
    let site = app.with_state(|state| {
        state.below.below.models = Models::scripted(vec![(info, script)]);
        state.below.turns = Turns::new(
            TurnSettings::default(),
            Timing::default(),
            Random::system().token(),
        );
    });
    (site, prompts)
}

both_engines!(
    a_player_with_a_model_receives_nothing_of_what_it_is_told,
    async |app| {
        let ann = app.person("ann").await;
        let works = Works::of(app, &ann).await;
        let (site, prompts) = scripted(app);
        let ben = app.person("ben").await;
        let reader = Reader::person(&site, "player", &ben);
        let (played, replies) = play(&reader, "/stories/", &works).await;
        assert!(replies.iter().all(|bytes| !contains(bytes, CANARY)));
        let told = prompts.lock().expect("no panic").join("\n");
        for field in OF_PROMPTS {
            assert!(told.contains(&word(field)), "{field} is told: {told}");
        }
        let all = received(&reader, &names(&works, &ann, &played), &attempts(&works, &played)).await;
        is_without_canaries(&reader, &all);
    }
);

both_engines!(a_guest_with_the_demo_receives_nothing_hidden, async |app| {
    let ann = app.person("ann").await;
    let works = Works::of(app, &ann).await;
    let reader = Reader::guest(app).await;
    let (played, replies) = play(&reader, "/stories", &works).await;
    assert!(replies.iter().all(|bytes| !contains(bytes, CANARY)));
    let all = received(&reader, &names(&works, &ann, &played), &attempts(&works, &played)).await;
    is_without_canaries(&reader, &all);
});

both_engines!(
    followers_visitors_and_moderators_receive_nothing_hidden,
    async |app| {
        let ann = app.person("ann").await;
        let works = Works::of(app, &ann).await;
        let (eve, moderator) = (app.person("eve").await, app.moderator("mo").await);
        let follow = format!("/users/me/follow/{}", ann.user_id);
        eve.post(&follow, &json!({})).await.ok();
        let follower = Reader::person(app, "follower", &eve);
        let played = play(&follower, "/stories/", &works).await.0;
        for reader in [
            follower,
            Reader::anonymous(app),
            Reader::person(app, "moderator", &moderator),
        ] {
            let all = received(&reader, &names(&works, &ann, &played), &attempts(&works, &played)).await;
            is_without_canaries(&reader, &all);
        }
    }
);

both_engines!(a_copy_of_a_story_and_a_fork_have_nothing_hidden, async |app| {
    let ann = app.person("ann").await;
    let works = Works::of(app, &ann).await;
    let ben = app.person("ben").await;
    let reader = Reader::person(app, "forker", &ben);
    let played = play(&reader, "/stories/", &works).await.0;
    for format in ["json", "jsonl", "text"] {
        let export = format!("/stories/{}/export?format={format}", played.story);
        let file = reader.bytes("GET", &export, None).await;
        let begin = file.windows(2).position(|pair| pair == b"\n\n").expect("a body");
        let copied = reader.upload("/stories/import", "file", &file[begin + 2..]).await;
        assert!(!contains(&copied, CANARY), "{}", String::from_utf8_lossy(&copied));
    }
    let mut fork = complete("A fork");
    fork["origin"] = json!({ "kind": "fork", "of": works.closed });
    let fork = create(app, &ben, &fork).await;
    let mut names = names(&works, &ann, &played);
    for (key, values) in &mut names.0 {
        if *key == "scenario" {
            values.push(fork.clone());
        }
    }
    let all = received(&reader, &names, &[]).await;
    is_without_canaries(&reader, &all);
});

both_engines!(what_is_hidden_cannot_be_searched, async |app| {
    let ann = app.person("ann").await;
    let works = Works::of(app, &ann).await;
    let reader = Reader::anonymous(app);
    for field in OF_PROMPTS.into_iter().chain(OF_AUTHORS) {
        for call in [
            "/scenarios/search",
            "/posters/search",
            "/cards/search",
            "/tags/search",
        ] {
            let found = reader
                .json("GET", &format!("{call}?q={}", word(field)), None)
                .await;
            let found = found.to_string();
            assert!(!found.contains(&works.closed), "{call} finds {field}: {found}");
        }
    }
});

both_engines!(the_author_receives_all_of_it, async |app| {
    let ann = app.person("ann").await;
    let works = Works::of(app, &ann).await;
    let reader = Reader::person(app, "author", &ann);
    let played = play(&reader, "/stories/", &works).await.0;
    let all = received(&reader, &names(&works, &ann, &played), &[]).await;
    for field in OF_PROMPTS.into_iter().chain(OF_AUTHORS) {
        let word = word(field);
        assert!(
            all.iter().any(|(_, bytes)| contains(bytes, &word)),
            "{field} is in nothing"
        );
    }
});
