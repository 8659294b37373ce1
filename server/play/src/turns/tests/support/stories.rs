//! Stories, their casts and their lines.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Caller, at, text_at};
use crate::testing::{Actor, NewScenario, TestApp};

/// Creates a story of this person.
pub(in crate::turns::tests) async fn story(app: &TestApp, person: &Actor<'_>, name: &str) -> String {
    let scenario = app.scenario(NewScenario::named(name)).await;
    let made = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json);
    made.json["id"].as_str().expect("an id").to_owned()
}

/// Creates a story of a guest.
pub(in crate::turns::tests) async fn guest_story(app: &TestApp, guest: &Caller<'_>, name: &str) -> String {
    let scenario = app.scenario(NewScenario::named(name)).await;
    let made = guest.post("/stories", &json!({ "scenarioId": scenario })).await;
    text_at(&made, "storyId").to_owned()
}

/// The body of a turn in which the player writes a greeting.
pub(in crate::turns::tests) fn say(story: &str) -> Value {
    json!({ "chatID": story, "message": "Hello." })
}

/// The texts of the path to the head.
pub(in crate::turns::tests) async fn line(caller: &Caller<'_>, story: &str) -> Vec<String> {
    let slice = caller.get(&format!("/stories/{story}/slice/up/head")).await;
    let messages = at(&slice, "results").as_array().expect("messages").iter();
    messages
        .map(|message| text_at(message, "content").to_owned())
        .collect()
}

/// The ids of a story's cast, in order.
pub(in crate::turns::tests) async fn cast(caller: &Caller<'_>, story: &str) -> Vec<String> {
    let session = caller.post("/chat/fetch", &json!({ "chatID": story })).await;
    let all = session["characters"].as_array().expect("characters").iter();
    all.filter(|one| one["isUser"] == false)
        .map(|one| one["id"].as_str().expect("an id").to_owned())
        .collect()
}

/// Adds Bob and Cleo to the cast of a story, beside Ada.
pub(in crate::turns::tests) async fn add_cast(app: &TestApp, story: &str) {
    use platform::db::query_on;
    let insert = "insert into story_characters (story_id, id, position, name, name_key, role, description, persona, examples, muted, talkativeness) \
         values ($1, $2, $3, $4, $5, '', '', '', '', false, 0.5)";
    let mut tx = app.state.db.begin().await.expect("a transaction");
    for (position, name) in [(1_i64, "Bob"), (2, "Cleo")] {
        let id = name.to_lowercase();
        query_on!(tx, |x: D| sqlx::query::<D>(insert)
            .bind(story)
            .bind(&id)
            .bind(position)
            .bind(name)
            .bind(&id)
            .execute(x)
            .await
            .map(drop))
        .expect("a character");
    }
    tx.commit().await.expect("a commit");
}
