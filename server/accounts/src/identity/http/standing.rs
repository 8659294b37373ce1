//! Suspending an account, and ending its suspension.

use axum::extract::State;
use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::db::{Isolation, Tx};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, ClientInfo, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::identity::admin::{self, Decision};
use crate::identity::model::Account;
use crate::identity::rules::check_reason;
use crate::identity::{Admin, Person};

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(suspend_user),
            rule(Who::Admin, Class::Writes, Caching::Never),
        )
        .beyond_spec("Admins decide who may sign in.")
        .trial(
            "/admin/users/@owner/suspend",
            Sent::Json(r#"{"reason":"spam"}"#),
            [401, 401, 403, 403, 403, 200],
        )
        .call(
            routes!(reinstate_user),
            rule(Who::Admin, Class::Writes, Caching::Never),
        )
        .beyond_spec("Admins decide who may sign in.")
        .trial(
            "/admin/users/@owner/reinstate",
            Sent::Json(r#"{"reason":"a mistake"}"#),
            [401, 401, 403, 403, 403, 200],
        )
}

/// Why an account is suspended, or its suspension ends.
#[derive(Debug, Deserialize, ToSchema)]
struct StandingRequest {
    /// For the audit log; the person does not see it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

impl StandingRequest {
    fn reason(&self) -> Result<&str, Problem> {
        check_reason(&self.reason).map_err(|why| Problem::invalid("reason", why))
    }
}

/// Whether an account is suspended.
#[derive(Debug, Serialize, ToSchema)]
struct Standing {
    /// Whose account it is.
    #[serde(rename = "userID")]
    user_id: UserId,
    /// Whether it is suspended.
    suspended: bool,
    /// Whether this call changed that.
    changed: bool,
}

/// Suspends somebody: their sessions end, and all their calls are answered 423. Only admins may.
#[utoipa::path(
    post,
    path = "/admin/users/{id}/suspend",
    tag = "admin",
    params(("id" = UserId, Path)),
    request_body = StandingRequest,
    responses(
        (status = 200, body = Standing),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (
            status = 409,
            description = "It is one's own account",
            body = Problem,
            content_type = "application/problem+json",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn suspend_user(
    State(app): State<AppState>,
    Admin(admin): Admin,
    Path(id): Path<UserId>,
    client: ClientInfo,
    Json(request): Json<StandingRequest>,
) -> Result<Json<Standing>, Problem> {
    let reason = request.reason()?;
    if admin.user_id == id {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "This is your own account. Another admin can suspend it.",
        ));
    }
    decide(&app, &admin, &id, &client, reason, true).await
}

/// Ends the suspension of somebody. Only admins may.
#[utoipa::path(
    post,
    path = "/admin/users/{id}/reinstate",
    tag = "admin",
    params(("id" = UserId, Path)),
    request_body = StandingRequest,
    responses(
        (status = 200, body = Standing),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn reinstate_user(
    State(app): State<AppState>,
    Admin(admin): Admin,
    Path(id): Path<UserId>,
    client: ClientInfo,
    Json(request): Json<StandingRequest>,
) -> Result<Json<Standing>, Problem> {
    decide(&app, &admin, &id, &client, request.reason()?, false).await
}

async fn decide(
    app: &AppState,
    admin: &Person,
    id: &UserId,
    client: &ClientInfo,
    reason: &str,
    suspended: bool,
) -> Result<Json<Standing>, Problem> {
    let address = client.address();
    let actor = Some(admin.user_id.as_str());
    let decision = &Decision {
        actor,
        reason,
        request_id: client.request_id(),
        address: Some(&address),
        at: app.clock.now(),
    };
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let account = account_of(tx, id).await?;
            Ok::<_, Problem>(match suspended {
                true => admin::suspend(tx, &account, decision).await?,
                false => admin::reinstate(tx, &account, decision).await?,
            })
        })
    });
    Ok(Json(Standing {
        user_id: id.clone(),
        suspended,
        changed: use_case.await?,
    }))
}

/// The account of this record. Authors of the starter catalogue have a record and no account.
async fn account_of(tx: &mut Tx, id: &UserId) -> Result<Account, Problem> {
    let account = admin::find_account(tx, id.as_str()).await?;
    account
        .filter(|account| account.user_id.as_deref() == Some(id.as_str()))
        .ok_or_else(|| Problem::not_found("account"))
}
