//! The links in e-mails: making one, and using it up. A link is made when its e-mail is composed, and only the
//! digest of its token is stored.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::Tx;
use platform::web::Problem;

use super::kind::EmailKind;
use crate::AppState;
use crate::identity::problems::expired_link;
use crate::identity::rules::EmailAddress;
use crate::identity::secrets::secret_hash;
use crate::identity::store::mail_tokens::{self, MailTokenRow};

/// Makes the link of an e-mail to this address, which is valid from now on for `lifetime` milliseconds.
pub(super) async fn create(
    app: &AppState,
    kind: EmailKind,
    email: &EmailAddress,
    identity: Option<String>,
    lifetime: i64,
) -> sqlx::Result<String> {
    let row = MailTokenRow {
        purpose: kind.as_str().to_owned(),
        email: email.address.clone(),
        email_key: email.key.clone(),
        identity_id: identity,
    };
    let now = app.clock.now();
    let token = app.random.token();
    let mut tx = app.db.begin().await?;
    if kind == EmailKind::ResetPassword {
        // A newer e-mail invalidates the older ones.
        mail_tokens::delete_of_email(&mut tx, &row.email_key, kind.as_str()).await?;
    }
    if let (EmailKind::ChangeEmail, Some(identity)) = (kind, &row.identity_id) {
        mail_tokens::delete_of_identity(&mut tx, identity, kind.as_str()).await?;
    }
    let expires_at = now.plus_millis(lifetime);
    mail_tokens::insert(&mut tx, &secret_hash(&token), &row, now, expires_at).await?;
    tx.commit().await?;
    Ok(format!(
        "{}/__/auth/handler?mode={}&oobCode={token}",
        app.identities.origin(),
        kind.as_str()
    ))
}

/// A link that somebody has opened, and that is not used up yet.
pub(in crate::identity) struct OpenedLink {
    token_hash: String,
    row: MailTokenRow,
}

impl OpenedLink {
    /// The link with this token.
    ///
    /// # Errors
    /// 400 where it was used or replaced, or has expired.
    pub(in crate::identity) async fn find(app: &AppState, token: &str) -> Result<Self, Problem> {
        let token_hash = secret_hash(token);
        let row = mail_tokens::find(&mut app.db.read().await?, &token_hash, app.clock.now()).await?;
        let row = row.ok_or_else(expired_link)?;
        Ok(Self { token_hash, row })
    }

    /// Whether it came with an e-mail of this kind.
    pub(in crate::identity) fn is_of(&self, kind: EmailKind) -> bool {
        self.row.purpose == kind.as_str()
    }

    /// The address it was sent to.
    pub(in crate::identity) fn address(&self) -> EmailAddress {
        EmailAddress {
            address: self.row.email.clone(),
            key: self.row.email_key.clone(),
        }
    }

    /// The lookup key of the address it was sent to.
    pub(in crate::identity) fn email_key(&self) -> &str {
        &self.row.email_key
    }

    /// The identity it was made for.
    ///
    /// # Errors
    /// 400 where it was made for none.
    pub(in crate::identity) fn identity(&self) -> Result<IdentityId, Problem> {
        let id = self.row.identity_id.clone().ok_or_else(expired_link)?;
        Ok(IdentityId::trusted(id))
    }

    /// Uses it up.
    ///
    /// # Errors
    /// 400 where another request has used it meanwhile, or it has expired.
    pub(in crate::identity) async fn consume(&self, tx: &mut Tx, now: Timestamp) -> Result<(), Problem> {
        if mail_tokens::consume(tx, &self.token_hash, now).await? {
            Ok(())
        } else {
            Err(expired_link())
        }
    }
}
