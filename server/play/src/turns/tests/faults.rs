//! The message to a player when a reply fails, and the operator's log: the precise reason, and never a key or
//! a text of the story.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Random};
use platform::both_engines;
use platform::llm::{ModelConfig, Models};
use platform::web::RequestId;
use serde_json::{Value, json};

use super::support::{Caller, Double, add_cast, done, info, quick, story, text, with};
use crate::testing::{Act, Logs, ModelDouble, TEST_NOW};
use crate::turns::TurnSettings;

/// Cuts short the waits that a test waits for.
const SHORT: Duration = Duration::from_millis(300);

fn problem(status: u16, code: &str) -> Act {
    Act::Problem {
        status,
        code: code.to_owned(),
        words: "sk-double is wrong for: My secret is the lantern.".to_owned(),
    }
}

both_engines!(a_failed_reply_says_why_and_the_log_says_it_once, async |app| {
    let logs = Logs::record();
    let cases: Vec<(Act, &str, &str, Option<u32>, &str)> = vec![
        (
            problem(401, "invalid_api_key"),
            "MODEL_KEY_REFUSED",
            "didn’t accept this site’s key",
            None,
            "401",
        ),
        (
            problem(403, "no_access"),
            "MODEL_FORBIDDEN",
            "doesn’t let this site use the model",
            None,
            "403",
        ),
        (
            problem(404, "model_not_found"),
            "MODEL_NOT_FOUND",
            "no longer exists",
            None,
            "404",
        ),
        (
            problem(400, "bad_sampler"),
            "MODEL_REFUSED",
            "refused the request",
            None,
            "400",
        ),
        (
            problem(400, "content_filter"),
            "REPLY_FILTERED",
            "content filter",
            None,
            "200",
        ),
        (Act::Filter, "REPLY_FILTERED", "content filter", None, "200"),
        (
            Act::Status {
                status: 429,
                retry_after: Some(30),
            },
            "MODEL_RATE_LIMITED",
            "too many requests",
            Some(30),
            "429",
        ),
        (
            Act::Status {
                status: 429,
                retry_after: None,
            },
            "MODEL_RATE_LIMITED",
            "try again in a moment",
            Some(2),
            "429",
        ),
        (
            Act::Status {
                status: 503,
                retry_after: None,
            },
            "OVERLOADED",
            "overloaded",
            None,
            "503",
        ),
        (
            Act::Status {
                status: 500,
                retry_after: None,
            },
            "UPSTREAM",
            "server failed",
            None,
            "500",
        ),
        (Act::Hang, "TIMEOUT", "didn’t start to answer", None, "0"),
        (
            Act::Stall { after: 2 },
            "TIMEOUT",
            "stopped in the middle",
            None,
            "200",
        ),
        (
            Act::Cut { after: 2 },
            "REPLY_CUT",
            "connection to the model was lost",
            None,
            "0",
        ),
        (
            Act::Malformed { after: 2 },
            "REPLY_MALFORMED",
            "couldn’t be read",
            None,
            "200",
        ),
        (Act::Empty, "REPLY_EMPTY", "empty reply", None, "200"),
    ];
    for (number, (act, code, part, retry_after, status)) in cases.into_iter().enumerate() {
        // A person of their own, because of the limit of turns per minute.
        let person = app.person(&format!("p{number}")).await;
        let story = story(app, &person, &format!("Story {number}")).await;
        let double = ModelDouble::start().await;
        double.otherwise(act.clone());
        let mut config = double.config();
        match act {
            Act::Hang => config.times.first_token = SHORT,
            Act::Stall { .. } => config.times.gap = SHORT,
            _ => {}
        }
        let site = with(app, &models(config), TurnSettings::default(), quick());
        let caller = Caller::person(&site, &person);
        let id = format!("req-{story}");
        let mut request = caller.request(
            "POST",
            "/message/create",
            Some(&json!({ "chatID": story, "message": "My secret is the lantern." })),
        );
        request.extensions_mut().insert(RequestId(id.as_str().into()));
        let turn = site.send(request).await.json;
        assert_eq!(
            (&turn["state"], &turn["error"]["code"]),
            (&json!("failed"), &json!(code)),
            "{act:?}: {turn}"
        );
        assert!(
            turn["error"]["message"]
                .as_str()
                .is_some_and(|message| message.contains(part)),
            "{act:?}: {}",
            turn["error"]
        );
        assert_eq!(
            turn["error"].get("retryAfter").and_then(Value::as_u64),
            retry_after.map(u64::from),
            "{act:?}"
        );
        // The same from the database, as after a restart.
        let elsewhere = with(
            app,
            &Double::always(vec![done()]).models(info("m", 0)),
            TurnSettings::default(),
            quick(),
        );
        let stored = Caller::person(&elsewhere, &person)
            .get(&format!("/turns/{}", turn["id"].as_str().expect("an id")))
            .await;
        assert_eq!(stored["error"], turn["error"], "{act:?}");
        let lines: Vec<String> = logs
            .with(&id)
            .into_iter()
            .filter(|line| line.contains(" failed in "))
            .collect();
        assert_eq!(lines.len(), 1, "{act:?}: {lines:?}");
        for part in [
            "model=\"double\"",
            &format!("status={status} "),
            &format!("code=\"{code}\""),
            turn["id"].as_str().expect("an id"),
        ] {
            assert!(lines[0].contains(part), "{act:?}: no {part} in {}", lines[0]);
        }
    }
    assert!(
        logs.with("sk-double").is_empty() && logs.with("lantern").is_empty(),
        "neither key nor text is logged"
    );
});

both_engines!(
    a_prompt_that_is_too_large_names_what_the_player_can_shorten,
    async |app| {
        let person = app.person("ann").await;
        let story = story(app, &person, "Large").await;
        add_cast(app, &story).await;
        let note = |text: &str| json!({ "chatID": story, "authorsNote": { "text": text, "depth": 4, "interval": 1, "role": "system" } });
        let caller = Caller::person(app, &person);
        caller
            .post("/chat/edit-settings", &note(&"Rain. ".repeat(100)))
            .await;
        // The provider's fault: it reports only that the prompt is too long.
        let double = ModelDouble::start().await;
        double.otherwise(Act::Problem {
            status: 400,
            code: "context_length_exceeded".to_owned(),
            words: "too long".to_owned(),
        });
        let site = with(app, &models(double.config()), TurnSettings::default(), quick());
        let turn = Caller::person(&site, &person)
            .turn(&json!({ "chatID": story, "message": "Hello." }))
            .await;
        assert_eq!(
            (&turn["error"]["code"], &turn["error"]["shorten"]),
            (&json!("PROMPT_TOO_LARGE"), &json!("authorsNote")),
            "{turn}"
        );
        assert!(
            turn["error"]["message"]
                .as_str()
                .is_some_and(|message| message.contains("the author's note with about")),
            "{}",
            turn["error"]
        );
        // Our own fault, before any model is asked.
        caller
            .post(
                "/chat/edit-settings",
                &json!({ "chatID": story, "systemPrompt": "Be brief. ".repeat(700) }),
            )
            .await;
        let small = Double::always(vec![text("Hi."), done()]);
        let site = with(
            app,
            &small.models(platform::llm::ModelInfo {
                context_tokens: 1_500,
                max_reply_tokens: 100,
                ..info("m", 0)
            }),
            TurnSettings::default(),
            quick(),
        );
        let turn = Caller::person(&site, &person)
            .turn(&json!({ "chatID": story, "message": "Hello." }))
            .await;
        assert_eq!(
            (&turn["error"]["code"], &turn["error"]["shorten"]),
            (&json!("PROMPT_TOO_LARGE"), &json!("instructions")),
            "{turn}"
        );
        assert_eq!(small.count(), 0);
    }
);

fn models(config: ModelConfig) -> Models {
    let clock: Arc<dyn Clock> = Arc::new(kernel::TestClock::at(TEST_NOW));
    Models::new(vec![config], &clock, &Random::seeded(1)).expect("good settings")
}
