//! The call of reports.

use accounts::guests::Anyone;
use accounts::identity::rules::EmailAddress;
use accounts::users::rules::check_text;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Isolation, Tx};
use platform::slice::calls::{Calls, Class, Keeps, Sent, Who, all, rule};
use platform::web::{BodyErrors, CallerErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::model::{NewReport, Receipt, ReportKind, ReportReason, Reporter};
use super::rules::{MAX_NOTE_CHARS, MAX_TARGET_BYTES, MOST_REPORTS};
use super::{actions, copies, picture, store};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(routes!(report), rule(Who::Anybody, Class::Writes, Keeps::Never))
        .tried(
            "/reports",
            Sent::Json(r#"{"kind":"scenario","targetId":"@open","reason":"spam"}"#),
            all(201),
        )
        .tried(
            "/reports",
            Sent::Json(r#"{"kind":"scenario","targetId":"@private","reason":"spam"}"#),
            [404, 404, 201, 404, 404, 201],
        )
        .tried(
            "/reports",
            Sent::Json(r#"{"kind":"reply","targetId":"@message","reason":"spam"}"#),
            [404, 404, 201, 404, 404, 404],
        )
}

/// What happens with a report from now on.
const NEXT: &str = "The people who run this site will look at it. We keep a copy with your report, so it can be checked even if it’s changed or deleted. \
     There’s nothing else you need to do.";

/// What is reported, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReportRequest {
    /// What it is.
    kind: ReportKind,
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
    let note = check_text(&request.note, MAX_NOTE_CHARS).map_err(|why| Problem::invalid("note", why))?;
    if note.is_empty() && request.reason.needs_note() {
        return Err(Problem::invalid(
            "note",
            "Say which work was copied, and where it can be seen.",
        ));
    }
    let reply_to = reply_to(&caller, request.reply_to.as_deref())?;
    let target = request.target_id.trim();
    if target.is_empty() || target.len() > MAX_TARGET_BYTES {
        return Err(Problem::invalid("targetId", "Say what you report."));
    }
    let mut conn = app.db.read().await?;
    let sender = sender_of(&app, &caller, &source);
    let found = copies::look(&app, &mut conn, &caller, request.kind, target).await?;
    // Decided where it is filed; here it keeps pictures from being made for a report that will be refused.
    let has_room = room_of(&mut conn, &sender, app.clock.now()).await?.is_ok();
    drop(conn);
    let small = match found.picture.as_ref().filter(|_| has_room) {
        Some(key) => picture::shrunk(&app.blobs, key).await,
        None => None,
    };
    let reporter = reporter_of(&caller);
    let new = NewReport {
        kind: request.kind.as_str(),
        target_id: target,
        subject: found.subject.as_ref(),
        reporter: &reporter,
        sender: Some(&sender),
        reason: request.reason.as_str(),
        note: &note,
        copy: &found.copy,
        now: app.clock.now(),
    };
    let (app, new, small, reply_to) = (&app, &new, small.as_deref(), reply_to.as_deref());
    let receipt = app
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(file(app, tx, new, small, reply_to))
        })
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(ReportReceipt {
            id: receipt.id,
            received_on: receipt.at,
            next: NEXT,
        }),
    ))
}

/// Where this caller wants to be answered: how those with an account are reached, it says itself.
fn reply_to(caller: &Anyone, given: Option<&str>) -> Result<Option<String>, Problem> {
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

async fn file(
    app: &AppState,
    tx: &mut Tx,
    new: &NewReport<'_>,
    picture: Option<&str>,
    reply_to: Option<&str>,
) -> Result<Receipt, Problem> {
    let room = match new.sender {
        Some(sender) => room_of(tx, sender, new.now).await?,
        None => Ok(()),
    };
    let filed = actions::file_once(app, tx, new).await?;
    // Whoever sends the same again gets their receipt, however many others they sent.
    if filed.is_new {
        room.map_err(too_many)?;
        if let Some(content) = picture {
            store::insert_picture(tx, &filed.receipt.id, content).await?;
        }
    }
    if let Some(address) = reply_to {
        store::set_reply_to(tx, &filed.receipt.id, address).await?;
    }
    Ok(filed.receipt)
}

/// Whether this sender may report one more thing; else how many seconds they wait.
async fn room_of(conn: &mut Conn, sender: &str, now: Timestamp) -> sqlx::Result<Result<(), u32>> {
    for (window, most) in MOST_REPORTS {
        if store::count_since(conn, sender, now.plus_millis(-window)).await? >= most {
            return Ok(Err(u32::try_from(window / 1000).unwrap_or(u32::MAX)));
        }
    }
    Ok(Ok(()))
}

fn too_many(wait: u32) -> Problem {
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "You’ve sent a lot of reports in a short time. Please try again later.",
    )
    .with_retry_after(wait)
}

/// By what the caller's reports are counted: the account, else the network, for guest sessions are had for
/// nothing.
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

fn reporter_of(caller: &Anyone) -> Reporter {
    match caller {
        Anyone::Person(person) => Reporter::Person(person.user_id.clone()),
        Anyone::Guest(guest) => Reporter::Guest(guest.guest_id.clone()),
        Anyone::Visitor => Reporter::Visitor,
    }
}
