//! Signing in through another provider: OpenID Connect, authorization code with PKCE (reliability A-13).
//!
//! The state of a sign-on is random and single use; nonce and PKCE verifier follow from it by a key that only
//! this installation has, and a cookie binds it to the browser that began. The protocol itself is
//! `openidconnect`'s.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::errors;

use kernel::ErrorCode;
use moka::future::Cache;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreUserInfoClaims,
};
use openidconnect::{
    AsyncHttpClient, AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest, HttpResponse,
    IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope, TokenResponse,
};
use platform::web::Problem;
use url::Url;

use super::service::Identities;

/// How long a provider may take over one answer.
const PROVIDER_TIME: Duration = Duration::from_secs(10);
/// Largest answer of a provider, in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;
/// How long what a provider says of itself is believed.
const METADATA_LIFE: Duration = Duration::from_secs(10 * 60);
/// How tokens may be signed: by keys of the provider's own, never by a secret we share.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 5] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// A provider, as the operator sets it up.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// Its id in addresses.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its issuer identifier, exactly as its tokens name it.
    pub issuer: String,
    /// As whom it knows us.
    pub client_id: String,
    /// What we share with it.
    pub client_secret: Option<String>,
}

/// Settings with which nobody could sign in safely.
#[derive(Debug, thiserror::Error)]
pub enum BadProvider {
    /// Not an address, or one that is not encrypted on its way to another machine.
    #[error("the issuer {0} is no https address")]
    Issuer(String),
    /// The client could not be set up.
    #[error("no HTTP client: {0}")]
    Client(#[from] reqwest::Error),
}

/// The providers of this installation.
pub(super) struct SignOn {
    providers: Vec<ProviderSettings>,
    /// None where there are no providers: a client costs time to make.
    http: Option<Http>,
    known: Cache<String, Arc<CoreProviderMetadata>>,
}

/// Our one HTTP client, in the form that the library asks for. It follows no redirect: the operator named the
/// provider, and nobody else is to be asked.
struct Http(reqwest::Client);

#[derive(Debug, thiserror::Error)]
enum HttpFault {
    #[error(transparent)]
    Client(#[from] reqwest::Error),
    #[error("an answer of more than {MAX_ANSWER_BYTES} bytes")]
    TooLarge,
    #[error(transparent)]
    Form(#[from] http::Error),
}

impl Http {
    #[expect(
        clippy::disallowed_methods,
        reason = "these hosts are the operator's choice, and may be inside their own network"
    )]
    fn new() -> reqwest::Result<Self> {
        Ok(Self(
            reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .timeout(PROVIDER_TIME)
                .build()?,
        ))
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpFault;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpFault>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let mut answer = self.0.execute(request.try_into()?).await?;
            let mut response = http::Response::builder().status(answer.status());
            if let Some(headers) = response.headers_mut() {
                *headers = answer.headers().clone();
            }
            let mut body = Vec::new();
            while let Some(chunk) = answer.chunk().await? {
                if body.len() + chunk.len() > MAX_ANSWER_BYTES {
                    return Err(HttpFault::TooLarge);
                }
                body.extend_from_slice(&chunk);
            }
            Ok(response.body(body)?)
        })
    }
}

/// Who somebody is at a provider.
pub(super) struct Stranger {
    pub(super) issuer: String,
    pub(super) subject: String,
    /// Their address, where the provider vouches for it.
    pub(super) email: Option<String>,
}

impl SignOn {
    pub(super) fn new(providers: Vec<ProviderSettings>) -> Result<Self, BadProvider> {
        for provider in &providers {
            let url: Url = provider
                .issuer
                .parse()
                .map_err(|_| BadProvider::Issuer(provider.issuer.clone()))?;
            let is_local = url.host_str().is_some_and(|host| {
                host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
            });
            if url.scheme() != "https" && !is_local {
                return Err(BadProvider::Issuer(provider.issuer.clone()));
            }
        }
        let http = if providers.is_empty() {
            None
        } else {
            Some(Http::new()?)
        };
        let known = Cache::builder()
            .max_capacity(64)
            .time_to_live(METADATA_LIFE)
            .build();
        Ok(Self {
            providers,
            http,
            known,
        })
    }

    /// All providers.
    pub(super) fn providers(&self) -> &[ProviderSettings] {
        &self.providers
    }

    /// The provider with this id.
    pub(super) fn find(&self, id: &str) -> Option<&ProviderSettings> {
        self.providers.iter().find(|provider| provider.id == id)
    }

    fn http(&self) -> Result<&Http, Problem> {
        self.http.as_ref().ok_or_else(|| Problem::not_found("provider"))
    }

    async fn metadata(&self, provider: &ProviderSettings) -> Result<Arc<CoreProviderMetadata>, Problem> {
        let http = self.http()?;
        let discover = async {
            let issuer = IssuerUrl::new(provider.issuer.clone()).map_err(|error| error.to_string())?;
            // Checks that the provider calls itself by exactly this name.
            CoreProviderMetadata::discover_async(issuer, http)
                .await
                .map(Arc::new)
                .map_err(|error| told(&error))
        };
        self.known
            .try_get_with(provider.id.clone(), discover)
            .await
            .map_err(|error: Arc<String>| upstream(provider, &error))
    }

    /// Where the browser goes to sign in there.
    pub(super) async fn authorization_url(
        &self,
        provider: &ProviderSettings,
        identities: &Identities,
        state: &str,
    ) -> Result<Url, Problem> {
        let metadata = self.metadata(provider).await?;
        let client = CoreClient::from_provider_metadata(
            (*metadata).clone(),
            ClientId::new(provider.client_id.clone()),
            secret(provider),
        )
        .set_redirect_uri(landing(identities)?);
        let secrets = identities.secrets();
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(
            secrets.of_state("verifier", state),
        ));
        let (state, nonce) = (state.to_owned(), secrets.of_state("nonce", state));
        let request = client.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            || CsrfToken::new(state),
            || Nonce::new(nonce),
        );
        let (url, _, _) = request
            .add_scope(Scope::new("email".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        Ok(url)
    }

    /// Whom the provider means by this code.
    pub(super) async fn redeem(
        &self,
        provider: &ProviderSettings,
        identities: &Identities,
        state: &str,
        code: &str,
    ) -> Result<Stranger, Problem> {
        let (http, metadata) = (self.http()?, self.metadata(provider).await?);
        let client = CoreClient::from_provider_metadata(
            (*metadata).clone(),
            ClientId::new(provider.client_id.clone()),
            secret(provider),
        )
        .set_redirect_uri(landing(identities)?);
        let secrets = identities.secrets();
        let request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| upstream(provider, &error))?;
        let answer = request
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.of_state("verifier", state)))
            .request_async(http)
            .await;
        let tokens = answer.map_err(|error| match error {
            RequestTokenError::ServerResponse(refusal) => {
                tracing::info!(provider = provider.id, ?refusal, "a provider took no code");
                stale()
            }
            other => upstream(provider, &told(&other)),
        })?;
        let token = tokens
            .id_token()
            .ok_or_else(|| upstream(provider, &"no ID token"))?;
        let nonce = Nonce::new(secrets.of_state("nonce", state));
        let claims = match checked(provider, &metadata, token, &nonce) {
            Ok(claims) => claims,
            Err(_) => {
                // Perhaps the provider has new keys since we asked.
                self.known.invalidate(&provider.id).await;
                checked(provider, &*self.metadata(provider).await?, token, &nonce)
                    .map_err(|error| upstream(provider, &error))?
            }
        };
        let mut email = claims
            .email_verified()
            .filter(|verified| *verified)
            .and_then(|_| claims.email())
            .map(|email| email.to_string());
        if claims.email().is_none() {
            // Some providers tell the address only there.
            if let Ok(request) =
                client.user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
            {
                let more: CoreUserInfoClaims = request
                    .request_async(http)
                    .await
                    .map_err(|error| upstream(provider, &told(&error)))?;
                email = more
                    .email_verified()
                    .filter(|verified| *verified)
                    .and_then(|_| more.email())
                    .map(|email| email.to_string());
            }
        }
        Ok(Stranger {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            email,
        })
    }
}

/// What an ID token says, if it is this provider's, for us, of now, and of this sign-on.
fn checked(
    provider: &ProviderSettings,
    metadata: &CoreProviderMetadata,
    token: &CoreIdToken,
    nonce: &Nonce,
) -> Result<CoreIdTokenClaims, String> {
    let client = CoreClient::from_provider_metadata(
        metadata.clone(),
        ClientId::new(provider.client_id.clone()),
        secret(provider),
    );
    let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
    token
        .claims(&verifier, nonce)
        .cloned()
        .map_err(|error| told(&error))
}

fn secret(provider: &ProviderSettings) -> Option<ClientSecret> {
    provider.client_secret.clone().map(ClientSecret::new)
}

/// Where the provider sends the browser back to: the client's page, always the same.
fn landing(identities: &Identities) -> Result<RedirectUrl, Problem> {
    RedirectUrl::new(format!("{}/__/auth/handler", identities.origin())).map_err(Problem::internal)
}

/// An error with its causes.
fn told(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}

/// 502, with the cause in the log.
fn upstream(provider: &ProviderSettings, cause: &dyn std::fmt::Display) -> Problem {
    tracing::warn!(provider = provider.id, %cause, "signing in through a provider failed");
    Problem::new(
        ErrorCode::UPSTREAM,
        format!("{} did not answer as it should. Please try again.", provider.name),
    )
}

/// 400: this sign-on is used, too old, or another browser's.
pub(super) fn stale() -> Problem {
    Problem::new(
        errors::INVALID_GRANT,
        "This sign-in has expired. Please start again.",
    )
}
