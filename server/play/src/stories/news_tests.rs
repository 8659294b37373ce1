//! Two processes of a site on one PostgreSQL notify each other.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use platform::db::{Isolation, query_on};
use platform::news::{Follower, MAX_ABSENCE, Subject, Subscription, purge};
use platform::web::Problem;
use serde_json::json;
use tokio::time::timeout;

use crate::testing::{Engine, NewScenario, ProfileChange, TestApp, run_test};

/// Far longer than a notification takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The cached pages that another process was told to drop.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn all(&self) -> Vec<String> {
        self.0.lock().expect("no panic").clone()
    }

    fn count(&self, stale: &str) -> usize {
        self.all().iter().filter(|heard| *heard == stale).count()
    }

    /// Waits until this was received this often.
    async fn until(&self, stale: &str, count: usize) {
        let heard = timeout(PATIENCE, async {
            while self.count(stale) < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        assert!(
            heard.await.is_ok(),
            "{stale} was not heard {count} times: {:?}",
            self.all()
        );
    }
}

const EVERYTHING: &str = "Everything";

fn tag(tag: &str) -> String {
    format!("Tag({tag:?})")
}

/// Another process of the site, and what it receives from now on.
async fn another(app: &TestApp) -> (TestApp, Heard) {
    let heard = Heard::default();
    let ears = heard.clone();
    let other = app.process(|_| {}).await;
    other
        .state
        .changes
        .listen(move |stale| ears.0.lock().expect("no panic").push(format!("{stale:?}")));
    (other, heard)
}

async fn notified(subscription: &mut Subscription) {
    timeout(PATIENCE, subscription.changed())
        .await
        .expect("a notification");
}

/// Runs a statement of an operator at a console.
async fn run(app: &TestApp, sql: &'static str, id: &str) {
    let mut conn = app.state.db.begin().await.expect("a transaction");
    query_on!(conn, |x: D| sqlx::query::<D>(sql)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
    .expect("a statement");
    conn.commit().await.expect("a commit");
}

fn on_postgres(test: impl AsyncFnOnce(&TestApp)) {
    run_test(async {
        if let Some(app) = TestApp::create(Engine::Postgres).await {
            test(&app).await;
        }
    });
}

#[test]
fn what_changes_a_page_is_heard_of_by_other_processes() {
    on_postgres(async |app| {
        let (ann, bob) = (app.person("ann").await, app.person("bob").await);
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let unread = app.scenario(NewScenario::named("Unread")).await;
        let (_other, heard) = another(app).await;
        let (of_ann, of_bob, of_scenario) = (
            tag(&format!("user:{}", ann.user_id)),
            tag(&format!("user:{}", bob.user_id)),
            tag(&format!("scenario:{scenario}")),
        );
        ann.post("/scenarios/love", &json!({ "scenarioId": scenario }))
            .await
            .ok();
        heard.until(&of_scenario, 1).await;
        ann.post("/scenarios/rate", &json!({ "scenarioId": scenario, "rating": 1 }))
            .await
            .ok();
        heard.until(&of_scenario, 2).await;
        ann.post(&format!("/users/me/follow/{}", bob.user_id), &json!({}))
            .await
            .ok();
        heard.until(&of_ann, 1).await;
        heard.until(&of_bob, 1).await;
        let lists = heard.count(&tag("list"));
        ann.change(ProfileChange {
            bio: Some(Some("Keeps a lamp.".to_owned())),
            ..ProfileChange::default()
        })
        .await;
        heard.until(&of_ann, 2).await;
        assert_eq!(heard.count(&tag("list")), lists, "no list shows it");
        ann.change(ProfileChange {
            authorname: Some("annette".to_owned()),
            ..ProfileChange::default()
        })
        .await;
        heard.until(&tag("list"), lists + 1).await;
        // Changes are noticed, no matter who makes them.
        run(
            app,
            "update scenarios set display_name = 'Lantern' where id = $1",
            &scenario,
        )
        .await;
        heard.until(&of_scenario, 3).await;
        heard.until(&tag("list"), lists + 2).await;
        for deletion in [
            "delete from scenario_actors where scenario_id = $1",
            "delete from scenarios where id = $1",
        ] {
            run(app, deletion, &unread).await;
        }
        heard.until(&tag(&format!("scenario:{unread}")), 1).await;
        // Counts alone do not make a page stale.
        run(
            app,
            "update scenarios set messages_sent = messages_sent + 1 where id = $1",
            &scenario,
        )
        .await;
        run(
            app,
            "update scenarios set love_count = love_count + 1 where id = $1",
            &scenario,
        )
        .await;
        heard.until(&of_scenario, 4).await;
        assert_eq!(heard.count(&of_scenario), 4);
    });
}

#[test]
fn a_rolled_back_change_is_announced_to_nobody() {
    on_postgres(async |app| {
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let (_other, heard) = another(app).await;
        let id = scenario.as_str();
        let undone: Result<(), Problem> = app
            .state
            .db
            .transact(Isolation::Money, |tx| {
                Box::pin(async move {
                    query_on!(tx, |x: D| sqlx::query::<D>(
                        "update scenarios set love_count = 9 where id = $1"
                    )
                    .bind(id)
                    .execute(x)
                    .await
                    .map(drop))?;
                    Err(Problem::invalid("test", "Undone."))
                })
            })
            .await;
        undone.expect_err("a refusal");
        run(app, "update scenarios set likes = 9 where id = $1", id).await;
        heard.until(&tag(&format!("scenario:{id}")), 1).await;
        assert_eq!(heard.count(&tag(&format!("scenario:{id}"))), 1);
    });
}

#[test]
fn a_process_that_lost_the_connection_catches_up() {
    on_postgres(async |app| {
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let (other, heard) = another(app).await;
        let mut subscription = other.state.news.subscribe(Subject::Story("none".to_owned()));
        // One statement ends the listening session and makes the change: nobody listens when it is committed.
        run(
            app,
            "with ended as (select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity where datname = current_database() and ltrim(query, E' \\n') like 'select pg_current_snapshot%') \
             update scenarios set likes = likes + (select count from ended) where id = $1",
            &scenario,
        )
        .await;
        heard.until(&tag(&format!("scenario:{scenario}")), 1).await;
        assert_eq!(heard.count(EVERYTHING), 0, "nothing else was forgotten");
        // Listeners for something without a row are told to look.
        notified(&mut subscription).await;
    });
}

#[test]
fn a_commit_that_comes_late_is_heard_of_too() {
    on_postgres(async |app| {
        let (early, late) = (
            app.scenario(NewScenario::named("Early")).await,
            app.scenario(NewScenario::named("Late")).await,
        );
        let (_other, heard) = another(app).await;
        // Its notification has the lower number, and is only visible long after the other one was read.
        let mut tx = app.state.db.begin().await.expect("a transaction");
        let sql = "update scenarios set likes = likes + 1 where id = $1";
        query_on!(tx, |x: D| sqlx::query::<D>(sql)
            .bind(late.as_str())
            .execute(x)
            .await
            .map(drop))
        .expect("a change");
        for times in 1..=2 {
            run(app, sql, &early).await;
            heard.until(&tag(&format!("scenario:{early}")), times).await;
        }
        assert_eq!(heard.count(&tag(&format!("scenario:{late}"))), 0);
        tx.commit().await.expect("a commit");
        heard.until(&tag(&format!("scenario:{late}")), 1).await;
        assert_eq!(
            heard.count(&tag(&format!("scenario:{early}"))),
            2,
            "nothing is heard twice"
        );
    });
}

#[test]
fn a_process_that_was_away_for_too_long_drops_its_caches() {
    on_postgres(async |app| {
        let (other, heard) = another(app).await;
        let mut listener = app
            .state
            .db
            .listener()
            .await
            .expect("a connection")
            .expect("PostgreSQL");
        let mut follower = Follower::new(platform::AppState::clone(&other.state));
        for (away, forgets) in [(MAX_ABSENCE, 1), (MAX_ABSENCE, 0), (Duration::ZERO, 1)] {
            let before = heard.count(EVERYTHING);
            follower.max_absence = away;
            follower.catch_up(&mut listener).await.expect("what was told");
            assert_eq!(heard.count(EVERYTHING), before + forgets);
        }
    });
}

#[test]
fn words_are_dropped_when_nobody_can_wait_for_them() {
    on_postgres(async |app| {
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let count = async || {
            let mut conn = app.state.db.read().await.expect("a connection");
            query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(
                "select count(*) from news"
            )
            .fetch_one(x)
            .await)
            .expect("a count")
        };
        run(
            app,
            "update scenarios set likes = likes + 1 where id = $1",
            &scenario,
        )
        .await;
        let before = count().await;
        assert!(before > 0);
        purge(&app.state.db).await.expect("a purge");
        assert_eq!(count().await, before);
        run(
            app,
            "update news set at = at - interval '121 minutes' where subject = 'scenario:' || $1",
            &scenario,
        )
        .await;
        purge(&app.state.db).await.expect("a purge");
        assert!(count().await < before);
    });
}
