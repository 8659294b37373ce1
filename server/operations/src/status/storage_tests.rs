//! A full or read-only disk: writes report it, reads continue, and nothing has to be restarted afterwards
//! (O-6).

use axum::body::Body;
use axum::http::Request;
use platform::blobs::{BlobKey, Blobs};
use platform::both_engines;
use platform::db::{Db, is_unwritable, is_unwritable_io, query_on};
use serde_json::{Value, json};

use super::store::write_heartbeat;
use crate::testing::{
    Actor, Answer, Browser, Engine, NewScenario, StorageFault, TEST_NOW, TestApp, run_test,
};

const PASSWORD: &str = "correct horse battery";
/// More than the free space in the pages of any database file.
const LARGE_BYTES: usize = 200_000;
/// This many writes of that size use up all free space.
const MOST_WRITES: usize = 64;

/// The write of the readiness check.
async fn write_readiness(app: &TestApp) -> sqlx::Result<()> {
    let mut tx = app.state.db.begin().await?;
    write_heartbeat(&mut tx, TEST_NOW).await?;
    tx.commit().await
}

/// A simple writer whose transaction the engine aborts.
async fn write_much(app: &TestApp) -> sqlx::Result<()> {
    let mut tx = app.state.db.begin().await?;
    let much = "x".repeat(LARGE_BYTES);
    query_on!(tx, |x: D| sqlx::query::<D>(
        "insert into blocked_addresses (network, reason, created_at) values ($1, $2, 0)"
    )
    .bind("192.0.2.0/24")
    .bind(&much)
    .execute(x)
    .await
    .map(drop))?;
    tx.commit().await
}

async fn write_lore(ann: &Actor<'_>) -> Answer {
    let entry = json!({ "keys": ["lamp"], "content": "light ".repeat(500) });
    ann.post(
        "/lorebooks",
        &json!({ "name": "Lamps", "entries": vec![entry; 20] }),
    )
    .await
}

async fn sign_in(app: &TestApp) -> (Browser<'_>, Answer) {
    let browser = app.browser();
    let answer = browser
        .post(
            "/auth/sign-in",
            &json!({ "email": "bob@example.org", "password": PASSWORD }),
        )
        .await;
    (browser, answer)
}

both_engines!(
    a_full_disk_is_reported_and_everything_continues_when_there_is_space,
    async |app| {
        let (ann, scenario) = (
            app.person("ann").await,
            app.scenario(NewScenario::named("Lamps")).await,
        );
        app.signed_up("bob@example.org", PASSWORD).await;
        for trouble in [StorageFault::Full, StorageFault::ReadOnly, StorageFault::Full] {
            app.inject_storage_fault(trouble).await;
            let mut refused = write_lore(&ann).await;
            for _ in 0..MOST_WRITES {
                if refused.status.is_success() {
                    refused = write_lore(&ann).await;
                }
            }
            refused.assert_problem(503, "STORAGE_FULL");
            assert!(refused.headers.contains_key("retry-after"), "{trouble:?}");
            let error = write_much(app).await.expect_err("no room");
            assert!(is_unwritable(&error), "{trouble:?}: {error:?}");
            // Whether the engine has space for so little is up to it; neither answer is an internal error.
            let (_, answer) = sign_in(app).await;
            assert!(
                answer.status.is_success() || answer.json["code"] == "STORAGE_FULL",
                "{trouble:?}: {}",
                answer.json
            );
            for path in [
                "/users/me",
                "/lorebooks",
                &format!("/scenarios/scenario/{scenario}"),
            ] {
                ann.get(path).await.ok();
            }
            app.clear_storage_fault().await;
            write_readiness(app)
                .await
                .unwrap_or_else(|error| panic!("readiness after {trouble:?}: {error:?}"));
            let (_, answer) = sign_in(app).await;
            answer.ok();
            assert!(write_lore(&ann).await.status.is_success(), "{trouble:?}");
            write_much(app)
                .await
                .unwrap_or_else(|error| panic!("a simple writer after {trouble:?}: {error:?}"));
            let mut tx = app.state.db.begin().await.expect("a transaction");
            query_on!(tx, |x: D| sqlx::query::<D>("delete from blocked_addresses")
                .execute(x)
                .await
                .map(drop))
            .expect("deleted");
            tx.commit().await.expect("a commit");
        }
    }
);

both_engines!(a_guest_reads_on_where_their_visit_cannot_be_noted, async |app| {
    let device = "0123456789abcdef".repeat(2);
    let begin = Request::post("/api/v1/guest/sessions")
        .header("device-hash", &device)
        .body(Body::empty())
        .expect("a request");
    let token = app.send(begin).await.json["guestSessionId"]
        .as_str()
        .expect("a token")
        .to_owned();
    let read = async |device: &str| {
        let request = Request::get("/api/v1/stories/")
            .header("guest-token", &token)
            .header("device-hash", device);
        app.send(request.body(Body::empty()).expect("a request")).await
    };
    read(&device).await.ok();
    app.clock.advance_millis(2 * kernel::HOUR_MS);
    app.inject_storage_fault(StorageFault::ReadOnly).await;
    read(&device).await.ok();
    read(&"f".repeat(32)).await.assert_problem(503, "STORAGE_FULL");
    app.clear_storage_fault().await;
    read(&"f".repeat(32)).await.ok();
});

both_engines!(the_status_page_says_that_the_storage_is_full, async |app| {
    let told = async || {
        app.clock.advance_millis(61_000);
        let health = app.get("/system/health").await.ok();
        health["checks"][0].clone()
    };
    app.inject_storage_fault(StorageFault::ReadOnly).await;
    let found: Value = told().await;
    assert_eq!(
        (&found["name"], &found["status"]),
        (&json!("database"), &json!("down"))
    );
    assert_eq!(
        found["detail"],
        "The storage is full or read-only: can be read, but not written to."
    );
    app.clear_storage_fault().await;
    assert_eq!(told().await["status"], "ok");
});

/// The variable in which `make faults` passes the folder of a small disk.
const SMALL_DISK: &str = "DRAMATIS_TEST_SMALL_DISK";

/// Repeats an action until it fails; returns the first failure.
fn use_up(mut one_more: impl FnMut(usize) -> std::io::Result<()>) -> std::io::Error {
    let mut number = 0;
    loop {
        if let Err(error) = one_more(number) {
            return error;
        }
        number += 1;
    }
}

/// The same on a disk that really has no space left, and then no inode.
#[test]
fn a_small_disk_fills_up_and_is_cleared() {
    let Ok(disk) = std::env::var(SMALL_DISK) else {
        eprintln!("left out: no small disk (run `make faults`)");
        return;
    };
    let disk = std::path::PathBuf::from(disk);
    run_test(async {
        let app = TestApp::create(Engine::Sqlite).await.expect("SQLite");
        let db = Db::open(&format!("sqlite://{}", disk.join("site.db").display()))
            .await
            .expect("a database");
        let blobs = Blobs::local(&disk.join("blobs")).expect("a store");
        let app = &app.with_state(|state| (state.db, state.blobs) = (db.clone(), blobs.clone()));
        let ann = app.person("ann").await;
        app.signed_up("bob@example.org", PASSWORD).await;
        let put = async |name: &str| {
            blobs
                .put(
                    &BlobKey::parse(name).expect("a key"),
                    bytes::Bytes::from(vec![7; 8_192]),
                )
                .await
        };
        for _ in 0..3 {
            let filler = disk.join("filler");
            let mut file = std::fs::File::create(&filler).expect("a file");
            let error = use_up(|_| std::io::Write::write_all(&mut file, &[7; 512]));
            assert!(is_unwritable_io(&error), "{error:?}");
            // First uses up the space that the log has left.
            let mut refused = write_lore(&ann).await;
            for _ in 0..MOST_WRITES {
                if refused.status.is_success() {
                    refused = write_lore(&ann).await;
                }
            }
            refused.assert_problem(503, "STORAGE_FULL");
            let error = write_much(app).await.expect_err("no room");
            assert!(is_unwritable(&error), "{error:?}");
            assert!(put("full/a.webp").await.expect_err("no room").is_unwritable());
            ann.get("/users/me").await.ok();
            ann.get("/lorebooks").await.ok();
            drop(file);
            std::fs::remove_file(&filler).expect("removed");
            write_readiness(app).await.expect("readiness");
            sign_in(app).await.1.ok();
            assert!(write_lore(&ann).await.status.is_success());
            put("full/a.webp").await.expect("room");
        }
        let many = disk.join("many");
        std::fs::create_dir(&many).expect("a folder");
        let error = use_up(|number| std::fs::File::create(many.join(number.to_string())).map(drop));
        assert!(is_unwritable_io(&error), "{error:?}");
        assert!(put("inodes/a.webp").await.expect_err("no inode").is_unwritable());
        assert!(
            write_lore(&ann).await.status.is_success(),
            "files that are open need none"
        );
        std::fs::remove_dir_all(&many).expect("removed");
        put("inodes/a.webp").await.expect("an inode");
    });
}
