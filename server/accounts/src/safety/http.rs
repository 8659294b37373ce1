//! The calls of safety.

use axum::extract::State;
use kernel::Timestamp;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Problem, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::store;
use super::texts::{AI_TEXT, CRISIS_TEXT, LINES, PROTOCOL, SAFETY_PAGE};
use crate::AppState;
use crate::identity::Admin;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_notices),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .beyond_spec("The safety page lists whom to call in need (reliability L-9, L-10).")
        .trial("/care/notices", Sent::Nothing, all(200))
        .call(
            routes!(report_notices),
            rule(Who::Admin, Class::Reads, Caching::Never),
        )
        .beyond_spec("Admins read how often help was shown (reliability L-10).")
        .trial("/care/report", Sent::Nothing, [401, 401, 403, 403, 403, 200])
}

/// What every reader should know about the characters, and the helplines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SafetyNotices {
    /// The notice that this is a program.
    ai: AiText,
    /// The notice for people who think of dying or of hurting themselves.
    crisis: CrisisText,
    /// The page with all of this.
    safety_page: &'static str,
    /// The public protocol: what the site does, and what it stores about it.
    protocol: Vec<ProtocolPart>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AiText {
    /// The text.
    text: &'static str,
    /// Seconds of use after which it is shown again.
    every_secs: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct CrisisText {
    /// The text.
    text: &'static str,
    /// The helplines.
    lines: Vec<HelpLine>,
}

#[derive(Debug, Serialize, ToSchema)]
struct HelpLine {
    /// ISO 3166-1 alpha-2, `EU`, or `*` for everywhere.
    region: &'static str,
    /// Its name.
    name: &'static str,
    /// How to reach it.
    contact: &'static str,
    /// Its page.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'static str>,
}

/// A part of the public protocol.
#[derive(Debug, Serialize, ToSchema)]
struct ProtocolPart {
    /// Its heading.
    heading: &'static str,
    /// Its text.
    paragraphs: &'static [&'static str],
}

/// The notices about the characters, the helplines, and the protocol for messages about dying.
#[utoipa::path(
    get,
    path = "/care/notices",
    tag = "safety",
    responses((status = 200, body = SafetyNotices), CommonErrors),
)]
async fn view_notices() -> Json<SafetyNotices> {
    let lines = LINES
        .iter()
        .map(|line| HelpLine {
            region: line.region,
            name: line.name,
            contact: line.contact,
            url: line.url,
        })
        .collect();
    Json(SafetyNotices {
        ai: AiText {
            text: AI_TEXT,
            every_secs: super::rules::REMIND_EVERY_MS / 1000,
        },
        crisis: CrisisText {
            text: CRISIS_TEXT,
            lines,
        },
        safety_page: SAFETY_PAGE,
        protocol: PROTOCOL
            .iter()
            .map(|(heading, paragraphs)| ProtocolPart { heading, paragraphs })
            .collect(),
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReportParams {
    /// The year; this year by default.
    year: Option<u16>,
}

/// How many crisis notices were shown in a year, for the yearly report.
#[derive(Debug, Serialize, ToSchema)]
struct SafetyReport {
    /// The year.
    year: u16,
    /// All of them.
    total: i64,
    /// Month by month; months without any are left out.
    months: Vec<SafetyCount>,
}

#[derive(Debug, Serialize, ToSchema)]
struct SafetyCount {
    /// For example `2026-03`.
    month: String,
    /// `suicide` or `selfHarm`.
    kind: String,
    /// How many were shown.
    notices: i64,
}

/// How many crisis notices were shown in a year, month by month.
#[utoipa::path(
    get,
    path = "/care/report",
    tag = "safety",
    params(ReportParams),
    responses(
        (status = 200, body = SafetyReport),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn report_notices(
    State(app): State<AppState>,
    Admin(_admin): Admin,
    Query(params): Query<ReportParams>,
) -> Result<Json<SafetyReport>, Problem> {
    let year = params.year.unwrap_or_else(|| year_of(app.clock.now())).min(9999);
    let mut conn = app.db.read().await?;
    let rows = store::list(&mut conn, year).await?;
    let months: Vec<SafetyCount> = rows
        .into_iter()
        .map(|row| SafetyCount {
            month: row.month,
            kind: row.kind,
            notices: row.notices,
        })
        .collect();
    Ok(Json(SafetyReport {
        year,
        total: months.iter().map(|row| row.notices).sum(),
        months,
    }))
}

fn year_of(now: Timestamp) -> u16 {
    now.to_string()
        .get(..4)
        .and_then(|year| year.parse().ok())
        .unwrap_or_default()
}
