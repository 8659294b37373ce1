//! Reports through their call, and through the function for other slices.

mod filing;
mod purges;
mod refused;
mod targets;

use accounts::guests::{GuestId, Owner};
use axum::body::Body;
use axum::http::{Request, header};
use platform::db::{Isolation, query_on};
use serde_json::{Value, json};

use super::{NewReport, Receipt, Reporter, file, purge};
use crate::testing::{Answer, TEST_NOW, TestApp};

async fn filed(app: &TestApp, new: &NewReport<'_>) -> Receipt {
    let state = &app.state;
    let use_case = state.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { file(state, tx, new).await })
    });
    use_case.await.expect("a receipt")
}

async fn rows(app: &TestApp) -> Vec<(String, Option<String>, String)> {
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select kind, reporter_id, note from reports order by kind, note";
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(read).fetch_all(x).await).expect("rows")
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

/// What is kept of the report with this receipt.
async fn kept(app: &TestApp, receipt: &Value) -> (Value, String, Option<String>, Option<String>) {
    let mut conn = app.state.db.read().await.expect("a connection");
    let read = "select r.copy, r.made_by, r.subject_id, p.content from reports r left join report_pictures p on p.report_id = r.id where r.id = $1";
    let (copy, made_by, subject, picture): (
        sqlx::types::Json<Value>,
        String,
        Option<String>,
        Option<String>,
    ) = query_on!(conn, |x: D| sqlx::query_as::<D, _>(read)
        .bind(receipt["id"].as_str())
        .fetch_one(x)
        .await)
    .expect("a report");
    (copy.0, made_by, subject, picture)
}

fn of(kind: &str, target: &str) -> Value {
    json!({ "kind": kind, "targetId": target, "reason": "other", "note": "  Look at this.\n" })
}

fn receipt(answer: Answer) -> Value {
    assert_eq!(answer.status, 201, "{}", answer.json);
    assert!(
        answer.json["next"]
            .as_str()
            .is_some_and(|next| next.contains("copy")),
        "{}",
        answer.json
    );
    answer.json
}

const DEVICE: &str = "0123456789abcdef0123456789abcdef";

/// A guest who calls.
struct Guest<'a> {
    app: &'a TestApp,
    token: String,
}

impl<'a> Guest<'a> {
    async fn new(app: &'a TestApp) -> Self {
        let request = Request::post("/api/v1/guest/sessions")
            .header("device-hash", DEVICE)
            .body(Body::empty())
            .expect("a request");
        Self {
            app,
            token: app.send(request).await.json["guestSessionId"]
                .as_str()
                .expect("a token")
                .to_owned(),
        }
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(format!("/api/v1{path}"))
            .header("guest-token", &self.token)
            .header("device-hash", DEVICE);
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        self.app.send(request.expect("a request")).await
    }
}
