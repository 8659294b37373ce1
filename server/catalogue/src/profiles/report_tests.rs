//! Reports of what is published, through their call.

use accounts::reports::purge;
use accounts::reports::rules::{KEEP_REPLY_TO_MS, MAX_NOTE_CHARS, MOST_REPORTS};
use base64::Engine as _;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use crate::scenarios::ScenarioImages;
use crate::testing::{NewScenario, ProfileChange, StoredReport, TEST_NOW, receipt, report_of};

both_engines!(
    anybody_reports_a_scenario_and_its_text_of_then_is_kept,
    async |app| {
        let id = app.scenario(NewScenario::named("Lamp").tagged(&["snow"])).await;
        let body = report_of("scenario", &id);
        let (one, two) = tokio::join!(app.post("/reports", &body), app.post("/reports", &body));
        let one = receipt(one);
        assert_eq!(one, receipt(two), "two clicks, one receipt");
        assert_eq!(one["receivedOn"], TEST_NOW.to_string());
        assert_eq!(
            app.reports().await,
            [("scenario".to_owned(), None, "Look at this.".to_owned())]
        );
        let StoredReport {
            copy,
            made_by,
            subject,
            ..
        } = app.report(&one).await;
        assert_eq!(made_by, "visitor");
        assert_eq!(copy["displayData"]["displayName"], "Lamp");
        assert_eq!(
            copy["scenarioEngram"]["description"],
            "What a reader wants to know."
        );
        assert_eq!(copy["actors"][0]["name"], "Ada");
        assert_eq!(copy["displayData"]["updatedOn"], TEST_NOW.to_string());
        assert_eq!(copy["authorship"]["author"].as_str().map(str::to_owned), subject);
        assert!(copy.get("scenarioStats").is_none(), "counts say nothing of it");

        let (ann, guest) = (app.person("ann").await, app.guest().await);
        let hers = receipt(ann.post("/reports", &report_of("scenario", &id)).await);
        assert_ne!(hers["id"], one["id"], "hers is her own");
        assert_eq!(app.report(&hers).await.made_by, "person");
        ann.post("/scenarios/love", &json!({ "scenarioId": id }))
            .await
            .ok();
        receipt(ann.post("/reports", &report_of("scenario", &id)).await);
        assert_eq!(
            app.reports().await.len(),
            2,
            "a love more makes it no other scenario"
        );
        receipt(guest.post("/reports", &report_of("scenario", &id)).await);
        assert_eq!(app.reports().await.len(), 3);
        // A token that is no good is told, here as everywhere.
        let forged = app.guest_with(&"x".repeat(43));
        forged
            .post("/reports", &report_of("scenario", &id))
            .await
            .assert_unauthenticated("invalid_token");
    }
);

both_engines!(
    a_picture_is_reported_with_a_small_copy_and_what_has_it,
    async |app| {
        let key = BlobKey::parse("starter/lamp.png").expect("a key");
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(700, 350)
            .write_to(&mut bytes, image::ImageFormat::Png)
            .expect("a picture");
        app.state
            .blobs
            .put(&key, bytes.into_inner().into())
            .await
            .expect("stored");
        let pictures = ScenarioImages {
            cover: None,
            banner: Some(key.as_str().to_owned()),
            ..ScenarioImages::default()
        };
        let scenario = app
            .scenario(NewScenario {
                pictures,
                ..NewScenario::named("Lamp")
            })
            .await;
        // What somebody keeps to themselves is not shown to a person who reports the image.
        let pictures = || ScenarioImages {
            cover: Some(key.as_str().to_owned()),
            banner: None,
            ..ScenarioImages::default()
        };
        app.scenario(NewScenario {
            pictures: pictures(),
            hidden: true,
            ..NewScenario::named("Private")
        })
        .await;
        let received = receipt(
            app.post("/reports", &report_of("picture", "/media/starter/lamp.png"))
                .await,
        );
        let StoredReport {
            copy,
            subject,
            picture,
            ..
        } = app.report(&received).await;
        assert_eq!(copy["usedBy"].as_array().map(Vec::len), Some(1), "{copy}");
        assert_eq!(
            (&copy["url"], &copy["usedBy"][0]["kind"], &copy["usedBy"][0]["id"]),
            (
                &json!("/media/starter/lamp.png"),
                &json!("scenario"),
                &json!(scenario)
            )
        );
        assert_eq!(copy["usedBy"][0]["author"].as_str().map(str::to_owned), subject);
        let small = base64::engine::general_purpose::STANDARD
            .decode(picture.expect("a copy"))
            .expect("base64");
        assert_eq!(image::load_from_memory(&small).expect("a picture").width(), 640);
        // Of several authors nobody is named as the one whose it is.
        let eve = app.person("eve").await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let update = "update users set avatar = $1 where id = $2";
        query_on!(tx, |x: D| sqlx::query::<D>(update)
            .bind(key.as_str())
            .bind(eve.user_id.as_str())
            .execute(x)
            .await
            .map(drop))
        .expect("a portrait");
        tx.commit().await.expect("a commit");
        let again = receipt(
            app.post("/reports", &report_of("picture", "/media/starter/lamp.png"))
                .await,
        );
        let StoredReport { copy, subject, .. } = app.report(&again).await;
        assert_eq!(
            (copy["usedBy"].as_array().map(Vec::len), subject),
            (Some(2), None)
        );
        // The file itself may go.
        app.state.blobs.delete(&key).await.expect("deleted");
        assert!(app.report(&received).await.picture.is_some());

        let ann = app.person("ann").await;
        ann.change(ProfileChange {
            bio: Some(Some("canary".to_owned())),
            ..ProfileChange::default()
        })
        .await;
        let received = receipt(
            app.post("/reports", &report_of("person", ann.user_id.as_str()))
                .await,
        );
        let StoredReport {
            copy,
            subject,
            picture,
            ..
        } = app.report(&received).await;
        assert_eq!(
            (&copy["userBio"], subject.as_deref(), picture),
            (&json!("canary"), Some(ann.user_id.as_str()), None)
        );
    }
);

both_engines!(what_is_sent_wrongly_is_refused_field_by_field, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let with = |name: &str, value: Value| {
        let mut body = report_of("scenario", &id);
        body[name] = value;
        body
    };
    for (name, value) in [
        ("kind", json!("planet")),
        ("reason", json!("because")),
        ("note", json!("x".repeat(MAX_NOTE_CHARS + 1))),
        ("note", json!("a\u{0}b")),
        ("note", json!(["x"])),
        ("targetId", json!("")),
        ("targetId", json!("x".repeat(600))),
        ("targetId", json!(null)),
        ("kind", json!(null)),
        ("reason", json!(7)),
    ] {
        let refused = app.post("/reports", &with(name, value.clone())).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
    }
    receipt(
        app.post("/reports", &with("note", json!("é".repeat(MAX_NOTE_CHARS))))
            .await,
    );
    receipt(
        app.post(
            "/reports",
            &json!({ "kind": "scenario", "targetId": id, "reason": "minor" }),
        )
        .await,
    );
    app.post("/reports", &json!([]))
        .await
        .assert_problem(422, "VALIDATION_FAILED");
});

both_engines!(nobody_reports_more_than_one_can_mean, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let ann = app.person("ann").await;
    let (window, most) = MOST_REPORTS[0];
    let numbered = |number: i64| json!({ "kind": "scenario", "targetId": id, "reason": "spam", "note": number.to_string() });
    for number in 0..most {
        receipt(ann.post("/reports", &numbered(number)).await);
    }
    let refused = ann.post("/reports", &numbered(most)).await;
    refused.assert_problem(429, "RATE_LIMITED");
    assert_eq!(refused.json["retryAfter"], window / 1000);
    receipt(ann.post("/reports", &numbered(0)).await);
    receipt(app.post("/reports", &numbered(most)).await);
    assert_eq!(app.reports().await.len() as i64, most + 1, "others may");
    app.clock.advance_millis(window);
    receipt(ann.post("/reports", &numbered(most)).await);
});

both_engines!(a_copied_work_has_to_be_named, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let about = |reason: &str, note: &str| json!({ "kind": "scenario", "targetId": id, "reason": reason, "note": note });
    let refused = app.post("/reports", &about("copyright", " \n")).await;
    refused.assert_problem(422, "VALIDATION_FAILED");
    assert_eq!(refused.json["errors"][0]["pointer"], "note");
    receipt(
        app.post(
            "/reports",
            &about("copyright", "My book, at https://books.example/lamp."),
        )
        .await,
    );
    for reason in ["harassment", "impersonation"] {
        receipt(app.post("/reports", &about(reason, "")).await);
    }
    assert_eq!(app.reports().await.len(), 3);
});

both_engines!(
    somebody_without_an_account_may_leave_an_address_and_it_is_forgotten_first,
    async |app| {
        let id = app.scenario(NewScenario::named("Lamp")).await;
        let with = |address: &str| {
            let mut body = report_of("scenario", &id);
            body["replyTo"] = json!(address);
            body
        };
        let addresses = async || {
            let mut conn = app.state.db.read().await.expect("a connection");
            let read = "select made_by, reply_to from reports order by made_by";
            query_on!(conn, |x: D| sqlx::query_as::<D, (String, Option<String>)>(read)
                .fetch_all(x)
                .await)
            .expect("rows")
        };
        let first = receipt(app.post("/reports", &with(" ")).await);
        assert_eq!(
            receipt(app.post("/reports", &with(" kit@home.example ")).await),
            first,
            "the same report, with an address"
        );
        let (ann, guest) = (app.person("ann").await, app.guest().await);
        receipt(ann.post("/reports", &with("ann@else.example")).await);
        receipt(guest.post("/reports", &with("guest@home.example")).await);
        let some = |address: &str| Some(address.to_owned());
        assert_eq!(
            addresses().await,
            [
                ("guest".to_owned(), some("guest@home.example")),
                ("person".to_owned(), None),
                ("visitor".to_owned(), some("kit@home.example"))
            ]
        );
        let refused = app.post("/reports", &with("kit@")).await;
        refused.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(refused.json["errors"][0]["pointer"], "replyTo");

        app.clock.advance_millis(KEEP_REPLY_TO_MS);
        purge(&app.state).await.expect("a round");
        assert!(
            addresses().await.iter().any(|(_, address)| address.is_some()),
            "the day has not passed"
        );
        app.clock.advance_millis(1);
        assert_eq!(purge(&app.state).await.expect("a round"), 0);
        assert!(addresses().await.iter().all(|(_, address)| address.is_none()));
        assert_eq!(addresses().await.len(), 3, "the reports stay");
    }
);
