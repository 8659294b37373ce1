//! Reports, filed without a call, and what is stored of them.

use platform::db::{Isolation, query_on};
use platform::slice::reports::ReportKind;
use serde_json::{Value, json};

use super::{Answer, TestApp};
use crate::guests::Owner;
use crate::reports::{NewReport, Receipt, Reporter, file};

/// What a report needs to be told apart from others.
pub struct TestReport<'a> {
    /// The name of its kind.
    pub kind: &'static str,
    /// Who reports.
    pub reporter: Reporter,
    /// Whose the thing is.
    pub subject: Option<Owner>,
    /// The reporter's words.
    pub note: &'a str,
}

impl TestReport<'_> {
    /// Files it.
    ///
    /// # Panics
    /// When the database is away.
    pub async fn file(&self, app: &TestApp) -> Receipt {
        let (copy, state) = (json!({ "name": "Lamp" }), &app.state);
        let kind = ReportKind {
            name: self.kind,
            find: None,
            list_orphaned: None,
        };
        let new = &NewReport {
            kind: &kind,
            target_id: "lamp",
            subject: self.subject.as_ref(),
            reporter: &self.reporter,
            sender: self.reporter.id(),
            reason: "spam",
            note: self.note,
            copy: &copy,
            now: kernel::Clock::now(&app.clock),
        };
        let use_case = state.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { file(state, tx, new).await })
        });
        use_case.await.expect("a receipt")
    }
}

/// What is stored of a report.
#[derive(Debug)]
pub struct StoredReport {
    /// The copy of what was reported.
    pub copy: Value,
    /// The kind of its reporter.
    pub made_by: String,
    /// Whose the thing is.
    pub subject: Option<String>,
    /// The small picture, as base64.
    pub picture: Option<String>,
}

impl TestApp {
    /// The kind, the reporter and the note of all reports, by kind and note.
    ///
    /// # Panics
    /// When the database is away.
    pub async fn reports(&self) -> Vec<(String, Option<String>, String)> {
        let mut conn = self.state.db.read().await.expect("a connection");
        let read = "select kind, reporter_id, note from reports order by kind, note";
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(read).fetch_all(x).await).expect("rows")
    }

    /// What is stored of the report with this receipt.
    ///
    /// # Panics
    /// When there is none.
    pub async fn report(&self, receipt: &Value) -> StoredReport {
        let mut conn = self.state.db.read().await.expect("a connection");
        let read = "select r.copy, r.made_by, r.subject_id, p.content from reports r \
             left join report_pictures p on p.report_id = r.id where r.id = $1";
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
        StoredReport {
            copy: copy.0,
            made_by,
            subject,
            picture,
        }
    }
}

/// The body of a report.
#[must_use]
pub fn report_of(kind: &str, target: &str) -> Value {
    json!({ "kind": kind, "targetId": target, "reason": "other", "note": "  Look at this.\n" })
}

/// The receipt that the call answered.
///
/// # Panics
/// When it refused.
pub fn receipt(answer: Answer) -> Value {
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
