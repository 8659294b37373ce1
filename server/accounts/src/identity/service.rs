//! What the identity provider holds in memory: its settings, its keys, and the one hasher.

use std::sync::Arc;

use platform::web::Problem;

use super::hasher::{HashCost, Hasher, HashingSlot};
use super::oidc::{BadProvider, OidcClient, ProviderSettings};
use super::rules::EmailAddress;
use super::secrets::Secrets;

/// The settings of the identity provider.
#[derive(Debug, Clone)]
pub struct IdentitySettings {
    /// The installation's secret, which is not in its database. All processes of one site share it.
    pub secret: [u8; 32],
    /// The site's public address without a slash at the end: all links in e-mails begin with it.
    pub origin: String,
    /// What hashing a password costs.
    pub cost: HashCost,
    /// The account that confirms this address becomes an admin.
    pub admin_email: Option<String>,
    /// Whether admins may act as such only after a code of their authenticator.
    pub admin_totp: bool,
    /// The other providers through which people can sign in.
    pub providers: Vec<ProviderSettings>,
}

/// The identity provider. Clones share it.
#[derive(Clone)]
pub struct Identities(Arc<Inner>);

struct Inner {
    secrets: Secrets,
    hasher: Arc<Hasher>,
    origin: String,
    admin_email: Option<EmailAddress>,
    admin_totp: bool,
    oidc: OidcClient,
}

impl Identities {
    /// The provider with these settings. Takes as long as one hash.
    ///
    /// # Errors
    /// [`BadProvider`].
    pub fn new(settings: IdentitySettings) -> Result<Self, BadProvider> {
        let secrets = Secrets::new(&settings.secret);
        let oidc = OidcClient::new(settings.providers, secrets.clone(), settings.origin.clone())?;
        Ok(Self(Arc::new(Inner {
            hasher: Arc::new(Hasher::new(secrets.clone(), settings.cost)),
            secrets,
            origin: settings.origin,
            admin_email: settings.admin_email.as_deref().and_then(EmailAddress::parse),
            admin_totp: settings.admin_totp,
            oidc,
        })))
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.0.secrets
    }

    /// A name under which something of a person or a network is counted, and which does not reveal whose it is.
    #[must_use]
    pub fn pseudonym(&self, kind: &str, whose: &str) -> String {
        self.0.secrets.bucket(kind, whose)
    }

    /// A slot for hashing, or 503 at once.
    pub(super) fn hashing(&self) -> Result<HashingSlot, Problem> {
        self.0.hasher.enter()
    }

    /// The site's public address, without a slash at the end.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.0.origin
    }

    /// Whether the site is reached by https, so that cookies must be too.
    pub(super) fn is_secure(&self) -> bool {
        self.0.origin.starts_with("https://")
    }

    pub(super) fn admin_email(&self) -> Option<&EmailAddress> {
        self.0.admin_email.as_ref()
    }

    pub(super) fn oidc(&self) -> &OidcClient {
        &self.0.oidc
    }

    pub(super) fn admin_totp(&self) -> bool {
        self.0.admin_totp
    }
}
