//! Filing a report.

use kernel::{ErrorCode, Timestamp};
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx};
use platform::slice::reports::{Caller, FindReported, ReportKind, Target};
use platform::web::Problem;

use super::model::{NewReport, Receipt, ReportReason, Reporter};
use super::rules::{MOST_REPORTS, same_hash};
use super::{picture, store};
use crate::AppState;
use crate::guests::{Anyone, Owner};

/// A report that came in through the API; its fields were checked.
#[derive(Debug)]
pub(super) struct ReceivedReport<'a> {
    pub(super) kind: &'a ReportKind,
    /// Finds what is reported.
    pub(super) find: FindReported,
    /// The id of what is reported; the address of a picture.
    pub(super) target: String,
    pub(super) reason: ReportReason,
    pub(super) note: String,
    /// The address at which a reporter without an account wants to be answered.
    pub(super) reply_to: Option<String>,
    /// By which the reports of one account or network are counted.
    pub(super) sender: String,
}

/// Receives a report: copies what is reported, with its picture, and files it.
///
/// # Errors
/// 404 where it does not exist, or not for this caller; 422; 429 where they have sent too many.
pub(super) async fn receive(
    app: &AppState,
    caller: &Anyone,
    report: &ReceivedReport<'_>,
) -> Result<Receipt, Problem> {
    let mut conn = app.db.read().await?;
    let target = Target {
        id: &report.target,
        caller: caller_of(caller),
    };
    let found = (report.find)(&mut conn, &target).await?;
    // Decided where it is filed; here it saves the picture of a report that will be refused.
    let is_allowed = check_rate(&mut conn, &report.sender, app.clock.now())
        .await?
        .is_ok();
    drop(conn);
    let image = found.image.as_deref().and_then(|key| BlobKey::parse(key).ok());
    if found.is_image {
        check_image(app, report.kind, image.as_ref()).await?;
    }
    let picture = match image.as_ref().filter(|_| is_allowed) {
        Some(key) => picture::shrunk(&app.blobs, key).await,
        None => None,
    };
    let (reporter, subject) = (reporter_of(caller), found.subject.map(Owner::Person));
    let new = NewReport {
        kind: report.kind,
        target_id: &report.target,
        subject: subject.as_ref(),
        reporter: &reporter,
        sender: Some(&report.sender),
        reason: report.reason.as_str(),
        note: &report.note,
        copy: &found.copy,
        now: app.clock.now(),
    };
    let (new, picture, reply_to) = (&new, picture.as_deref(), report.reply_to.as_deref());
    app.db
        .transact(Isolation::Money, |tx| {
            Box::pin(file_received(app, tx, new, picture, reply_to))
        })
        .await
}

/// 404 for an image that is not there.
async fn check_image(app: &AppState, kind: &ReportKind, image: Option<&BlobKey>) -> Result<(), Problem> {
    let is_there = match image {
        Some(key) => app.blobs.head(key).await?.is_some(),
        None => false,
    };
    is_there
        .then_some(())
        .ok_or_else(|| Problem::not_found(kind.name))
}

fn caller_of(caller: &Anyone) -> Caller<'_> {
    match caller {
        Anyone::Person(person) => Caller::Person {
            id: &person.user_id,
            role: person.role,
        },
        Anyone::Guest(guest) => Caller::Guest(guest.guest_id.as_str()),
        Anyone::Visitor => Caller::Visitor,
    }
}

fn reporter_of(caller: &Anyone) -> Reporter {
    match caller {
        Anyone::Person(person) => Reporter::Person(person.user_id.clone()),
        Anyone::Guest(guest) => Reporter::Guest(guest.guest_id.clone()),
        Anyone::Visitor => Reporter::Visitor,
    }
}

async fn file_received(
    app: &AppState,
    tx: &mut Tx,
    new: &NewReport<'_>,
    picture: Option<&str>,
    reply_to: Option<&str>,
) -> Result<Receipt, Problem> {
    let rate = match new.sender {
        Some(sender) => check_rate(tx, sender, new.now).await?,
        None => Ok(()),
    };
    let filed = file_once(app, tx, new).await?;
    // A repeated report gets the receipt of the first, however many others its sender has sent.
    if filed.is_new {
        rate.map_err(too_many)?;
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
async fn check_rate(conn: &mut Conn, sender: &str, now: Timestamp) -> sqlx::Result<Result<(), u32>> {
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

/// Files a report in the caller's transaction. Where it has a sender and was filed before, as with a second
/// click, the receipt is the first one's.
///
/// # Errors
/// Database errors.
pub async fn file(app: &AppState, tx: &mut Tx, new: &NewReport<'_>) -> sqlx::Result<Receipt> {
    Ok(file_once(app, tx, new).await?.receipt)
}

/// A report that is filed.
struct Filed {
    receipt: Receipt,
    /// False where it was filed before.
    is_new: bool,
}

async fn file_once(app: &AppState, tx: &mut Tx, new: &NewReport<'_>) -> sqlx::Result<Filed> {
    let id = app.random.id(new.now);
    let whose = |sender| new.reporter.id().unwrap_or(sender);
    let same = new.sender.map(|sender| {
        same_hash(
            whose(sender),
            new.kind.name,
            new.target_id,
            new.reason,
            new.note,
            new.copy,
        )
    });
    let is_new = store::insert(tx, &id, same.as_deref(), new).await?;
    let receipt = match same.as_deref().filter(|_| !is_new) {
        // The first one has committed, else the insertion would still wait.
        Some(same) => store::find_same(tx, same).await?,
        None => Receipt { id, at: new.now },
    };
    Ok(Filed { receipt, is_new })
}
