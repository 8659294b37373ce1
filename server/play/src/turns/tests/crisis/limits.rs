//! No quota, pace or capacity keeps a player from help.

use kernel::Shekels;
use platform::both_engines;
use serde_json::json;

use super::*;
use crate::turns::tests::support::story as new_story;

both_engines!(a_cry_for_help_counts_against_no_quota, async |app| {
    let double = along();
    let site = priced(app, &double);
    let guest = Caller::guest(&site).await;
    let story = guest_story(app, &guest, "Guests").await;
    let (status, refusal) = guest
        .send(
            "POST",
            "/message/create",
            Some(&json!({ "chatID": story, "message": "Hello." })),
        )
        .await;
    assert_eq!(
        (status.as_u16(), &refusal["code"]),
        (429, &json!("GUEST_ALLOWANCE_USED")),
        "all messages are used up"
    );
    assert_answered(
        &guest
            .turn(&json!({ "chatID": story, "message": "I want to kill myself." }))
            .await,
        "",
    );
    let left = with(
        app,
        &double.models(info("m", 10)),
        TurnSettings {
            guest_turns: 1,
            ..dear()
        },
        quick(),
    );
    assert_eq!(
        guest.at(&left).get(&format!("/chat/price?chatID={story}")).await["guest"]["left"],
        1
    );
    let person = app.person("ann").await;
    let own = new_story(app, &person, "Free").await;
    let some = with(
        app,
        &double.models(info("m", 1)),
        TurnSettings {
            reply_price: Shekels(1),
            free_replies: 1,
            guest_turns: 1,
            ..TurnSettings::default()
        },
        quick(),
    );
    let caller = Caller::person(&some, &person);
    assert_answered(
        &caller
            .turn(&json!({ "chatID": own, "message": "I want to kill myself." }))
            .await,
        "",
    );
    assert_eq!(
        caller.get(&format!("/chat/price?chatID={own}")).await["free"]["left"],
        1
    );
    assert_eq!(double.count(), 0);
});

both_engines!(neither_pace_nor_capacity_keeps_anybody_from_help, async |app| {
    let person = app.person("ann").await;
    let own = story(app, &person, "Full").await;
    let double = along();
    let full = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings {
            running: 0,
            ..TurnSettings::default()
        },
        quick(),
    );
    let caller = Caller::person(&full, &person);
    let cry = json!({ "chatID": own, "message": "I want to kill myself." });
    assert_eq!(
        caller
            .send(
                "POST",
                "/message/create",
                Some(&json!({ "chatID": own, "message": "Hello." }))
            )
            .await
            .0
            .as_u16(),
        503
    );
    let first = caller.turn(&cry).await;
    assert_answered(&first, "stepping out of the story");
    // A crisis answer is also given at capacity; anything else is refused then.
    assert_answered(
        &caller
            .turn(&json!({ "chatID": own, "kind": "regenerate", "messageId": first["replies"][0]["id"] }))
            .await,
        "",
    );
    assert_eq!(
        caller
            .send(
                "POST",
                "/message/create",
                Some(&json!({ "chatID": own, "kind": "next", "goOn": true }))
            )
            .await
            .0
            .as_u16(),
        503
    );
    for _ in 0..crate::turns::rules::TURNS_PER_MINUTE {
        assert_answered(&caller.turn(&cry).await, "");
    }
    let open = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let (status, _) = caller
        .at(&open)
        .send(
            "POST",
            "/message/create",
            Some(&json!({ "chatID": own, "message": "Hello." })),
        )
        .await;
    assert_eq!(status.as_u16(), 429, "others wait");
    // A flood is refused, but even then the refusal names a helpline.
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let insert = "insert into turns (id, story_id, owner_kind, owner_id, kind, state, request, last_event, stop_asked, process, lease_until, started_at, ended_at) \
         select $1 || t.id, story_id, owner_kind, owner_id, kind, state, request, last_event, stop_asked, process, lease_until, started_at, ended_at from turns t \
         where t.story_id = $2";
    for copy in ["a", "b", "c"] {
        platform::db::query_on!(tx, |x: D| sqlx::query::<D>(insert)
            .bind(copy)
            .bind(&own)
            .execute(x)
            .await
            .map(drop))
        .expect("turns");
    }
    tx.commit().await.expect("a commit");
    let (status, refusal) = caller.send("POST", "/message/create", Some(&cry)).await;
    assert_eq!(status.as_u16(), 429, "{refusal}");
    assert!(
        refusal["detail"]
            .as_str()
            .is_some_and(|text| text.contains("988")),
        "{refusal}"
    );
    assert_eq!(double.count(), 0);
});
