//! Turns as streams of events (reliability L-11): a model's text arrives byte for byte, by every way.

use std::sync::Arc;
use std::time::Duration;

use platform::both_engines;
use serde_json::json;
use tokio::sync::Notify;

use super::support::*;
use crate::turns::rules::utf16_len;
use crate::turns::{Timing, TurnSettings};

/// Texts that break naive event streams.
const ODD: [&str; 9] = [
    "One.\r\nTwo.\rThree.\n\n",
    "data: not an event\n\nevent: end\ndata: {}\n\n",
    ": a comment\n",
    "id: 99\nretry: 1\n",
    "é漢😀",
    "\u{2028}\u{2029}\u{feff}",
    "</script><img src=x onerror=alert(1)>",
    "![x](https://canary.example/?d=secret)",
    "[DONE]",
];

both_engines!(what_a_model_writes_arrives_byte_for_byte, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Odd").await;
    let mut acts: Vec<Act> = ODD.iter().map(|odd| text(odd)).collect();
    acts.push(Act::Text("x".repeat(1 << 20)));
    acts.push(text("end"));
    acts.push(done());
    let whole = format!("{}{}end", ODD.concat(), "x".repeat(1 << 20));
    let double = Double::always(acts);
    let site = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    let events = caller
        .stream(&json!({ "chatID": story, "message": "Go." }))
        .await
        .all()
        .await;
    let turn = events.turn_id();
    // A slow reader gets the rest in one piece.
    let reply = &events.end()["turn"]["replies"][0];
    assert!(reply["content"] == whole.as_str(), "stored as it was written");
    if !events.names().contains(&"snapshot") {
        assert!(events.text() == whole, "shown as it was written");
        let mut offset = 0;
        for delta in events.of_name("delta") {
            assert_eq!(delta["offset"], offset, "counted in UTF-16");
            offset += utf16_len(delta["text"].as_str().expect("text"));
        }
    }
    // So does a late reader.
    let late = caller.follow(&turn, 0).await.all().await;
    let content = &late.end()["turn"]["replies"][0]["content"];
    assert!(*content == whole.as_str());
});

both_engines!(numbers_go_on_where_a_client_was, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Long").await;
    give(app, &person, 50).await;
    let gates: Vec<Arc<Notify>> = (0..5).map(|_| Arc::new(Notify::new())).collect();
    let mut acts = Vec::new();
    for (number, gate) in gates.iter().enumerate() {
        acts.push(text(&format!("Part {number}. ")));
        acts.push(Act::Wait(gate.clone()));
    }
    acts.push(done());
    let double = Double::always(acts);
    let site = with(app, &double.models(info("m", 1)), dear(), quick());
    let caller = Caller::person(&site, &person);
    let mut first = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    first.until("delta").await;
    let turn = first.turn_id();
    let mut second = caller.follow(&turn, 0).await;
    second.until("delta").await;
    // A client goes offline, twice, and continues where it was.
    let mut pieces = first.text();
    let mut last = first.seen.last().expect("events").0;
    drop(first);
    for gate in &gates[..2] {
        gate.notify_one();
        let mut back = caller.follow(&turn, last).await;
        back.until("delta").await;
        assert!(back.seen.iter().all(|(seq, ..)| *seq > last), "nothing twice");
        assert!(back.seen.windows(2).all(|pair| pair[0].0 < pair[1].0));
        pieces.push_str(&back.text());
        last = back.seen.last().expect("events").0;
    }
    gates.iter().for_each(|gate| gate.notify_one());
    let rest = caller.follow(&turn, last).await.all().await;
    pieces.push_str(&rest.text());
    let second = second.all().await;
    assert_eq!(pieces, "Part 0. Part 1. Part 2. Part 3. Part 4. ");
    assert_eq!(second.text(), pieces, "who stayed has the same");
    let numbers: Vec<u64> = second.seen.iter().map(|(seq, ..)| *seq).collect();
    assert_eq!(second.names().first(), Some(&"turn"));
    assert_eq!(numbers.first(), Some(&1));
    assert_eq!(second.names().last(), Some(&"end"));
    assert_eq!(
        second.end()["turn"]["lastEvent"],
        *numbers.last().expect("events")
    );
    assert_eq!(
        (&second.end()["price"]["captured"], &second.end()["balance"]),
        (&json!(1), &json!(49))
    );
    // By the header, too; a reader that has everything gets 204.
    let mut request = caller.request("GET", &format!("/turns/{turn}/events"), None);
    request
        .headers_mut()
        .insert("last-event-id", numbers[numbers.len() - 2].into());
    let mut tail = Vec::new();
    let response = site.open(request).await;
    tail.extend(
        axum::body::to_bytes(response.into_body(), 1 << 20)
            .await
            .expect("a body"),
    );
    let tail = String::from_utf8(tail).expect("UTF-8");
    assert!(
        tail.starts_with(&format!("id: {}\nevent: end\n", numbers.last().expect("events"))),
        "{tail}"
    );
    let (status, _) = caller
        .send(
            "GET",
            &format!("/turns/{turn}/events?after={}", numbers.last().expect("events")),
            None,
        )
        .await;
    assert_eq!(status, 204);
    // The stream from another process.
    let other = with(app, &double.models(info("m", 1)), dear(), quick());
    let told = caller.at(&other).follow(&turn, 0).await.all().await;
    assert_eq!(told.names(), ["snapshot", "end"]);
    assert_eq!(told.end()["turn"]["replies"][0]["content"], pieces.as_str());
    let (status, _) = caller
        .at(&other)
        .send(
            "GET",
            &format!("/turns/{turn}/events?after={}", numbers.last().expect("events")),
            None,
        )
        .await;
    assert_eq!(status, 204);
    let (status, _) = caller
        .send("GET", &format!("/turns/{turn}/events?after=x"), None)
        .await;
    assert_eq!(status, 400);
    assert_settled(app).await;
});

both_engines!(a_slow_reader_slows_nobody, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Much").await;
    let mut acts: Vec<Act> = (0..2_000)
        .map(|number| Act::Text(format!("{number} {}", "words ".repeat(60))))
        .collect();
    acts.push(done());
    let whole: String = (0..2_000)
        .map(|number| format!("{number} {}", "words ".repeat(60)))
        .collect();
    let double = Double::always(acts);
    let site = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    let mut slow = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    let (_, name, _) = slow.next().await.expect("an event");
    assert_eq!(name, "turn");
    let turn = slow.turn_id();
    // The turn ends although this reader reads no more.
    while caller.get(&format!("/turns/{turn}")).await["state"] == "running" {
        tokio::task::yield_now().await;
    }
    let slow = slow.all().await;
    assert!(
        slow.bytes.len() < 6 * whole.len(),
        "{} bytes for {}",
        slow.bytes.len(),
        whole.len()
    );
    assert!(slow.end()["turn"]["replies"][0]["content"] == whole.as_str());
    assert!(
        slow.seen.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "{:?}",
        slow.names()
    );
    assert!(
        slow.seen.len() < 1_000,
        "pieces that were not taken arrive as one: {}",
        slow.seen.len()
    );
});

both_engines!(a_silent_stream_shows_that_it_lives, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Quiet").await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![Act::Wait(gate.clone()), text("At last."), done()]);
    let timing = Timing {
        heartbeat: Duration::from_millis(5),
        ..quick()
    };
    let site = with(app, &double.models(info("m", 0)), TurnSettings::default(), timing);
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    events.until("message").await;
    events.until_heartbeat().await;
    gate.notify_one();
    let events = events.all().await;
    assert_eq!(events.text(), "At last.");
});

both_engines!(thoughts_are_shown_and_are_no_part_of_the_story, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Thought").await;
    let double = Double::always(vec![
        Act::Think("Hm. "),
        Act::Think("Let me see."),
        text("Ada: So be it."),
        text("\nYou: No!"),
        done(),
    ]);
    let site = with(
        app,
        &double.models(info("m", 0)),
        TurnSettings::default(),
        quick(),
    );
    let caller = Caller::person(&site, &person);
    let events = caller
        .stream(&json!({ "chatID": story, "message": "Go.", "speakerId": cast(&caller, &story).await[0] }))
        .await
        .all()
        .await;
    let thought: String = events
        .of_name("reasoning")
        .iter()
        .map(|piece| piece["text"].as_str().expect("text"))
        .collect();
    assert_eq!(thought, "Hm. Let me see.");
    let content = events.of_name("done")[0]["message"]["content"].clone();
    assert_eq!(
        content, "So be it.",
        "without the speaker's name, and without words for others"
    );
    assert_eq!(events.text(), "So be it.");
});

both_engines!(each_reply_is_watched_from_another_process, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Three elsewhere").await;
    add_cast(app, &story).await;
    let gate = Arc::new(Notify::new());
    let may_end = gate.clone();
    let double = Double::by(move |_, number| {
        vec![
            text(&format!("{number} and ")),
            Act::Wait(may_end.clone()),
            text("no more."),
            done(),
        ]
    });
    // A watcher requests it once.
    let timing = Timing {
        heartbeat: Duration::from_secs(3_600),
        ..quick()
    };
    let settings = TurnSettings {
        guest_turns: 0,
        ..TurnSettings::default()
    };
    let site = process(app, &double.models(info("m", 0)), settings.clone(), timing).await;
    let elsewhere = process(app, &double.models(info("m", 0)), settings, timing).await;
    let caller = Caller::person(&site, &person);
    caller
        .post(
            "/chat/edit-settings",
            &json!({ "chatID": story, "strategy": "list" }),
        )
        .await;
    let mut events = caller
        .stream(&json!({ "chatID": story, "message": "All of you!" }))
        .await;
    events.until("delta").await;
    let mut watched = caller.at(&elsewhere).follow(&events.turn_id(), 0).await;
    for reply in 0..3 {
        let shown = format!("{reply} and ");
        while watched.until("snapshot").await["turn"]["replies"][reply]["content"] != shown {}
        gate.notify_one();
    }
    assert_eq!(watched.all().await.end()["turn"]["state"], "complete");
    assert_eq!(events.all().await.end()["turn"]["state"], "complete");
});

both_engines!(a_turn_is_watched_and_stopped_from_another_process, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Elsewhere").await;
    give(app, &person, 10).await;
    let gate = Arc::new(Notify::new());
    let double = Double::always(vec![
        text("Here and "),
        Act::Wait(gate.clone()),
        text("there."),
        done(),
    ]);
    // It is stored when somebody wants to see it, and not otherwise.
    let timing = Timing {
        checkpoint: Duration::from_secs(3_600),
        ..quick()
    };
    let site = process(app, &double.models(info("m", 10)), dear(), timing).await;
    let elsewhere = process(app, &double.models(info("m", 10)), dear(), timing).await;
    let caller = Caller::person(&site, &person);
    let mut events = caller.stream(&json!({ "chatID": story, "message": "Go." })).await;
    events.until("delta").await;
    let turn = events.turn_id();
    let other = caller.at(&elsewhere);
    let mut watched = other.follow(&turn, 0).await;
    while watched.until("snapshot").await["turn"]["replies"][0]["content"] != "Here and " {}
    other.post(&format!("/turns/{turn}/stop"), &json!({})).await;
    let events = events.all().await;
    assert_eq!(events.end()["turn"]["state"], "stopped");
    let watched = watched.all().await;
    assert_eq!(
        (
            &watched.end()["turn"]["state"],
            &watched.end()["turn"]["price"]["captured"]
        ),
        (&json!("stopped"), &json!(1))
    );
    assert!(watched.seen.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert_settled(app).await;
});
