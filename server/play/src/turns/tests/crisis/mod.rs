//! A player who seems to be in need is answered by the site and by nobody else (reliability L-9): in every mode, with
//! several characters, with models that play along with anything, and without any model.

mod gentle;
mod indirect;
mod limits;
mod modes;
mod notices;

use serde_json::{Value, json};

use super::support::*;
use crate::testing::TestApp;
use crate::turns::TurnSettings;

/// A reply that plays along with a cry for help.
const PLAYS_ALONG: &str = "One of us will leave before the end. Come, show me how.";

const CRIES: [(&str, &str, &str); 4] = [
    ("en", "I want to kill myself.", "stepping out of the story"),
    (
        "de",
        "Ich will mich umbringen.",
        "Ich trete kurz aus der Geschichte heraus",
    ),
    ("fr", "Je veux me suicider.", "Je sors un instant de l'histoire"),
    ("es", "Quiero suicidarme.", "Salgo un momento de la historia"),
];

fn along() -> Double {
    Double::always(vec![text(PLAYS_ALONG), done()])
}

/// Nobody can pay for anything: every reply has a price, none is free.
fn priced(app: &TestApp, double: &Double) -> TestApp {
    with(
        app,
        &double.models(info("m", 10)),
        TurnSettings {
            guest_turns: 0,
            ..dear()
        },
        quick(),
    )
}

async fn settings(caller: &Caller<'_>, story: &str, change: &Value) {
    let mut body = json!({ "chatID": story });
    body.as_object_mut()
        .expect("an object")
        .extend(change.as_object().expect("an object").clone());
    caller.post("/chat/edit-settings", &body).await;
}

/// Checks that the turn has one answer, from the site, and cost nothing.
fn assert_answered(turn: &Value, part: &str) {
    let replies = turn["replies"].as_array().expect("replies");
    assert_eq!(
        (replies.len(), &turn["state"], &turn["text"]),
        (1, &json!("complete"), &Value::Null),
        "{turn}"
    );
    let reply = &replies[0];
    assert_eq!(
        (
            &reply["author"],
            &reply["authorId"],
            &reply["name"],
            &reply["aside"]
        ),
        (&json!("narrator"), &Value::Null, &json!("Dramatis"), &json!(true))
    );
    assert_eq!(
        (
            &turn["price"]["held"],
            &turn["price"]["captured"],
            &turn["price"]["free"]
        ),
        (&json!(0), &json!(0), &json!(true))
    );
    assert!(
        reply["content"].as_str().is_some_and(|text| text.contains(part)),
        "{part}: {reply}"
    );
}
