//! Files that are not stories, and malicious files.

use axum::body::Body;
use axum::http::{Request, header};
use platform::both_engines;
use platform::web::Report;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{lines, send, tavern};
use crate::import_export::rules::{MAX_FILE_BYTES, MAX_MESSAGES};
use crate::import_export::sniff;

/// Files that are not stories, with their names.
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
