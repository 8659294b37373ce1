//! What is kept of each kind of thing that is reported.

use base64::Engine as _;
use catalogue::scenarios::Pictures;
use platform::blobs::BlobKey;
use platform::both_engines;
use platform::web::Problem;

use super::*;
use crate::stories::{self, Author, MessageId, NewMessage, Origin, StoryId};
use crate::testing::{NewScenario, ProfileChange};

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
