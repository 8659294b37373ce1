//! Opening the link that confirms an address: that of a sign-up, or the new one of an account.

use axum::extract::State;
use axum::http::HeaderMap;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, all, rule};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::answers::WithCookies;
use super::responses::SignInErrors;
use super::session::{Session, session_view};
use crate::AppState;
use crate::identity::emails::{EmailKind, OpenedLink};
use crate::identity::problems::expired_link;
use crate::identity::sign_up::Proof;
use crate::identity::{email_change, sign_up};

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(verify_email),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial("/auth/verify-email", Sent::Json(r#"{"token":"x"}"#), all(400))
}

#[derive(Debug, Deserialize, ToSchema)]
struct VerifyEmail {
    /// What the mailed link holds (`oobCode`).
    token: String,
    /// The ticket of the sign-up, if this is its browser.
    ticket: Option<String>,
    /// The password of the sign-up, if it is not.
    password: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Verified {
    /// The session, where the link has signed this browser in.
    #[schema(required = true)]
    session: Option<Session>,
}

/// Confirms an address by its mailed link.
///
/// A link alone opens nothing: somebody else may have signed up with this address, and their password must
/// not become that of the owner's account. So the browser shows the ticket of its sign-up, or the password. A
/// link that confirms a change of address needs neither; it ends all sessions, and gives a new one to a
/// browser that was signed in. A link that was used or replaced, or has expired, is answered 400 `INVALID_GRANT`.
#[utoipa::path(
    post,
    path = "/auth/verify-email",
    tag = "identity",
    request_body = VerifyEmail,
    responses(
        (status = 200, description = "Confirmed", body = Verified),
        (
            status = 401,
            description = "The password is not that of the sign-up",
            body = Problem,
            content_type = "application/problem+json",
        ),
        SignInErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn verify_email(
    State(app): State<AppState>,
    client: ClientInfo,
    headers: HeaderMap,
    Json(input): Json<VerifyEmail>,
) -> Result<WithCookies<Json<Verified>>, Problem> {
    let link = OpenedLink::find(&app, &input.token).await?;
    let opened = if link.is_of(EmailKind::ChangeEmail) {
        let cookie = app.identities.session_cookie(&headers);
        email_change::confirm(&app, &client, cookie.as_deref(), &link).await?
    } else if link.is_of(EmailKind::VerifyEmail) {
        let proof = Proof {
            ticket: input.ticket.as_deref(),
            password: input.password.as_deref(),
        };
        Some(sign_up::confirm(&app, &client, &link, proof).await?)
    } else {
        return Err(expired_link());
    };
    let Some(opened) = opened else {
        return Ok(WithCookies::removed(&app, Json(Verified { session: None })));
    };
    let session = Some(session_view(&app, &opened).await?);
    Ok(WithCookies::of(&app, &opened, Json(Verified { session })))
}
