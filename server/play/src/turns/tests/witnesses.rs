//! A prompt contains nothing that its speaker did not witness (reliability L-6).

use kernel::Random;
use platform::both_engines;
use serde_json::{Value, json};

use super::support::*;
use crate::testing::{Actor, Engine, TestApp, run_test};

both_engines!(absent_characters_do_not_learn_it, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    let (caller, double, story) = (play.caller(), &play.double, &play.story);
    let secret = caller.turn(&json!({ "chatID": story, "message": "The key is under the mat.", "presence": ["bob"], "speakerId": "bob" })).await;
    assert_eq!(
        secret["replies"][0]["presence"],
        json!(["bob"]),
        "who witnessed the question witnesses the answer"
    );
    caller.turn(&json!({ "chatID": story, "message": "What do you know, Cleo?", "presence": ["bob", "cleo"], "speakerId": "cleo" })).await;
    caller
        .turn(&json!({ "chatID": story, "kind": "next", "speakerId": "bob" }))
        .await;
    let prompts = double.prompts();
    assert!(!prompts[1].contains("under the mat") && prompts[1].contains("What do you know, Cleo?"));
    assert!(prompts[2].contains("under the mat"), "who was there knows it");
    // Deleted and hidden messages are in no prompt.
    caller
        .send(
            "DELETE",
            &format!(
                "/messages/{}",
                secret["userMessage"]["id"].as_str().expect("an id")
            ),
            None,
        )
        .await;
    caller
        .turn(&json!({ "chatID": story, "message": "Where is the key?", "speakerId": "bob" }))
        .await;
    assert!(!double.prompts()[3].contains("under the mat"));
});

/// Players in the test with canaries, and stories of each.
const PLAYERS: usize = 8;
const STORIES: usize = 3;

/// A player with their stories.
struct Player<'a> {
    person: Actor<'a>,
    stories: Vec<String>,
}

async fn players(app: &TestApp) -> Vec<Player<'_>> {
    let mut players = Vec::new();
    for number in 0..PLAYERS {
        let person = app.person(&format!("player{number}")).await;
        let mut stories = Vec::new();
        for part in 0..STORIES {
            let story = story(app, &person, &format!("Story {number} {part}")).await;
            add_cast(app, &story).await;
            stories.push(story);
        }
        players.push(Player { person, stories });
    }
    players
}

/// A chat: its story, the message, and its witnesses.
struct Chat<'a> {
    number: usize,
    story: &'a str,
    /// The mark of the player's texts in this story.
    owner: String,
    random: &'a Random,
}

impl Chat<'_> {
    /// A text with a canary that encodes who may know it: one witness, all, or (if deleted at once) nobody
    /// later.
    async fn body(&self, caller: &Caller<'_>) -> Value {
        let Self { number, owner, .. } = self;
        let only = ["bob", "cleo"][self.random.below(2) as usize];
        let any = ["bob", "cleo"][self.random.below(2) as usize];
        let words = |kind: &str| format!("canary-{kind}-{owner}- number {number}");
        let mut body = match self.random.below(4) {
            0 => json!({ "message": words(only), "presence": [only], "speakerId": only }),
            1 => {
                let ada = &cast(caller, self.story).await[0];
                json!({ "message": words("all"), "presence": ["bob", "cleo", ada], "speakerId": only })
            }
            2 => json!({ "message": words("all"), "speakerId": any }),
            _ => json!({ "message": words("gone"), "speakerId": only }),
        };
        body["chatID"] = json!(self.story);
        body
    }

    /// Checks that the speaker of a prompt may know every canary in it.
    fn check(&self, prompt: &str, speaker: &str) {
        let number = self.number;
        for (at, _) in prompt.match_indices("canary-") {
            let canary = prompt[at..].split_whitespace().next().unwrap_or_default();
            let mut parts = canary.split('-').skip(1);
            let (kind, whose) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            assert_eq!(
                whose, self.owner,
                "somebody else's words are in the prompt of chat {number}"
            );
            match kind {
                "all" => {}
                "gone" => assert!(
                    prompt[at..].contains(&format!("number {number}")),
                    "deleted words are in the prompt of chat {number}"
                ),
                witness => assert_eq!(
                    witness, speaker,
                    "unwitnessed words are in the prompt of chat {number}"
                ),
            }
        }
    }
}

/// Over many mixed chats, no other player's text, no unwitnessed scene and no deleted message gets into a
/// prompt.
fn canaries(engine: Engine, chats: usize) {
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        app.state.db.inject_serialization_failures(0.0);
        let double = Double::always(vec![text("All is well."), done()]);
        let site = free(&app, &double);
        let random = Random::seeded(7);
        let players = players(&app).await;
        for number in 0..chats {
            app.clock.advance_millis(600);
            let player = &players[number % PLAYERS];
            let place = random.below(STORIES as u64) as usize;
            let chat = Chat {
                number,
                story: &player.stories[place],
                owner: format!("{}x{place}", player.person.user_id.as_str().replace('-', "")),
                random: &random,
            };
            let caller = Caller::person(&site, &player.person);
            let turn = caller.turn(&chat.body(&caller).await).await;
            assert_eq!(at(&turn, "state"), "complete", "{turn}");
            let prompt = double.prompts().pop().expect("a prompt");
            double.asked.lock().expect("no panic").clear();
            chat.check(&prompt, text_at(&turn, "replies.0.authorId"));
            if text_at(&turn, "userMessage.content").contains("canary-gone-") {
                let said = format!("/messages/{}", text_at(&turn, "userMessage.id"));
                let (status, _) = caller.send("DELETE", &said, None).await;
                assert!(status.is_success());
            }
        }
    });
}

#[test]
fn nothing_reaches_a_prompt_that_does_not_belong_there_on_sqlite() {
    canaries(Engine::Sqlite, 1_000);
}

#[test]
fn nothing_reaches_a_prompt_that_does_not_belong_there_on_postgres() {
    canaries(Engine::Postgres, 100);
}
