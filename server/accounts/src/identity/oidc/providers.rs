//! The providers that the operator has set up.

use url::Url;

/// A provider, as the operator sets it up.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// Its id in addresses.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its issuer identifier, exactly as its tokens name it.
    pub issuer: String,
    /// The client id that it has given us.
    pub client_id: String,
    /// The secret that we share with it.
    pub client_secret: Option<String>,
}

/// Settings with which sign-ins would not be safe.
#[derive(Debug, thiserror::Error)]
pub enum BadProvider {
    /// Not an address, or one that is not encrypted on its way to another machine.
    #[error("the issuer {0} is no https address")]
    Issuer(String),
    /// The client could not be set up.
    #[error("no HTTP client: {0}")]
    Client(#[from] reqwest::Error),
}

impl ProviderSettings {
    /// Checks that the issuer is reached over https, or on this machine.
    pub(super) fn check(&self) -> Result<(), BadProvider> {
        let refused = || BadProvider::Issuer(self.issuer.clone());
        let url: Url = self.issuer.parse().map_err(|_| refused())?;
        let is_local = url.host_str().is_some_and(|host| {
            host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
        });
        if url.scheme() == "https" || is_local {
            Ok(())
        } else {
            Err(refused())
        }
    }
}
