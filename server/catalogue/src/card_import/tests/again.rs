//! The same file twice, and callers who leave.

use std::time::Duration;

use platform::both_engines;
use serde_json::json;

use super::{asset, card, card_with, charx_of, import, png, width_of};
use crate::card_import::places::CARDS;
use crate::testing::{Actor, send_form, upload};

both_engines!(a_file_that_was_imported_is_not_imported_once_more, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let file = card().to_string();
    let first = import(app, &ann, file.as_bytes()).await;
    let id = first.json["scenario"]["id"].as_str().expect("an id");
    let path = format!("/scenarios/scenario/{id}");
    let edited = json!({ "title": "Edited", "actors": [{ "id": "actor-1", "name": "Ida" }] });
    ann.put(&format!("{path}?version=1"), &edited).await.ok();

    let again = import(app, &ann, file.as_bytes()).await.ok();
    assert_eq!(again["alreadyImported"], true);
    assert_eq!(
        again["scenario"],
        ann.get(&format!("{path}/draft")).await.ok(),
        "as it is now"
    );
    assert_eq!(
        (&again["report"], &again["notices"], &again["links"]),
        (&json!([]), &json!([]), &json!([]))
    );
    assert_eq!(
        import(app, &ben, file.as_bytes()).await.status,
        201,
        "others have theirs"
    );

    let anew = upload(app, &ann, "/scenarios/import?again=true", "file", file.as_bytes()).await;
    assert_eq!(
        (anew.status.as_u16(), &anew.json["alreadyImported"]),
        (201, &json!(false))
    );
    assert_eq!(ann.get("/scenarios/my").await.each("id").len(), 2);

    for id in ann.get("/scenarios/my").await.each("id") {
        ann.delete(&format!("/scenarios/scenario/{id}")).await;
    }
    let after = import(app, &ann, file.as_bytes()).await;
    assert_eq!(after.status, 201, "what is in the trash does not count");
});

both_engines!(the_same_file_sent_at_once_makes_one_draft, async |app| {
    let ann = app.person("ann").await;
    let file = card().to_string();
    let sent = (0..6).map(|_| import(app, &ann, file.as_bytes()));
    let answers = futures::future::join_all(sent).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 201]);
    let ids = ann.get("/scenarios/my").await.each("id");
    assert_eq!(ids.len(), 1);
    for answer in &answers {
        assert_eq!(answer.json["scenario"]["id"], ids[0]);
    }
});

both_engines!(an_import_goes_on_when_its_caller_leaves, async |app| {
    let ann = app.person("ann").await;
    let uri = "embeded://assets/icon/images/main.png";
    let file = charx_of(
        &card_with(json!([asset("icon", "main", uri)])),
        &[("assets/icon/images/main.png", &png(81))],
    );
    // Nothing is read until both places are free again, so that the caller leaves before.
    let places = (
        CARDS.enter().await.expect("a place"),
        CARDS.enter().await.expect("a place"),
    );
    let fields: [(&str, &[u8]); 1] = [("file", &file)];
    let sent = send_form(app, &ann, "/scenarios/import", Some("k"), &fields);
    let left = tokio::time::timeout(Duration::from_secs(2), sent).await;
    assert!(left.is_err(), "it waits");
    drop(places);
    let id = first_draft(&ann).await;
    let draft = ann.get(&format!("/scenarios/scenario/{id}/draft")).await.ok();
    let key = &draft["draft"]["actors"][0]["portrait"]["key"];
    assert_eq!(width_of(app, key).await, Some(81));
    let again = send_form(app, &ann, "/scenarios/import", Some("k"), &fields).await;
    assert_eq!(again.status, 201, "the answer that was lost");
    assert_eq!(again.json["scenario"], draft);
});

/// Waits for the first draft of a person.
async fn first_draft(actor: &Actor<'_>) -> String {
    for _ in 0..200 {
        if let Some(id) = actor.get("/scenarios/my").await.each("id").first() {
            return id.clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("there is no draft");
}
