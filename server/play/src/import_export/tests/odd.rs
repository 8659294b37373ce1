//! Slightly invalid files.

use platform::both_engines;
use serde_json::{Value, json};

use super::{each, export, id_of, import, lines, messages, outcome, tavern};

both_engines!(any_encoding_and_half_a_file_are_read, async |app| {
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
});

both_engines!(values_of_the_wrong_type_are_read_as_far_as_they_go, async |app| {
    let ann = app.person("ann").await;
    // NUL, control characters, wrong types in unimportant fields, unknown fields of any size.
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
});

both_engines!(a_file_of_a_newer_version_is_read_as_far_as_it_goes, async |app| {
    let ann = app.person("ann").await;
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
