//! Notices beside the replies (reliability L-9, L-10).

use platform::both_engines;
use serde_json::json;

use super::support::*;

both_engines!(the_player_gets_the_required_notices, async |app| {
    let person = app.person("ann").await;
    let story = story(app, &person, "Notices").await;
    let site = free(app, &counting());
    let caller = Caller::person(&site, &person);
    let kinds = async |text: &str| {
        let events = caller
            .stream(&json!({ "chatID": story, "message": text }))
            .await
            .all()
            .await;
        let order = events
            .names()
            .into_iter()
            .filter(|name| matches!(*name, "notice" | "delta" | "message"))
            .map(str::to_owned)
            .collect::<Vec<_>>();
        (
            events
                .of_name("notice")
                .iter()
                .map(|notice| notice["kind"].as_str().expect("a kind").to_owned())
                .collect::<Vec<_>>(),
            order,
        )
    };
    assert_eq!(kinds("Hello.").await.0, ["ai"], "at the start");
    assert!(kinds("Hello again.").await.0.is_empty());
    let (told, order) = kinds("I want to kill myself.").await;
    assert_eq!(told, ["crisis"]);
    assert_eq!(
        order,
        ["message", "notice", "message"],
        "beside the house's answer, and nobody else's"
    );
});
