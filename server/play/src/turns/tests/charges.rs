//! The charge policy (reliability 2.5, L-1): whatever the model and the player do, a turn ends in exactly one
//! of three ways, and no shekels stay on hold.

use std::sync::Arc;

use platform::both_engines;
use platform::llm::{ModelError, Refusal, TimeoutPhase};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::*;
use crate::testing::{Actor, TestApp};
use crate::turns::recover;
use crate::turns::rules::LEASE_MS;

/// A model's faults.
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

/// The player's or the server's actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interruption {
    Stays,
    Leaves,
    Stops,
    Killed,
}

/// The three ends of a turn.
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
    /// The model's acts; it waits at the gate until the player acts.
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
            Self::Hang => vec![wait, Act::Fail(ModelError::Timeout(TimeoutPhase::FirstToken))],
            Self::Stall => vec![begun(), wait, Act::Fail(ModelError::Timeout(TimeoutPhase::Gap))],
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

/// A fault with an interruption, for the messages of assertions.
#[derive(Debug, Clone, Copy)]
struct Case {
    fault: Fault,
    interruption: Interruption,
}

/// A turn that waits at its gate, with ten of fifty shekels on hold.
struct Held<'a> {
    app: &'a TestApp,
    case: Case,
    person: Actor<'a>,
    story: String,
    gate: Arc<Notify>,
    double: Double,
}

impl<'a> Held<'a> {
    async fn new(app: &'a TestApp, case: Case, number: usize) -> Self {
        let person = app.person(&format!("p{number}")).await;
        let story = story(app, &person, &format!("Story {number}")).await;
        give(app, &person, 50).await;
        let gate = Arc::new(Notify::new());
        Self {
            app,
            case,
            story,
            double: Double::always(case.fault.acts(&gate)),
            person,
            gate,
        }
    }

    fn site(&self) -> TestApp {
        with(self.app, &self.double.models(info("m", 10)), dear(), quick())
    }

    /// Begins the turn, up to the gate.
    async fn begin(&self, caller: &Caller<'_>) -> Events {
        let mut events = caller
            .stream(&json!({ "chatID": self.story, "message": "Hello there." }))
            .await;
        events.until("message").await;
        tokio::time::timeout(PATIENCE, self.double.arrived.notified())
            .await
            .expect("a request");
        if self.case.fault.has_text() {
            events.until("delta").await;
        }
        let left = shekels(self.app, &self.person).await;
        assert_eq!(left, 40, "{:?}: ten are held", self.case);
        events
    }

    /// Lets the player or the server act, and the model after that. Returns the events to the end, and the
    /// process at which the turn is then.
    async fn interrupt(&self, site: TestApp, events: Events) -> (TestApp, Events) {
        let turn = events.turn_id();
        let caller = Caller::person(&site, &self.person);
        match self.case.interruption {
            Interruption::Stays => {
                self.gate.notify_one();
                (site, events.all().await)
            }
            Interruption::Leaves => {
                drop(events);
                self.gate.notify_one();
                let again = caller.follow(&turn, 0).await.all().await;
                assert_eq!(at(again.end(), "turn.id"), turn.as_str());
                (site, again)
            }
            Interruption::Stops => {
                let stopped = caller.post(&format!("/turns/{turn}/stop"), &json!({})).await;
                assert_eq!(at(&stopped, "state"), "stopped", "{:?}", self.case);
                self.gate.notify_one();
                (site, events.all().await)
            }
            Interruption::Killed => {
                self.wait_until_stored(&caller, &turn).await;
                drop(events);
                self.kill(&site, &turn).await
            }
        }
    }

    /// Waits for a checkpoint, if there is text.
    async fn wait_until_stored(&self, caller: &Caller<'_>, turn: &str) {
        let elsewhere = self.site();
        let elsewhere = caller.at(&elsewhere);
        let path = format!("/turns/{turn}");
        while self.case.fault.has_text() && at(&elsewhere.get(&path).await, "replies.0.content") == "" {
            tokio::task::yield_now().await;
        }
    }

    async fn kill(&self, site: &TestApp, turn: &str) -> (TestApp, Events) {
        site.state.turns.kill();
        self.app.clock.advance_millis(LEASE_MS + 1);
        let next = self.site();
        recover(&next.state).await.expect("a recovery");
        assert_eq!(recover(&next.state).await.expect("another"), 0, "once is enough");
        let caller = Caller::person(&next, &self.person);
        let events = caller.follow(turn, 0).await.all().await;
        assert_eq!(events.names(), ["snapshot", "end"]);
        (next, events)
    }

    /// Checks how the turn ended, what was paid, and what is left; returns its end.
    async fn assert_end(&self, stored: &Value) -> End {
        let case = self.case;
        let (content, captured) = (
            text_at(stored, "replies.0.content"),
            at(stored, "price.captured").as_i64().expect("an amount"),
        );
        let end = end_of(stored).unwrap_or_else(|| panic!("{case:?}: {stored}"));
        assert_eq!(end, case.fault.expected(case.interruption), "{case:?}");
        assert_eq!(
            content.is_empty(),
            !case.fault.has_text(),
            "{case:?}: what was written stays"
        );
        assert_eq!(at(stored, "replies.0.price").as_i64(), Some(captured));
        assert_eq!(shekels(self.app, &self.person).await, 50 - captured, "{case:?}");
        assert_settled(self.app).await;
        end
    }

    /// Checks that the player saw the stored state.
    fn assert_shown(&self, events: &Events, stored: &Value) {
        let case = self.case;
        if !case.fault.has_text() || case.interruption == Interruption::Killed {
            return;
        }
        let (text, content) = (events.text(), text_at(stored, "replies.0.content"));
        assert!(
            text == content || events.names().contains(&"snapshot"),
            "{case:?}: {} and {}",
            text.len(),
            content.len()
        );
    }

    /// Checks that one tap continues: a retry after a failure, more of a text that was written.
    async fn assert_goes_on(&self, end: End, stored: &Value) {
        let double = Double::always(vec![text("All is well."), done()]);
        let site = with(self.app, &double.models(info("m", 10)), dear(), quick());
        let caller = Caller::person(&site, &self.person);
        let content = text_at(stored, "replies.0.content");
        if end == End::ReleasedFailed {
            self.assert_retries(&caller, stored).await;
        }
        if !content.is_empty() && content.len() < 1_000 {
            let body =
                json!({ "chatID": self.story, "kind": "continue", "messageId": at(stored, "replies.0.id") });
            let on = caller.turn(&body).await;
            assert_eq!(
                at(&on, "replies.0.content"),
                &json!(format!("{content}All is well.")),
                "{on}"
            );
        }
        assert_settled(self.app).await;
    }

    async fn assert_retries(&self, caller: &Caller<'_>, stored: &Value) {
        let reply = at(stored, "replies.0");
        let body = json!({ "chatID": self.story, "kind": "retry", "messageId": at(reply, "id") });
        let retried = caller.turn(&body).await;
        assert_eq!(at(&retried, "state"), "complete", "{retried}");
        assert_eq!(at(&retried, "replies.0.content"), "All is well.", "{retried}");
        assert_eq!(
            at(&retried, "replies.0.id") == at(reply, "id"),
            text_at(reply, "content").is_empty(),
            "an empty message is used again"
        );
        // For a player who stopped, a fault is no failure.
        let due = match self.case.interruption {
            Interruption::Stops => 10,
            _ => 0,
        };
        assert_eq!(
            at(&retried, "price"),
            &json!({ "held": due, "captured": due, "free": due == 0 }),
            "{:?}: another try",
            self.case
        );
    }
}

/// The end of a stored turn.
fn end_of(stored: &Value) -> Option<End> {
    let reply = at(stored, "replies.0");
    let (state, reply_state) = (text_at(stored, "state"), text_at(reply, "state"));
    match (state, at(stored, "price.captured").as_i64()?) {
        ("complete", 10) if reply_state == "complete" => Some(End::CapturedComplete),
        ("stopped", 1..=10) if reply_state == "stopped" && !text_at(reply, "content").is_empty() => {
            Some(End::CapturedStopped)
        }
        ("failed" | "interrupted" | "stopped", 0)
            if reply_state != "complete" && reply_state != "writing" =>
        {
            Some(End::ReleasedFailed)
        }
        _ => None,
    }
}

async fn one_case(app: &TestApp, case: Case, number: usize) {
    let held = Held::new(app, case, number).await;
    let site = held.site();
    let events = held.begin(&Caller::person(&site, &held.person)).await;
    let turn = events.turn_id();
    let (site, events) = held.interrupt(site, events).await;
    let stored = Caller::person(&site, &held.person)
        .get(&format!("/turns/{turn}"))
        .await;
    let end = held.assert_end(&stored).await;
    held.assert_shown(&events, &stored);
    assert_eq!(at(&stored, "userMessage.content"), "Hello there.");
    held.assert_goes_on(end, &stored).await;
}

async fn matrix(app: &TestApp, interruption: Interruption) {
    for (number, fault) in FAULTS.into_iter().enumerate() {
        one_case(app, Case { fault, interruption }, number).await;
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
