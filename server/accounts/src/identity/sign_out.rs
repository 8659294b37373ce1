//! Signing out: this browser, another device, or all of them.

use kernel::ids::IdentityId;
use platform::web::{ClientInfo, Problem};

use super::SessionId;
use super::audit_log::audit;
use super::model::IdentityRef;
use super::secrets::secret_hash;
use super::store;
use crate::AppState;

/// Ends the session of a refresh token and that of the caller; both are optional.
pub(super) async fn this_browser(
    app: &AppState,
    client: &ClientInfo,
    refresh_token: Option<&str>,
    caller: Option<IdentityRef>,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let by_cookie = match refresh_token {
        Some(token) => store::refresh_tokens::find(&mut tx, &secret_hash(token))
            .await?
            .map(|row| (row.identity_id, row.session_id)),
        None => None,
    };
    let by_token = caller.map(|caller| (caller.identity_id.to_string(), caller.session_id.to_string()));
    for (identity, session) in by_cookie.into_iter().chain(by_token) {
        store::sessions::end(&mut tx, &session, now).await?;
        audit(&mut tx, &identity, "identity.sign_out", &session, client, now).await?;
    }
    Ok(tx.commit().await?)
}

/// Ends all sessions of an identity.
pub(super) async fn everywhere(
    app: &AppState,
    client: &ClientInfo,
    identity: &IdentityId,
) -> Result<(), Problem> {
    let (now, identity) = (app.clock.now(), identity.as_str());
    let mut tx = app.db.begin().await?;
    store::sessions::end_all(&mut tx, identity, now).await?;
    audit(
        &mut tx,
        identity,
        "identity.sign_out_everywhere",
        identity,
        client,
        now,
    )
    .await?;
    Ok(tx.commit().await?)
}

/// Ends one session of an identity.
///
/// # Errors
/// 404 where the identity has no such session.
pub(super) async fn device(
    app: &AppState,
    client: &ClientInfo,
    identity: &IdentityId,
    session: &SessionId,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if !store::sessions::end_own(&mut tx, session, identity, now).await? {
        return Err(Problem::not_found("device"));
    }
    let (identity, session) = (identity.as_str(), session.as_str());
    audit(&mut tx, identity, "identity.device_removed", session, client, now).await?;
    Ok(tx.commit().await?)
}
