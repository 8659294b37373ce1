//! Chats of SillyTavern, imported and exported.

use platform::both_engines;
use serde_json::json;

use super::{each, export, id_of, import, lines, messages, objects, outcome, tavern};

both_engines!(a_tavern_chat_becomes_a_story_with_its_alternatives, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    assert_eq!(
        (&made["story"]["title"], &made["story"]["messageCount"]),
        (&json!("Ada"), &json!(8))
    );
    assert_eq!(made["story"]["characters"].as_array().map(Vec::len), Some(2));
    let rows = messages(&ann, id_of(&made)).await;
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
});

both_engines!(a_report_says_what_became_of_a_tavern_chat, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
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
});

both_engines!(a_tavern_chat_goes_out_with_all_it_brought, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    let written = objects(&export(app, &ann, id_of(&made), "format=jsonl").await);
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
        (
            &written[4]["is_system"],
            &written[5]["extra"]["type"],
            &written[6]["original_avatar"]
        ),
        (&json!(true), &json!("narrator"), &json!("ben.png"))
    );
});

both_engines!(alternatives_go_out_as_swipes, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    let written = objects(&export(app, &ann, id_of(&made), "format=jsonl").await);
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
});

both_engines!(what_was_written_is_read_again_as_the_same, async |app| {
    let ann = app.person("ann").await;
    let made = import(app, &ann, &lines(&tavern())).await;
    let out = export(app, &ann, id_of(&made), "format=jsonl").await;
    let again = import(app, &ann, out.as_bytes()).await;
    assert_eq!(
        objects(&export(app, &ann, id_of(&again), "format=jsonl").await),
        objects(&out)
    );
});
