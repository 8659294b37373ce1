//! Who speaks in a turn: by the story's rule, at the player's request, or by a director's choice.

use std::sync::Arc;

use platform::both_engines;
use platform::llm::{DemoTask, Request};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::*;

fn replies(turn: &Value) -> &Vec<Value> {
    at(turn, "replies").as_array().expect("replies")
}

both_engines!(by_the_list_each_answers_to_the_one_before, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "strategy": "list" })).await;
    let turn = play.say("All of you!").await;
    let names: Vec<&str> = replies(&turn)
        .iter()
        .map(|reply| text_at(reply, "name"))
        .collect();
    assert_eq!(names, ["Ada", "Bob", "Cleo"]);
    assert_eq!(at(&turn, "replies.1.parentId"), at(&turn, "replies.0.id"));
    assert!(play.double.prompts()[1].contains("Reply 0."));
});

both_engines!(no_more_answer_than_the_player_set, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "strategy": "list", "maxReplies": 2 }))
        .await;
    assert_eq!(replies(&play.say("Two of you!").await).len(), 2);
});

both_engines!(who_is_tapped_speaks_even_if_muted, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "characters": [{ "id": "bob", "muted": true }] }))
        .await;
    let turn = play
        .turn(json!({ "message": "Go on.", "speakerId": "bob" }))
        .await;
    assert_eq!(at(&turn, "replies.0.authorId"), "bob");
});

both_engines!(the_narrator_can_be_tapped, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    let turn = play
        .turn(json!({ "kind": "next", "speakerId": "narrator" }))
        .await;
    assert_eq!(at(&turn, "replies.0.author"), "narrator");
    assert_eq!(at(&turn, "replies.0.authorId"), &Value::Null);
});

both_engines!(who_is_muted_is_not_drafted, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "strategy": "list", "characters": [{ "id": "bob", "muted": true }] }))
        .await;
    let turn = play.say("And all?").await;
    let mut replies = replies(&turn).iter();
    assert!(replies.all(|reply| at(reply, "authorId") != "bob"), "{turn}");
});

both_engines!(
    a_puppeteer_speaks_as_one_of_the_cast_who_is_not_drafted,
    async |app| {
        let play = FreePlay::begin_with_three(app).await;
        play.settings(json!({ "strategy": "list", "puppetID": "cleo" }))
            .await;
        let turn = play.say("I, Cleo, say so.").await;
        assert_eq!(at(&turn, "userMessage.author"), "actor");
        assert_eq!(at(&turn, "userMessage.authorId"), "cleo");
        assert_eq!(at(&turn, "userMessage.name"), "Cleo");
        let replies = replies(&turn);
        assert!(
            !replies.is_empty() && replies.iter().all(|reply| at(reply, "authorId") != "cleo"),
            "{turn}"
        );
    }
);

both_engines!(who_steers_speaks_as_the_narrator, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "controlMode": "steer", "strategy": "natural" }))
        .await;
    let turn = play.say("A storm comes. Ada trembles.").await;
    assert_eq!(at(&turn, "userMessage.author"), "narrator");
    assert_eq!(at(&turn, "userMessage.authorId"), &Value::Null);
    assert_eq!(at(&turn, "replies.0.name"), "Ada", "who is named answers");
});

both_engines!(by_hand_nobody_answers_unasked, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "strategy": "manual" })).await;
    let turn = play.say("Ada?").await;
    assert_eq!(
        (at(&turn, "replies"), at(&turn, "state")),
        (&json!([]), &json!("complete"))
    );
    assert_eq!(at(&turn, "price.held"), 0);
    let next = play.turn(json!({ "kind": "next" })).await;
    assert_eq!(replies(&next).len(), 1);
});

both_engines!(without_auto_reply_a_turn_ends_with_the_player, async |app| {
    let play = FreePlay::begin_with_three(app).await;
    play.settings(json!({ "strategy": "list", "autoReply": false }))
        .await;
    let events = play.stream(json!({ "message": "Hm." })).await.all().await;
    assert_eq!(events.names().last(), Some(&"end"));
    assert_eq!(at(events.end(), "turn.replies"), &json!([]));
});

/// A director's answers, and whether each is a valid choice.
fn directors() -> Vec<(Vec<Act>, bool)> {
    vec![
        (vec![text("{\"name\": \"Cleo\"}"), done()], true),
        (vec![text("I think Cleo."), done()], false),
        (vec![Act::Wait(Arc::new(Notify::new()))], false),
        (vec![Act::Vanish], false),
    ]
}

both_engines!(a_director_chooses_or_is_not_waited_for, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Directed").await;
    add_cast(app, &story).await;
    for (number, (acts, is_chosen)) in directors().into_iter().enumerate() {
        let double = Double::by(move |request: &Request, _| match request.demo.kind {
            DemoTask::Director { .. } => acts.clone(),
            _ => vec![text("Yes."), done()],
        });
        let site = free(app, &double);
        let caller = Caller::person(&site, &person);
        let settings = json!({ "chatID": story, "strategy": "director" });
        caller.post("/chat/edit-settings", &settings).await;
        let turn = caller
            .turn(&json!({ "chatID": story, "message": "What now?" }))
            .await;
        assert_eq!(at(&turn, "state"), "complete", "{number}: {turn}");
        assert_eq!(replies(&turn).len(), 1, "{number}: {turn}");
        let why = text_at(&turn, "drafted.0.why");
        assert_eq!(why == "The director chose them.", is_chosen, "{number}: {why}");
        assert!(!is_chosen || at(&turn, "replies.0.name") == "Cleo");
        assert_eq!(
            at(&turn, "replies.0.authorId"),
            at(&turn, "drafted.0.characterId")
        );
    }
});
