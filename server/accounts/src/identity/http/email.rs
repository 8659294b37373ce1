//! Changing the e-mail address.

use axum::extract::State;
use axum::http::StatusCode;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::fields::new_email_field;
use super::responses::VerifyErrors;
use crate::AppState;
use crate::identity::authority::Authenticated;
use crate::identity::email_change;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(change_email),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/email",
            Sent::Json(r#"{"password":"wrong horse","newEmail":"new@example.org"}"#),
            people(422),
        )
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EmailChange {
    /// The password.
    password: String,
    /// The new address.
    #[schema(example = "ann@example.org", max_length = 254)]
    new_email: String,
}

/// Requests another e-mail address. The address changes when the link in the e-mail sent there is opened.
#[utoipa::path(
    post,
    path = "/auth/email",
    tag = "identity",
    request_body = EmailChange,
    responses(
        (status = 202, description = "An e-mail is on its way to the new address."),
        VerifyErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn change_email(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<EmailChange>,
) -> Result<StatusCode, Problem> {
    let email = new_email_field("/newEmail", &input.new_email)?;
    email_change::request(&app, &client, &caller, &input.password, &email).await?;
    Ok(StatusCode::ACCEPTED)
}
