//! Which lorebooks apply to a story.

use catalogue::lorebooks::{StoryScope, for_story};
use platform::both_engines;
use serde_json::json;

use crate::testing::{Actor, NewScenario, TestApp};

async fn book_of(person: &Actor<'_>, name: &str) -> String {
    let made = person
        .post(
            "/lorebooks",
            &json!({ "name": name, "entries": [{ "keys": ["a"], "content": name }] }),
        )
        .await;
    made.json["id"].as_str().expect("an id").to_owned()
}

async fn attach(person: &Actor<'_>, book: &str, kind: &str, id: &str) -> u16 {
    let body = json!({ "attachments": [{ "kind": kind, "id": id }, { "kind": kind, "id": id }] });
    person
        .put(&format!("/lorebooks/{book}/attachments"), &body)
        .await
        .status
        .as_u16()
}

async fn give_to(app: &TestApp, scenario: &str, owner: &Actor<'_>) {
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let give = "update scenarios set author_id = $1 where id = $2";
    platform::db::query_on!(tx, |x: D| sqlx::query::<D>(give)
        .bind(owner.user_id.as_str())
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
    .expect("an owner");
    tx.commit().await.expect("a commit");
}

async fn applied(app: &TestApp, scope: StoryScope<'_>) -> Vec<String> {
    let mut conn = app.state.db.read().await.expect("a connection");
    for_story(&mut conn, scope)
        .await
        .expect("books")
        .into_iter()
        .map(|book| book.book.name)
        .collect()
}

both_engines!(books_apply_where_their_owner_may_say_so, async |app| {
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let scenario = app.scenario(NewScenario::named("Open")).await;
    give_to(app, &scenario, &ann).await;
    let actor = app.get(&format!("/scenarios/scenario/{scenario}")).await.json["actors"][0]["actorId"]
        .as_str()
        .expect("an actor")
        .to_owned();
    let story = eve
        .post("/stories/", &json!({ "scenarioId": scenario }))
        .await
        .json["id"]
        .as_str()
        .expect("a story")
        .to_owned();
    let story = story.as_str();
    eve.add_persona("knight", "Sir Eve", "").await;
    let (of_scenario, of_actor) = (
        book_of(&ann, "of the scenario").await,
        book_of(&ann, "of the actor").await,
    );
    assert_eq!(attach(&ann, &of_scenario, "scenario", &scenario).await, 200);
    assert_eq!(attach(&ann, &of_actor, "actor", &actor).await, 200);
    let strange = book_of(&eve, "a stranger's").await;
    assert_eq!(attach(&eve, &strange, "scenario", &scenario).await, 404);
    assert_eq!(attach(&eve, &strange, "actor", &actor).await, 404);
    assert_eq!(attach(&eve, &strange, "persona", "nobody").await, 404);
    assert_eq!(
        attach(&eve, &of_scenario, "story", story).await,
        404,
        "not her book"
    );
    assert_eq!(attach(&eve, &strange, "story", "not an id!").await, 422);
    assert_eq!(attach(&eve, &strange, "story", story).await, 200);
    let own = book_of(&eve, "of the persona").await;
    assert_eq!(attach(&eve, &own, "persona", "knight").await, 200);
    // Ann tries to attach a book to Eve's story, by a call and by a row.
    let intruder = book_of(&ann, "an intruder").await;
    assert_eq!(attach(&ann, &intruder, "story", story).await, 404);
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let sneak = "insert into lorebook_attachments (lorebook_id, kind, target_id, position) values ($1, 'story', $2, 0), ($1, 'persona', 'knight', 1)";
    platform::db::query_on!(tx, |x: D| sqlx::query::<D>(sneak)
        .bind(&intruder)
        .bind(story)
        .execute(x)
        .await
        .map(drop))
    .expect("a row");
    tx.commit().await.expect("a commit");
    let scope = StoryScope {
        story_id: story,
        scenario_id: Some(&scenario),
        owner: Some(&eve.user_id),
        persona_id: Some("knight"),
    };
    let expected = [
        "a stranger's",
        "of the persona",
        "of the actor",
        "of the scenario",
    ];
    assert_eq!(applied(app, scope).await, expected);
    assert_eq!(
        applied(
            app,
            StoryScope {
                owner: None,
                persona_id: None,
                ..scope
            }
        )
        .await,
        expected[2..],
        "a guest has the author's books only"
    );
    assert_eq!(
        applied(
            app,
            StoryScope {
                scenario_id: None,
                persona_id: None,
                ..scope
            }
        )
        .await,
        ["a stranger's"]
    );
    // When a scenario changes hands, its former author's books no longer apply, although their attachments
    // may stay.
    give_to(app, &scenario, &eve).await;
    assert_eq!(applied(app, scope).await, ["a stranger's", "of the persona"]);
    assert_eq!(
        attach(&ann, &of_scenario, "scenario", &scenario).await,
        200,
        "it was there before"
    );
});
