//! Chats of other programs.

use platform::both_engines;
use serde_json::{Value, json};

use super::{each, export, id_of, import, lines, messages, tavern};

fn cai() -> Value {
    json!({"info": {"character": {"name": "Ada", "greeting": "Hello."}}, "histories": {"histories": [
        {"msgs": [{"src": {"is_human": false, "name": "Ada"}, "text": "Hello."}, {"src": {"is_human": true, "name": "Robin"}, "text": "Hi."}]},
        {"msgs": [{"src": {"is_human": false, "name": "Ada"}, "text": "Again."}, {"src": {"is_human": true}, "text": "Yes."}, {"src": {"is_human": false}, "text": "Good."}]},
    ]}})
}

fn agnai() -> Value {
    json!({"name": "Harbour", "scenario": "A port.", "greeting": "Hello.", "treeLeafId": "c", "extraField": 5, "messages": [
        {"_id": "a", "msg": "Hello.", "characterId": "x", "handle": "Ada", "createdAt": "2023-06-19T16:13:52Z"},
        {"_id": "b", "msg": "Hi.", "userId": "anon", "handle": "Robin", "parent": "a"},
        {"_id": "c", "msg": "One.", "characterId": "x", "handle": "Ada", "parent": "b", "retries": ["Zero."]},
        {"_id": "d", "msg": "Two.", "characterId": "x", "handle": "Ada", "parent": "b", "ooc": true},
    ]})
}

both_engines!(chats_of_other_programs_are_read, async |app| {
    let ann = app.person("ann").await;
    let pairs = json!({"data": [], "data_visible": [["<|BEGIN-VISIBLE-CHAT|>", "Hello &amp; welcome."], ["Hi &lt;3", "Good."], ["", "More."]]});
    let newer = json!({"internal": [["x", "y"]], "visible": [["x", "y"]], "metadata": {"user_0": {"timestamp": "Jun 19, 2023 16:13"}}});
    let chub = lines(&[
        json!({"user_name": "unused", "character_name": "unused", "chat_metadata": {}}),
        json!({"name": "Ada", "is_user": false, "mes": {"message": "Hello."}, "swipes": [{"message": "Hello."}, {"message": "Hey."}], "swipe_id": 0}),
        json!({"name": "Robin", "is_user": true, "mes": {"message": "Hi."}}),
    ]);
    for (file, expected, names) in [
        (
            cai().to_string().into_bytes(),
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
            agnai().to_string().into_bytes(),
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
});

both_engines!(what_agnai_says_beyond_its_messages_is_kept, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, agnai().to_string().as_bytes()).await;
    assert_eq!(made["story"]["messageCount"], 5);
    let kept: Value = serde_json::from_str(&export(app, &ann, id_of(&made), "").await).expect("JSON");
    assert_eq!(kept["story"]["extra"]["agnai"]["extraField"], 5);
});
