//! Players of a closed scenario know its lorebook entries by their numbers alone.

use platform::both_engines;
use serde_json::{Value, json};

use super::{complete, create, publish, text_of};
use crate::testing::{Actor, TestApp};

/// What is said of each instead of a reason.
const WHY: &str = "its author keeps to themselves how this scenario is made";

/// Begins a story of a closed scenario with two entries; returns its id.
async fn begin(app: &TestApp, ann: &Actor<'_>, ben: &Actor<'_>) -> String {
    let mut draft = complete("The Salt Lamp");
    let entry = |name: &str, key: &str| json!({ "id": name, "name": name, "comment": name, "keys": [key], "content": "It burns salt." });
    draft["lorebooks"] = json!([{ "id": "b", "book": { "name": "Ways of the sea", "entries": [entry("The lamp", "lamp"), entry("The reef", "reef")] } }]);
    let id = create(app, ann, &draft).await;
    publish(ann, &id, "public").await.ok();
    text_of(&ben.post("/stories/", &json!({ "scenarioId": id })).await.json["id"])
}

/// What tells something of entries, and not their sizes.
fn told(records: &Value) -> Vec<Value> {
    let records = records.as_array().expect("records").iter();
    records
        .map(|one| {
            json!([
                one["book"],
                one["entryId"],
                one["entry"],
                one["fired"],
                one["why"],
                one["matchedKey"],
                one["messageId"]
            ])
        })
        .collect()
}

both_engines!(a_trial_tells_numbers_alone, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let story = begin(app, &ann, &ben).await;
    let path = format!("/stories/{story}/lorebooks/test");
    let tried = ben.post(&path, &json!({ "text": "The lamp." })).await.ok();
    assert_eq!(
        told(&tried["fired"]),
        [
            json!(["Lorebook", "1", "Entry 1", true, WHY, null, null]),
            json!(["Lorebook", "2", "Entry 2", false, WHY, null, null]),
        ]
    );
});

both_engines!(the_record_of_a_prompt_tells_numbers_alone, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let story = begin(app, &ann, &ben).await;
    let said = json!({ "chatID": story, "message": "The lamp." });
    let turn = ben.post("/message/create", &said).await;
    let path = format!("/turns/{}/prompt", text_of(&turn.json["id"]));
    let record = ben.get(&path).await.ok().to_string();
    for hidden in ["burns salt", "The reef", "Ways of the sea", "\"lamp\""] {
        assert!(!record.contains(hidden), "{hidden} in {record}");
    }
});

both_engines!(
    the_list_of_a_story_s_books_tells_none_of_their_names,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let story = begin(app, &ann, &ben).await;
        let books = ben.get(&format!("/stories/{story}/lorebooks")).await.ok();
        assert_eq!(books["books"][0]["name"], "Lorebook");
        assert!(!books.to_string().contains("Ways of the sea"), "{books}");
    }
);
