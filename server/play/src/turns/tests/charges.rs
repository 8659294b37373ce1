//! The charge policy (reliability 2.5, L-1): whatever a model does and whatever the player does meanwhile, a
//! turn ends in exactly one of three ways, and nothing stays set aside.

use std::sync::Arc;

use platform::both_engines;
use platform::llm::{ModelError, Refusal, Stage};
use tokio::sync::Notify;

use super::support::*;
use crate::turns::recover;

/// What goes wrong with a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Refuse,
    TooMany,
    Broken,
    Hang,
    Stall,
    Cut,
    Malformed,
    ErrorInside,
    HugeToken,
    Endless,
}

/// What the player does, or the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interruption {
    Stays,
    Leaves,
    Stops,
    Killed,
}

/// The three ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    CapturedComplete,
    CapturedStopped,
    ReleasedFailed,
}

const FAULTS: [Fault; 10] = [
    Fault::Refuse,
    Fault::TooMany,
    Fault::Broken,
    Fault::Hang,
    Fault::Stall,
    Fault::Cut,
    Fault::Malformed,
    Fault::ErrorInside,
    Fault::HugeToken,
    Fault::Endless,
];

impl Fault {
    /// What the model does; it waits at the gate where the player acts.
    fn acts(self, gate: &Arc<Notify>) -> Vec<Act> {
        let wait = Act::Wait(gate.clone());
        let begun = || text("Some words come first. ");
        match self {
            Self::Refuse => vec![
                wait,
                Act::Fail(ModelError::Refused {
                    status: 401,
                    why: Refusal::Key,
                    message: String::new(),
                }),
            ],
            Self::TooMany => vec![wait, Act::Fail(ModelError::RateLimited { retry_after: None })],
            Self::Broken => vec![wait, Act::Fail(ModelError::Server { status: 500 })],
            Self::Hang => vec![wait, Act::Fail(ModelError::Timeout(Stage::FirstToken))],
            Self::Stall => vec![begun(), wait, Act::Fail(ModelError::Timeout(Stage::Gap))],
            Self::Cut => vec![begun(), text("And "), text("then "), wait, Act::Vanish],
            Self::Malformed => vec![begun(), wait, Act::Fail(ModelError::Malformed)],
            Self::ErrorInside => vec![begun(), wait, Act::Fail(ModelError::Server { status: 200 })],
            Self::HugeToken => vec![begun(), wait, Act::Text("x".repeat(1 << 20)), done()],
            Self::Endless => vec![begun(), wait, Act::Endless],
        }
    }

    fn has_text(self) -> bool {
        !matches!(self, Self::Refuse | Self::TooMany | Self::Broken | Self::Hang)
    }

    fn expected(self, interruption: Interruption) -> End {
        match (self, interruption) {
            (_, Interruption::Killed) => End::ReleasedFailed,
            (fault, Interruption::Stops) if fault.has_text() => End::CapturedStopped,
            (Self::HugeToken | Self::Endless, Interruption::Stays | Interruption::Leaves) => {
                End::CapturedComplete
            }
            _ => End::ReleasedFailed,
        }
    }
}

async fn one_case(app: &crate::testing::TestApp, fault: Fault, interruption: Interruption, number: usize) {
    let name = format!("p{number}");
    let person = app.person(&name).await;
    let story = story(app, &person, &format!("Story {number}")).await;
    give(app, &person, 50).await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(fault.acts(&gate));
    let site = with(app, &double.models(info("m", 10)), dear(), quick());
    let caller = Caller::person(&site, &person);

    let mut events = caller
        .stream(&serde_json::json!({ "chatID": story, "message": "Hello there." }))
        .await;
    events.until("message").await;
    let turn = events.turn_id();
    tokio::time::timeout(PATIENCE, double.arrived.notified())
        .await
        .expect("a request");
    if fault.has_text() {
        events.until("delta").await;
    }
    assert_eq!(
        shekels(app, &person).await,
        40,
        "{fault:?} {interruption:?}: ten are set aside"
    );
    let mut after = None;
    match interruption {
        Interruption::Stays => {
            gate.notify_one();
            events = events.all().await;
        }
        Interruption::Leaves => {
            drop(events);
            gate.notify_one();
            let again = caller.follow(&turn, 0).await.all().await;
            assert_eq!(again.end()["turn"]["id"], turn.as_str());
            events = again;
        }
        Interruption::Stops => {
            let stopped = caller
                .post(&format!("/turns/{turn}/stop"), &serde_json::json!({}))
                .await;
            assert_eq!(stopped["state"], "stopped", "{fault:?}");
            gate.notify_one();
            events = events.all().await;
        }
        Interruption::Killed => {
            // As far as it was written down.
            let elsewhere = with(app, &double.models(info("m", 10)), dear(), quick());
            let elsewhere = caller.at(&elsewhere);
            while fault.has_text()
                && elsewhere.get(&format!("/turns/{turn}")).await["replies"][0]["content"] == ""
            {
                tokio::task::yield_now().await;
            }
            site.state.turns.kill();
            drop(events);
            app.clock.advance_millis(super::super::rules::LEASE_MS + 1);
            let next = with(app, &double.models(info("m", 10)), dear(), quick());
            recover(&next.state).await.expect("a recovery");
            assert_eq!(recover(&next.state).await.expect("another"), 0, "once is enough");
            events = caller.at(&next).follow(&turn, 0).await.all().await;
            assert_eq!(events.names(), ["snapshot", "end"]);
            after = Some(next);
        }
    }
    let site = after.as_ref().unwrap_or(&site);
    let caller = caller.at(site);
    let stored = caller.get(&format!("/turns/{turn}")).await;
    let reply = &stored["replies"][0];
    let (state, captured) = (
        stored["state"].as_str().expect("a state"),
        stored["price"]["captured"].as_i64().expect("an amount"),
    );
    let content = reply["content"].as_str().expect("text");
    let end = match (state, captured) {
        ("complete", 10) if reply["state"] == "complete" => End::CapturedComplete,
        ("stopped", 1..=10) if reply["state"] == "stopped" && !content.is_empty() => End::CapturedStopped,
        ("failed" | "interrupted" | "stopped", 0)
            if reply["state"] != "complete" && reply["state"] != "writing" =>
        {
            End::ReleasedFailed
        }
        other => panic!("{fault:?} {interruption:?}: {other:?} {reply}"),
    };
    assert_eq!(end, fault.expected(interruption), "{fault:?} {interruption:?}");
    assert_eq!(
        content.is_empty(),
        !fault.has_text(),
        "{fault:?} {interruption:?}: what was written stays"
    );
    assert_eq!(reply["price"].as_i64(), Some(captured));
    assert_eq!(
        shekels(app, &person).await,
        50 - captured,
        "{fault:?} {interruption:?}"
    );
    assert_settled(app).await;
    if fault.has_text() && interruption != Interruption::Killed {
        let text = events.text();
        assert!(
            text == content || events.names().contains(&"snapshot"),
            "{fault:?} {interruption:?}: {} and {}",
            text.len(),
            content.len()
        );
    }
    // The player's words are there, and one tap goes on.
    assert_eq!(stored["userMessage"]["content"], "Hello there.");
    let again = Double::always(vec![text("All is well."), done()]);
    let site = with(app, &again.models(info("m", 10)), dear(), quick());
    let caller = caller.at(&site);
    if end == End::ReleasedFailed {
        let retried = caller
            .turn(&serde_json::json!({ "chatID": story, "kind": "retry", "messageId": reply["id"] }))
            .await;
        assert_eq!(
            (&retried["state"], &retried["replies"][0]["content"]),
            (&"complete".into(), &"All is well.".into()),
            "{retried}"
        );
        assert_eq!(
            retried["replies"][0]["id"] == reply["id"],
            content.is_empty(),
            "an empty place is used again"
        );
        // Whoever stops has not met with a failure.
        let due = if interruption == Interruption::Stops {
            10
        } else {
            0
        };
        assert_eq!(
            retried["price"],
            serde_json::json!({ "held": due, "captured": due, "free": due == 0 }),
            "{fault:?} {interruption:?}: another try"
        );
    }
    if !content.is_empty() && content.len() < 1_000 {
        let on = caller
            .turn(&serde_json::json!({ "chatID": story, "kind": "continue", "messageId": reply["id"] }))
            .await;
        assert_eq!(
            on["replies"][0]["content"],
            format!("{content}All is well."),
            "{on}"
        );
    }
    assert_settled(app).await;
}

async fn matrix(app: &crate::testing::TestApp, interruption: Interruption) {
    for (number, fault) in FAULTS.into_iter().enumerate() {
        one_case(app, fault, interruption, number).await;
    }
}

both_engines!(who_stays_pays_for_what_is_complete, async |app| {
    matrix(app, Interruption::Stays).await;
});

both_engines!(who_leaves_pays_the_same, async |app| {
    matrix(app, Interruption::Leaves).await;
});

both_engines!(who_stops_pays_for_a_part, async |app| {
    matrix(app, Interruption::Stops).await;
});

both_engines!(who_was_cut_off_by_us_pays_nothing, async |app| {
    matrix(app, Interruption::Killed).await;
});
