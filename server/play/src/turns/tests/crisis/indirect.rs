//! Cries for help that no phrase matches.

use accounts::safety;
use platform::both_engines;
use serde_json::json;

use super::*;
use crate::testing::sentence_model;

/// Texts without any phrase, with their subject, in the language of the answer.
const INDIRECT: [(&str, &str); 5] = [
    (
        "My dog is fourteen. When he goes I reckon I'm free to go as well.",
        "stepping out of the story",
    ),
    (
        "Sie haben beim Arzt nen Schatten gefunden und mein erster Gedanke war: endlich. Komisch oder?",
        "Ich trete kurz aus der Geschichte heraus",
    ),
    (
        "j'ai trouvé quelqu'un pour le chat. c'était la dernière chose sur ma liste",
        "Je sors un instant de l'histoire",
    ),
    (
        "Desde que enviudé le pido a Dios cada noche que no me haga esperar tanto. Setenta y dos años ya está bien.",
        "Salgo un momento de la historia",
    ),
    (
        "my flatmate locked herself in the bathroom with a knife and is crying",
        "someone you care about is not safe",
    ),
];

both_engines!(
    what_is_said_indirectly_is_answered_in_every_mode_as_well,
    async |app| {
        let person = app.person("ann").await;
        let double = along();
        let site = priced(app, &double).with_state(|state| state.vectors = sentence_model());
        let blind = priced(app, &double);
        let caller = Caller::person(&site, &person);
        for (place, (cry, part)) in INDIRECT.into_iter().enumerate() {
            assert_eq!(safety::judge(cry), None, "{cry}");
            app.clock.advance_millis(60_001);
            let story = story(app, &person, &format!("Indirect {place}")).await;
            add_cast(app, &story).await;
            let first = caller.turn(&json!({ "chatID": story, "message": cry })).await;
            assert_answered(&first, part);
            let line = &first["userMessage"]["id"];
            for kind in ["regenerate", "continue", "retry", "rewrite"] {
                assert_answered(
                    &caller
                        .turn(&json!({ "chatID": story, "kind": kind, "messageId": line }))
                        .await,
                    "",
                );
            }
            for kind in ["next", "impersonate"] {
                assert_answered(&caller.turn(&json!({ "chatID": story, "kind": kind })).await, "");
            }
            // A line that becomes one by an edit.
            let edited = caller
                .send(
                    "PATCH",
                    &format!("/messages/{}", line.as_str().expect("an id")),
                    Some(&json!({ "content": format!("{cry} ") })),
                )
                .await;
            assert!(
                edited.1["notices"]
                    .as_array()
                    .is_some_and(|notices| notices.len() == 1),
                "{}",
                edited.1
            );
        }
        assert_eq!(double.count(), 0, "no model was asked");
        // Without the sentence model, only phrases decide.
        let story = story(app, &person, "Blind").await;
        let (status, _) = caller
            .at(&blind)
            .send(
                "POST",
                "/message/create",
                Some(&json!({ "chatID": story, "message": INDIRECT[0].0 })),
            )
            .await;
        assert_eq!(status.as_u16(), 402, "who cannot pay for a reply is told so");
    }
);
