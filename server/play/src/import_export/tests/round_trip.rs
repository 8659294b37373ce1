//! Exports and imports that must not lose anything.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::native::own_file;
use super::{export, id_of, import};
use crate::testing::TestApp;

/// A file without the values that an import replaces; ids become the texts of their messages, which are all
/// different.
fn normal(file: &Value) -> Value {
    let mut file = file.clone();
    let mut names = Map::new();
    for message in file["messages"].as_array().expect("messages") {
        let content = message["content"].as_str().expect("a text");
        names.insert(
            message["id"].as_str().expect("an id").to_owned(),
            json!(content.split(':').next()),
        );
    }
    let name = |value: &Value| {
        value
            .as_str()
            .and_then(|id| names.get(id))
            .cloned()
            .unwrap_or(Value::Null)
    };
    file.as_object_mut().expect("an object").remove("exportedOn");
    file["story"].as_object_mut().expect("a story").remove("id");
    file["story"]["headId"] = name(&file["story"]["headId"]);
    let mut messages = file["messages"].as_array().expect("messages").clone();
    for message in &mut messages {
        for field in ["id", "parentId", "activeChildId"] {
            message[field] = name(&message[field]);
        }
    }
    messages.sort_by_key(|message| message["id"].as_str().and_then(|id| id.parse::<usize>().ok()));
    file["messages"] = Value::Array(messages);
    let mut facts = file["memory"]["facts"].as_array().cloned().unwrap_or_default();
    facts
        .iter_mut()
        .for_each(|fact| fact["messageId"] = name(&fact["messageId"]));
    file["memory"]["facts"] = Value::Array(facts);
    let mut summaries = file["memory"]["summaries"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    for summary in &mut summaries {
        summary["id"] = Value::Null;
        for field in ["firstMessageId", "lastMessageId"] {
            summary[field] = name(&summary[field]);
        }
    }
    file["memory"]["summaries"] = Value::Array(summaries);
    file
}

fn there_and_back(engine: crate::testing::Engine, cases: u32) {
    crate::testing::run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        let ann = app.person("ann").await;
        let mut runner = proptest::test_runner::TestRunner::new(proptest::test_runner::Config {
            cases,
            failure_persistence: None,
            ..Default::default()
        });
        let handle = tokio::runtime::Handle::current();
        tokio::task::block_in_place(|| {
            let outcome = runner.run(&own_file(), |file| {
                let made = handle.block_on(import(&app, &ann, file.to_string().as_bytes()));
                let written = handle.block_on(export(&app, &ann, id_of(&made), "deleted=true"));
                let written: Value = serde_json::from_str(&written).expect("JSON");
                prop_assert_eq!(normal(&written), normal(&file), "{}", made["report"]);
                let without = handle.block_on(export(&app, &ann, id_of(&made), ""));
                prop_assert!(!without.contains("deletedOn"));
                let again = handle.block_on(import(&app, &ann, without.as_bytes()));
                prop_assert_eq!(&again["story"]["messageCount"], &made["story"]["messageCount"]);
                Ok(())
            });
            outcome.unwrap_or_else(|error| panic!("{error}"));
        });
    });
}

#[test]
fn nothing_is_lost_there_and_back_on_sqlite() {
    there_and_back(crate::testing::Engine::Sqlite, 60);
}

#[test]
fn nothing_is_lost_there_and_back_on_postgres() {
    there_and_back(crate::testing::Engine::Postgres, 20);
}
