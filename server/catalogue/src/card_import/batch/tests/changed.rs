//! Cards that changed since they were imported.

use platform::both_engines;
use serde_json::{Value, json};

use super::{add_all, blobs, create, drafts, files, no_workers, read, seal, send, settled, states};
use crate::card_files::builders::{card_chunk, png_with};
use crate::testing::Actor;

/// A card of Ida's by Somebody with this description.
fn ida(description: &str) -> Value {
    json!({
        "spec": "chara_card_v3", "spec_version": "3.0",
        "data": {
            "name": "Ida", "creator": "Somebody", "description": description, "first_mes": "Hello.",
            "tags": ["sea"],
        },
    })
}

fn png_of(card: &Value) -> Vec<u8> {
    png_with(&[card_chunk("ccv3", card)])
}

async fn answer(actor: &Actor<'_>, batch: &str, changed: &str) -> Value {
    let path = format!("/scenarios/imports/{batch}/answer");
    actor.post(&path, &json!({ "changed": changed })).await.ok()
}

async fn draft_of(actor: &Actor<'_>, id: &str) -> Value {
    actor.get(&format!("/scenarios/scenario/{id}/draft")).await.ok()
}

both_engines!(a_changed_card_waits_and_becomes_the_draft, async |app| {
    let ann = app.person("ann").await;
    let first = create(&ann).await;
    add_all(app, &ann, &first, &[&png_of(&ida("A diver."))]).await;
    settled(app, &ann, &first).await;
    let id = ann.get("/scenarios/my").await.each("id")[0].clone();
    let before = draft_of(&ann, &id).await;
    let mut edited = before["draft"].clone();
    edited["rating"] = json!("mature");
    edited["tagline"] = json!("Below the sea.");
    ann.put(&format!("/scenarios/scenario/{id}?version=1"), &edited)
        .await
        .ok();

    let batch = create(&ann).await;
    let newer = png_of(&ida("A diver who found the reef."));
    add_all(app, &ann, &batch, &[&newer]).await;
    seal(&ann, &batch).await;
    let asked = settled(app, &ann, &batch).await;
    assert_eq!(
        (&asked["finished"], &asked["changed"]),
        (&json!(false), &json!(null))
    );
    assert_eq!(asked["counts"]["changed"], 1);
    let file = &files(&ann, &batch).await[0];
    assert_eq!(
        (&file["state"], &file["scenario"]["id"]),
        (&json!("changed"), &json!(id))
    );
    assert_eq!(drafts(app, &ann).await, 1);

    assert_eq!(answer(&ann, &batch, "update").await["changed"], "update");
    let done = settled(app, &ann, &batch).await;
    assert_eq!(
        (&done["finished"], &done["counts"]["updated"]),
        (&json!(true), &json!(1))
    );
    let after = draft_of(&ann, &id).await;
    let (draft, actor) = (&after["draft"], &after["draft"]["actors"][0]);
    assert_eq!(after["version"], 3);
    assert_eq!(actor["description"], "A diver who found the reef.");
    assert_eq!(
        (&draft["rating"], &draft["tagline"]),
        (&json!("mature"), &json!("Below the sea."))
    );
    assert_eq!(
        actor["portrait"]["key"],
        before["draft"]["actors"][0]["portrait"]["key"]
    );
    let report = ann.get(&format!("/scenarios/imports/{batch}/files/0")).await.ok();
    assert_eq!(report["scenario"]["id"], json!(id));
    assert!(report["report"].as_array().is_some_and(|rows| !rows.is_empty()));
    assert_eq!((drafts(app, &ann).await, blobs(app).await), (1, 0));

    // The newer file is the draft's own from now on.
    let again = create(&ann).await;
    add_all(app, &ann, &again, &[&newer]).await;
    settled(app, &ann, &again).await;
    assert_eq!(states(&ann, &again).await, ["skipped"]);
});

both_engines!(one_answer_is_for_all_changed_cards_also_later_ones, async |app| {
    let ann = app.person("ann").await;
    let sourced = |text: &str, number: i64| {
        json!({
            "spec": "chara_card_v3", "spec_version": "3.0",
            "data": {
                "name": format!("Ida {text}"), "description": text, "first_mes": "Hello.",
                "source": [format!("https://example.org/{number}")],
            },
        })
        .to_string()
    };
    let first = create(&ann).await;
    let old: Vec<String> = (0..3).map(|number| sourced("old", number)).collect();
    add_all(
        app,
        &ann,
        &first,
        &[old[0].as_bytes(), old[1].as_bytes(), old[2].as_bytes()],
    )
    .await;
    settled(app, &ann, &first).await;
    assert_eq!(drafts(app, &ann).await, 3);

    for (choice, state, more) in [("skip", "skipped", 0), ("keepBoth", "imported", 3)] {
        let batch = create(&ann).await;
        let newer: Vec<String> = (0..3).map(|number| sourced(choice, number)).collect();
        add_all(app, &ann, &batch, &[newer[0].as_bytes(), newer[1].as_bytes()]).await;
        settled(app, &ann, &batch).await;
        assert_eq!(states(&ann, &batch).await, ["changed", "changed"], "{choice}");
        answer(&ann, &batch, choice).await;
        settled(app, &ann, &batch).await;
        send(app, &ann, &batch, 2, "c", newer[2].as_bytes()).await;
        let done = settled(app, &ann, &batch).await;
        assert_eq!(states(&ann, &batch).await, [state, state, state], "{}", done);
        assert_eq!(drafts(app, &ann).await, 3 + more, "{choice}");
        assert_eq!(blobs(app).await, 0);
    }
});

both_engines!(an_answer_given_before_the_question_holds, async |app| {
    let ann = app.person("ann").await;
    let first = create(&ann).await;
    add_all(app, &ann, &first, &[ida("old").to_string().as_bytes()]).await;
    settled(app, &ann, &first).await;
    let held = no_workers().await;
    let batch = create(&ann).await;
    answer(&ann, &batch, "update").await;
    add_all(app, &ann, &batch, &[ida("new").to_string().as_bytes()]).await;
    drop(held);
    settled(app, &ann, &batch).await;
    assert_eq!(states(&ann, &batch).await, ["updated"]);
    let id = files(&ann, &batch).await[0]["scenario"]["id"].clone();
    let draft = draft_of(&ann, id.as_str().expect("an id")).await;
    assert_eq!(draft["draft"]["actors"][0]["description"], "new");
});

both_engines!(only_one_s_own_cards_outside_the_trash_are_the_same, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for actor in [&ann, &ben] {
        let batch = create(actor).await;
        add_all(app, actor, &batch, &[ida("old").to_string().as_bytes()]).await;
        settled(app, actor, &batch).await;
        assert_eq!(states(actor, &batch).await, ["imported"]);
    }
    let id = ann.get("/scenarios/my").await.each("id")[0].clone();
    ann.delete(&format!("/scenarios/scenario/{id}")).await;
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[ida("new").to_string().as_bytes()]).await;
    settled(app, &ann, &batch).await;
    assert_eq!(
        states(&ann, &batch).await,
        ["imported"],
        "the other is in the trash"
    );
    let nameless = |text: &str| json!({ "name": "Ida", "description": text }).to_string();
    let (one, other) = (nameless("one"), nameless("other"));
    let batch = create(&ann).await;
    add_all(app, &ann, &batch, &[one.as_bytes(), other.as_bytes()]).await;
    settled(app, &ann, &batch).await;
    assert_eq!(
        states(&ann, &batch).await,
        ["imported", "imported"],
        "nobody made both"
    );
    assert_eq!(read(&ann, &batch).await["counts"]["changed"], 0);
});
