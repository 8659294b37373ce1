//! Reports of replies, through their call.

use accounts::guests::{GuestId, Owner};
use accounts::reports::rules::KEEP_MS;
use accounts::reports::{Reporter, purge};
use platform::both_engines;
use platform::db::{Isolation, query_on};
use platform::web::Problem;
use serde_json::json;

use crate::stories::{self, Author, MessageId, NewMessage, Origin, StoryId};
use crate::testing::{NewScenario, StoredReport, TestReport, receipt, report_of};

both_engines!(
    a_report_goes_after_a_year_and_guests_are_forgotten_with_their_session,
    async |app| {
        let guest = GuestId::trusted("gone".to_owned());
        TestReport {
            kind: "scenario",
            reporter: Reporter::Guest(guest.clone()),
            subject: Some(Owner::Guest(guest)),
            note: "Old.",
        }
        .file(app)
        .await;
        assert_eq!(purge(&app.state).await.expect("a round"), 0);
        assert_eq!(
            app.reports().await,
            [("scenario".to_owned(), None, "Old.".to_owned())],
            "no session, no name"
        );
        // What they reported of their own story goes with it, while the session of another keeps theirs.
        TestReport {
            kind: "reply",
            reporter: Reporter::Guest(GuestId::trusted("gone".to_owned())),
            subject: None,
            note: "Mine.",
        }
        .file(app)
        .await;
        let here = app.guest().await;
        let scenario = app.scenario(NewScenario::named("Theirs")).await;
        let story = here
            .post("/stories", &json!({ "scenarioId": scenario }))
            .await
            .json["storyId"]
            .as_str()
            .expect("a story")
            .to_owned();
        let reply = here.post("/chat/fetch", &json!({ "chatID": story })).await.json["messages"]["headId"]
            .as_str()
            .expect("a message")
            .to_owned();
        receipt(here.post("/reports", &report_of("reply", &reply)).await);
        purge(&app.state).await.expect("a round");
        let left: Vec<(String, String)> = app
            .reports()
            .await
            .into_iter()
            .map(|(kind, _, note)| (kind, note))
            .collect();
        assert_eq!(
            left,
            [
                ("reply".to_owned(), "Look at this.".to_owned()),
                ("scenario".to_owned(), "Old.".to_owned())
            ]
        );
        let mut tx = app.state.db.begin().await.expect("a transaction");
        query_on!(tx, |x: D| sqlx::query::<D>(
            "delete from reports where kind = 'reply'"
        )
        .execute(x)
        .await
        .map(drop))
        .expect("a row");
        tx.commit().await.expect("a commit");
        app.clock.advance_millis(KEEP_MS);
        TestReport {
            kind: "card",
            reporter: Reporter::Visitor,
            subject: None,
            note: "New.",
        }
        .file(app)
        .await;
        assert_eq!(
            purge(&app.state).await.expect("a round"),
            0,
            "the day has not passed"
        );
        app.clock.advance_millis(1);
        assert_eq!(purge(&app.state).await.expect("a round"), 1);
        assert_eq!(
            app.reports().await,
            [("card".to_owned(), None, "New.".to_owned())]
        );
    }
);

both_engines!(what_a_caller_cannot_see_they_cannot_report, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let hidden = app
        .scenario(NewScenario {
            hidden: true,
            ..NewScenario::named("Hidden")
        })
        .await;
    let removed = app
        .scenario(NewScenario {
            removed: true,
            ..NewScenario::named("Removed")
        })
        .await;
    bob.post("/reports", &report_of("scenario", &hidden))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.post("/reports", &report_of("scenario", &removed))
        .await
        .assert_problem(410, "GONE");
    for (kind, target) in [
        ("scenario", "none"),
        ("card", "none"),
        ("person", "none"),
        ("reply", "none"),
        ("card", "../x"),
        ("person", "a\u{0}b"),
        ("reply", "ü"),
    ] {
        bob.post("/reports", &report_of(kind, target))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    for target in [
        "/media/none.webp",
        "/media/../x",
        "/media/",
        "none.webp",
        "https://elsewhere.example/media/a.webp",
        "/_image?url=/media/a.webp",
    ] {
        bob.post("/reports", &report_of("picture", target))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    let open = app.scenario(NewScenario::named("Open")).await;
    let story = ann.post("/stories/", &json!({ "scenarioId": open })).await.json;
    let reply = story["headId"].as_str().expect("a message");
    for other in [
        bob.post("/reports", &report_of("reply", reply)).await,
        app.post("/reports", &report_of("reply", reply)).await,
    ] {
        other.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(app.reports().await, []);
});

both_engines!(
    a_reply_is_reported_by_its_reader_with_the_line_it_answers,
    async |app| {
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let guest = app.guest().await;
        let story = guest
            .post("/stories", &json!({ "scenarioId": scenario }))
            .await
            .json;
        let id = StoryId::trusted(
            story["storyId"]
                .as_str()
                .or(story["id"].as_str())
                .expect("a story")
                .to_owned(),
        );
        let state = &app.state;
        let id = &id;
        let use_case = state.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let mut story = stories::lock_any_story(state, tx, id)
                    .await?
                    .ok_or_else(|| Problem::not_found("story"))?;
                let head = story.head_id.clone();
                let said = NewMessage::new(head.as_ref(), Author::User, "Ann", "What is that?", Origin::Said);
                let said = stories::append_message(state, tx, &mut story, &said).await?;
                let reply = NewMessage::new(
                    Some(&said.id),
                    Author::Actor,
                    "Ada",
                    "A dreadful line.",
                    Origin::Reply,
                );
                let reply = stories::append_message(state, tx, &mut story, &reply).await?;
                Ok::<(MessageId, MessageId), Problem>((said.id, reply.id))
            })
        });
        let (said, reply) = use_case.await.expect("two messages");
        let received = receipt(guest.post("/reports", &report_of("reply", reply.as_str())).await);
        let StoredReport { copy, made_by, .. } = app.report(&received).await;
        assert_eq!(
            (
                made_by.as_str(),
                &copy["message"]["content"],
                &copy["answers"]["content"]
            ),
            ("guest", &json!("A dreadful line."), &json!("What is that?"))
        );
        assert_eq!(
            (
                &copy["storyId"],
                &copy["message"]["version"],
                &copy["scenarioName"]
            ),
            (&json!(id), &json!(1), &json!("Lamp"))
        );
        let own = guest.post("/reports", &report_of("reply", said.as_str())).await;
        own.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(own.json["errors"][0]["pointer"], "targetId");
    }
);

both_engines!(what_nobody_but_the_server_reports_is_no_kind, async |app| {
    for kind in [json!("story"), json!("planet"), json!(7), json!(null), json!([])] {
        let mut body = report_of("scenario", "lamp");
        body["kind"] = kind;
        let refused = app.post("/reports", &body).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(
            refused.json["errors"],
            json!([{
                "pointer": "/kind",
                "message": "/kind must be one of scenario, card, person, picture, reply."
            }])
        );
    }
});
