//! The application with a scripted model, and a story that is played on it.

use std::time::Duration;

use axum::http::StatusCode;
use kernel::{Random, Shekels};
use platform::llm::Models;
use serde_json::{Value, json};

use super::{Caller, Double, Events, add_cast, counting, info, line, story};
use crate::testing::TestApp;
use crate::turns::{Timing, TurnSettings, Turns};

/// The longest that a test waits for anything: far more than it takes.
pub(in crate::turns::tests) const PATIENCE: Duration = Duration::from_secs(60);

pub(in crate::turns::tests) fn quick() -> Timing {
    Timing {
        checkpoint: Duration::from_millis(10),
        unwatched: Duration::from_millis(50),
        heartbeat: Duration::from_millis(100),
        director: Duration::from_millis(300),
        wait: PATIENCE,
    }
}

/// Every reply costs ten shekels, and none is free.
pub(in crate::turns::tests) fn dear() -> TurnSettings {
    TurnSettings {
        reply_price: Shekels(10),
        free_replies: 0,
        guest_turns: 0,
        ..TurnSettings::default()
    }
}

/// The application with these models and settings.
pub(in crate::turns::tests) fn with(
    app: &TestApp,
    models: &Models,
    settings: TurnSettings,
    timing: Timing,
) -> TestApp {
    app.with_state(|state| {
        state.models = models.clone();
        state.turns = Turns::new(settings, timing, Random::system().token());
    })
}

/// The same, as another process of the site.
pub(in crate::turns::tests) async fn process(
    app: &TestApp,
    models: &Models,
    settings: TurnSettings,
    timing: Timing,
) -> TestApp {
    let change = |state: &mut crate::AppState| {
        state.models = models.clone();
        state.turns = Turns::new(settings, timing, Random::system().token());
    };
    app.process(change).await
}

/// The application with this model, for free.
pub(in crate::turns::tests) fn free(app: &TestApp, double: &Double) -> TestApp {
    with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    )
}

/// A story that is free to play, with a model that numbers its replies.
pub(in crate::turns::tests) struct FreePlay {
    pub(in crate::turns::tests) site: TestApp,
    pub(in crate::turns::tests) double: Double,
    pub(in crate::turns::tests) story: String,
    token: String,
}

impl FreePlay {
    pub(in crate::turns::tests) async fn begin(app: &TestApp) -> Self {
        let person = app.person("ann").await;
        let double = counting();
        Self {
            site: free(app, &double),
            double,
            story: story(app, &person, "Played").await,
            token: person.token.clone(),
        }
    }

    /// The same with Bob and Cleo beside Ada.
    pub(in crate::turns::tests) async fn begin_with_three(app: &TestApp) -> Self {
        let play = Self::begin(app).await;
        add_cast(app, &play.story).await;
        play
    }

    pub(in crate::turns::tests) fn caller(&self) -> Caller<'_> {
        Caller::token(&self.site, &self.token)
    }

    /// These fields of a request or of settings, with the story.
    pub(in crate::turns::tests) fn body(&self, fields: &Value) -> Value {
        let mut body = json!({ "chatID": self.story });
        body.as_object_mut()
            .expect("an object")
            .extend(fields.as_object().expect("an object").clone());
        body
    }

    pub(in crate::turns::tests) async fn turn(&self, fields: Value) -> Value {
        self.caller().turn(&self.body(&fields)).await
    }

    pub(in crate::turns::tests) async fn say(&self, message: &str) -> Value {
        self.turn(json!({ "message": message })).await
    }

    pub(in crate::turns::tests) async fn stream(&self, fields: Value) -> Events {
        self.caller().stream(&self.body(&fields)).await
    }

    pub(in crate::turns::tests) async fn refused(&self, fields: Value) -> (StatusCode, Value) {
        self.caller()
            .send("POST", "/message/create", Some(&self.body(&fields)))
            .await
    }

    pub(in crate::turns::tests) async fn settings(&self, change: Value) {
        self.caller()
            .post("/chat/edit-settings", &self.body(&change))
            .await;
    }

    /// The story as its player sees it in a list.
    pub(in crate::turns::tests) async fn story_view(&self) -> Value {
        self.caller().get(&format!("/stories/{}", self.story)).await
    }

    /// The texts of the path to the head.
    pub(in crate::turns::tests) async fn line(&self) -> Vec<String> {
        line(&self.caller(), &self.story).await
    }

    /// The kind of the request with this number, from 0.
    pub(in crate::turns::tests) fn demo_task(&self, number: usize) -> platform::llm::DemoTask {
        self.double.asked.lock().expect("no panic")[number]
            .demo
            .kind
            .clone()
    }
}
