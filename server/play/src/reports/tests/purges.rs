//! How long reports, guests and addresses are kept.

use platform::both_engines;

use super::*;
use crate::reports::rules::{KEEP_MS, KEEP_REPLY_TO_MS};
use crate::testing::NewScenario;

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
