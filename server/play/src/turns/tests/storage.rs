//! The disk is full while a reply is written: the reply is kept in memory, and is settled as soon as there is
//! space.

use std::sync::Arc;

use platform::both_engines;
use serde_json::json;
use tokio::sync::Notify;

use super::support::*;
use crate::testing::StorageFault;

both_engines!(
    a_reply_whose_end_finds_no_room_is_written_down_when_there_is,
    async |app| {
        let ann = app.person("ann").await;
        let story = story(app, &ann, "Lamps").await;
        give(app, &ann, 100).await;
        let gate = Arc::new(Notify::new());
        let double = Double::always(vec![
            text("Once "),
            Act::Wait(gate.clone()),
            text("more."),
            done(),
        ]);
        let site = with(app, &double.models(info("m", 10)), dear(), quick());
        let caller = Caller::person(&site, &ann);
        let mut events = caller
            .stream(&json!({ "chatID": story, "message": "Hello." }))
            .await;
        events.until("delta").await;
        app.inject_storage_fault(StorageFault::ReadOnly).await;
        gate.notify_one();
        // The reply was written, but cannot be stored.
        events.until_heartbeat().await;
        let refused = ann
            .post("/message/create", &json!({ "chatID": story, "message": "And?" }))
            .await;
        refused.assert_problem(503, "STORAGE_FULL");
        assert_eq!(
            caller.get(&format!("/turns/{}", events.turn_id())).await["state"],
            "running"
        );
        app.clear_storage_fault().await;
        let events = events.all().await;
        assert_eq!(
            (events.text().as_str(), &events.end()["turn"]["state"]),
            ("Once more.", &json!("complete"))
        );
        assert_eq!(events.end()["price"]["captured"], 10);
        assert_settled(app).await;
    }
);
