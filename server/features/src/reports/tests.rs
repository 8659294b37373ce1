//! What is kept of a report, for how long, and what goes with those who leave.

use kernel::ids::{GuestId, UserId};
use serde_json::{Value, json};

use super::rules::KEEP_MS;
use super::{NewReport, Receipt, Reporter, file, sweep};
use crate::both_engines;
use crate::db::{Isolation, on};
use crate::stories::Owner;
use crate::testing::{TEST_NOW, TestApp};
use crate::users::delete_those_who_leave;
use crate::users::rules::DELETION_GRACE_DAYS;

async fn filed(app: &TestApp, new: &NewReport<'_>) -> Receipt {
    let state = &app.state;
    let use_case = state.db.transact(Isolation::Ordinary, |tx| Box::pin(async move { file(state, tx, new).await }));
    use_case.await.expect("a receipt")
}

async fn rows(app: &TestApp) -> Vec<(String, Option<String>, String)> {
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select kind, reporter_id, note from reports order by kind, note";
    on!(conn, |x: D| sqlx::query_as::<D, _>(read).fetch_all(x).await).expect("rows")
}

/// What a report needs to be told apart from others.
struct Told<'a> {
    kind: &'a str,
    reporter: Reporter,
    subject: Option<Owner>,
    note: &'a str,
}

impl Told<'_> {
    async fn file(&self, app: &TestApp) -> Receipt {
        let copy = json!({ "name": "Lamp" });
        let new = NewReport {
            kind: self.kind,
            target_id: "lamp",
            subject: self.subject.as_ref(),
            reporter: &self.reporter,
            sender: self.reporter.id(),
            reason: "spam",
            note: self.note,
            copy: &copy,
            now: kernel::Clock::now(&app.clock),
        };
        filed(app, &new).await
    }
}

both_engines!(the_same_report_is_filed_once_and_the_house_files_each_of_its_own, async |app| {
    let told = Told { kind: "scenario", reporter: Reporter::Person(UserId::trusted("ann".to_owned())), subject: None, note: "Look." };
    let (one, two) = tokio::join!(told.file(app), told.file(app));
    assert_eq!(one, two, "two clicks, one report");
    assert_eq!(one.at, TEST_NOW);
    app.clock.advance_millis(60_000);
    assert_eq!(told.file(app).await, one, "a late click, too");
    assert_ne!(Told { note: "Look again.", ..told }.file(app).await.id, one.id);
    assert_eq!(rows(app).await.len(), 2);
    let judge = Told { kind: "story", reporter: Reporter::House, subject: None, note: "" };
    assert_ne!(judge.file(app).await.id, judge.file(app).await.id);
    assert_eq!(rows(app).await.len(), 4);
});

both_engines!(a_report_goes_after_a_year_and_guests_are_forgotten_with_their_session, async |app| {
    let guest = GuestId::trusted("gone".to_owned());
    Told { kind: "scenario", reporter: Reporter::Guest(guest.clone()), subject: Some(Owner::Guest(guest)), note: "Old." }.file(app).await;
    assert_eq!(sweep(&app.state).await.expect("a round"), 0);
    assert_eq!(rows(app).await, [("scenario".to_owned(), None, "Old.".to_owned())], "no session, no name");
    app.clock.advance_millis(KEEP_MS);
    Told { kind: "card", reporter: Reporter::Visitor, subject: None, note: "New." }.file(app).await;
    assert_eq!(sweep(&app.state).await.expect("a round"), 0, "the day has not passed");
    app.clock.advance_millis(1);
    assert_eq!(sweep(&app.state).await.expect("a round"), 1);
    assert_eq!(rows(app).await, [("card".to_owned(), None, "New.".to_owned())]);
});

both_engines!(reports_follow_those_who_leave, async |app| {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let of = |person: &crate::testing::Actor<'_>| Owner::Person(person.user_id.clone());
    let by = |person: &crate::testing::Actor<'_>| Reporter::Person(person.user_id.clone());
    for told in [
        Told { kind: "scenario", reporter: by(&ann), subject: Some(of(&bob)), note: "canary-by-ann" },
        Told { kind: "reply", reporter: by(&ann), subject: Some(of(&ann)), note: "canary-reply" },
        Told { kind: "person", reporter: by(&bob), subject: Some(of(&ann)), note: "canary-of-ann" },
        Told { kind: "story", reporter: Reporter::House, subject: Some(of(&ann)), note: "canary-house" },
        Told { kind: "card", reporter: by(&bob), subject: None, note: "canary-by-bob" },
    ] {
        told.file(app).await;
    }
    let mut conn = app.state.db.read().await.expect("a connection");
    let archive = crate::users::Archive::of(&app.state, &mut conn, &ann.user_id).await.expect("an archive").finish().expect("bytes");
    drop(conn);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).expect("an archive");
    let own: Vec<Value> = serde_json::from_reader(archive.by_name("reports.json").expect("a file")).expect("a list");
    let mut notes: Vec<&str> = own.iter().filter_map(|row| row["note"].as_str()).collect();
    notes.sort_unstable();
    assert_eq!(notes, ["canary-by-ann", "canary-house", "canary-reply"], "what others reported of her would tell who did");
    assert_eq!(own[0]["copy"]["name"], "Lamp");
    assert!(own.iter().all(|row| row.get("sender_hash").is_none() && row.get("same_hash").is_none()));

    ann.post("/users/me/deletion", &json!({})).await.ok();
    app.clock.advance_millis(DELETION_GRACE_DAYS * 24 * 3_600_000 + 1);
    assert_eq!(delete_those_who_leave(&app.state).await.expect("a round"), 1);
    let bob = bob.user_id.to_string();
    assert_eq!(rows(app).await, [("card".to_owned(), Some(bob), "canary-by-bob".to_owned()), ("scenario".to_owned(), None, String::new())]);
});
