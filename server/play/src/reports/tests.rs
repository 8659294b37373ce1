//! What is kept of a report, for how long, and what goes with those who leave.

use accounts::guests::GuestId;
use axum::body::Body;
use axum::http::{Request, header};
use base64::Engine as _;
use catalogue::scenarios::Pictures;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::db::{Isolation, query_on};
use platform::web::Problem;
use serde_json::{Value, json};

use super::rules::{KEEP_MS, KEEP_REPLY_TO_MS, MAX_NOTE_CHARS, MOST_REPORTS};
use super::{NewReport, Receipt, Reporter, file, purge};
use crate::stories::{self, Author, MessageId, NewMessage, Origin, Owner, StoryId};
use crate::testing::{Answer, NewScenario, ProfileChange, TEST_NOW, TestApp};

async fn filed(app: &TestApp, new: &NewReport<'_>) -> Receipt {
    let state = &app.state;
    let use_case = state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { file(state, tx, new).await })
    });
    use_case.await.expect("a receipt")
}

async fn rows(app: &TestApp) -> Vec<(String, Option<String>, String)> {
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select kind, reporter_id, note from reports order by kind, note";
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(read).fetch_all(x).await).expect("rows")
}

/// What a report needs to be told apart from others.
struct Told<'a> {
    kind: &'a str,
    reporter: Reporter,
    subject: Option<Owner>,
    note: &'a str,
}

impl Told<'_> {
    async fn file(&self, app: &TestApp) -> Receipt {
        let copy = json!({ "name": "Lamp" });
        let new = NewReport {
            kind: self.kind,
            target_id: "lamp",
            subject: self.subject.as_ref(),
            reporter: &self.reporter,
            sender: self.reporter.id(),
            reason: "spam",
            note: self.note,
            copy: &copy,
            now: kernel::Clock::now(&app.clock),
        };
        filed(app, &new).await
    }
}

both_engines!(
    the_same_report_is_filed_once_and_the_house_files_each_of_its_own,
    async |app| {
        let told = Told {
            kind: "scenario",
            reporter: Reporter::Person(UserId::trusted("ann".to_owned())),
            subject: None,
            note: "Look.",
        };
        let (one, two) = tokio::join!(told.file(app), told.file(app));
        assert_eq!(one, two, "two clicks, one report");
        assert_eq!(one.at, TEST_NOW);
        app.clock.advance_millis(60_000);
        assert_eq!(told.file(app).await, one, "a late click, too");
        assert_ne!(
            Told {
                note: "Look again.",
                ..told
            }
            .file(app)
            .await
            .id,
            one.id
        );
        assert_eq!(rows(app).await.len(), 2);
        let judge = Told {
            kind: "story",
            reporter: Reporter::House,
            subject: None,
            note: "",
        };
        assert_ne!(judge.file(app).await.id, judge.file(app).await.id);
        assert_eq!(rows(app).await.len(), 4);
    }
);

both_engines!(
    a_report_goes_after_a_year_and_guests_are_forgotten_with_their_session,
    async |app| {
        let guest = GuestId::trusted("gone".to_owned());
        Told {
            kind: "scenario",
            reporter: Reporter::Guest(guest.clone()),
            subject: Some(Owner::Guest(guest)),
            note: "Old.",
        }
        .file(app)
        .await;
        assert_eq!(purge(&app.state).await.expect("a round"), 0);
        assert_eq!(
            rows(app).await,
            [("scenario".to_owned(), None, "Old.".to_owned())],
            "no session, no name"
        );
        // What they reported of their own story goes with it, while the session of another keeps theirs.
        Told {
            kind: "reply",
            reporter: Reporter::Guest(GuestId::trusted("gone".to_owned())),
            subject: None,
            note: "Mine.",
        }
        .file(app)
        .await;
        let here = Guest::new(app).await;
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
        receipt(here.post("/reports", &of("reply", &reply)).await);
        purge(&app.state).await.expect("a round");
        let left: Vec<(String, String)> = rows(app)
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
        Told {
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
        assert_eq!(rows(app).await, [("card".to_owned(), None, "New.".to_owned())]);
    }
);

/// What is kept of the report with this receipt.
async fn kept(app: &TestApp, receipt: &Value) -> (Value, String, Option<String>, Option<String>) {
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select r.copy, r.made_by, r.subject_id, p.content from reports r left join report_pictures p on p.report_id = r.id where r.id = $1";
    let (copy, made_by, subject, picture): (
        sqlx::types::Json<Value>,
        String,
        Option<String>,
        Option<String>,
    ) = query_on!(conn, |x: D| sqlx::query_as::<D, _>(read)
        .bind(receipt["id"].as_str())
        .fetch_one(x)
        .await)
    .expect("a report");
    (copy.0, made_by, subject, picture)
}

fn of(kind: &str, target: &str) -> Value {
    json!({ "kind": kind, "targetId": target, "reason": "other", "note": "  Look at this.\n" })
}

fn receipt(answer: Answer) -> Value {
    assert_eq!(answer.status, 201, "{}", answer.json);
    assert!(
        answer.json["next"]
            .as_str()
            .is_some_and(|next| next.contains("copy")),
        "{}",
        answer.json
    );
    answer.json
}

const DEVICE: &str = "0123456789abcdef0123456789abcdef";

struct Guest<'a> {
    app: &'a TestApp,
    token: String,
}

impl<'a> Guest<'a> {
    async fn new(app: &'a TestApp) -> Self {
        let request = Request::post("/api/v1/guest/sessions")
            .header("device-hash", DEVICE)
            .body(Body::empty())
            .expect("a request");
        Self {
            app,
            token: app.send(request).await.json["guestSessionId"]
                .as_str()
                .expect("a token")
                .to_owned(),
        }
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(format!("/api/v1{path}"))
            .header("guest-token", &self.token)
            .header("device-hash", DEVICE);
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        self.app.send(request.expect("a request")).await
    }
}

both_engines!(
    anybody_reports_a_scenario_and_its_text_of_then_is_kept,
    async |app| {
        let id = app.scenario(NewScenario::named("Lamp").tagged(&["snow"])).await;
        let body = of("scenario", &id);
        let (one, two) = tokio::join!(app.post("/reports", &body), app.post("/reports", &body));
        let one = receipt(one);
        assert_eq!(one, receipt(two), "two clicks, one receipt");
        assert_eq!(one["receivedOn"], TEST_NOW.to_string());
        assert_eq!(
            rows(app).await,
            [("scenario".to_owned(), None, "Look at this.".to_owned())]
        );
        let (copy, made_by, subject, _) = kept(app, &one).await;
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

        let (ann, guest) = (app.person("ann").await, Guest::new(app).await);
        let hers = receipt(ann.post("/reports", &of("scenario", &id)).await);
        assert_ne!(hers["id"], one["id"], "hers is her own");
        assert_eq!(kept(app, &hers).await.1, "person");
        ann.post("/scenarios/love", &json!({ "scenarioId": id }))
            .await
            .ok();
        receipt(ann.post("/reports", &of("scenario", &id)).await);
        assert_eq!(rows(app).await.len(), 2, "a love more makes it no other scenario");
        receipt(guest.post("/reports", &of("scenario", &id)).await);
        assert_eq!(rows(app).await.len(), 3);
        // A token that is no good is told, here as everywhere.
        let forged = Guest {
            app,
            token: "x".repeat(43),
        };
        forged
            .post("/reports", &of("scenario", &id))
            .await
            .assert_unauthenticated("invalid_token");
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
    bob.post("/reports", &of("scenario", &hidden))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.post("/reports", &of("scenario", &removed))
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
        bob.post("/reports", &of(kind, target))
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
        bob.post("/reports", &of("picture", target))
            .await
            .assert_problem(404, "NOT_FOUND");
    }
    let open = app.scenario(NewScenario::named("Open")).await;
    let story = ann.post("/stories/", &json!({ "scenarioId": open })).await.json;
    let reply = story["headId"].as_str().expect("a message");
    for other in [
        bob.post("/reports", &of("reply", reply)).await,
        app.post("/reports", &of("reply", reply)).await,
    ] {
        other.assert_problem(404, "NOT_FOUND");
    }
    assert_eq!(rows(app).await, []);
});

both_engines!(
    a_reply_is_reported_by_its_reader_with_the_line_it_answers,
    async |app| {
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let guest = Guest::new(app).await;
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
        let received = receipt(guest.post("/reports", &of("reply", reply.as_str())).await);
        let (copy, made_by, ..) = kept(app, &received).await;
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
        let own = guest.post("/reports", &of("reply", said.as_str())).await;
        own.assert_problem(422, "VALIDATION_FAILED");
        assert_eq!(own.json["errors"][0]["pointer"], "targetId");
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
        let pictures = Pictures {
            cover: None,
            banner: Some(key.as_str().to_owned()),
        };
        let scenario = app
            .scenario(NewScenario {
                pictures,
                ..NewScenario::named("Lamp")
            })
            .await;
        // What somebody keeps to themselves is not told to whoever reports the picture.
        let pictures = || Pictures {
            cover: Some(key.as_str().to_owned()),
            banner: None,
        };
        app.scenario(NewScenario {
            pictures: pictures(),
            hidden: true,
            ..NewScenario::named("Private")
        })
        .await;
        let received = receipt(
            app.post("/reports", &of("picture", "/media/starter/lamp.png"))
                .await,
        );
        let (copy, _, subject, small) = kept(app, &received).await;
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
            .decode(small.expect("a copy"))
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
            app.post("/reports", &of("picture", "/media/starter/lamp.png"))
                .await,
        );
        let (copy, _, nobody, _) = kept(app, &again).await;
        assert_eq!((copy["usedBy"].as_array().map(Vec::len), nobody), (Some(2), None));
        // The file itself may go.
        app.state.blobs.delete(&key).await.expect("deleted");
        assert!(kept(app, &received).await.3.is_some());

        let ann = app.person("ann").await;
        ann.change(ProfileChange {
            bio: Some(Some("canary".to_owned())),
            ..ProfileChange::default()
        })
        .await;
        let received = receipt(app.post("/reports", &of("person", ann.user_id.as_str())).await);
        let (copy, _, subject, small) = kept(app, &received).await;
        assert_eq!(
            (&copy["userBio"], subject.as_deref(), small),
            (&json!("canary"), Some(ann.user_id.as_str()), None)
        );
    }
);

both_engines!(what_is_sent_wrongly_is_refused_field_by_field, async |app| {
    let id = app.scenario(NewScenario::named("Lamp")).await;
    let with = |name: &str, value: Value| {
        let mut body = of("scenario", &id);
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
    assert_eq!(rows(app).await.len() as i64, most + 1, "others may");
    app.clock.advance_millis(window);
    receipt(ann.post("/reports", &numbered(most)).await);
});

both_engines!(
    somebody_without_an_account_may_leave_an_address_and_it_is_forgotten_first,
    async |app| {
        let id = app.scenario(NewScenario::named("Lamp")).await;
        let with = |address: &str| {
            let mut body = of("scenario", &id);
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
        let (ann, guest) = (app.person("ann").await, Guest::new(app).await);
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
    assert_eq!(rows(app).await.len(), 3);
});
