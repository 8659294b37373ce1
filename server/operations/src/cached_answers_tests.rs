//! A cached answer depends only on what its call declares: a person with settings, ratings and stories gets
//! the same answer as the one cached for anonymous callers.

use accounts::tags::BlockedContent;
use axum::body::Body;
use axum::http::{Request, header};
use kernel::Audience;
use platform::both_engines;
use platform::slice::calls::{Caching, VaryBy};
use platform::web::full_address;
use serde_json::{Value, json};

use crate::matrix::{World, world};
use crate::testing::{Actor, NewScenario, TestApp};

/// Fills the placeholders in the addresses of trials.
fn fill(address: &str, world: &World, owner: &Actor<'_>) -> String {
    full_address(address)
        .replace("@open", &world.open)
        .replace("@private", &world.private)
        .replace("@card", &world.card)
        .replace("@owner", owner.user_id.as_str())
        .replace("@elsewhere", &world.elsewhere)
}

/// Asks anonymously, with the widest audience and without these tags.
async fn as_nobody(app: &TestApp, address: &str, blocked: BlockedContent) -> Option<Value> {
    let mut request = Request::get(address).body(Body::empty()).expect("a request");
    request.extensions_mut().insert(Audience::Everyone);
    request.extensions_mut().insert(blocked);
    let answer = app.send(request).await;
    (answer.status == 200).then_some(answer.json)
}

async fn as_person(app: &TestApp, address: &str, person: &Actor<'_>) -> Value {
    let request = Request::get(address)
        .header(header::AUTHORIZATION, format!("Bearer {}", person.token))
        .body(Body::empty())
        .expect("a request");
    app.send(request).await.ok()
}

/// A person with data in every place where people can have some.
async fn with_a_past<'a>(app: &'a TestApp, world: &World) -> Actor<'a> {
    let person = app.person("reader").await;
    for (path, body) in [
        ("/scenarios/love", json!({ "scenarioId": world.open })),
        (
            "/scenarios/rate",
            json!({ "scenarioId": world.open, "rating": 1 }),
        ),
        ("/cards/card/rate", json!({ "cardId": world.card, "rating": 1 })),
    ] {
        person.post(path, &body).await.ok();
    }
    person
        .post(&format!("/users/me/follow/{}", world.elsewhere), &json!({}))
        .await
        .ok();
    let snow = app.get("/tags/search?q=snow").await.ok();
    let snow = snow["results"][0]["id"].clone();
    person
        .patch("/users/me", &json!({ "blockedTags": [snow] }))
        .await
        .ok();
    person
}

both_engines!(a_kept_answer_is_what_its_reader_would_get, async |app| {
    let world = world(app).await;
    app.scenario(NewScenario::named("Other")).await;
    let owner = app.person("owner").await;
    let reader = with_a_past(app, &world).await;
    let mut conn = app.state.db.read().await.expect("a connection");
    let blocked = BlockedContent::of(&mut conn, &reader.user_id)
        .await
        .expect("tags");
    drop(conn);
    assert_eq!(blocked.tags().len(), 1);

    let (mut same, mut theirs, mut filtered) = (0, 0, 0);
    for row in crate::declared_calls() {
        let Caching::Until(_, varies) = row.rule.caching else {
            continue;
        };
        for one in &row.trials {
            let address = fill(one.address, &world, &owner);
            let Some(plain) = as_nobody(app, &address, BlockedContent::default()).await else {
                continue;
            };
            let own = as_person(app, &address, &reader).await;
            match varies {
                VaryBy::Audience => {
                    assert_eq!(own, plain, "{address}");
                    same += 1;
                }
                VaryBy::BlockedContent => {
                    let kept = as_nobody(app, &address, blocked.clone()).await;
                    assert_eq!(Some(&own), kept.as_ref(), "{address}");
                    filtered += usize::from(own != plain);
                }
                VaryBy::Caller => theirs += usize::from(own != plain),
            }
        }
    }
    // Otherwise the test would have compared nothing.
    assert!(same >= 10, "{same} are the same for all");
    assert!(filtered >= 3, "{filtered} leave out what is blocked");
    assert!(theirs >= 1, "{theirs} say something of their reader");
});
