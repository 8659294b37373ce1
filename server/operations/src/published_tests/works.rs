//! The works of an author who hides what can be hidden, and who else asks for them.

use serde_json::{Value, json};

use super::reader::Reader;
use super::walk::Names;
use super::{complete, create, publish, save, text_of};
use crate::testing::{Actor, TestApp};

/// What every hidden word begins with.
pub(super) const CANARY: &str = "xqcanary";
/// The fields of which a prompt has something.
pub(super) const OF_PROMPTS: [&str; 9] = [
    "setting",
    "description",
    "personality",
    "voice",
    "example",
    "system",
    "after",
    "note",
    "lorecontent",
];
/// What an author alone reads besides: of people’s texts in lorebooks, of cards, and of what is not published.
pub(super) const OF_AUTHORS: [&str; 14] = [
    "lorekey",
    "loreid",
    "loregroup",
    "loreentry",
    "lorecomment",
    "lorebook",
    "loreabout",
    "ownlorecontent",
    "extension",
    "kept",
    "typedlater",
    "draft",
    "private",
    "seriesdraft",
];

pub(super) fn word(field: &str) -> String {
    format!("{CANARY}{field}")
}

/// A lorebook whose words have this before them.
pub(super) fn book(of: &str) -> Value {
    let entry = json!({ "id": word("loreid"), "group": word(&format!("loregroup{of}")), "name": word("loreentry"), "comment": word("lorecomment"),
        "keys": ["lamp", word("lorekey")], "content": format!("{}.", word(of)) });
    json!([{ "id": "b", "book": { "name": word("lorebook"), "description": word("loreabout"), "entries": [entry],
        "extensions": { "other": word("extension") } } }])
}

/// Every field that readers are not shown has a word of its own.
pub(super) fn closed() -> Value {
    let mut draft = complete("The Salt Lamp");
    let secret = |field: &str| format!("{}.", word(field));
    draft["setting"] = json!(secret("setting"));
    draft["actors"][0] = json!({
        "id": "ida", "name": "Ida", "role": "Keeper", "talkativeness": 1.0,
        "description": secret("description"),
        "personality": secret("personality"),
        "voice": secret("voice"),
        "exampleDialogue": format!("<START>\n{{{{char}}}}: {}", secret("example")),
        "systemPrompt": format!("{{{{original}}}} {}", secret("system")),
        "postHistoryInstructions": secret("after"),
        "note": { "text": secret("note"), "depth": 0, "role": "system" },
        "lorebooks": book("ownlorecontent"),
        "kept": { "data": { "other": word("kept") } },
    });
    draft["lorebooks"] = book("lorecontent");
    draft
}

/// What there is of the author's.
pub(super) struct Works {
    pub(super) closed: String,
    pub(super) private: String,
    pub(super) draft: String,
    pub(super) series: String,
    pub(super) lorebook: String,
    pub(super) import: String,
    pub(super) story: String,
}

impl Works {
    pub(super) async fn of(app: &TestApp, ann: &Actor<'_>) -> Self {
        let id = create(app, ann, &closed()).await;
        publish(ann, &id, "public").await.ok();
        let mut later = closed();
        later["title"] = json!(word("typedlater"));
        save(ann, &id, &later).await;
        let private = create(app, ann, &complete(&word("private"))).await;
        publish(ann, &private, "private").await.ok();
        let draft = create(app, ann, &complete(&word("draft"))).await;
        let mut series_draft = complete(&word("seriesdraft"));
        series_draft["tags"] = json!([word("tag")]);
        let third = create(app, ann, &series_draft).await;
        let series = json!({ "title": "The coast", "scenarios": [draft, id, private, third] });
        let series = ann.post("/series", &series).await;
        assert_eq!(series.status, 201, "{}", series.json);
        let book =
            json!({ "name": word("library"), "entries": [{ "keys": ["lamp"], "content": word("library") }] });
        let lorebook = text_of(&ann.post("/lorebooks", &book).await.json["id"]);
        let import = ann
            .post("/scenarios/imports", &json!({ "name": word("import") }))
            .await;
        let story = ann.post("/stories/", &json!({ "scenarioId": id })).await;
        Self {
            closed: id,
            private,
            draft,
            series: text_of(&series.json["id"]),
            lorebook,
            import: text_of(&import.json["id"]),
            story: text_of(&story.json["id"]),
        }
    }

    pub(super) fn scenarios(&self) -> Vec<String> {
        vec![self.closed.clone(), self.private.clone(), self.draft.clone()]
    }
}

/// What a reader has played.
pub(super) struct Played {
    pub(super) story: String,
    pub(super) message: String,
    pub(super) turn: String,
}

/// Plays the closed scenario, with macros that ask for what is closed in every text that a player writes.
pub(super) async fn play(reader: &Reader<'_>, path: &str, works: &Works) -> (Played, Vec<Vec<u8>>) {
    let made = reader
        .json("POST", path, Some(&json!({ "scenarioId": works.closed })))
        .await;
    let story = made["id"]
        .as_str()
        .or(made["storyId"].as_str())
        .expect("a story")
        .to_owned();
    // What a player writes in its place replaces the instructions of the author.
    let first = json!({ "chatID": story, "message": "Hello." });
    let first = reader.json("POST", "/message/create", Some(&first)).await;
    let macros =
        "{{scenario}} {{description}} {{personality}} {{mesExamples}} {{charPrompt}} {{charJailbreak}}";
    let own = json!({ "chatID": story, "systemPrompt": macros, "postHistory": macros, "authorsNote": { "text": macros } });
    let mut received = vec![first.to_string().into_bytes()];
    received.push(reader.bytes("POST", "/chat/edit-settings", Some(&own)).await);
    let mut turn = String::new();
    for line in ["The lamp.", "What is your secret?"] {
        let said = json!({ "chatID": story, "message": line });
        let played = reader.json("POST", "/message/create", Some(&said)).await;
        received.push(played.to_string().into_bytes());
        turn = text_of(&played["id"]);
    }
    let view = reader.json("GET", &format!("/stories/{story}"), None).await;
    let message = text_of(&view["headId"]);
    (Played { story, message, turn }, received)
}

/// The names of everything of the author's, and of what somebody has played.
pub(super) fn names(works: &Works, ann: &Actor<'_>, played: &Played) -> Names {
    let one = |text: &str| vec![text.to_owned()];
    let stories = vec![played.story.clone(), works.story.clone()];
    let authors = vec![ann.user_id.to_string()];
    Names(vec![
        ("scenario", works.scenarios()),
        ("scenarioid", works.scenarios()),
        ("scenario-reviews", works.scenarios()),
        ("?id", works.scenarios()),
        ("?scenarioID", works.scenarios()),
        ("stories", stories.clone()),
        ("?chatID", stories),
        ("messageid", vec!["head".to_owned(), played.message.clone()]),
        ("turnid", one(&played.turn)),
        ("imports", one(&works.import)),
        ("position", one("0")),
        ("lorebooks", one(&works.lorebook)),
        ("tagid", one("00000000-0000-7000-8000-000000000000")),
        ("campaignid", one("spring")),
        ("userid", authors.clone()),
        ("?author", authors),
        ("authorname", one("ann")),
        ("targetid", vec![ann.user_id.to_string()]),
        ("?q", one("lamp")),
        ("?name", one("lighthouse")),
        ("?after", one("0")),
        (
            "?format",
            ["json", "jsonl", "text", "charx", "png"]
                .map(str::to_owned)
                .to_vec(),
        ),
    ])
}

/// Calls that are no reads, which may answer with something, or refuse and say why.
pub(super) fn attempts(works: &Works, played: &Played) -> Vec<(&'static str, String, Value)> {
    let closed = &works.closed;
    let of_scenario = |rest: &str| format!("/scenarios/scenario/{closed}{rest}");
    let stories = format!("/stories/{}", played.story);
    let mut wrong = complete("Mine now");
    wrong["setting"] = json!(7);
    let ids = json!({ "ids": [closed, works.private, works.draft] });
    vec![
        (
            "POST",
            "/chat/fetch".to_owned(),
            json!({ "chatID": played.story }),
        ),
        ("POST", "/chat/fetch".to_owned(), json!({ "chatID": works.story })),
        (
            "POST",
            "/chat/name-player".to_owned(),
            json!({ "chatID": played.story, "name": "Robin" }),
        ),
        (
            "POST",
            format!("{stories}/lorebooks/test"),
            json!({ "text": "The lamp." }),
        ),
        ("POST", format!("{stories}/lorebooks/test"), json!({ "text": 7 })),
        ("POST", format!("{stories}/summary/refresh"), json!({})),
        (
            "POST",
            format!("{stories}/facts"),
            json!({ "text": "{{scenario}} {{description}}" }),
        ),
        (
            "PATCH",
            format!("/messages/{}", played.message),
            json!({ "content": "{{scenario}}" }),
        ),
        (
            "POST",
            "/message/create".to_owned(),
            json!({ "chatID": played.story, "speakerId": "nobody" }),
        ),
        (
            "POST",
            "/scenarios/rate".to_owned(),
            json!({ "scenarioId": closed, "rating": 1 }),
        ),
        (
            "POST",
            "/scenarios/love".to_owned(),
            json!({ "scenarioId": closed }),
        ),
        ("POST", "/card/topsearch".to_owned(), json!({ "q": "lamp" })),
        (
            "POST",
            "/cards/card/rate".to_owned(),
            json!({ "cardId": closed, "rating": 1 }),
        ),
        (
            "POST",
            "/reports".to_owned(),
            json!({ "kind": "scenario", "targetId": closed, "reason": "other" }),
        ),
        (
            "POST",
            "/reports".to_owned(),
            json!({ "kind": "reply", "targetId": played.message, "reason": "other" }),
        ),
        ("PUT", of_scenario("?version=1"), wrong),
        ("PUT", of_scenario("?version=1"), complete("Mine now")),
        (
            "POST",
            of_scenario("/publish"),
            json!({ "version": 1, "access": "public" }),
        ),
        ("POST", of_scenario("/withdraw"), json!({})),
        ("POST", of_scenario("/restore"), json!({})),
        ("DELETE", of_scenario(""), json!({})),
        ("DELETE", format!("/card/delete?id={closed}"), json!({})),
        (
            "PUT",
            "/card/edit".to_owned(),
            json!({ "id": closed, "version": 1 }),
        ),
        ("POST", "/scenarios/my/export".to_owned(), ids.clone()),
        (
            "POST",
            "/scenarios/my/bulk".to_owned(),
            json!({ "ids": ids["ids"], "change": { "trash": true } }),
        ),
        (
            "POST",
            "/series".to_owned(),
            json!({ "title": "Mine", "scenarios": ids["ids"] }),
        ),
        (
            "PUT",
            format!("/series/{}", works.series),
            json!({ "title": "Mine", "scenarios": [], "version": 1 }),
        ),
        ("DELETE", format!("/series/{}", works.series), json!({})),
        (
            "PUT",
            format!("/lorebooks/{}", works.lorebook),
            json!({ "name": "Mine", "entries": [] }),
        ),
        (
            "POST",
            format!("/scenarios/imports/{}/seal", works.import),
            json!({}),
        ),
        (
            "POST",
            format!("/scenarios/imports/{}/answer", works.import),
            json!({ "changed": "update" }),
        ),
        (
            "POST",
            "/stories/".to_owned(),
            json!({ "scenarioId": works.private }),
        ),
        (
            "POST",
            "/stories".to_owned(),
            json!({ "scenarioId": works.draft }),
        ),
        ("POST", "/chat/create".to_owned(), json!({ "scenarioId": closed })),
        (
            "POST",
            format!("/admin/scenario-reviews/{closed}"),
            json!({ "publish": true, "reason": "x" }),
        ),
    ]
}
