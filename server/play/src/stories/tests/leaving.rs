//! What becomes of a leaver's scenarios and of the stories of them.

use platform::both_engines;
use platform::db::query_on;
use serde_json::json;

use super::{Visitor, begin, text};
use crate::stories::purge;
use crate::testing::{Actor, NewScenario, TestApp};

const NAMED: &str = "select count(*) from scenarios where id = $1 and display_name <> ''";
const STORED: &str = "select count(*) from scenarios where id = $1";
const BY_FORMER_AUTHOR: &str = "
    select count(*)
    from scenarios
    where id = $1 and author_id = 'former-author' and not public and withdrawn_at is not null";

/// A public scenario of this person; returns its id.
async fn written_by(app: &TestApp, person: &Actor<'_>, name: &str) -> String {
    let id = app.scenario(NewScenario::named(name)).await;
    let mut tx = app.state.db.begin().await.expect("a transaction");
    query_on!(tx, |x: D| sqlx::query::<D>(
        "update scenarios set author_id = $2 where id = $1"
    )
    .bind(&id)
    .bind(person.user_id.as_str())
    .execute(x)
    .await
    .map(drop))
    .expect("its author");
    tx.commit().await.expect("a commit");
    id
}

both_engines!(
    withdrawn_work_goes_with_its_author_unless_others_have_stories_of_it,
    async |app| {
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        let guest = Visitor::new(app).await;
        let unplayed = written_by(app, &ann, "Unplayed").await;
        let alone = written_by(app, &ann, "Played by its author alone").await;
        begin(&ann, &alone).await;
        let shared = written_by(app, &ann, "Played by others, too").await;
        begin(&ann, &shared).await;
        let story = text(&begin(&bob, &shared).await, "id").to_owned();
        let in_trash = written_by(app, &ann, "In the trash of another").await;
        let trashed = text(&begin(&bob, &in_trash).await, "id").to_owned();
        assert_eq!(bob.delete(&format!("/stories/{trashed}")).await.status, 204);
        let of_guest = written_by(app, &ann, "Played by a guest").await;
        assert_eq!(guest.begin(&of_guest).await.status, 201);
        let ended = written_by(app, &ann, "Nobody plays it any more").await;
        let over = text(&begin(&bob, &ended).await, "id").to_owned();
        assert_eq!(
            bob.delete(&format!("/stories/{over}?permanent=true"))
                .await
                .status,
            204
        );

        app.erase(&ann).await;
        for gone in [&unplayed, &alone, &ended] {
            assert_eq!(app.count(STORED, gone).await, 0);
        }
        for stays in [&shared, &in_trash, &of_guest] {
            assert_eq!(app.count(BY_FORMER_AUTHOR, stays).await, 1);
        }
        let story = bob.get(&format!("/stories/{story}")).await.ok();
        assert_eq!(story["scenarioID"], json!(shared));
        assert_eq!(
            bob.post(&format!("/stories/{trashed}/restore"), &json!({}))
                .await
                .status,
            200
        );
    }
);

both_engines!(
    withdrawn_work_of_a_former_author_goes_with_its_last_story,
    async |app| {
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        let played = written_by(app, &ann, "Played on").await;
        begin(&bob, &played).await;
        let ended = written_by(app, &ann, "Ended").await;
        let over = text(&begin(&bob, &ended).await, "id").to_owned();
        app.erase(&ann).await;
        purge(&app.state).await.expect("a round");
        assert_eq!(app.count(NAMED, &ended).await, 1, "Bob still has a story of it");

        bob.delete(&format!("/stories/{over}?permanent=true")).await;
        purge(&app.state).await.expect("a round");
        assert_eq!(
            (app.count(NAMED, &ended).await, app.count(NAMED, &played).await),
            (0, 1)
        );
        assert_eq!(
            app.count(STORED, &ended).await,
            1,
            "its address still says that it was withdrawn"
        );
        assert_eq!(bob.get(&format!("/scenarios/scenario/{ended}")).await.status, 410);
    }
);
