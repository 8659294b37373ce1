//! Identities and sessions as they are answered.

use kernel::Role;
use platform::db::Conn;
use platform::web::{Json, Problem};
use serde::Serialize;
use utoipa::ToSchema;

use super::answers::WithCookies;
use crate::AppState;
use crate::identity::keys::ACCESS_TOKEN_SECS;
use crate::identity::problems::no_identity;
use crate::identity::sessions::OpenedSession;
use crate::identity::store;
use crate::identity::store::identities::IdentityRow;

/// A way to sign in other than a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Provider {
    /// Its id in addresses.
    pub(super) id: String,
    /// What people call it.
    pub(super) display_name: String,
}

/// A person's credentials.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Identity {
    /// Their id.
    id: String,
    /// Their e-mail address.
    email: String,
    /// Whether the address is confirmed.
    email_verified: bool,
    /// Whether signing in asks for a code of their authenticator.
    totp_enabled: bool,
    /// Whether their role asks for one.
    totp_required: bool,
    /// Whether they can sign in with a password.
    has_password: bool,
    /// The providers by which they can sign in.
    providers: Vec<Provider>,
}

/// What a browser gets when somebody signs in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuthSession)]
pub(super) struct Session {
    /// Sent with every call, as `Authorization: Bearer …`.
    access_token: String,
    /// For how many seconds it is valid.
    expires_in: i64,
    /// Whose session it is.
    identity: Identity,
    /// Whether they have a record; `POST /users/` makes one.
    has_record: bool,
}

/// Reads an identity as its owner sees it.
pub(super) async fn identity_view(
    app: &AppState,
    conn: &mut Conn,
    row: &IdentityRow,
) -> Result<Identity, Problem> {
    let role = Role::from_stored(store::accounts::find_role(conn, &row.id).await?);
    let links = store::oidc::list_links(conn, &row.id).await?;
    Ok(Identity {
        id: row.id.clone(),
        email: row.email.clone(),
        email_verified: row.email_verified_at.is_some(),
        totp_enabled: row.totp_since.is_some(),
        totp_required: app.identities.admin_totp() && role == Role::Admin,
        has_password: row.password_hash.is_some(),
        providers: links.into_iter().map(|id| provider_view(app, id)).collect(),
    })
}

fn provider_view(app: &AppState, id: String) -> Provider {
    // A provider that is no longer configured is shown by its id.
    let display_name = app
        .identities
        .oidc()
        .find(&id)
        .map_or_else(|| id.clone(), |provider| provider.name.clone());
    Provider { id, display_name }
}

/// Reads a session as its browser gets it.
pub(super) async fn session_view(app: &AppState, opened: &OpenedSession) -> Result<Session, Problem> {
    let mut conn = app.db.read().await?;
    let row = store::identities::find(&mut conn, opened.identity_id.as_str())
        .await?
        .ok_or_else(no_identity)?;
    let identity = identity_view(app, &mut conn, &row).await?;
    let has_record = store::accounts::find_record_of(&mut conn, &opened.identity_id)
        .await?
        .is_some();
    Ok(Session {
        access_token: opened.access_token.clone(),
        expires_in: ACCESS_TOKEN_SECS,
        identity,
        has_record,
    })
}

pub(super) type SessionAnswer = WithCookies<Json<Session>>;

/// An answer with a session and its cookies.
pub(super) async fn session_answer(app: &AppState, opened: &OpenedSession) -> Result<SessionAnswer, Problem> {
    let session = session_view(app, opened).await?;
    Ok(WithCookies::of(app, opened, Json(session)))
}
