//! A scenario for adults with somebody of sixteen in it becomes public or unlisted by no way; a harmless one does by
//! each.

use platform::both_engines;
use serde_json::{Value, json};

use super::complete;
use super::decoded::contains;
use super::neighbours::NEIGHBOURS;
use super::reader::Reader;
use super::walk::Names;
use super::ways::{Attempt, Way};
use crate::testing::{Actor, TestApp};

/// Where an entry of a lorebook stands.
pub(super) const LORE: &str = "/lorebooks/0/book/entries/0/content";
/// The places of a statement.
const PLACES: [&str; 4] = [
    "/actors/0/description",
    LORE,
    "/openings/0/text",
    "/actors/0/expressions/0/name",
];
/// Somebody of sixteen, in the languages that the judge reads.
const STATED: [&str; 4] = [
    "She is 16 years old.",
    "Sie ist sechzehn Jahre alt.",
    "Elle a seize ans.",
    "Tiene 16 años.",
];
/// What the titles of all tried scenarios begin with, and nothing else has.
const MARK: &str = "quenzabar";

/// For adults, with a text in every place that is tried.
pub(super) fn adult(title: &str) -> Value {
    let mut draft = complete(title);
    draft["rating"] = json!("explicit");
    draft["actors"][0]["description"] = json!("A grown woman.");
    draft["actors"][0]["expressions"] = json!([{ "name": "calm" }]);
    draft["lorebooks"] = json!([{ "id": "b", "book": { "name": "Lore", "entries": [{ "id": "1", "keys": ["lamp"], "content": "" }] } }]);
    draft
}

/// Lets pass what waits for an admin.
async fn approve(root: &Actor<'_>, id: &str) {
    let decision = json!({ "publish": true, "reason": "looked at" });
    let answer = root
        .post(&format!("/admin/scenario-reviews/{id}"), &decision)
        .await;
    assert!(
        [204, 404, 422].contains(&answer.status.as_u16()),
        "{}",
        answer.json
    );
}

/// Somebody who is shown everything.
async fn grown_up<'a>(app: &'a TestApp, name: &str) -> Actor<'a> {
    let reader = app.person(name).await;
    reader.patch("/users/me", &json!({ "showNSFL": true })).await.ok();
    reader
}

/// The addresses of all lists, and of everything about these scenarios.
fn addresses(scenarios: &[String], author: &Actor<'_>) -> Vec<String> {
    let nothing = || vec!["00000000-0000-7000-8000-000000000000".to_owned()];
    let authors = || vec![author.user_id.to_string()];
    let mut names = vec![
        ("scenario", scenarios.to_vec()),
        ("scenarioid", scenarios.to_vec()),
        ("scenario-reviews", scenarios.to_vec()),
        ("?id", scenarios.to_vec()),
        ("?q", vec![MARK.to_owned(), "lamp".to_owned()]),
        ("?name", vec![MARK.to_owned()]),
        ("?author", authors()),
        ("userid", authors()),
        ("authorname", vec!["author0".to_owned()]),
        ("targetid", authors()),
        ("position", vec!["0".to_owned()]),
        ("campaignid", vec!["spring".to_owned()]),
    ];
    for key in [
        "stories",
        "imports",
        "lorebooks",
        "messageid",
        "turnid",
        "tagid",
        "?chatID",
    ] {
        names.push((key, nothing()));
    }
    Names(names).addresses()
}

async fn everything_is_without(app: &TestApp, word: &str, scenarios: &[String], author: &Actor<'_>) {
    let person = grown_up(app, "reader").await;
    app.clock.advance_millis(1_000);
    for reader in [
        Reader::anonymous(app),
        Reader::guest(app).await,
        Reader::person(app, "person", &person),
    ] {
        for address in addresses(scenarios, author) {
            // The searched word may be in the address of the next page.
            let received = reader.bytes("GET", &address, None).await;
            assert!(
                !contains(&received, word),
                "{address} as {}: {}",
                reader.name,
                String::from_utf8_lossy(&received)
            );
        }
    }
}

both_engines!(no_way_opens_a_scenario_with_somebody_of_sixteen, async |app| {
    let root = app.admin("root").await;
    let reader = grown_up(app, "first").await;
    let (mut ids, mut tried) = (Vec::new(), 0);
    for (number, way) in Way::ALL.into_iter().enumerate() {
        let author = app.person(&format!("author{number}")).await;
        for place in PLACES.into_iter().filter(|place| way.takes(place)) {
            for text in STATED {
                tried += 1;
                let title = format!("{MARK}{tried}");
                let access = if tried % 2 == 0 { "public" } else { "unlisted" };
                let attempt = Attempt {
                    app,
                    author: &author,
                    place,
                    text,
                    title: &title,
                    access,
                };
                let (id, answer) = attempt.go(way).await;
                assert_eq!(
                    answer.json["code"], "SCENARIO_REFUSED",
                    "{way:?} {place} {text}: {}",
                    answer.json
                );
                approve(&root, &id).await;
                let read = reader.get(&format!("/scenarios/scenario/{id}")).await;
                assert!(
                    !read.json.to_string().contains(MARK),
                    "{way:?} {place} {text}: {}",
                    read.json
                );
                if ids.len() < 2 * Way::ALL.len() && text == STATED[number % 4] {
                    ids.push(id);
                }
            }
        }
    }
    assert!(tried >= 20 * STATED.len(), "{tried}");
    let author = app.person("author").await;
    everything_is_without(app, MARK, &ids, &author).await;
});

both_engines!(no_sitemap_lists_what_only_its_author_can_read, async |app| {
    let reader = grown_up(app, "first").await;
    let author = app.person("author").await;
    for (number, way) in Way::ALL.into_iter().enumerate() {
        let place = PLACES
            .into_iter()
            .find(|place| way.takes(place))
            .expect("a place");
        let attempt = Attempt {
            app,
            author: &author,
            place,
            text: STATED[number % 4],
            title: &format!("{MARK}{number}"),
            access: "public",
        };
        attempt.go(way).await;
    }
    let mut conn = app.state.db.read().await.expect("a connection");
    let listed = catalogue::scenarios::list_after(&mut conn, "", 1_000)
        .await
        .expect("a list");
    drop(conn);
    assert!(!listed.is_empty(), "harmless versions stay");
    for row in listed {
        let read = reader.get(&format!("/scenarios/scenario/{}", row.id)).await.ok();
        assert_eq!(read["displayData"]["displayName"], "Harmless", "{read}");
    }
});

both_engines!(harmless_neighbours_pass_by_every_way, async |app| {
    let root = app.admin("root").await;
    let reader = grown_up(app, "first").await;
    for (number, text) in NEIGHBOURS.iter().enumerate() {
        let author = app.person(&format!("author{number}")).await;
        let way = Way::ALL[number % Way::ALL.len()];
        let places: Vec<&str> = PLACES.into_iter().filter(|place| way.takes(place)).collect();
        let title = format!("{MARK}{number}");
        let attempt = Attempt {
            app,
            author: &author,
            place: places[number % places.len()],
            text,
            title: &title,
            access: if number % 2 == 0 { "public" } else { "unlisted" },
        };
        let (id, answer) = attempt.go(way).await;
        assert_eq!(answer.status, 200, "{way:?} {text}: {}", answer.json);
        let waits = answer.json["state"] == "inReview";
        assert_eq!(waits, way == Way::Doubted, "{way:?} {text}: {}", answer.json);
        approve(&root, &id).await;
        let read = reader.get(&format!("/scenarios/scenario/{id}")).await.ok();
        assert_eq!(read["displayData"]["displayName"], json!(title), "{way:?} {text}");
    }
});
