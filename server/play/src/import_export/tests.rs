//! Files out and in, through the calls; hostile files; everything there and back.

use axum::body::Body;
use axum::http::{Request, header};
use kernel::ErrorCode;
use platform::both_engines;
use platform::web::{Outcome, Report};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::actions::{self, Format};
use super::rules::{MAX_FILE_BYTES, MAX_MESSAGES};
use super::sniff;
use crate::stories::Owner;
use crate::testing::{Actor, Answer, NewScenario, TestApp};

fn form(file: &[u8], scenario: Option<&str>) -> Vec<u8> {
    let mut body = Vec::with_capacity(file.len() + 400);
    if let Some(id) = scenario {
        body.extend_from_slice(
            format!("--edge\r\ncontent-disposition: form-data; name=\"scenarioId\"\r\n\r\n{id}\r\n")
                .as_bytes(),
        );
    }
    body.extend_from_slice(b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json\"\r\ncontent-type: application/octet-stream\r\n\r\n");
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    body
}

async fn send(app: &TestApp, actor: &Actor<'_>, file: &[u8], scenario: Option<&str>) -> Answer {
    let request = Request::post("/api/v1/stories/import")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
    let request = request
        .header(header::AUTHORIZATION, format!("Bearer {}", actor.token))
        .body(Body::from(form(file, scenario)));
    app.send(request.expect("a request")).await
}

async fn import(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Value {
    let answer = send(app, actor, file, None).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

/// The text of an export.
async fn export(app: &TestApp, actor: &Actor<'_>, id: &str, query: &str) -> String {
    use tower::ServiceExt;
    let request = Request::get(format!("/api/v1/stories/{id}/export?{query}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", actor.token));
    let Ok(response) = crate::router(app.state.clone())
        .oneshot(request.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(response.status(), 200);
    assert!(
        response.headers()[header::CONTENT_DISPOSITION]
            .to_str()
            .expect("a header")
            .starts_with("attachment; filename=\"")
    );
    let bytes = axum::body::to_bytes(response.into_body(), 64 << 20)
        .await
        .expect("a body");
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn id_of(made: &Value) -> &str {
    made["story"]["id"].as_str().expect("an id")
}

async fn messages(actor: &Actor<'_>, id: &str) -> Vec<Value> {
    let slice = actor
        .get(&format!("/stories/{id}/slice/up/head?limit=200"))
        .await
        .ok();
    slice["results"].as_array().expect("messages").clone()
}

fn each<'a>(rows: &'a [Value], field: &str) -> Vec<&'a str> {
    rows.iter()
        .map(|row| row[field].as_str().unwrap_or_default())
        .collect()
}

fn outcome(made: &Value, field: &str) -> String {
    let rows = made["report"].as_array().expect("a report");
    rows.iter()
        .find(|row| row["field"] == field)
        .map(|row| row["outcome"].as_str().unwrap_or_default().to_owned())
        .unwrap_or_default()
}

fn lines(objects: &[Value]) -> Vec<u8> {
    objects
        .iter()
        .map(|one| format!("{one}\n"))
        .collect::<String>()
        .into_bytes()
}

/// A SillyTavern chat with a bit of everything.
fn tavern() -> Vec<Value> {
    vec![
        json!({"user_name": "Robin", "character_name": "Ada", "create_date": "2023-6-19 @16h 13m 52s 310ms", "integrity": "abc",
            "chat_metadata": {"note_prompt": "It rains.", "note_interval": 2, "note_depth": 3, "note_position": 1, "note_role": 1, "world_info": "Harbour", "variables": {"hp": 3}, "chat_id_hash": 77}}),
        json!({"name": "Ada", "is_user": false, "is_system": false, "send_date": "June 19, 2023 4:13pm", "mes": "Hello.", "extra": {"model": "m-1", "token_count": 2, "odd": [1]}, "force_avatar": "a.png"}),
        json!({"name": "Robin", "is_user": true, "is_system": false, "send_date": 1_687_191_300_000_i64, "mes": "Hi, Ada.", "extra": {}}),
        json!({"name": "Ada", "is_user": false, "send_date": "2023-06-19T16:20:00Z", "mes": "Second, edited.", "swipe_id": 1, "swipes": ["First.", "Second.", "Third."],
            "swipe_info": [{"send_date": "2023-06-19T16:18:00Z", "extra": {"model": "m-2"}}, {"send_date": "2023-06-19T16:20:00Z", "extra": {}}, {"send_date": "2023-06-19T16:21:00Z", "gen_started": "x", "extra": {"model": "m-3"}}],
            "extra": {"model": "m-4", "branches": ["other"]}}),
        json!({"name": "SillyTavern System", "is_user": false, "is_system": true, "send_date": "nonsense", "mes": "A note."}),
        json!({"name": "Narrator", "is_user": false, "send_date": "2023-06-19T16:30:00Z", "mes": "Night falls.", "extra": {"type": "narrator"}}),
        json!({"name": "Ben", "is_user": false, "original_avatar": "ben.png", "send_date": "2023-06-19T16:31:00Z", "mes": "Who is there?"}),
    ]
}

both_engines!(a_tavern_chat_comes_in_and_goes_out, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    let id = id_of(&made);
    assert_eq!(
        (&made["story"]["title"], &made["story"]["messageCount"]),
        (&json!("Ada"), &json!(8))
    );
    assert_eq!(made["story"]["characters"].as_array().map(Vec::len), Some(2));
    let rows = messages(&ann, id).await;
    assert_eq!(
        each(&rows, "content"),
        [
            "Hello.",
            "Hi, Ada.",
            "Second, edited.",
            "A note.",
            "Night falls.",
            "Who is there?"
        ]
    );
    assert_eq!(
        each(&rows, "author"),
        ["actor", "user", "actor", "narrator", "narrator", "actor"]
    );
    assert_eq!(
        each(&rows, "name"),
        ["Ada", "Robin", "Ada", "SillyTavern System", "Narrator", "Ben"]
    );
    assert_eq!(rows[2]["siblings"]["count"], 3);
    assert_eq!(rows[2]["siblings"]["index"], 1);
    assert_eq!(
        (&rows[0]["model"], &rows[0]["origin"]),
        (&json!("m-1"), &json!("imported"))
    );
    assert_eq!(rows[1]["createdOn"], "2023-06-19T16:15:00Z");
    assert_eq!(
        (&rows[3]["hidden"], &rows[5]["hidden"]),
        (&json!(true), &json!(false))
    );
    for (field, expected) in [
        ("user_name", "kept"),
        ("swipes", "kept"),
        ("chat_metadata.note_prompt", "kept"),
        ("chat_metadata.world_info", "asked"),
        ("chat_metadata.variables", "kept"),
        ("extra.branches", "dropped"),
        ("send_date", "changed"),
    ] {
        assert_eq!(outcome(&made, field), expected, "{field}: {}", made["report"]);
    }
    let out = export(app, &ann, id, "format=jsonl").await;
    let written: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(written.len(), 7);
    let metadata = &written[0]["chat_metadata"];
    assert_eq!(
        (
            &written[0]["user_name"],
            &written[0]["character_name"],
            &written[0]["integrity"]
        ),
        (&json!("Robin"), &json!("Ada"), &json!("abc"))
    );
    assert_eq!(
        [
            &metadata["note_prompt"],
            &metadata["note_interval"],
            &metadata["note_depth"],
            &metadata["note_role"],
            &metadata["variables"]["hp"],
            &metadata["chat_id_hash"]
        ],
        [
            &json!("It rains."),
            &json!(2),
            &json!(3),
            &json!(1),
            &json!(3),
            &json!(77)
        ]
    );
    assert_eq!(
        (
            &written[1]["force_avatar"],
            &written[1]["extra"]["odd"],
            &written[1]["extra"]["token_count"]
        ),
        (&json!("a.png"), &json!([1]), &json!(2))
    );
    assert_eq!(
        written[3]["swipes"],
        json!(["First.", "Second, edited.", "Third."])
    );
    assert_eq!(
        (
            &written[3]["swipe_id"],
            &written[3]["mes"],
            &written[3]["extra"]["branches"]
        ),
        (&json!(1), &json!("Second, edited."), &json!(["other"]))
    );
    assert_eq!(
        (
            &written[3]["swipe_info"][0]["extra"]["model"],
            &written[3]["swipe_info"][2]["gen_started"]
        ),
        (&json!("m-2"), &json!("x"))
    );
    assert_eq!(
        (
            &written[4]["is_system"],
            &written[5]["extra"]["type"],
            &written[6]["original_avatar"]
        ),
        (&json!(true), &json!("narrator"), &json!("ben.png"))
    );
    // What was written is read again as the same.
    let again = import(app, &ann, out.as_bytes()).await;
    let rows = |text: &str| {
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect::<Vec<Value>>()
    };
    assert_eq!(
        rows(&export(app, &ann, id_of(&again), "format=jsonl").await),
        rows(&out)
    );
    let read = export(app, &ann, id, "format=text").await;
    assert!(
        read.starts_with("# Ada\n")
            && read.contains("**Robin**\n\nHi, Ada.")
            && read.contains("\nNight falls.\n")
            && !read.contains("Third.")
    );
    let bob = app.person("bob").await;
    bob.get(&format!("/stories/{id}/export"))
        .await
        .assert_problem(404, "NOT_FOUND");
    ann.get(&format!("/stories/{id}/export?format=pdf"))
        .await
        .assert_problem(400, "BAD_REQUEST");
});

both_engines!(what_care_keeps_of_a_story_goes_with_it, async |app| {
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
    let private = app
        .scenario(NewScenario {
            public: false,
            ..NewScenario::named("Secret")
        })
        .await;
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
    assert_eq!(
        send(app, &ann, &lines(&tavern()), Some(&private)).await.status,
        404
    );
    assert_eq!(
        send(app, &ann, &lines(&tavern()), Some("no id!")).await.status,
        422
    );
    // Our own file names its scenario; whoever may not see it gets the story without.
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

both_engines!(chats_of_other_programs_are_read, async |app| {
    let ann = app.person("ann").await;
    let cai = json!({"info": {"character": {"name": "Ada", "greeting": "Hello."}}, "histories": {"histories": [
        {"msgs": [{"src": {"is_human": false, "name": "Ada"}, "text": "Hello."}, {"src": {"is_human": true, "name": "Robin"}, "text": "Hi."}]},
        {"msgs": [{"src": {"is_human": false, "name": "Ada"}, "text": "Again."}, {"src": {"is_human": true}, "text": "Yes."}, {"src": {"is_human": false}, "text": "Good."}]},
    ]}});
    let pairs = json!({"data": [], "data_visible": [["<|BEGIN-VISIBLE-CHAT|>", "Hello &amp; welcome."], ["Hi &lt;3", "Good."], ["", "More."]]});
    let newer = json!({"internal": [["x", "y"]], "visible": [["x", "y"]], "metadata": {"user_0": {"timestamp": "Jun 19, 2023 16:13"}}});
    let agnai = json!({"name": "Harbour", "scenario": "A port.", "greeting": "Hello.", "treeLeafId": "c", "extraField": 5, "messages": [
        {"_id": "a", "msg": "Hello.", "characterId": "x", "handle": "Ada", "createdAt": "2023-06-19T16:13:52Z"},
        {"_id": "b", "msg": "Hi.", "userId": "anon", "handle": "Robin", "parent": "a"},
        {"_id": "c", "msg": "One.", "characterId": "x", "handle": "Ada", "parent": "b", "retries": ["Zero."]},
        {"_id": "d", "msg": "Two.", "characterId": "x", "handle": "Ada", "parent": "b", "ooc": true},
    ]});
    let chub = lines(&[
        json!({"user_name": "unused", "character_name": "unused", "chat_metadata": {}}),
        json!({"name": "Ada", "is_user": false, "mes": {"message": "Hello."}, "swipes": [{"message": "Hello."}, {"message": "Hey."}], "swipe_id": 0}),
        json!({"name": "Robin", "is_user": true, "mes": {"message": "Hi."}}),
    ]);
    for (file, expected, names) in [
        (
            cai.to_string().into_bytes(),
            vec!["Again.", "Yes.", "Good."],
            vec!["Ada", "You", "Ada"],
        ),
        (
            pairs.to_string().into_bytes(),
            vec!["Hello & welcome.", "Hi <3", "Good.", "More."],
            vec!["Character", "You", "Character", "Character"],
        ),
        (
            newer.to_string().into_bytes(),
            vec!["x", "y"],
            vec!["You", "Character"],
        ),
        (
            agnai.to_string().into_bytes(),
            vec!["Hello.", "Hi.", "One."],
            vec!["Ada", "Robin", "Ada"],
        ),
        (chub, vec!["Hello.", "Hi."], vec!["Ada", "Robin"]),
        (
            serde_json::to_vec_pretty(&tavern()).expect("JSON"),
            vec![
                "Hello.",
                "Hi, Ada.",
                "Second, edited.",
                "A note.",
                "Night falls.",
                "Who is there?",
            ],
            vec!["Ada", "Robin", "Ada", "SillyTavern System", "Narrator", "Ben"],
        ),
    ] {
        let made = import(app, &ann, &file).await;
        let rows = messages(&ann, id_of(&made)).await;
        assert_eq!(
            (each(&rows, "content"), each(&rows, "name")),
            (expected, names),
            "{}",
            made["report"]
        );
        assert!(
            rows.iter()
                .all(|row| row["createdOn"].as_str().is_some_and(|at| at < "2026-11-22"))
        );
    }
    let made = import(app, &ann, agnai.to_string().as_bytes()).await;
    assert_eq!(made["story"]["messageCount"], 5);
    let kept: Value = serde_json::from_str(&export(app, &ann, id_of(&made), "").await).expect("JSON");
    assert_eq!(kept["story"]["extra"]["agnai"]["extraField"], 5);
});

/// Files that are no stories, with what they are called.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let own = |messages: Value| {
        json!({"format": "dramatis.story", "version": 1, "story": {"title": "x"}, "messages": messages})
            .to_string()
            .into_bytes()
    };
    let message =
        |id: &str, parent: Value| json!({"id": id, "parentId": parent, "author": "user", "content": "x"});
    let many: Vec<Value> = (0..=MAX_MESSAGES)
        .map(|n| json!({"id": format!("m{n}"), "author": "user", "content": "x"}))
        .collect();
    let wide: Vec<Value> = (0..600)
        .map(|n| json!({"id": format!("m{n}"), "author": "user", "content": "x"}))
        .collect();
    let pairs: Vec<Value> = (0..MAX_MESSAGES).map(|_| json!(["a", "b"])).collect();
    vec![
        ("nothing", Vec::new()),
        ("white space", b" \n\r\t ".to_vec()),
        ("only a mark", b"\xef\xbb\xbf".to_vec()),
        ("words", b"Once upon a time".to_vec()),
        ("invalid UTF-8", b"{\"mes\": \"\xff\xfe\"}".to_vec()),
        ("odd UTF-16", b"\xff\xfe\x00\xd8\x00".to_vec()),
        ("deep lists", [b"[".repeat(200_000), b"]".repeat(200_000)].concat()),
        ("deep objects", [b"{\"a\":".repeat(100_000), b"1".to_vec(), b"}".repeat(100_000)].concat()),
        ("deep in a line", [b"{\"user_name\":\"x\"}\n{\"mes\":".to_vec(), b"[".repeat(5_000), b"]".repeat(5_000), b"}\n{\"mes\":\"x\"}\n".to_vec()].concat()),
        ("huge number", b"{\"histories\": 1e999999}".to_vec()),
        ("truncated", b"{\"messages\": [{\"msg\": \"x\"".to_vec()),
        ("a number", b"5".to_vec()),
        ("an empty object", b"{}".to_vec()),
        ("an empty list", b"[]".to_vec()),
        ("a card", json!({"spec": "chara_card_v2", "data": {}}).to_string().into_bytes()),
        ("a book", json!({"entries": {}}).to_string().into_bytes()),
        ("a chat of nothing", lines(&[json!({"user_name": "a", "character_name": "b", "chat_metadata": {}})])),
        ("a text that is a list", lines(&[json!({"chat_metadata": {}}), json!({"mes": [1, 2]}), json!({"mes": "x"})])),
        ("a line that is none", b"{\"chat_metadata\":{}}\n5\n{\"mes\":\"x\"}\n".to_vec()),
        ("a broken line", b"{\"chat_metadata\":{}}\n{\"mes\": \n{\"mes\":\"x\"}\n".to_vec()),
        ("histories of another kind", json!({"histories": {"histories": 5}}).to_string().into_bytes()),
        ("pairs that are none", json!({"data_visible": [1]}).to_string().into_bytes()),
        ("too many pairs", json!({ "data_visible": pairs }).to_string().into_bytes()),
        ("messages of another kind", json!({"messages": [{"text": "x"}]}).to_string().into_bytes()),
        ("messages that are none", json!({"messages": [{"msg": "x"}, 5]}).to_string().into_bytes()),
        ("no version", json!({"format": "dramatis.story", "messages": []}).to_string().into_bytes()),
        ("no messages", own(json!([]))),
        ("messages as text", own(json!("x"))),
        ("a message as text", own(json!(["x"]))),
        ("an unknown author", own(json!([{"id": "a", "author": "god", "content": "x"}]))),
        ("a text as a number", own(json!([{"id": "a", "author": "user", "content": 5}]))),
        ("a bad date", own(json!([{"id": "a", "author": "user", "content": "x", "createdOn": "yesterday"}]))),
        ("a version beyond all bounds", own(json!([{"id": "a", "author": "user", "content": "x", "version": 1e30}]))),
        ("the same id twice", own(json!([message("a", Value::Null), message("a", Value::Null)]))),
        ("a circle", own(json!([message("a", json!("b")), message("b", json!("a"))]))),
        ("itself", own(json!([message("a", json!("a"))]))),
        ("an orphan", own(json!([message("a", json!("b"))]))),
        ("too many messages", own(Value::Array(many))),
        ("too many beginnings", own(Value::Array(wide))),
        ("a message that is too long", own(json!([{"id": "a", "author": "user", "content": "x".repeat(300_000)}]))),
        ("characters of one id", json!({"format": "dramatis.story", "version": 1, "characters": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}], "messages": [message("a", Value::Null)]}).to_string().into_bytes()),
        ("an id that leaves its place", json!({"format": "dramatis.story", "version": 1, "characters": [{"id": "../a", "name": "A"}], "messages": [message("a", Value::Null)]}).to_string().into_bytes()),
    ]
}

both_engines!(hostile_files_are_refused_and_leave_nothing, async |app| {
    let ann = app.person("ann").await;
    for (name, file) in hostile() {
        let answer = send(app, &ann, &file, None).await;
        answer.assert_problem(422, "VALIDATION_FAILED");
        assert!(
            answer.json["errors"][0]["message"]
                .as_str()
                .is_some_and(|why| why.len() > 10),
            "{name}: {}",
            answer.json
        );
    }
    let large = vec![b' '; MAX_FILE_BYTES + 1];
    send(app, &ann, &large, None)
        .await
        .assert_problem(413, "PAYLOAD_TOO_LARGE");
    let huge = vec![b' '; MAX_FILE_BYTES + 200 * 1024];
    send(app, &ann, &huge, None)
        .await
        .assert_problem(413, "PAYLOAD_TOO_LARGE");
    ann.post("/stories/import", &json!({}))
        .await
        .assert_problem(415, "UNSUPPORTED_MEDIA_TYPE");
    let request = Request::post("/api/v1/stories/import")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
    let request = request
        .header(header::AUTHORIZATION, format!("Bearer {}", ann.token))
        .body(Body::from("--edge--\r\n"));
    assert!(
        app.send(request.expect("a request"))
            .await
            .status
            .is_client_error()
    );
    assert_eq!(
        ann.get("/stories/").await.ok()["results"],
        json!([]),
        "nothing was stored"
    );
});

both_engines!(odd_files_are_read_as_far_as_they_go, async |app| {
    let ann = app.person("ann").await;
    let chat = lines(&tavern());
    let marked = [b"\xef\xbb\xbf".to_vec(), chat.clone()].concat();
    let text = String::from_utf8(chat.clone()).expect("UTF-8");
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let cut = chat[..chat.len() - 20].to_vec();
    let dressed = text.replace('\n', "\r\n\r\n").into_bytes();
    for (file, count) in [(marked, 6), (wide, 6), (cut, 5), (dressed, 6)] {
        let made = import(app, &ann, &file).await;
        assert_eq!(
            messages(&ann, id_of(&made)).await.len(),
            count,
            "{}",
            made["report"]
        );
    }
    // NUL, control characters, wrong types of what does not matter, unknown things of any size.
    let odd = lines(&[
        json!({"user_name": 5, "character_name": null, "create_date": {}, "chat_metadata": {"note_prompt": "a\u{0}b", "note_depth": 1e300, "note_role": "x", "scenario": 7, "deep": [[[[{"a\u{0}": "\u{0}"}]]]]}}),
        json!({"name": "Ada\u{0}\n\n", "is_user": "false", "is_system": 0, "send_date": -1, "mes": "a\u{0}b\u{7}\r\nc", "swipes": "none", "swipe_id": "7", "extra": [], "blob": "z".repeat(100_000)}),
        json!({"name": 7, "is_user": 1, "mes": 42, "swipes": ["42", null, 7], "swipe_id": 99, "swipe_info": [null, 5]}),
    ]);
    let made = import(app, &ann, &odd).await;
    let rows = messages(&ann, id_of(&made)).await;
    assert_eq!(
        (each(&rows, "content"), each(&rows, "name")),
        (vec!["ab\nc", "42"], vec!["Ada", "You"])
    );
    assert_eq!(outcome(&made, "blob"), "", "it is part of what is too large");
    assert_eq!(
        export(app, &ann, id_of(&made), "format=jsonl")
            .await
            .lines()
            .count(),
        3
    );
    let newer = json!({"format": "dramatis.story", "version": 9.5, "future": {"a": 1}, "story": {"title": "x", "later": 2, "settings": {"responseLength": 900, "maxReplies": 2, "puppetID": "nobody", "selectedPersona": "p"}, "setup": 5},
        "messages": [{"id": "a", "author": "user", "content": "x", "state": "writing", "mood": "dark", "presence": ["nobody"], "createdOn": "2400-01-01T00:00:00Z"}],
        "memory": {"facts": [{"text": "f"}, {"text": "g", "messageId": "nowhere"}], "summaries": [{"id": "s", "text": "t", "firstMessageId": "nowhere", "lastMessageId": "a"}]}});
    let made = import(app, &ann, newer.to_string().as_bytes()).await;
    for (field, expected) in [
        ("version", "changed"),
        ("unknown", "kept"),
        ("story.settings.responseLength", "dropped"),
        ("story.settings.puppetID", "dropped"),
        ("story.settings.selectedPersona", "asked"),
        ("story.setup", "dropped"),
        ("messages.presence", "changed"),
        ("memory.facts", "dropped"),
        ("memory.summaries", "dropped"),
    ] {
        let found = outcome(&made, field);
        assert!(
            found == expected
                || (field == "story.settings.puppetID"
                    && outcome(&made, "story.settings.controlMode") == expected),
            "{field}: {}",
            made["report"]
        );
    }
    let rows = messages(&ann, id_of(&made)).await;
    assert_eq!(
        (&rows[0]["state"], &rows[0]["presence"]),
        (&json!("interrupted"), &json!([]))
    );
    let back: Value = serde_json::from_str(&export(app, &ann, id_of(&made), "").await).expect("JSON");
    assert_eq!(
        (
            &back["future"]["a"],
            &back["story"]["later"],
            &back["messages"][0]["mood"],
            &back["story"]["settings"]["maxReplies"]
        ),
        (&json!(1), &json!(2), &json!("dark"), &json!(2))
    );
});

/// A tree of messages as our own file: parents, and what may vary of each.
fn own_file() -> impl Strategy<Value = Value> {
    let state = prop_oneof![
        Just("complete"),
        Just("stopped"),
        Just("interrupted"),
        Just("failed")
    ];
    let origin = prop_oneof![
        Just("said"),
        Just("reply"),
        Just("regenerated"),
        Just("edited"),
        Just("imported"),
        Just("opening"),
        Just("continued")
    ];
    let one = (
        any::<prop::sample::Index>(),
        state,
        origin,
        any::<[bool; 5]>(),
        "[ -~äß🙂\n]{0,40}",
        0..3_usize,
        0..1000_i64,
    );
    (prop::collection::vec(one, 1..40), any::<prop::sample::Index>(), prop::collection::vec(any::<prop::sample::Index>(), 0..4)).prop_map(|(nodes, head, facts)| {
        let count = nodes.len();
        let parents: Vec<Option<usize>> = nodes.iter().enumerate().map(|(place, node)| (place > 0 && !node.3[0]).then(|| node.0.index(place))).collect();
        let mut deleted = vec![false; count];
        for place in 1..count {
            deleted[place] = parents[place].map_or(nodes[place].6 % 7 == 0, |parent| deleted[parent] || nodes[place].6 % 7 == 0);
        }
        let id = |place: usize| format!("m{place}");
        let date = |offset: i64| kernel::Timestamp(1_700_000_000_000 + offset).to_string();
        let messages: Vec<Value> = nodes
            .iter()
            .enumerate()
            .map(|(place, (_, state, origin, flags, text, revisions, number))| {
                let author = ["user", "actor", "narrator"][place % 3];
                let live: Vec<usize> = (0..count).filter(|child| parents[*child] == Some(place) && !deleted[*child]).collect();
                let mut message = json!({
                    "id": id(place), "parentId": parents[place].map(id), "author": author, "authorId": (author == "actor").then_some("ada"), "name": format!("Name {}", place % 5 + 1),
                    "content": format!("{place}: {text}"), "state": state, "presence": flags[1].then(|| json!(["ada"])), "hidden": flags[2], "origin": origin,
                    "model": flags[3].then_some("m-1"), "tokens": flags[3].then(|| json!({"prompt": number, "reply": flags[1].then_some(7)})), "price": number % 3, "turnId": flags[4].then(|| format!("t{place}")),
                    "version": revisions + 1, "createdOn": date(place as i64 * 1000), "editedOn": flags[0].then(|| date(place as i64 * 1000 + 5)), "activeChildId": live.last().copied().map(id),
                });
                let object = message.as_object_mut().expect("an object");
                if deleted[place] {
                    let with = parents[place].filter(|parent| deleted[*parent]).map_or(place, |_| place);
                    object.insert("deletedOn".to_owned(), json!(date(10_000_000)));
                    object.insert("deletedIn".to_owned(), json!(with as i64 + 1));
                }
                if *revisions > 0 {
                    let old: Vec<Value> = (1..=*revisions).map(|version| json!({"version": version, "content": format!("old {version}"), "createdOn": date(*number)})).collect();
                    object.insert("revisions".to_owned(), Value::Array(old));
                }
                if flags[1] {
                    object.insert("extra".to_owned(), json!({"tavern": {"force_avatar": "a.png", "n": number}}));
                    object.insert("mood".to_owned(), json!(["dark", number]));
                    object.insert("prompt".to_owned(), json!({"hash": "abc"}));
                }
                message
            })
            .collect();
        let live: Vec<usize> = (0..count).filter(|place| !deleted[*place]).collect();
        let head = live[head.index(live.len())];
        let mut messages = messages;
        let mut at = head;
        while let Some(parent) = parents[at] {
            messages[parent]["activeChildId"] = json!(id(at));
            at = parent;
        }
        let facts: Vec<Value> = facts
            .iter()
            .enumerate()
            .map(|(number, place)| {
                let message = place.index(count + 1);
                json!({"text": format!("fact {number}"), "messageId": (message < count).then(|| id(message)), "pinned": number % 2 == 0, "version": number + 1, "createdOn": date(number as i64), "updatedOn": date(number as i64 + 1)})
            })
            .collect();
        let mut root = head;
        while let Some(parent) = parents[root] {
            root = parent;
        }
        let summaries = json!([
            {"id": "s1", "text": "It began.", "firstMessageId": id(root), "lastMessageId": id(root), "leftOut": [], "edited": true, "basedOn": null, "model": null, "version": 2, "createdOn": date(1), "updatedOn": date(2)},
        ]);
        let variables = if head.is_multiple_of(2) { json!({"local": {"mood": "calm"}, "global": {"hp": head.to_string()}}) } else { Value::Null };
        let mut file = json!({
            "format": "dramatis.story", "version": 1, "exportedOn": date(99), "future": {"kept": true},
            "story": {"id": "s", "title": "A title", "themeID": "noir", "scenarioID": null, "cardID": null, "createdOn": date(-1000), "headId": id(head), "odd": 1, "extra": {"tavern": {"integrity": "x"}},
                "setup": {"name": "Harbour", "description": "d", "setting": "s", "exampleDialogue": [{"speaker": "Ada", "text": "x"}], "authorNote": null, "language": "en"},
                "settings": {"responseLength": 10, "npcsEnabled": false, "controlMode": "steer", "puppetID": null, "selectedPersona": null, "chatModel": "understudy", "strategy": "pooled", "maxReplies": 2, "autoReply": false,
                    "speakForPlayer": true, "authorsNote": {"text": "n", "depth": 2, "interval": 3, "role": "user"}, "sampling": {"temperature": 0.5}, "systemPrompt": "sys", "postHistory": null, "chatOption": true}},
            "characters": [{"id": "ada", "name": "Ada", "role": "r", "description": "d", "persona": "p", "examples": "e", "avatar": null, "muted": true, "talkativeness": 0.25}],
            "messages": messages, "memory": {"facts": facts, "summaries": summaries},
        });
        // Files from before there were any have none.
        if !variables.is_null() {
            file["variables"] = variables;
        }
        file
    })
}

/// A file with everything that is named anew on import taken out: ids are the texts of their messages, which
/// are all different.
fn normal(file: &Value) -> Value {
    let mut file = file.clone();
    let mut names = Map::new();
    for message in file["messages"].as_array().expect("messages") {
        let content = message["content"].as_str().expect("a text");
        names.insert(
            message["id"].as_str().expect("an id").to_owned(),
            json!(content.split(':').next()),
        );
    }
    let name = |value: &Value| {
        value
            .as_str()
            .and_then(|id| names.get(id))
            .cloned()
            .unwrap_or(Value::Null)
    };
    file.as_object_mut().expect("an object").remove("exportedOn");
    file["story"].as_object_mut().expect("a story").remove("id");
    file["story"]["headId"] = name(&file["story"]["headId"]);
    let mut messages = file["messages"].as_array().expect("messages").clone();
    for message in &mut messages {
        for field in ["id", "parentId", "activeChildId"] {
            message[field] = name(&message[field]);
        }
    }
    messages.sort_by_key(|message| message["id"].as_str().and_then(|id| id.parse::<usize>().ok()));
    file["messages"] = Value::Array(messages);
    let mut facts = file["memory"]["facts"].as_array().cloned().unwrap_or_default();
    facts
        .iter_mut()
        .for_each(|fact| fact["messageId"] = name(&fact["messageId"]));
    file["memory"]["facts"] = Value::Array(facts);
    let mut summaries = file["memory"]["summaries"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    for summary in &mut summaries {
        summary["id"] = Value::Null;
        for field in ["firstMessageId", "lastMessageId"] {
            summary[field] = name(&summary[field]);
        }
    }
    file["memory"]["summaries"] = Value::Array(summaries);
    file
}

fn there_and_back(engine: crate::testing::Engine, cases: u32) {
    crate::testing::run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        let ann = app.person("ann").await;
        let mut runner = proptest::test_runner::TestRunner::new(proptest::test_runner::Config {
            cases,
            failure_persistence: None,
            ..Default::default()
        });
        let handle = tokio::runtime::Handle::current();
        tokio::task::block_in_place(|| {
            let outcome = runner.run(&own_file(), |file| {
                let made = handle.block_on(import(&app, &ann, file.to_string().as_bytes()));
                let written = handle.block_on(export(&app, &ann, id_of(&made), "deleted=true"));
                let written: Value = serde_json::from_str(&written).expect("JSON");
                prop_assert_eq!(normal(&written), normal(&file), "{}", made["report"]);
                let without = handle.block_on(export(&app, &ann, id_of(&made), ""));
                prop_assert!(!without.contains("deletedOn"));
                let again = handle.block_on(import(&app, &ann, without.as_bytes()));
                prop_assert_eq!(&again["story"]["messageCount"], &made["story"]["messageCount"]);
                Ok(())
            });
            outcome.unwrap_or_else(|error| panic!("{error}"));
        });
    });
}

#[test]
fn nothing_is_lost_there_and_back_on_sqlite() {
    there_and_back(crate::testing::Engine::Sqlite, 60);
}

#[test]
fn nothing_is_lost_there_and_back_on_postgres() {
    there_and_back(crate::testing::Engine::Postgres, 20);
}

both_engines!(twenty_thousand_messages_come_in_at_once, async |app| {
    let ann = app.person("ann").await;
    let mut rows = vec![json!({"user_name": "Robin", "character_name": "Ada", "chat_metadata": {}})];
    rows.extend((0..MAX_MESSAGES).map(|n| json!({"name": if n % 2 == 0 { "Ada" } else { "Robin" }, "is_user": n % 2 == 1, "send_date": 1_687_191_232_000_i64 + n as i64, "mes": format!("Line {n} of a very long story."), "extra": {"n": n}})));
    let began = std::time::Instant::now();
    app.state.db.inject_serialization_failures(0.0);
    let made = import(app, &ann, &lines(&rows)).await;
    let took = began.elapsed();
    eprintln!("20,000 messages took {took:?}");
    assert!(took < std::time::Duration::from_secs(30), "{took:?}");
    let id = id_of(&made);
    assert_eq!(made["story"]["messageCount"], 20_000);
    let slice = ann
        .get(&format!("/stories/{id}/slice/up/head?limit=2"))
        .await
        .ok();
    assert_eq!(slice["results"][1]["content"], "Line 19999 of a very long story.");
    assert_eq!(slice["results"][1]["depth"], 19_999);
    assert_eq!(
        export(app, &ann, id, "format=jsonl").await.lines().count(),
        20_001
    );
});

/// Counts what is written, and keeps none of it.
#[derive(Default)]
struct Pieces {
    all: usize,
    largest: usize,
}

impl std::io::Write for Pieces {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.all += piece.len();
        self.largest = self.largest.max(piece.len());
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

both_engines!(files_are_written_message_by_message, async |app| {
    let ann = app.person("ann").await;
    let text = "A long line of a long story. ".repeat(100);
    let said = |n: usize| json!({ "name": if n.is_multiple_of(2) { "Ada" } else { "Robin" }, "is_user": !n.is_multiple_of(2), "mes": format!("{n} {text}"), "swipes": [format!("{n} {text}"), "Or not."], "swipe_id": 0 });
    let rows: Vec<Value> = std::iter::once(json!({ "user_name": "Robin", "character_name": "Ada" }))
        .chain((0..400).map(said))
        .collect();
    let made = import(app, &ann, &lines(&rows)).await;
    let owner = Owner::Person(ann.user_id.clone());
    for format in [Format::Json, Format::Jsonl, Format::Text] {
        let mut conn = app.state.db.read().await.expect("a connection");
        let story = crate::stories::load_story(&mut conn, &owner, &id_of(&made).parse().expect("an id"))
            .await
            .expect("a story");
        let mut pieces = Pieces::default();
        actions::export(
            &mut conn,
            &story,
            format,
            false,
            app.state.clock.now(),
            &mut pieces,
        )
        .await
        .expect("a file");
        assert!(pieces.all > 400 * text.len(), "{format:?}: {}", pieces.all);
        assert!(
            pieces.largest < 4 * text.len(),
            "{format:?}: {} at once",
            pieces.largest
        );
        // A disk without room.
        let mut full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device");
        let failed =
            actions::export(&mut conn, &story, format, false, app.state.clock.now(), &mut full).await;
        assert_eq!(
            failed.expect_err("no room").code(),
            ErrorCode::STORAGE_FULL,
            "{format:?}"
        );
    }
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

#[cfg(target_os = "linux")]
#[test]
fn a_large_export_takes_little_memory() {
    use platform::db::query_on;

    use crate::testing::{Engine, growth_by_download, run_test};
    const MESSAGES: usize = 1_000;
    const BYTES: usize = 64 << 10;
    run_test(async {
        let app = TestApp::create(Engine::Sqlite).await.expect("SQLite");
        let ann = app.person("ann").await;
        let head = json!({"user_name": "Robin", "character_name": "Ada"});
        let message = |number: usize| json!({"name": "Ada", "is_user": number % 2 == 1, "mes": "Hello."});
        let made = import(
            &app,
            &ann,
            &lines(
                &std::iter::once(head)
                    .chain((0..MESSAGES).map(message))
                    .collect::<Vec<_>>(),
            ),
        )
        .await;
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let content = "Line. ".repeat(BYTES / 6);
        query_on!(tx, |x: D| sqlx::query::<D>("update messages set content = $1")
            .bind(&content)
            .execute(x)
            .await
            .map(drop))
        .expect("long messages");
        tx.commit().await.expect("a commit");
        let id = id_of(&made).to_owned();
        let path = format!("stories/{id}/export");
        let grown = growth_by_download(crate::router(app.state.clone()), &path, &ann.token).await;
        // A page of messages, several times over while it is written.
        assert!(
            grown < MESSAGES * BYTES / 2,
            "{grown} bytes for a story of {}",
            MESSAGES * BYTES
        );
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_reader_fail(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = sniff::read(&bytes, &mut Report::default());
    }

    #[test]
    fn no_damage_makes_a_reader_fail(at in any::<prop::sample::Index>(), with in prop_oneof![Just("null"), Just("[]"), Just("{}"), Just("-1"), Just("1e308"), Just("\"\""), Just(","), Just("\"\\u0000\"")], length in 0..12_usize, which in 0..2_usize) {
        let whole = if which == 0 { String::from_utf8(lines(&tavern())).expect("UTF-8") } else { serde_json::to_string(&json!({"format": "dramatis.story", "version": 1, "story": {"title": "x", "settings": {"maxReplies": 2}}, "characters": [{"id": "a", "name": "A"}], "messages": [{"id": "m", "author": "actor", "authorId": "a", "content": "x"}], "memory": {"facts": [{"text": "x"}], "summaries": []}})).expect("JSON") };
        let from = at.index(whole.len());
        let mut bytes = whole.clone().into_bytes();
        bytes.splice(from..(from + length).min(whole.len()), with.bytes());
        let _ = sniff::read(&bytes, &mut Report::default());
    }

    #[test]
    fn any_value_in_any_field_is_read_or_refused(field in 0..16_usize, value in prop_oneof![Just(json!(null)), Just(json!([])), Just(json!({})), Just(json!(1e300)), Just(json!(-1)), Just(json!("x")), Just(json!(true)), Just(json!([null, {"message": 5}]))]) {
        let fields = ["name", "is_user", "is_system", "send_date", "mes", "swipes", "swipe_id", "swipe_info", "extra", "chat_metadata", "user_name", "character_name", "create_date", "gen_started", "force_avatar", "original_avatar"];
        let mut chat = tavern();
        for row in &mut chat {
            row[fields[field]] = value.clone();
        }
        let _ = sniff::read(&lines(&chat), &mut Report::default());
    }
}

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
