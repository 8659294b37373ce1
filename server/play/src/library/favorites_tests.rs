//! The people who keep stories of a scenario in their folders: what the scenario shows as `favorites`.

use std::sync::{Arc, Mutex};

use accounts::users;
use accounts::users::rules::DELETION_GRACE_DAYS;
use futures::future::join_all;
use kernel::{DAY_MS, Random};
use platform::both_engines;
use platform::db::query_on;
use serde_json::{Value, json};

use crate::stories::purge;
use crate::testing::{Actor, NewScenario, TestApp};

/// What every scenario shows, and what a count of everything finds.
const COUNTS: &str = "
    select s.favorites, (
        select count(distinct t.owner_id)
        from stories t
        join library_folders f on f.id = t.directory_id and f.owner_id = t.owner_id
        where t.scenario_id = s.id and t.owner_kind = 'person' and t.deleted_at is null
    )
    from scenarios s
    order by s.id";

async fn folder(person: &Actor<'_>, name: &str) -> String {
    let made = person.post("/library/folders", &json!({ "name": name })).await;
    assert_eq!(made.status, 201, "{}", made.json);
    id_of(&made.json)
}

async fn begin(person: &Actor<'_>, scenario: &str) -> String {
    let made = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
    assert_eq!(made.status, 201, "{}", made.json);
    id_of(&made.json)
}

fn id_of(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

/// Puts a story into a folder, or takes it out of all.
async fn put(person: &Actor<'_>, story: &str, folder: Option<&str>) {
    person
        .put(&format!("/stories/{story}"), &json!({ "directoryId": folder }))
        .await
        .ok();
}

async fn favorites(app: &TestApp, scenario: &str) -> Value {
    let shown = app.get(&format!("/scenarios/scenario/{scenario}")).await.ok();
    shown["scenarioStats"]["favorites"].clone()
}

/// What [`COUNTS`] says.
async fn counts(app: &TestApp) -> Vec<(i64, i64)> {
    let mut conn = app.state.db.read().await.expect("a connection");
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64)>(COUNTS)
        .fetch_all(x)
        .await)
    .expect("counts")
}

both_engines!(a_person_counts_once_however_many_stories_they_keep, async |app| {
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let (shelf, other) = (folder(&ann, "Shelf").await, folder(&ann, "Other").await);
    let (one, two) = (begin(&ann, &scenario).await, begin(&ann, &scenario).await);
    put(&ann, &one, Some(&shelf)).await;
    put(&ann, &two, Some(&other)).await;
    assert_eq!(favorites(app, &scenario).await, 1);
    put(
        &bob,
        &begin(&bob, &scenario).await,
        Some(&folder(&bob, "Shelf").await),
    )
    .await;
    assert_eq!(favorites(app, &scenario).await, 2);
    put(&ann, &one, None).await;
    assert_eq!(favorites(app, &scenario).await, 2, "she keeps another");
    put(&ann, &two, None).await;
    assert_eq!(favorites(app, &scenario).await, 1);
});

both_engines!(
    people_who_begin_to_keep_stories_at_the_same_time_are_all_counted,
    async |app| {
        let scenario = app.scenario(NewScenario::named("Lamp")).await;
        let mut keepers = Vec::new();
        for number in 0..6 {
            let person = app.person(&format!("reader{number}")).await;
            let (story, shelf) = (begin(&person, &scenario).await, folder(&person, "Shelf").await);
            keepers.push((person, story, shelf));
        }
        join_all(
            keepers
                .iter()
                .map(|(person, story, shelf)| put(person, story, Some(shelf))),
        )
        .await;
        assert_eq!(favorites(app, &scenario).await, 6);
    }
);

both_engines!(copies_of_a_scenario_end_when_its_favorites_change, async |app| {
    let scenario = app.scenario(NewScenario::named("Lamp")).await;
    let ann = app.person("ann").await;
    let (shelf, other) = (folder(&ann, "Shelf").await, folder(&ann, "Other").await);
    let story = begin(&ann, &scenario).await;
    let path = format!("/stories/{story}");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = heard.clone();
    app.state
        .changes
        .listen(move |stale| ears.lock().expect("no panic").push(format!("{stale:?}")));
    let told = || std::mem::take(&mut *heard.lock().expect("no panic"));
    let its_page = [format!("Tag(\"scenario:{scenario}\")")];

    put(&ann, &story, Some(&shelf)).await;
    assert_eq!(told(), its_page, "put into a folder");
    put(&ann, &story, Some(&other)).await;
    assert!(told().is_empty(), "moved between folders");
    assert_eq!(ann.delete(&path).await.status, 204);
    assert_eq!(told(), its_page, "put into the trash");
    ann.post(&format!("{path}/restore"), &json!({})).await.ok();
    assert_eq!(told(), its_page, "restored");
    let deleted = ann.delete(&format!("/library/folders/{other}?etag=*")).await;
    assert_eq!(deleted.status, 204);
    assert_eq!(told(), its_page, "its folder deleted");
    assert_eq!(ann.delete(&format!("{path}?permanent=true")).await.status, 204);
    assert!(told().is_empty(), "in no folder");
});

both_engines!(
    what_is_stored_before_the_migration_is_counted_by_it,
    async |app| {
        const MIGRATION: &str = include_str!("../../../../migrations/common/0051_favorites.sql");
        let kept = app.scenario(NewScenario::named("Lamp")).await;
        let other = app.scenario(NewScenario::named("Door")).await;
        let ann = app.person("ann").await;
        put(
            &ann,
            &begin(&ann, &kept).await,
            Some(&folder(&ann, "Shelf").await),
        )
        .await;
        let recount = &MIGRATION[MIGRATION.find("update scenarios").expect("the recount")..];
        let mut tx = app.state.db.begin().await.expect("a transaction");
        for text in [
            "update scenarios set favorites = 7 * favorites + 5",
            recount.trim_end().trim_end_matches(';'),
        ] {
            query_on!(tx, |x: D| sqlx::query::<D>(text).execute(x).await.map(drop)).expect("a change");
        }
        tx.commit().await.expect("a commit");
        assert_eq!(favorites(app, &kept).await, 1);
        assert_eq!(favorites(app, &other).await, 0);
    }
);

/// Somebody who does whatever can be done with stories and folders.
struct Reader<'a> {
    person: Actor<'a>,
    folders: Vec<String>,
    stories: Vec<String>,
}

/// Two of the things that a [`Reader`] can do.
const BEGIN: usize = 0;
const MAKE_FOLDER: usize = 4;

/// A repeatable choice.
struct Chance(Random);

impl Chance {
    /// A number below this one.
    fn below(&self, end: usize) -> usize {
        let mut bytes = [0; 2];
        self.0.fill(&mut bytes);
        usize::from(u16::from_be_bytes(bytes)) % end
    }

    fn one_of<'a>(&self, all: &'a [String]) -> Option<&'a String> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }
}

impl Reader<'_> {
    /// Does something; some of it is refused, as it is where two windows are open.
    async fn act(&mut self, chance: &Chance, scenarios: &[String]) {
        let story = chance.one_of(&self.stories).cloned();
        let shelf = chance.one_of(&self.folders).cloned();
        let person = &self.person;
        let what = match (&story, &shelf) {
            (None, _) => BEGIN,
            (_, None) => MAKE_FOLDER,
            _ => chance.below(20),
        };
        let path = format!("/stories/{}", story.unwrap_or_default());
        let answer = match what {
            BEGIN..4 => {
                let scenario = chance.one_of(scenarios);
                let new = json!({ "scenarioId": scenario, "ephemeral": chance.below(3) == 0 });
                let made = person.post("/stories/", &new).await;
                self.stories.push(id_of(&made.json));
                made
            }
            MAKE_FOLDER..6 => {
                let name = format!("Folder {}", chance.below(60_000));
                let made = person
                    .post("/library/folders", &json!({ "name": name, "parentId": shelf }))
                    .await;
                self.folders.extend(made.json["id"].as_str().map(str::to_owned));
                made
            }
            6..12 => person.put(&path, &json!({ "directoryId": shelf })).await,
            12..14 => person.put(&path, &json!({ "directoryId": null })).await,
            14..16 => person.delete(&path).await,
            16..18 => person.post(&format!("{path}/restore"), &json!({})).await,
            18 => {
                self.stories.retain(|id| !path.ends_with(id.as_str()));
                person.delete(&format!("{path}?permanent=true")).await
            }
            _ => {
                let shelf = shelf.unwrap_or_default();
                self.folders.retain(|id| *id != shelf);
                person.delete(&format!("/library/folders/{shelf}?etag=*")).await
            }
        };
        let status = answer.status.as_u16();
        assert!(status < 500 && status != 401, "{}", answer.json);
    }
}

/// Checks every scenario against a full count; returns the sum of what they show.
async fn check(app: &TestApp, after: &str) -> i64 {
    let counts = counts(app).await;
    assert!(
        counts.iter().all(|(shown, found)| shown == found),
        "{after}: {counts:?}"
    );
    counts.iter().map(|(shown, _)| shown).sum()
}

both_engines!(favorites_are_always_what_a_full_count_finds, async |app| {
    let chance = Chance(Random::seeded(51));
    let mut scenarios = Vec::new();
    for name in ["Lamp", "Door", "Boat"] {
        scenarios.push(app.scenario(NewScenario::named(name)).await);
    }
    let mut readers = Vec::new();
    for name in ["ann", "bob", "cid"] {
        readers.push(Reader {
            person: app.person(name).await,
            folders: Vec::new(),
            stories: Vec::new(),
        });
    }
    let mut sums = Vec::new();
    for step in 0..240 {
        let who = chance.below(readers.len());
        readers[who].act(&chance, &scenarios).await;
        sums.push(check(app, &format!("step {step}")).await);
        if step % 40 == 39 {
            // Ephemeral stories last for a day.
            app.clock.advance_millis(DAY_MS + 1);
            purge(&app.state).await.expect("a round");
            sums.push(check(app, "a purge").await);
            readers.iter_mut().for_each(|reader| reader.person.renew());
        }
    }
    assert!(sums.iter().max() > Some(&4), "{sums:?}");
    assert!(
        sums.windows(2).filter(|pair| pair[0] != pair[1]).count() > 20,
        "{sums:?}"
    );

    for reader in &readers {
        let scenario = chance.one_of(&scenarios).expect("a scenario");
        let shelf = folder(&reader.person, "Last").await;
        put(
            &reader.person,
            &begin(&reader.person, scenario).await,
            Some(&shelf),
        )
        .await;
    }
    let before = check(app, "all keep something").await;
    app.erase(&readers[0].person).await;
    let after = check(app, "an erasure").await;
    assert!(after < before);
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let now = kernel::Clock::now(&app.clock);
    users::ask_deletion(&mut tx, &readers[1].person.user_id, None, now)
        .await
        .expect("a date");
    tx.commit().await.expect("a commit");
    app.clock.advance_millis(DELETION_GRACE_DAYS * DAY_MS + 1);
    purge(&app.state).await.expect("a round");
    assert!(check(app, "a purge of a leaver's stories").await < after);
});
