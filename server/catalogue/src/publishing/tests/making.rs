//! How a scenario is made: what readers of an open one see, and that a closed one says nothing.

use platform::both_engines;
use serde_json::{Value, json};

use super::{complete, create, publish, save};
use crate::testing::{Actor, Answer, NewScenario};

async fn making(person: &Actor<'_>, id: &str) -> Answer {
    person.get(&format!("/scenarios/scenario/{id}/making")).await
}

/// A scenario with a text of its own in every field that models get.
fn open() -> Value {
    let mut draft = complete();
    draft["making"] = json!("open");
    draft["playerRole"] = json!({ "name": "Ash", "description": "Found on the beach." });
    draft["actors"][0]["personality"] = json!("Stern.");
    draft["actors"][0]["systemPrompt"] = json!("You are the keeper.");
    draft["actors"][0]["postHistoryInstructions"] = json!("Never leave the tower.");
    draft["actors"][0]["note"] = json!({ "text": "It is dusk.", "depth": 2, "role": "system" });
    draft["lorebooks"] = json!([{ "id": "b", "book": {
        "name": "Tides",
        "entries": [{ "id": "1", "name": "Ebb", "keys": ["ebb"], "content": "The cellar is dry then." }],
    } }]);
    draft
}

both_engines!(
    an_open_scenario_shows_what_is_published_of_its_making,
    async |app| {
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let id = create(app, &ann, &open()).await;
        for person in [&ann, &ben] {
            making(person, &id).await.assert_problem(404, "NOT_FOUND");
        }
        publish(&ann, &id, 1, "unlisted").await.ok();
        let shown = making(&ben, &id).await.ok();
        assert_eq!(shown["setting"], "The secret of the sea.");
        assert_eq!(
            shown["playerRole"],
            json!({ "name": "Ash", "description": "Found on the beach." })
        );
        let ida = &shown["actors"][0];
        for (field, text) in [
            ("name", "Ida"),
            ("description", "She hides the key."),
            ("persona", "Stern."),
            ("systemPrompt", "You are the keeper."),
            ("postHistory", "Never leave the tower."),
        ] {
            assert_eq!(ida[field], text, "{field}");
        }
        assert_eq!(ida["note"]["text"], "It is dusk.");
        assert_eq!(shown["actors"][1]["name"], "Per");
        assert_eq!(shown["openings"][0]["title"], "Dusk");
        assert_eq!(shown["openings"][0]["speaker"], ida["id"]);
        assert_eq!(shown["lore"][0]["book"]["name"], "Tides");
        assert_eq!(
            shown["lore"][0]["book"]["entries"][0]["content"],
            "The cellar is dry then."
        );

        let mut edited = open();
        edited["setting"] = json!("Another sea.");
        save(&ann, &id, 1, &edited).await;
        for person in [&ann, &ben] {
            assert_eq!(
                making(person, &id).await.json["setting"],
                "The secret of the sea.",
                "what is typed later is shown once it is published"
            );
        }
        publish(&ann, &id, 2, "public").await.ok();
        assert_eq!(making(&ben, &id).await.json["setting"], "Another sea.");
    }
);

both_engines!(a_closed_scenario_keeps_its_making_from_everybody, async |app| {
    let (ann, ben, root) = (
        app.person("ann").await,
        app.person("ben").await,
        app.admin("root").await,
    );
    let id = create(app, &ann, &open()).await;
    publish(&ann, &id, 1, "public").await.ok();
    making(&ben, &id).await.ok();
    let mut closed = open();
    closed["making"] = json!("closed");
    save(&ann, &id, 1, &closed).await;
    making(&ben, &id).await.ok();
    publish(&ann, &id, 2, "public").await.ok();
    for person in [&ann, &ben, &root] {
        let refused = making(person, &id).await;
        refused.assert_problem(403, "MAKING_CLOSED");
        let text = refused.json.to_string();
        for hidden in ["secret", "key", "Stern", "tower", "Ash", "Ebb", "cellar"] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
    }
    // A draft that says so opens nothing before it is published.
    save(&ann, &id, 2, &open()).await;
    making(&ben, &id).await.assert_problem(403, "MAKING_CLOSED");

    let path = format!("/scenarios/scenario/{id}/withdraw");
    ann.post(&path, &json!({})).await.ok();
    making(&ben, &id).await.assert_problem(410, "GONE");
});

both_engines!(only_those_who_may_see_a_scenario_read_its_making, async |app| {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut draft = open();
    draft["rating"] = json!("explicit");
    let id = create(app, &ann, &draft).await;
    publish(&ann, &id, 1, "public").await.ok();
    making(&ben, &id).await.assert_problem(403, "ADULT_ONLY");
    publish(&ann, &id, 1, "private").await.ok();
    making(&ben, &id).await.assert_problem(410, "GONE");
    assert_eq!(making(&ann, &id).await.json["setting"], "The secret of the sea.");

    // Nobody has said that one of the starter catalogue is open.
    let starter = app.scenario(NewScenario::named("Starter")).await;
    making(&ben, &starter).await.assert_problem(403, "MAKING_CLOSED");
});
