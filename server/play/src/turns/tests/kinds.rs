//! The kinds of turns: say, next, regenerate, continue, impersonate, rewrite, retry (reliability L-4).

use axum::http::StatusCode;
use platform::both_engines;
use platform::llm::DemoTask;
use serde_json::{Value, json};

use super::support::*;

both_engines!(what_the_player_says_is_stored_and_answered, async |app| {
    let play = FreePlay::begin(app).await;
    let turn = play.say("  Hello.  ").await;
    assert_eq!(
        (at(&turn, "kind"), at(&turn, "state")),
        (&json!("say"), &json!("complete"))
    );
    assert_eq!(at(&turn, "userMessage.content"), "Hello.");
    let reply = at(&turn, "replies.0");
    assert_eq!(at(reply, "content"), "Reply 0.");
    assert_eq!(at(reply, "state"), "complete");
    assert_eq!(at(reply, "author"), "actor");
    assert_eq!(at(reply, "turnId"), at(&turn, "id"));
    assert_eq!(at(reply, "parentId"), at(&turn, "userMessage.id"));
    assert!(!text_at(&turn, "drafted.0.why").is_empty());
});

both_engines!(an_empty_message_lets_the_story_go_on, async |app| {
    let play = FreePlay::begin(app).await;
    let first = play.say("Hello.").await;
    let next = play
        .caller()
        .turn(&json!({ "story": play.story, "message": " " }))
        .await;
    assert_eq!(
        (at(&next, "kind"), at(&next, "userMessage")),
        (&json!("next"), &Value::Null)
    );
    assert_eq!(at(&next, "replies.0.parentId"), at(&first, "replies.0.id"));
});

both_engines!(
    another_reply_stands_beside_the_first_and_is_the_head,
    async |app| {
        let play = FreePlay::begin(app).await;
        let first = play.say("Hello.").await;
        // Anywhere in the story.
        play.turn(json!({ "kind": "next" })).await;
        let again = play
            .turn(json!({ "kind": "regenerate", "messageId": at(&first, "replies.0.id") }))
            .await;
        assert_eq!(at(&again, "replies.0.parentId"), at(&first, "replies.0.parentId"));
        assert_eq!(at(&again, "replies.0.siblings.count"), 2);
        assert_eq!(at(&again, "replies.0.origin"), "regenerated");
        assert_eq!(play.line().await.last().expect("a head"), "Reply 2.");
    }
);

both_engines!(a_reply_is_continued_as_another_one, async |app| {
    let play = FreePlay::begin(app).await;
    play.say("Hello.").await;
    let on = play.turn(json!({ "kind": "continue" })).await;
    assert_eq!(at(&on, "replies.0.content"), "Reply 0.Reply 1.");
    assert_eq!(at(&on, "replies.0.siblings.count"), 2);
    assert_eq!(at(&on, "replies.0.origin"), "continued");
    assert!(matches!(play.demo_task(1), DemoTask::Continue(so_far) if so_far == "Reply 0."));
});

both_engines!(a_continued_reply_streams_after_what_is_there, async |app| {
    let play = FreePlay::begin(app).await;
    play.say("Hello.").await;
    let mut events = play.stream(json!({ "kind": "continue" })).await;
    let opened = events.until("message").await;
    assert_eq!(at(&opened, "message.content"), "Reply 0.");
    assert_eq!(at(&events.until("delta").await, "offset"), 8);
    events.all().await;
});

both_engines!(a_text_for_the_composer_stores_nothing, async |app| {
    let play = FreePlay::begin(app).await;
    play.say("Hello.").await;
    let before = play.story_view().await;
    let turn = play
        .turn(json!({ "kind": "impersonate", "message": "I would" }))
        .await;
    assert_eq!(
        (at(&turn, "text"), at(&turn, "replies")),
        (&json!("Reply 1."), &json!([]))
    );
    let after = play.story_view().await;
    assert_eq!(at(&after, "messageCount"), at(&before, "messageCount"));
});

both_engines!(a_passage_is_rewritten_and_nothing_is_stored, async |app| {
    let play = FreePlay::begin(app).await;
    let first = play.say("Hello.").await;
    let before = play.story_view().await;
    let turn = play
        .turn(json!({
            "kind": "rewrite",
            "messageId": at(&first, "replies.0.id"),
            "selection": { "start": 6, "end": 8 },
            "note": "Louder.",
        }))
        .await;
    assert_eq!(at(&turn, "text"), "Reply 1.");
    let is_asked = matches!(
        play.demo_task(1),
        DemoTask::Rewrite { selection, note } if selection == "0." && note == "Louder."
    );
    assert!(is_asked);
    let after = play.story_view().await;
    assert_eq!(at(&after, "messageCount"), at(&before, "messageCount"));
    let stored = play
        .caller()
        .get(&format!("/turns/{}", text_at(&turn, "id")))
        .await;
    assert_eq!(at(&stored, "text"), "Reply 1.");
});

both_engines!(what_cannot_be_done_to_a_message_is_refused, async |app| {
    let play = FreePlay::begin(app).await;
    let first = play.say("Hello.").await;
    let reply = at(&first, "replies.0.id");
    for (fields, pointer) in [
        (
            json!({ "kind": "regenerate", "messageId": at(&first, "userMessage.id") }),
            "/messageId",
        ),
        (json!({ "kind": "retry", "messageId": reply }), "/messageId"),
        (
            json!({ "kind": "rewrite", "messageId": reply, "selection": { "start": 5, "end": 500 } }),
            "/selection",
        ),
    ] {
        let (status, refusal) = play.refused(fields).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
        assert_eq!(at(&refusal, "errors.0.pointer"), pointer, "{refusal}");
    }
});

both_engines!(from_an_earlier_message_a_branch_begins, async |app| {
    let play = FreePlay::begin(app).await;
    let first = play.say("Hello.").await;
    play.say("And then?").await;
    let reply = at(&first, "replies.0.id");
    let branch = play
        .turn(json!({ "message": "Or else.", "parentId": reply }))
        .await;
    assert_eq!(at(&branch, "userMessage.parentId"), reply);
    assert_eq!(
        play.line().await[1..],
        ["Hello.", "Reply 0.", "Or else.", "Reply 2."]
    );
});

both_engines!(two_replies_to_one_message_are_two_siblings, async |app| {
    let play = FreePlay::begin(app).await;
    let head = at(&play.story_view().await, "headId").clone();
    let fields = json!({ "kind": "next", "parentId": head });
    let (a, b) = tokio::join!(play.turn(fields.clone()), play.turn(fields));
    assert_ne!(at(&a, "replies.0.id"), at(&b, "replies.0.id"));
    assert_eq!(at(&a, "replies.0.parentId"), at(&b, "replies.0.parentId"));
    let tree = play.caller().get(&format!("/stories/{}/tree", play.story)).await;
    assert_eq!(at(&tree, "nodes").as_array().map(Vec::len), Some(3));
});

both_engines!(the_player_sees_what_the_model_was_shown, async |app| {
    let play = FreePlay::begin(app).await;
    let turn = play.say("Hello.").await;
    let shown = play
        .caller()
        .get(&format!("/turns/{}/prompt", text_at(&turn, "id")))
        .await;
    assert_eq!(at(&shown, "replies.0.kind"), "reply");
});

both_engines!(a_turn_is_hidden_from_everybody_else, async |app| {
    let play = FreePlay::begin(app).await;
    let turn = play.say("Hello.").await;
    let other = app.person("bob").await;
    let other = Caller::person(&play.site, &other);
    for (method, path) in [
        ("GET", ""),
        ("GET", "/events"),
        ("GET", "/prompt"),
        ("POST", "/stop"),
    ] {
        let path = format!("/turns/{}{path}", text_at(&turn, "id"));
        let (status, _) = other.send(method, &path, None).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path}");
    }
});

both_engines!(no_turn_runs_once_it_has_ended, async |app| {
    let play = FreePlay::begin(app).await;
    play.say("Hello.").await;
    let session = play.caller().post("/chat/fetch", &play.body(&json!({}))).await;
    assert_eq!(at(&session, "runningTurn"), &Value::Null);
    assert_eq!(at(&session, "price.perReply"), 0);
});
