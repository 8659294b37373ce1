//! Facts and summaries through their calls, and summaries that follow a story.

use accounts::guests::Owner;
use platform::both_engines;
use platform::db::Isolation;
use platform::web::Problem;
use serde_json::{Value, json};

use super::{after_turn, for_path};
use crate::stories::{self, Author, MessageId, NewMessage, Origin, StoryId};
use crate::testing::{Actor, NewScenario, TestApp};

struct StoryFixture<'a> {
    app: &'a TestApp,
    person: Actor<'a>,
    owner: Owner,
    id: StoryId,
}

impl<'a> StoryFixture<'a> {
    async fn begin(app: &'a TestApp, name: &str) -> Self {
        let person = app.person(name).await;
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let story = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
        assert_eq!(story.status, 201, "{}", story.json);
        let id = StoryId::trusted(story.json["id"].as_str().expect("an id").to_owned());
        Self {
            app,
            owner: Owner::Person(person.user_id.clone()),
            person,
            id,
        }
    }

    /// Adds messages after one (or the head), the player's and Ada's in turns; returns their ids.
    async fn say(&self, after: Option<&MessageId>, lines: &[&str]) -> Vec<MessageId> {
        let state = &self.app.state;
        let (owner, id) = (&self.owner, &self.id);
        let use_case = state.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let mut story = stories::lock_story(state, tx, owner, id).await?;
                let mut parent = after.cloned().or(story.head_id.clone());
                let mut ids = Vec::new();
                for (place, line) in lines.iter().enumerate() {
                    let (author, name) = if place % 2 == 0 {
                        (Author::User, "Bob")
                    } else {
                        (Author::Actor, "Ada")
                    };
                    let message = NewMessage::new(parent.as_ref(), author, name, line, Origin::Said);
                    let row = stories::append_message(state, tx, &mut story, &message).await?;
                    parent = Some(row.id.clone());
                    ids.push(row.id);
                }
                Ok::<_, Problem>(ids)
            })
        });
        use_case.await.expect("messages")
    }

    /// Waits until no summary is being written.
    async fn settle(&self) {
        for _ in 0..500 {
            if self.app.state.summarizer.count_running() == 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("the summary is never finished");
    }

    async fn leave(&self, last: &MessageId) {
        after_turn(&self.app.state, &self.owner, &self.id, Some(last));
        self.settle().await;
    }

    fn at(&self, rest: &str) -> String {
        format!("/stories/{}/{rest}", self.id)
    }

    async fn memory(&self) -> Value {
        self.person.get(&self.at("memory")).await.ok()
    }

    async fn go_to(&self, message: &MessageId) {
        let body = json!({ "newNodeId": message });
        self.person
            .patch(&format!("/messages/{message}"), &body)
            .await
            .ok();
    }
}

const LINES: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

both_engines!(facts_are_added_changed_and_deleted, async |app| {
    let fixture = StoryFixture::begin(app, "ann").await;
    assert_eq!(fixture.memory().await, json!({ "facts": [], "summary": null }));
    let made = fixture
        .person
        .post(&fixture.at("facts"), &json!({ "text": "  Ada fears water. " }))
        .await;
    assert_eq!(made.status, 201, "{}", made.json);
    let fact = made.json;
    assert_eq!(
        (
            &fact["text"],
            &fact["pinned"],
            &fact["sourceMessageId"],
            &fact["version"]
        ),
        (&json!("Ada fears water."), &json!(true), &json!(null), &json!(1))
    );
    let path = format!("/facts/{}", fact["id"].as_str().expect("an id"));
    let changed = fixture
        .person
        .patch(
            &path,
            &json!({ "text": "Ada loves water.", "pinned": false, "version": 1 }),
        )
        .await
        .ok();
    assert_eq!(
        (&changed["text"], &changed["pinned"], &changed["version"]),
        (&json!("Ada loves water."), &json!(false), &json!(2))
    );
    let stale = fixture
        .person
        .patch(&path, &json!({ "text": "Ada hates water.", "version": 1 }))
        .await;
    stale.assert_problem(409, "MEMORY_CHANGED");
    assert_eq!(stale.json["current"]["text"], "Ada loves water.");
    let bob = app.person("bob").await;
    bob.patch(&path, &json!({ "text": "x" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.delete(&path).await.assert_problem(404, "NOT_FOUND");
    bob.get(&fixture.at("memory"))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.post(&fixture.at("facts"), &json!({ "text": "x" }))
        .await
        .assert_problem(404, "NOT_FOUND");
    for (body, status) in [
        (json!({ "text": " \u{0} " }), 422),
        (json!({ "text": "x".repeat(501) }), 422),
        (json!({ "text": "x", "messageId": "elsewhere" }), 422),
        (json!({ "text": 5 }), 422),
        (json!({}), 422),
    ] {
        assert_eq!(
            fixture.person.post(&fixture.at("facts"), &body).await.status,
            status,
            "{body}"
        );
    }
    assert_eq!(fixture.person.delete(&path).await.status, 204);
    fixture
        .person
        .delete(&path)
        .await
        .assert_problem(404, "NOT_FOUND");
    for number in 0..100 {
        assert_eq!(
            fixture
                .person
                .post(&fixture.at("facts"), &json!({ "text": number.to_string() }))
                .await
                .status,
            201
        );
    }
    fixture
        .person
        .post(&fixture.at("facts"), &json!({ "text": "one too many" }))
        .await
        .assert_problem(409, "CONFLICT");
    assert_eq!(
        fixture.memory().await["facts"].as_array().map(Vec::len),
        Some(100)
    );
});

both_engines!(a_fact_holds_on_paths_through_its_message, async |app| {
    let fixture = StoryFixture::begin(app, "ann").await;
    let ids = fixture.say(None, &LINES[..4]).await;
    for (text, message) in [("everywhere", None), ("from the third", Some(&ids[2]))] {
        // Facts of the same millisecond have no defined order.
        app.clock.advance_millis(1);
        assert_eq!(
            fixture
                .person
                .post(
                    &fixture.at("facts"),
                    &json!({ "text": text, "messageId": message })
                )
                .await
                .status,
            201
        );
    }
    let holding = async || -> Vec<bool> {
        fixture.memory().await["facts"]
            .as_array()
            .expect("facts")
            .iter()
            .map(|fact| fact["holds"] == true)
            .collect()
    };
    assert_eq!(holding().await, [true, true]);
    fixture.say(Some(&ids[1]), &["another way"]).await;
    assert_eq!(holding().await, [true, false]);
    let mut conn = app.state.db.read().await.expect("a connection");
    let story = stories::load_story(&mut conn, &fixture.owner, &fixture.id)
        .await
        .expect("the story");
    let path = stories::path_to(&mut conn, &story, None, 100)
        .await
        .expect("a path");
    let (facts, summary) = for_path(&mut conn, &fixture.id, &path).await.expect("a memory");
    assert_eq!((facts.len(), summary), (1, None));
    drop(conn);
    fixture.go_to(&ids[3]).await;
    assert_eq!(holding().await, [true, true]);
    let deleted = fixture.person.delete(&format!("/messages/{}", ids[2])).await;
    assert_eq!(deleted.status, 200);
    assert_eq!(
        holding().await,
        [true, false],
        "what was learned from a deleted message is not told"
    );
});

both_engines!(
    what_leaves_the_prompt_is_summarised_branch_by_branch,
    async |app| {
        let fixture = StoryFixture::begin(app, "ann").await;
        let ids = fixture.say(None, &LINES).await;
        after_turn(&app.state, &fixture.owner, &fixture.id, None);
        fixture.leave(&ids[0]).await;
        assert_eq!(
            fixture.memory().await["summary"],
            json!(null),
            "too little to be worth the while"
        );
        fixture.leave(&ids[4]).await;
        let first = fixture.memory().await["summary"].clone();
        assert_eq!(
            (&first["coversTo"], &first["edited"], &first["version"]),
            (&json!(ids[4]), &json!(false), &json!(1))
        );
        assert_eq!(
            first["messageIds"].as_array().map(Vec::len),
            Some(6),
            "the opening and five lines: {first}"
        );
        fixture.leave(&ids[4]).await;
        assert_eq!(fixture.memory().await["summary"], first, "nothing new");

        // The player corrects it; later summaries continue that.
        let body = json!({ "text": "Ada is a spy.", "version": 1 });
        let edited = fixture.person.put(&fixture.at("summary"), &body).await.ok();
        assert_eq!(
            (
                &edited["text"],
                &edited["edited"],
                &edited["version"],
                &edited["id"]
            ),
            (&json!("Ada is a spy."), &json!(true), &json!(2), &first["id"])
        );
        let stale = fixture.person.put(&fixture.at("summary"), &body).await;
        stale.assert_problem(409, "MEMORY_CHANGED");
        assert_eq!(stale.json["current"]["text"], "Ada is a spy.");
        let more = fixture.say(None, &LINES).await;
        fixture.leave(&more[3]).await;
        let second = fixture.memory().await["summary"].clone();
        assert_eq!(
            (&second["coversTo"], &second["coversFrom"], &second["edited"]),
            (&json!(more[3]), &first["coversFrom"], &json!(false))
        );
        assert_ne!(second["id"], first["id"]);

        // On another branch only what happened there is known; back on this one, all of it.
        fixture.say(Some(&ids[6]), &["another way"]).await;
        assert_eq!(fixture.memory().await["summary"]["text"], "Ada is a spy.");
        fixture.say(Some(&ids[2]), &["a third way"]).await;
        assert_eq!(fixture.memory().await["summary"], json!(null));
        fixture.go_to(&more[7]).await;
        assert_eq!(fixture.memory().await["summary"], second);
        let mut conn = app.state.db.read().await.expect("a connection");
        let story = stories::load_story(&mut conn, &fixture.owner, &fixture.id)
            .await
            .expect("the story");
        let path = stories::path_to(&mut conn, &story, None, 100)
            .await
            .expect("a path");
        let (_, summary) = for_path(&mut conn, &fixture.id, &path).await.expect("a memory");
        let summary = summary.expect("a summary");
        assert_eq!(
            (summary.last_message_id.as_str(), summary.message_ids.len()),
            (more[3].as_str(), 13)
        );
        let (_, none) = for_path(&mut conn, &fixture.id, &path[..3])
            .await
            .expect("a memory");
        assert_eq!(none, None);
    }
);

both_engines!(scenes_of_some_are_not_shown_to_all, async |app| {
    let fixture = StoryFixture::begin(app, "ann").await;
    let ids = fixture.say(None, &LINES).await;
    fixture
        .person
        .patch(&format!("/messages/{}", ids[1]), &json!({ "presence": [] }))
        .await
        .ok();
    fixture
        .person
        .patch(&format!("/messages/{}", ids[2]), &json!({ "hidden": true }))
        .await
        .ok();
    fixture.leave(&ids[6]).await;
    let summary = fixture.memory().await["summary"].clone();
    let told_of: Vec<&str> = summary["messageIds"]
        .as_array()
        .expect("ids")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(told_of.len(), 6);
    assert!(!told_of.contains(&ids[1].as_str()) && !told_of.contains(&ids[2].as_str()));
});

both_engines!(a_player_may_have_it_written_now, async |app| {
    let fixture = StoryFixture::begin(app, "ann").await;
    fixture
        .person
        .post(&fixture.at("summary/refresh"), &json!({}))
        .await
        .assert_problem(409, "CONFLICT");
    let ids = fixture.say(None, &LINES).await;
    let memory = fixture
        .person
        .post(&fixture.at("summary/refresh"), &json!({}))
        .await
        .ok();
    let summary = memory["summary"].clone();
    assert_eq!(
        summary["coversTo"],
        json!(ids[1]),
        "all but the latest six: {memory}"
    );
    let again = fixture
        .person
        .post(&fixture.at("summary/refresh"), &json!({}))
        .await;
    again.assert_problem(429, "RATE_LIMITED");
    assert!(
        again.json["retryAfter"]
            .as_i64()
            .is_some_and(|secs| (1..=20).contains(&secs))
    );
    app.clock.advance_millis(20_000);
    let rewritten = fixture
        .person
        .post(&fixture.at("summary/refresh"), &json!({}))
        .await
        .ok()["summary"]
        .clone();
    assert_eq!(
        (&rewritten["id"], &rewritten["version"]),
        (&summary["id"], &json!(2)),
        "written anew"
    );
    let version = rewritten["version"].clone();
    fixture
        .person
        .put(
            &fixture.at("summary"),
            &json!({ "text": "Mine.", "version": version }),
        )
        .await
        .ok();
    app.clock.advance_millis(20_000);
    let kept = fixture
        .person
        .post(&fixture.at("summary/refresh"), &json!({}))
        .await
        .ok();
    assert_eq!(
        kept["summary"]["text"], "Mine.",
        "the player's words are never written over"
    );
    let bob = app.person("bob").await;
    bob.post(&fixture.at("summary/refresh"), &json!({}))
        .await
        .assert_problem(404, "NOT_FOUND");
    bob.put(&fixture.at("summary"), &json!({ "text": "x", "version": 0 }))
        .await
        .assert_problem(404, "NOT_FOUND");
});

both_engines!(a_player_may_begin_the_memory, async |app| {
    let fixture = StoryFixture::begin(app, "ann").await;
    fixture
        .person
        .put(&fixture.at("summary"), &json!({ "text": "Once.", "version": 1 }))
        .await
        .assert_problem(409, "MEMORY_CHANGED");
    fixture
        .person
        .put(
            &fixture.at("summary"),
            &json!({ "text": "x".repeat(8_001), "version": 0 }),
        )
        .await
        .assert_problem(422, "VALIDATION_FAILED");
    let own = fixture
        .person
        .put(&fixture.at("summary"), &json!({ "text": "Once.", "version": 0 }))
        .await
        .ok();
    assert_eq!(
        (&own["edited"], &own["coversFrom"]),
        (&json!(true), &own["coversTo"])
    );
    let ids = fixture.say(None, &LINES).await;
    fixture.leave(&ids[5]).await;
    let summary = fixture.memory().await["summary"].clone();
    assert_eq!(
        (&summary["coversTo"], &summary["edited"]),
        (&json!(ids[5]), &json!(false))
    );
    fixture
        .go_to(&MessageId::trusted(
            own["coversTo"].as_str().expect("an id").to_owned(),
        ))
        .await;
    let version = summary["version"].clone();
    fixture
        .person
        .put(&fixture.at("summary"), &json!({ "text": "", "version": version }))
        .await
        .ok();
    let mut conn = app.state.db.read().await.expect("a connection");
    let story = stories::load_story(&mut conn, &fixture.owner, &fixture.id)
        .await
        .expect("the story");
    let path = stories::path_to(&mut conn, &story, None, 100)
        .await
        .expect("a path");
    assert_eq!(
        for_path(&mut conn, &fixture.id, &path).await.expect("a memory").1,
        None,
        "an emptied summary is not told"
    );
});

both_engines!(summaries_are_written_one_at_a_time, async |app| {
    let fixture = StoryFixture::begin(app, "ann").await;
    let ids = fixture.say(None, &LINES).await;
    for _ in 0..20 {
        after_turn(&app.state, &fixture.owner, &fixture.id, Some(&ids[5]));
    }
    assert!(app.state.summarizer.count_running() <= 1);
    fixture.settle().await;
    let mut conn = app.state.db.read().await.expect("a connection");
    let (_, summaries) = crate::memory::list_all(&mut conn, &fixture.id)
        .await
        .expect("summaries");
    assert_eq!(summaries.len(), 1);
});

both_engines!(summaries_count_among_what_models_cost_a_day, async |app| {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use platform::llm::{
        Capabilities, CostPerMillion, Finish, ModelInfo, Models, Piece, Reply, Script, Usage,
    };

    use crate::quotas::{Ceilings, UsageOwner, day_of, find_usage};

    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let script: Script = Arc::new(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        let usage = Some(Usage {
            prompt_tokens: 500,
            reply_tokens: 40,
        });
        let pieces = [
            Piece::Text("It rained.".to_owned()),
            Piece::Finished {
                reason: Finish::Stop,
                usage,
            },
        ];
        Box::pin(async move { Ok(Reply::scripted(futures::stream::iter(pieces.map(Ok)))) })
    });
    let info = ModelInfo {
        name: "m".to_owned(),
        label: "m".to_owned(),
        context_tokens: 8_192,
        max_reply_tokens: 1_000,
        price: kernel::Shekels(1),
        is_demo: false,
        capabilities: Capabilities::default(),
        // A written token costs a millionth.
        cost_per_million: CostPerMillion {
            prompt: 0,
            reply: 1_000_000,
        },
    };
    let models = Models::scripted(vec![(info, script)]);
    let with = |ceilings| {
        let models = models.clone();
        app.with_state(move |state| (state.models, state.ceilings) = (models, ceilings))
    };
    // One summary can be booked with its longest length, 700 tokens, and no second one once the first has
    // cost something.
    let site = with(Ceilings {
        player: Some(720),
        total: None,
    });
    let fixture = StoryFixture::begin(&site, "ann").await;
    let ids = fixture.say(None, &LINES).await;
    fixture.leave(&ids[4]).await;
    assert_eq!(fixture.memory().await["summary"]["text"], "It rained.");
    let used = async || {
        let mut conn = app.state.db.read().await.expect("a connection");
        find_usage(
            &mut conn,
            UsageOwner::from(&fixture.owner),
            day_of(crate::testing::TEST_NOW),
        )
        .await
        .expect("a count")
    };
    assert_eq!(
        (used().await.cost_micros, used().await.used),
        (40, 0),
        "what it did cost, and no reply of the player's"
    );
    let more = fixture.say(None, &LINES).await;
    fixture.leave(&more[4]).await;
    assert_eq!(
        (
            asked.load(Ordering::SeqCst),
            fixture.memory().await["summary"]["coversTo"].clone()
        ),
        (1, json!(ids[4])),
        "nobody is asked"
    );
    fixture
        .person
        .post(&fixture.at("summary/refresh"), &json!({}))
        .await
        .assert_problem(429, "RATE_LIMITED");
    let all_spent = with(Ceilings {
        player: None,
        total: Some(720),
    });
    after_turn(&all_spent.state, &fixture.owner, &fixture.id, Some(&more[4]));
    fixture.settle().await;
    assert_eq!((asked.load(Ordering::SeqCst), used().await.cost_micros), (1, 40));
    // The next day it continues.
    app.clock.advance_millis(kernel::DAY_MS);
    fixture.leave(&more[4]).await;
    let mut conn = app.state.db.read().await.expect("a connection");
    let (_, summaries) = crate::memory::list_all(&mut conn, &fixture.id)
        .await
        .expect("summaries");
    assert!(summaries.iter().any(|summary| summary.last_message_id == more[4]));
    assert_eq!(asked.load(Ordering::SeqCst), 2);
});
