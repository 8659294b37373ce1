//! The contract of reliability 1.7, row by row, through a call whose effect can be counted: it takes shekels
//! from a wallet, under another natural key each time, so that only the idempotency key keeps it from
//! happening twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::identity;
use crate::ledger;
use crate::ledger::{Kind, NaturalKey, Order};
use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::routing::post;
use futures::future::join_all;
use kernel::ids::UserId;
use kernel::{ErrorCode, Shekels};
use platform::both_engines;
use platform::db::Isolation;
use platform::idempotency::{Idempotency, Idempotent, KEEP_MILLIS, Reply, Running};
use platform::web::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::AppState;
use crate::testing::{Answer, TestApp};

/// What the call under test does after it has taken the shekels.
#[derive(Debug, Clone, Deserialize)]
struct Take {
    amount: i64,
    #[serde(default)]
    then: String,
}

/// How often the effect was begun, and permits to end it.
#[derive(Clone)]
struct Watch {
    begun: Arc<AtomicU32>,
    leave: Arc<Semaphore>,
}

async fn take(
    State(app): State<AppState>,
    Extension(watch): Extension<Watch>,
    headers: HeaderMap,
    once: Idempotent<Take>,
) -> Result<Reply, Problem> {
    let who = headers
        .get("x-who")
        .and_then(|who| who.to_str().ok())
        .unwrap_or("ann")
        .to_owned();
    let user = UserId::trusted(who);
    let (state, user, body, watch) = (&app, &user, &once.body, &watch);
    once.key
        .run(state, user, Isolation::Money, |tx| {
            Box::pin(async move {
                let begun = watch.begun.fetch_add(1, Ordering::SeqCst);
                let now = state.clock.now();
                let key = NaturalKey::of("test", &format!("{}-{begun}", state.random.id(now)));
                ledger::post(
                    tx,
                    now,
                    &Order::debit(Kind::Spend, key, "A thing", user, Shekels(body.amount)),
                )
                .await?;
                let refusal = match body.then.as_str() {
                    "wait" => {
                        let _leave = watch.leave.acquire().await.map_err(Problem::internal)?;
                        None
                    }
                    "400" => Some(ErrorCode::BAD_REQUEST),
                    "401" => Some(identity::SIGN_IN_FAILED),
                    "403" => Some(ErrorCode::FORBIDDEN),
                    "409" => Some(ErrorCode::CONFLICT),
                    "413" => Some(ErrorCode::PAYLOAD_TOO_LARGE),
                    "415" => Some(ErrorCode::UNSUPPORTED_MEDIA_TYPE),
                    "429" => Some(ErrorCode::RATE_LIMITED),
                    "500" => Some(ErrorCode::INTERNAL),
                    _ => None,
                };
                match refusal {
                    Some(code) => Err(Problem::new(code, "Told to refuse.")),
                    None => Reply::json(StatusCode::CREATED, &json!({"run": begun, "text": "ä\u{2028}"})),
                }
            })
        })
        .await
}

async fn bare(State(app): State<AppState>, key: Idempotency) -> Result<Reply, Problem> {
    key.run(&app, &"ann", Isolation::Ordinary, |_| {
        Box::pin(async { Ok(Reply::empty()) })
    })
    .await
}

/// A new process of the site over the same database.
struct Site {
    router: Router,
    watch: Watch,
}

impl Site {
    fn of(app: &TestApp) -> Self {
        let watch = Watch {
            begun: Arc::default(),
            leave: Arc::new(Semaphore::new(0)),
        };
        let mut state = app.state.clone();
        state.running = Running::default();
        let routes = Router::new()
            .route("/take", post(take))
            .route("/take/{id}", post(take))
            .route("/bare", post(bare));
        Self {
            router: routes.layer(Extension(watch.clone())).with_state(state),
            watch,
        }
    }

    async fn send(&self, path: &str, who: &str, key: Option<&str>, body: &Value) -> (Answer, Vec<u8>) {
        let mut request = Request::post(path)
            .header("content-type", "application/json")
            .header("x-who", who);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let Ok(response) = self
            .router
            .clone()
            .oneshot(request.body(Body::from(body.to_string())).expect("a request"))
            .await;
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 20)
            .await
            .expect("a body")
            .to_vec();
        (
            Answer {
                status: parts.status,
                headers: parts.headers,
                json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            },
            bytes,
        )
    }
}

async fn rich(app: &TestApp, who: &str) {
    let order = Order::credit(
        Kind::Grant,
        NaturalKey::of("test", who),
        "A grant",
        &UserId::trusted(who.to_owned()),
        Shekels(100),
    );
    let (order, now) = (&order, app.state.clock.now());
    let posted: Result<_, ledger::LedgerError> = app
        .state
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(async move { ledger::post(tx, now, order).await })
        })
        .await;
    posted.expect("a grant");
}

async fn left(app: &TestApp, who: &str) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    ledger::balance(&mut conn, &UserId::trusted(who.to_owned()))
        .await
        .expect("a balance")
        .0
}

fn replayed(answer: &Answer) -> bool {
    answer
        .headers
        .get("idempotent-replayed")
        .is_some_and(|value| value == "true")
}

both_engines!(the_first_answer_is_stored_and_given_again, async |app| {
    rich(app, "ann").await;
    let site = Site::of(app);
    let (first, bytes) = site
        .send("/take", "ann", Some("k"), &json!({"amount": 5, "then": ""}))
        .await;
    assert_eq!((first.status, replayed(&first)), (StatusCode::CREATED, false));
    // The same request in another form.
    let (again, same) = site
        .send("/take", "ann", Some("k"), &json!({"then": "", "amount": 5}))
        .await;
    assert_eq!(
        (again.status, replayed(&again), &same),
        (StatusCode::CREATED, true, &bytes)
    );
    assert_eq!(
        again.headers.get("content-type"),
        first.headers.get("content-type")
    );
    assert_eq!(left(app, "ann").await, 95);
    // Killed after the commit, before the answer: the next process returns the stored success.
    let (later, same) = Site::of(app)
        .send("/take", "ann", Some("k"), &json!({"amount": 5, "then": ""}))
        .await;
    assert_eq!(
        (later.status, replayed(&later), &same),
        (StatusCode::CREATED, true, &bytes)
    );
    assert_eq!(left(app, "ann").await, 95);
    // Without a key every request is another one.
    for _ in 0..2 {
        site.send("/take", "ann", None, &json!({"amount": 5})).await;
    }
    assert_eq!(left(app, "ann").await, 85);
    let (empty, _) = site.send("/bare", "ann", Some("k"), &json!({})).await;
    let (empty_again, _) = site.send("/bare", "ann", Some("k"), &json!({})).await;
    assert_eq!(
        (empty.status, empty_again.status, replayed(&empty_again)),
        (StatusCode::NO_CONTENT, StatusCode::NO_CONTENT, true)
    );
});

both_engines!(a_key_is_good_for_one_request_of_one_caller, async |app| {
    rich(app, "ann").await;
    rich(app, "bob").await;
    let site = Site::of(app);
    site.send("/take/1", "ann", Some("k"), &json!({"amount": 5}))
        .await;
    let (other_body, _) = site
        .send("/take/1", "ann", Some("k"), &json!({"amount": 6}))
        .await;
    other_body.assert_problem(422, "IDEMPOTENCY_KEY_REUSED");
    let (other_path, _) = site
        .send("/take/2", "ann", Some("k"), &json!({"amount": 5}))
        .await;
    other_path.assert_problem(422, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(left(app, "ann").await, 95);
    // Another route and another caller have separate keys.
    assert_eq!(
        site.send("/take", "ann", Some("k"), &json!({"amount": 5}))
            .await
            .0
            .status,
        StatusCode::CREATED
    );
    assert_eq!(
        site.send("/take/1", "bob", Some("k"), &json!({"amount": 7}))
            .await
            .0
            .status,
        StatusCode::CREATED
    );
    assert_eq!((left(app, "ann").await, left(app, "bob").await), (90, 93));
    let longest = "x".repeat(255);
    assert_eq!(
        site.send("/take", "ann", Some(&longest), &json!({"amount": 1}))
            .await
            .0
            .status,
        StatusCode::CREATED
    );
    for bad in ["", "a\tb", &format!("{longest}x")] {
        site.send("/take", "ann", Some(bad), &json!({"amount": 1}))
            .await
            .0
            .assert_problem(400, "IDEMPOTENCY_KEY_INVALID");
    }
    assert_eq!(left(app, "ann").await, 89);
});

both_engines!(a_twin_of_a_running_request_is_told_so, async |app| {
    rich(app, "ann").await;
    let site = Site::of(app);
    let body = json!({"amount": 5, "then": "wait"});
    let first = site.send("/take", "ann", Some("k"), &body);
    let others = async {
        while site.watch.begun.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let (twin, _) = site.send("/take", "ann", Some("k"), &body).await;
        let (altered, _) = site.send("/take", "ann", Some("k"), &json!({"amount": 6})).await;
        site.watch.leave.add_permits(100);
        (twin, altered)
    };
    let ((first, _), (twin, altered)) = futures::join!(first, others);
    assert_eq!(first.status, StatusCode::CREATED);
    twin.assert_problem(409, "IDEMPOTENCY_IN_PROGRESS");
    assert_eq!(twin.headers.get("retry-after").expect("a time to wait"), "1");
    altered.assert_problem(422, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(left(app, "ann").await, 95);
    assert!(replayed(&site.send("/take", "ann", Some("k"), &body).await.0));
});

both_engines!(a_hundred_twins_have_one_effect, async |app| {
    rich(app, "ann").await;
    // Two processes of one site.
    let sites = [Site::of(app), Site::of(app)];
    let body = json!({"amount": 5});
    let answers = join_all((0..100).map(|n| sites[n % 2].send("/take", "ann", Some("k"), &body))).await;
    assert_eq!(left(app, "ann").await, 95);
    for (answer, _) in &answers {
        assert!(
            answer.status == StatusCode::CREATED || answer.json["code"] == "IDEMPOTENCY_IN_PROGRESS",
            "{:?}",
            answer.json
        );
    }
    assert_eq!(
        answers
            .iter()
            .filter(|(answer, _)| answer.status == StatusCode::CREATED && !replayed(answer))
            .count(),
        1
    );
});

both_engines!(refusals_before_the_deed_are_not_remembered, async |app| {
    rich(app, "ann").await;
    for status in ["400", "401", "403", "413", "415", "429", "500"] {
        let site = Site::of(app);
        let body = json!({"amount": 5, "then": status});
        for run in 1..=2 {
            let (answer, _) = site.send("/take", "ann", Some(status), &body).await;
            assert_eq!((answer.status.as_str(), replayed(&answer)), (status, false));
            // Injected failures may have made it begin more than once.
            assert!(site.watch.begun.load(Ordering::SeqCst) >= run, "{status}");
        }
    }
    assert_eq!(left(app, "ann").await, 100);
    // The key is still unused.
    assert_eq!(
        Site::of(app)
            .send("/take", "ann", Some("400"), &json!({"amount": 1}))
            .await
            .0
            .status,
        StatusCode::CREATED
    );
});

both_engines!(refusals_that_are_answers_are_remembered, async |app| {
    rich(app, "ann").await;
    let site = Site::of(app);
    let too_much = json!({"amount": 101});
    let (first, bytes) = site.send("/take", "ann", Some("402"), &too_much).await;
    first.assert_problem(402, "INSUFFICIENT_SHEKELS");
    assert_eq!(
        (&first.json["needed"], &first.json["available"]),
        (&json!(101), &json!(100))
    );
    let (conflict, conflict_bytes) = site
        .send("/take", "ann", Some("409"), &json!({"amount": 5, "then": "409"}))
        .await;
    conflict.assert_problem(409, "CONFLICT");
    assert_eq!(left(app, "ann").await, 100, "what was refused was undone");
    // The balance suffices by now, and yet the answer is the same.
    let order = Order::credit(
        Kind::Grant,
        NaturalKey::of("test", "more"),
        "More",
        &UserId::trusted("ann".to_owned()),
        Shekels(100),
    );
    let (order, now) = (&order, app.state.clock.now());
    let posted: Result<_, ledger::LedgerError> = app
        .state
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(async move { ledger::post(tx, now, order).await })
        })
        .await;
    posted.expect("a grant");
    let (again, same) = site.send("/take", "ann", Some("402"), &too_much).await;
    assert_eq!(
        (again.status.as_u16(), replayed(&again), same),
        (402, true, bytes)
    );
    again.assert_problem(402, "INSUFFICIENT_SHEKELS");
    let (again, same) = site
        .send("/take", "ann", Some("409"), &json!({"amount": 5, "then": "409"}))
        .await;
    assert_eq!(
        (again.status.as_u16(), replayed(&again), same),
        (409, true, conflict_bytes)
    );
    assert_eq!(left(app, "ann").await, 200);
});

both_engines!(answers_are_kept_for_a_day, async |app| {
    rich(app, "ann").await;
    let site = Site::of(app);
    let body = json!({"amount": 5});
    for key in ["a", "b", "c"] {
        site.send("/take", "ann", Some(key), &body).await;
    }
    app.clock.advance_millis(KEEP_MILLIS - 1);
    assert_eq!(
        platform::idempotency::purge(&app.state.db, app.state.clock.now())
            .await
            .expect("a run of the job"),
        0
    );
    assert!(replayed(&site.send("/take", "ann", Some("a"), &body).await.0));
    assert_eq!(left(app, "ann").await, 85);
    app.clock.advance_millis(1);
    // Whether or not the job has run.
    assert!(!replayed(&site.send("/take", "ann", Some("a"), &body).await.0));
    assert_eq!(left(app, "ann").await, 80);
    assert!(replayed(&site.send("/take", "ann", Some("a"), &body).await.0));
    app.clock.advance_millis(KEEP_MILLIS);
    assert_eq!(
        platform::idempotency::purge(&app.state.db, app.state.clock.now())
            .await
            .expect("a run of the job"),
        1
    );
    assert_eq!(
        platform::idempotency::purge(&app.state.db, app.state.clock.now())
            .await
            .expect("another"),
        0
    );
    assert!(!replayed(&site.send("/take", "ann", Some("b"), &body).await.0));
});
