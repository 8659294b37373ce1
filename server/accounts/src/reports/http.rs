//! The call of reports.

use axum::extract::State;
use axum::http::StatusCode;
use kernel::Timestamp;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, all, rule};
use platform::slice::reports::{FindReported, ReportKind};
use platform::web::{BodyErrors, CallerErrors, ClientInfo, CommonErrors, Json, Problem, refuse_value};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::routes;

use super::actions::{self, ReceivedReport};
use super::model::ReportReason;
use super::rules::{MAX_NOTE_CHARS, MAX_TARGET_BYTES};
use crate::AppState;
use crate::guests::Anyone;
use crate::identity::rules::EmailAddress;
use crate::users::rules::check_text;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(routes!(report), rule(Who::Anybody, Class::Writes, Caching::Never))
        .beyond_spec("People report content to those who run the site.")
        .trial(
            "/reports",
            Sent::Json(r#"{"kind":"scenario","targetId":"@open","reason":"spam"}"#),
            all(201),
        )
        .trial(
            "/reports",
            Sent::Json(r#"{"kind":"scenario","targetId":"@private","reason":"spam"}"#),
            [404, 404, 201, 404, 404, 201],
        )
        .trial(
            "/reports",
            Sent::Json(r#"{"kind":"reply","targetId":"@message","reason":"spam"}"#),
            [404, 404, 201, 404, 404, 404],
        )
}

/// What the reporter is told about what happens next.
const NEXT: &str = "The people who run this site will look at it. We keep a copy with your report, so it can be checked even if it’s changed or deleted. \
     There’s nothing else you need to do.";

/// What is reported, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReportRequest {
    /// What it is.
    #[schema(value_type = KindName)]
    kind: Value,
    /// Its id; the address of a picture.
    #[schema(max_length = 512)]
    target_id: String,
    /// What is wrong with it.
    reason: ReportReason,
    /// The same in the reporter's own words.
    #[serde(default)]
    #[schema(max_length = 1000)]
    note: String,
    /// Where a reporter without an account wants to be answered: an e-mail address. It is forgotten after 90
    /// days. Of those with an account it is not kept.
    #[serde(default)]
    #[schema(max_length = 254)]
    reply_to: Option<String>,
}

/// The name of a kind; which names there are says the document, which knows all slices.
struct KindName;

impl PartialSchema for KindName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What can be reported through the API."))
            .build()
            .into()
    }
}

impl ToSchema for KindName {
    fn name() -> std::borrow::Cow<'static, str> {
        "ReportKind".into()
    }
}

/// That a report was received.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReportReceipt {
    /// The report's id, to be named when asking about it.
    id: String,
    /// When it was received.
    #[schema(value_type = String, format = DateTime)]
    received_on: Timestamp,
    /// What happens next.
    next: &'static str,
}

/// Tells those who run the site of something that is wrong. Sent twice, it is one report.
#[utoipa::path(
    post,
    path = "/reports",
    tag = "reports",
    request_body = ReportRequest,
    responses(
        (status = 201, body = ReportReceipt),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn report(
    State(app): State<AppState>,
    caller: Anyone,
    source: ClientInfo,
    Json(request): Json<ReportRequest>,
) -> Result<(StatusCode, Json<ReportReceipt>), Problem> {
    let (kind, find) = read_kind(&app, &request.kind)?;
    let report = ReceivedReport {
        note: read_note(&request)?,
        reply_to: read_reply_to(&caller, request.reply_to.as_deref())?,
        target: read_target(&request.target_id)?,
        kind,
        find,
        reason: request.reason,
        sender: sender_of(&app, &caller, &source),
    };
    let receipt = actions::receive(&app, &caller, &report).await?;
    Ok((
        StatusCode::CREATED,
        Json(ReportReceipt {
            id: receipt.id,
            received_on: receipt.at,
            next: NEXT,
        }),
    ))
}

/// The kind of this name, and how a thing of it is found.
fn read_kind<'a>(app: &'a AppState, name: &Value) -> Result<(&'a ReportKind, FindReported), Problem> {
    let kinds = &app.report_kinds;
    let kind = name.as_str().and_then(|name| kinds.get(name));
    kind.and_then(|kind| Some((kind, kind.find?)))
        .ok_or_else(|| refuse_value("kind", &kinds.reportable()))
}

fn read_note(request: &ReportRequest) -> Result<String, Problem> {
    let note = check_text(&request.note, MAX_NOTE_CHARS).map_err(|why| Problem::invalid("note", why))?;
    if note.is_empty() && request.reason.needs_note() {
        return Err(Problem::invalid(
            "note",
            "Say which work was copied, and where it can be seen.",
        ));
    }
    Ok(note)
}

/// The address at which this caller wants to be answered. Those with an account are reached by their account.
fn read_reply_to(caller: &Anyone, given: Option<&str>) -> Result<Option<String>, Problem> {
    match given
        .map(str::trim)
        .filter(|given| !given.is_empty() && caller.person().is_none())
    {
        None => Ok(None),
        Some(given) => match EmailAddress::parse(given) {
            Some(email) => Ok(Some(email.address)),
            None => Err(Problem::invalid("replyTo", "This isn’t an email address.")),
        },
    }
}

fn read_target(target: &str) -> Result<String, Problem> {
    let target = target.trim();
    if target.is_empty() || target.len() > MAX_TARGET_BYTES {
        return Err(Problem::invalid("targetId", "Say what you report."));
    }
    Ok(target.to_owned())
}

/// By which the caller's reports are counted: the account, else the network, because guest sessions are free.
fn sender_of(app: &AppState, caller: &Anyone, source: &ClientInfo) -> String {
    match caller {
        Anyone::Person(person) => app
            .identities
            .pseudonym("reports-of-person", person.user_id.as_str()),
        Anyone::Guest(_) | Anyone::Visitor => {
            app.identities.pseudonym("reports-of-network", &source.network())
        }
    }
}
