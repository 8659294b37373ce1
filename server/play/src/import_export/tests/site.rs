//! A file's references to this site: scenarios, guests, themes, models.

use axum::body::Body;
use axum::http::{Request, header};
use platform::both_engines;
use platform::web::{Outcome, Report};
use serde_json::{Value, json};

use super::{export, form, id_of, import, lines, outcome, send, tavern};
use crate::testing::NewScenario;

both_engines!(the_safety_state_of_a_story_goes_with_it, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Gently")).await;
    let begun = ann
        .post("/stories/", &json!({ "scenarioId": scenario }))
        .await
        .json;
    let id = &begun["id"].as_str().expect("an id").parse().expect("an id");
    let (state, since) = (&app.state, kernel::Clock::now(&app.clock));
    let gentle = async |gentle_since| {
        let safety = crate::stories::StorySafety {
            gentle_since,
            strikes: 2,
            ..crate::stories::StorySafety::default()
        };
        let use_case = state.db.transact(platform::db::Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let mut story = crate::stories::lock_any_story(state, tx, id)
                    .await?
                    .expect("the story");
                crate::stories::set_safety(tx, &mut story, safety).await
            })
        });
        use_case.await.expect("a change");
        let file = export(app, &ann, begun["id"].as_str().expect("an id"), "format=json").await;
        let made = import(app, &ann, file.as_bytes()).await;
        let again: Value =
            serde_json::from_str(&export(app, &ann, id_of(&made), "format=json").await).expect("JSON");
        (
            made["story"]["gentle"].clone(),
            again["story"]["gentleSince"].clone(),
            again["story"]["strikes"].clone(),
        )
    };
    assert_eq!(
        gentle(Some(since)).await,
        (json!(true), json!(since), json!(2)),
        "whoever was in need still is, in the copy, too"
    );
    assert_eq!(gentle(None).await, (json!(false), Value::Null, json!(2)));
});

both_engines!(an_imported_story_belongs_to_its_scenario, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let made = send(app, &ann, &lines(&tavern()), Some(&scenario)).await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert_eq!(made.json["story"]["scenarioID"], scenario);
    let session = ann
        .post("/chat/fetch", &json!({ "chatID": id_of(&made.json) }))
        .await;
    if session.status == 200 {
        let ada = session.json["characters"]
            .as_array()
            .expect("characters")
            .iter()
            .find(|one| one["name"] == "Ada")
            .expect("Ada")
            .clone();
        assert_eq!(
            (&ada["role"], &ada["description"]),
            (&json!("Guide"), &json!("Knows the way."))
        );
    }
});

both_engines!(a_scenario_that_is_not_to_be_seen_is_refused, async |app| {
    let ann = app.person("ann").await;
    let private = app
        .scenario(NewScenario {
            public: false,
            ..NewScenario::named("Secret")
        })
        .await;
    assert_eq!(
        send(app, &ann, &lines(&tavern()), Some(&private)).await.status,
        404
    );
    assert_eq!(
        send(app, &ann, &lines(&tavern()), Some("no id!")).await.status,
        422
    );
});

both_engines!(a_file_names_its_scenario_for_those_who_may_see_it, async |app| {
    let ann = app.person("ann").await;
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let made = send(app, &ann, &lines(&tavern()), Some(&scenario)).await;
    let file = export(app, &ann, id_of(&made.json), "").await;
    assert_eq!(
        import(app, &ann, file.as_bytes()).await["story"]["scenarioID"],
        scenario
    );
    let elsewhere = file.replace(&scenario, "00000000-0000-7000-8000-00000000dead");
    let made = import(app, &ann, elsewhere.as_bytes()).await;
    assert_eq!(
        (
            &made["story"]["scenarioID"],
            outcome(&made, "story.scenarioID").as_str()
        ),
        (&json!(null), "dropped")
    );
});

both_engines!(guests_bring_and_take_stories_too, async |app| {
    let begin = Request::post("/api/v1/guest/sessions")
        .header("device-hash", "0123456789abcdef".repeat(2))
        .body(Body::empty())
        .expect("a request");
    let token = app.send(begin).await.json["guestSessionId"]
        .as_str()
        .expect("a token")
        .to_owned();
    let call = |request: axum::http::request::Builder| {
        request
            .header("guest-token", &token)
            .header("device-hash", "0123456789abcdef".repeat(2))
    };
    let bring = async || {
        let request = call(Request::post("/api/v1/stories/import"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
        app.send(
            request
                .body(Body::from(form(&lines(&tavern()), None)))
                .expect("a request"),
        )
        .await
    };
    let mut last = String::new();
    for _ in 0..5 {
        let made = bring().await;
        assert_eq!(made.status, 201, "{}", made.json);
        last = id_of(&made.json).to_owned();
    }
    bring().await.assert_problem(429, "STORY_QUOTA_REACHED");
    let taken = app
        .send(
            call(Request::get(format!("/api/v1/stories/{last}/export")))
                .body(Body::empty())
                .expect("a request"),
        )
        .await;
    assert_eq!(
        (taken.status.as_u16(), &taken.json["format"]),
        (200, &json!("dramatis.story"))
    );
    app.get(&format!("/stories/{last}/export"))
        .await
        .assert_unauthenticated("missing_token");
});

both_engines!(
    what_this_site_does_not_have_is_said_and_the_usual_takes_its_place,
    async |app| {
        let ann = app.person("ann").await;
        let file = json!({
            "format": "dramatis.story", "version": 1,
            "story": {"id": "s", "title": "T", "themeID": "no-such-theme", "createdOn": crate::testing::TEST_NOW.to_string(), "headId": null,
                "settings": {"chatModel": "gone-\u{7}model"}},
            "characters": [{"id": "ada", "name": "Ada"}],
            "messages": [{"id": "m", "parentId": null, "author": "actor", "authorId": "ada", "name": "Ada", "content": "Hello.", "state": "complete",
                "origin": "opening", "createdOn": crate::testing::TEST_NOW.to_string()}],
        });
        let made = import(app, &ann, file.to_string().as_bytes()).await;
        let rows: Vec<(&str, &str)> = made["report"]
            .as_array()
            .expect("rows")
            .iter()
            .filter_map(|row| Some((row["field"].as_str()?, row["outcome"].as_str()?)))
            .collect();
        assert!(
            rows.contains(&("story.themeID", "dropped"))
                && rows.contains(&("story.settings.chatModel", "changed")),
            "{}",
            made["report"]
        );
        assert!(
            made["report"].to_string().contains("no model called gone-model,"),
            "{}",
            made["report"]
        );
        let chat = ann
            .post("/chat/fetch", &json!({ "chatID": id_of(&made) }))
            .await
            .ok();
        assert_eq!(
            (&chat["themeID"], &chat["chatModel"]),
            (&json!(null), &json!(null))
        );
    }
);

#[test]
fn a_report_counts_what_repeats() {
    let mut report = Report::default();
    for _ in 0..1_000 {
        report.dropped("a", "b");
    }
    for number in 0..1_000 {
        report.kept(&number.to_string(), "c");
    }
    assert!(report.has(Outcome::Dropped, "a"));
    let rows = report.rows();
    assert_eq!((rows.len(), rows[0].note.as_str()), (200, "b (1000 times)"));
}
