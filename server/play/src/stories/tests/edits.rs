//! Messages: branches, replacements, deletions, restoring.

use platform::both_engines;
use serde_json::json;

use super::{begin, count, say, text, texts};
use crate::testing::NewScenario;

both_engines!(a_branch_is_shown_when_its_reader_goes_there, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let (id, opening) = (text(&story, "id"), text(&story, "headId"));
    let up = async |query: &str| ann.get(&format!("/stories/{id}/slice/up/head{query}")).await;
    let a = say(app, &ann, id, None, "a").await;
    say(app, &ann, id, None, "a1").await;
    let b = say(app, &ann, id, Some(opening), "b").await;
    say(app, &ann, id, None, "b1").await;
    let slice = up("").await;
    assert_eq!(texts(&slice), ["It begins.", "b", "b1"]);
    assert_eq!(
        slice.json["results"][1]["siblings"],
        json!({ "index": 1, "count": 2, "ids": [a, b] })
    );
    assert_eq!(slice.json["results"][0]["childCount"], 2);
    assert_eq!(
        (
            &slice.json["results"][0]["author"],
            &slice.json["results"][0]["origin"]
        ),
        (&json!("narrator"), &json!("opening"))
    );
    let moved = ann
        .patch(&format!("/messages/{b}"), &json!({ "newNodeId": a }))
        .await
        .ok();
    assert_eq!(texts(&up("").await), ["It begins.", "a", "a1"]);
    assert!(moved["version"].as_i64() > slice.json["version"].as_i64());
    let down = ann.get(&format!("/stories/{id}/slice/down/root")).await;
    assert_eq!(texts(&down), ["It begins.", "a", "a1"]);
    let down = ann
        .get(&format!("/stories/{id}/slice/down/{opening}?branchIndex=1"))
        .await;
    assert_eq!(texts(&down), ["b", "b1"]);
    let up_b = ann
        .get(&format!("/stories/{id}/slice/up/{a}?branchIndex=1"))
        .await;
    assert_eq!(texts(&up_b), ["It begins.", "b"]);
    ann.get(&format!("/stories/{id}/slice/up/{a}?branchIndex=2"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{id}/slice/up/{a}?branchIndex=-1"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{id}/slice/up/no-such-message"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{id}/slice/up/head?limit=x"))
        .await
        .assert_problem(400, "BAD_REQUEST");

    // Another story's messages give no access.
    let other = begin(&ann, &scenario).await;
    ann.patch(
        &format!("/messages/{b}"),
        &json!({ "newNodeId": other["headId"] }),
    )
    .await
    .assert_problem(422, "VALIDATION_FAILED");
    ann.get(&format!("/stories/{id}/slice/up/{}", text(&other, "headId")))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{}/slice/down/{b}", text(&other, "id")))
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(slices_go_on_where_they_ended, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let id = text(&story, "id");
    for number in 1..=10 {
        say(app, &ann, id, None, &number.to_string()).await;
    }
    let mut read = Vec::new();
    let mut path = format!("/stories/{id}/slice/up/head?limit=4");
    loop {
        let slice = ann.get(&path).await;
        let mut page = texts(&slice);
        page.append(&mut read);
        read = page;
        let Some(cursor) = slice.json["nextCursorDepth"].as_i64() else {
            break;
        };
        path = format!("/stories/{id}/slice/up/head?limit=4&cursorDepth={cursor}");
    }
    let all: Vec<String> = std::iter::once("It begins.".to_owned())
        .chain((1..=10).map(|number| number.to_string()))
        .collect();
    assert_eq!(read, all);
    let mut read = Vec::new();
    let mut path = format!("/stories/{id}/slice/down/root?limit=4");
    loop {
        let slice = ann.get(&path).await;
        read.extend(texts(&slice));
        let Some(cursor) = slice.json["nextCursorDepth"].as_i64() else {
            break;
        };
        path = format!("/stories/{id}/slice/down/root?limit=4&cursorDepth={cursor}");
    }
    assert_eq!(read, all);
    for (query, expected) in [
        ("?limit=0", 1),
        ("?limit=100000", 11),
        ("?cursorDepth=0", 0),
        ("?cursorDepth=-5", 0),
        ("?cursorDepth=9999", 11),
    ] {
        assert_eq!(
            texts(&ann.get(&format!("/stories/{id}/slice/up/head{query}")).await).len(),
            expected,
            "{query}"
        );
    }
    assert_eq!(
        texts(&ann.get(&format!("/stories/{id}/slice/down/head")).await).len(),
        0
    );
    assert_eq!(
        texts(&ann.get(&format!("/stories/{id}/slice/up/root")).await).len(),
        0
    );
});

both_engines!(
    an_edit_replaces_or_branches_and_never_overwrites_another,
    async |app| {
        let ann = app.person("ann").await;
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let story = begin(&ann, &scenario).await;
        let id = text(&story, "id");
        let said = say(app, &ann, id, None, "first").await;
        let replaced = ann
            .patch(
                &format!("/messages/{said}"),
                &json!({ "content": "second\r\nline\u{0}", "version": 1 }),
            )
            .await
            .ok();
        assert_eq!(
            (&replaced["message"]["content"], &replaced["message"]["version"]),
            (&json!("second\nline"), &json!(2))
        );
        assert_ne!(replaced["message"]["editedOn"], json!(null));
        assert_eq!(
            ann.get(&format!("/stories/{id}")).await.ok()["preview"],
            "second line"
        );
        assert_eq!(count(app, "select count(*) from message_revisions").await, 1);

        let stale = ann
            .patch(
                &format!("/messages/{said}"),
                &json!({ "content": "third", "version": 1 }),
            )
            .await;
        stale.assert_problem(409, "MESSAGE_CHANGED");
        assert_eq!(stale.json["current"]["content"], "second\nline");
        // Two windows at once: one wins, the other gets a conflict.
        let body = |text: &str| json!({ "content": text, "version": 2 });
        let (one, other) = tokio::join!(
            async { ann.patch(&format!("/messages/{said}"), &body("left")).await },
            async { ann.patch(&format!("/messages/{said}"), &body("right")).await }
        );
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);

        let branched = ann
            .patch(
                &format!("/messages/{said}"),
                &json!({ "content": "branch", "mode": "branch" }),
            )
            .await
            .ok();
        assert_eq!(
            (
                &branched["message"]["origin"],
                &branched["message"]["siblings"]["count"]
            ),
            (&json!("edited"), &json!(2))
        );
        assert_eq!(branched["headId"], branched["message"]["id"]);
        let both = json!({ "hidden": true, "presence": [] });
        let hidden = ann.patch(&format!("/messages/{said}"), &both).await.ok();
        assert_eq!(
            (&hidden["message"]["hidden"], &hidden["message"]["presence"]),
            (&json!(true), &json!([]))
        );
        let shown = ann
            .patch(
                &format!("/messages/{said}"),
                &json!({ "hidden": false, "presence": null }),
            )
            .await
            .ok();
        assert_eq!(
            (&shown["message"]["hidden"], &shown["message"]["presence"]),
            (&json!(false), &json!(null))
        );
        let cast = story["characters"][0]["id"].clone();
        assert_eq!(
            ann.patch(&format!("/messages/{said}"), &json!({ "presence": [cast] }))
                .await
                .ok()["message"]["presence"],
            json!([cast])
        );

        for (status, code, body) in [
            (422, "VALIDATION_FAILED", json!({ "content": "  " })),
            (
                413,
                "PAYLOAD_TOO_LARGE",
                json!({ "content": "x".repeat(32 * 1024 + 1) }),
            ),
            (422, "VALIDATION_FAILED", json!({ "presence": ["nobody"] })),
            (422, "VALIDATION_FAILED", json!({ "presence": [cast, cast] })),
            (422, "VALIDATION_FAILED", json!({ "mode": "erase" })),
            (422, "VALIDATION_FAILED", json!({ "author": "actor" })),
            (
                422,
                "VALIDATION_FAILED",
                json!({ "newNodeId": "no-such-message" }),
            ),
        ] {
            ann.patch(&format!("/messages/{said}"), &body)
                .await
                .assert_problem(status, code);
        }
        ann.patch("/messages/no-such-message", &json!({}))
            .await
            .assert_problem(404, "NOT_FOUND");
        ann.patch("/messages/..%2f", &json!({}))
            .await
            .assert_problem(404, "NOT_FOUND");
        let bob = app.person("bob").await;
        bob.patch(&format!("/messages/{said}"), &json!({ "content": "mine" }))
            .await
            .assert_problem(404, "NOT_FOUND");
        bob.delete(&format!("/messages/{said}"))
            .await
            .assert_problem(404, "NOT_FOUND");
        bob.post(&format!("/messages/{said}/restore"), &json!({}))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
);

both_engines!(what_is_deleted_comes_back_as_it_went, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let (id, opening) = (text(&story, "id"), text(&story, "headId"));
    let a = say(app, &ann, id, None, "a").await;
    let b = say(app, &ann, id, None, "b").await;
    let c = say(app, &ann, id, None, "c").await;
    let shown = async || texts(&ann.get(&format!("/stories/{id}/slice/up/head")).await);
    let trash = async || ann.get(&format!("/stories/{id}/trash")).await.each("id");

    // Inner first, then outer: each is restored separately, and the inner one not before the outer.
    let gone = ann.delete(&format!("/messages/{b}")).await.ok();
    assert_eq!((&gone["deleted"], &gone["headId"]), (&json!(2), &json!(a)));
    let gone = ann.delete(&format!("/messages/{a}")).await.ok();
    assert_eq!((&gone["deleted"], &gone["headId"]), (&json!(1), &json!(opening)));
    assert_eq!(shown().await, ["It begins."]);
    assert_eq!(trash().await, [a.clone(), b.clone()]);
    assert_eq!(ann.get(&format!("/stories/{id}")).await.ok()["messageCount"], 1);
    ann.delete(&format!("/messages/{a}"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.patch(&format!("/messages/{a}"), &json!({ "content": "x" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.post(&format!("/messages/{b}/restore"), &json!({}))
        .await
        .assert_problem(409, "CONFLICT");
    ann.post(&format!("/messages/{c}/restore"), &json!({}))
        .await
        .assert_problem(409, "CONFLICT");
    let back = ann.post(&format!("/messages/{a}/restore"), &json!({})).await.ok();
    assert_eq!(
        (&back["headId"], &back["message"]["deletedOn"]),
        (&json!(a), &json!(null))
    );
    assert_eq!(shown().await, ["It begins.", "a"]);
    assert_eq!(
        ann.post(&format!("/messages/{a}/restore"), &json!({})).await.ok()["headId"],
        json!(a),
        "twice is once"
    );
    ann.post(&format!("/messages/{b}/restore"), &json!({})).await.ok();
    assert_eq!(shown().await, ["It begins.", "a", "b", "c"]);
    assert!(trash().await.is_empty());

    // A reader who has moved on is not moved back.
    ann.delete(&format!("/messages/{b}")).await.ok();
    say(app, &ann, id, None, "other").await;
    ann.post(&format!("/messages/{b}/restore"), &json!({})).await.ok();
    assert_eq!(shown().await, ["It begins.", "a", "other"]);
    // Deleting something off the reader's path does not move them.
    let gone = ann.delete(&format!("/messages/{c}")).await.ok();
    assert_eq!(gone["deleted"], 1);
    assert_eq!(shown().await, ["It begins.", "a", "other"]);
    // Deleting the beginning deletes everything; then only restoring is left.
    let gone = ann.delete(&format!("/messages/{opening}")).await.ok();
    assert_eq!((&gone["deleted"], &gone["headId"]), (&json!(4), &json!(null)));
    assert!(shown().await.is_empty());
    assert!(texts(&ann.get(&format!("/stories/{id}/slice/down/root")).await).is_empty());
    ann.post(&format!("/messages/{opening}/restore"), &json!({}))
        .await
        .ok();
    assert_eq!(shown().await, ["It begins.", "a", "other"]);
});

both_engines!(the_map_shows_all_branches_and_the_readers_way, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let story = begin(&ann, &scenario).await;
    let (id, opening) = (text(&story, "id"), text(&story, "headId"));
    app.clock.advance_millis(5);
    let a = say(app, &ann, id, None, &format!("a {}", "long ".repeat(60))).await;
    app.clock.advance_millis(5);
    let b = say(app, &ann, id, Some(opening), "b").await;
    app.clock.advance_millis(5);
    let c = say(app, &ann, id, Some(&a), "c").await;
    ann.delete(&format!("/messages/{c}")).await.ok();
    let map = ann.get(&format!("/stories/{id}/tree")).await.ok();
    let nodes = map["nodes"].as_array().expect("nodes");
    let seen: Vec<(&str, bool)> = nodes
        .iter()
        .map(|node| (text(node, "id"), node["isOnPath"] == true))
        .collect();
    assert_eq!(seen, [(opening, true), (a.as_str(), true), (b.as_str(), false)]);
    assert_eq!(
        (&nodes[1]["parentId"], &nodes[1]["depth"], &map["truncated"]),
        (&json!(opening), &json!(1), &json!(false))
    );
    assert_eq!(text(&nodes[1], "snippet").chars().count(), 80);
});

both_engines!(
    a_cry_for_help_in_a_line_gets_a_notice_with_a_helpline,
    async |app| {
        let ann = app.person("ann").await;
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let story = begin(&ann, &scenario).await;
        let id = text(&story, "id");
        let line = say(app, &ann, id, None, "I look out of the window.").await;
        let plain = ann
            .patch(
                &format!("/messages/{line}"),
                &json!({ "content": "I look at the door." }),
            )
            .await
            .ok();
        assert_eq!(plain["notices"], json!([]));
        assert_eq!(ann.get(&format!("/stories/{id}")).await.ok()["gentle"], false);
        for (mode, cry, number) in [
            ("replace", "Ich will nicht mehr leben.", "0800 111 0 111"),
            ("branch", "I want to die.", "988"),
        ] {
            let saved = ann
                .patch(
                    &format!("/messages/{line}"),
                    &json!({ "content": cry, "mode": mode }),
                )
                .await
                .ok();
            assert_eq!(
                (&saved["message"]["content"], &saved["notices"][0]["kind"]),
                (&json!(cry), &json!("crisis")),
                "{saved}"
            );
            assert!(
                saved["notices"][0]["text"]
                    .as_str()
                    .is_some_and(|text| text.contains(number)),
                "{saved}"
            );
        }
        assert_eq!(ann.get(&format!("/stories/{id}")).await.ok()["gentle"], true);
    }
);
