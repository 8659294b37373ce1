//! What becomes of messages: branches, replacements, deletions, and coming back.

use kernel::ids::{MessageId, StoryId};
use serde_json::json;

use super::{begin, text, texts};
use crate::both_engines;
use crate::db::Isolation;
use crate::stories::{self, Author, NewMessage, Origin, Owner};
use crate::testing::{Actor, NewScenario, TestApp};
use crate::web::Problem;

/// Says something after a message (or after the head); its id.
async fn say(app: &TestApp, person: &Actor<'_>, story: &str, after: Option<&str>, content: &str) -> String {
    let (state, owner, id) = (&app.state, &Owner::Person(person.user_id.clone()), &StoryId::trusted(story.to_owned()));
    let after = &after.map(|id| MessageId::trusted(id.to_owned()));
    let use_case = state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let mut story = stories::take_story(state, tx, owner, id).await?;
            let parent = after.clone().or_else(|| story.head_id.clone());
            let new = NewMessage::new(parent.as_ref(), Author::User, "Ann", content, Origin::Said);
            Ok::<_, Problem>(stories::append_message(state, tx, &mut story, &new).await?.id)
        })
    });
    use_case.await.expect("a message").to_string()
}

both_engines!(a_branch_is_shown_when_its_reader_goes_there, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let id = text(&story, "id");
    let up = async |query: &str| ann.get(&format!("/stories/{id}/slice/up/head{query}")).await;
    let a = say(app, &ann, id, None, "a").await;
    say(app, &ann, id, None, "a1").await;
    let b = say(app, &ann, id, Some(text(&story, "headId")), "b").await;
    say(app, &ann, id, None, "b1").await;
    let slice = up("").await;
    assert_eq!(texts(&slice), ["It begins.", "b", "b1"]);
    assert_eq!(slice.json["results"][1]["siblings"], json!({ "index": 1, "count": 2, "ids": [a, b] }));
    assert_eq!(slice.json["results"][0]["childCount"], 2);
    let moved = ann.patch(&format!("/messages/{b}"), &json!({ "newNodeId": a })).await.ok();
    assert_eq!(texts(&up("").await), ["It begins.", "a", "a1"]);
    assert!(moved["version"].as_i64() > slice.json["version"].as_i64());
    let down = ann.get(&format!("/stories/{id}/slice/down/root")).await;
    assert_eq!(texts(&down), ["It begins.", "a", "a1"]);
    let down = ann.get(&format!("/stories/{id}/slice/down/{}?branchIndex=1", text(&story, "headId"))).await;
    assert_eq!(texts(&down), ["b", "b1"]);
    let up_b = ann.get(&format!("/stories/{id}/slice/up/{a}?branchIndex=1")).await;
    assert_eq!(texts(&up_b), ["It begins.", "b"]);
    ann.get(&format!("/stories/{id}/slice/up/{a}?branchIndex=2")).await.assert_problem(404, "NOT_FOUND");
});
