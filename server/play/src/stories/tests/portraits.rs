//! The portraits of a story's cast.

use platform::both_engines;
use platform::db::query_on;
use serde_json::json;

use super::begin;
use crate::testing::NewScenario;

const SET_FRAME: &str = "update scenario_actors set avatar_frame = 'focus=0.5,0.125' where scenario_id = $1";
const CLEAR_FRAME: &str = "update scenario_actors set avatar_frame = null where scenario_id = $1";

both_engines!(
    a_story_keeps_the_frames_of_portraits_that_it_began_with,
    async |app| {
        let ann = app.person("ann").await;
        let new = NewScenario {
            portrait: Some("x/ada.webp".to_owned()),
            ..NewScenario::named("Lamp")
        };
        let scenario = app.scenario(new).await;
        let mut stories = Vec::new();
        for statement in [SET_FRAME, CLEAR_FRAME] {
            let mut tx = app.state.db.begin().await.expect("a transaction");
            query_on!(tx, |x: D| sqlx::query::<D>(statement)
                .bind(&scenario)
                .execute(x)
                .await
                .map(drop))
            .expect("changed");
            tx.commit().await.expect("a commit");
            let story = begin(&ann, &scenario).await;
            stories.push(story["id"].as_str().expect("an id").to_owned());
        }
        let mut shown = Vec::new();
        for id in stories {
            let story = ann.get(&format!("/stories/{id}")).await.json;
            shown.push(story["characters"][0]["avatar"].clone());
        }
        assert_eq!(
            shown,
            [
                json!("/media/x/ada.webp?focus=0.5,0.125"),
                json!("/media/x/ada.webp")
            ]
        );
    }
);
