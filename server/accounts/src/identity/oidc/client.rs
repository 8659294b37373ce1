//! What is asked of a provider: where the browser goes to sign in, and whom the code it brings back stands for.

use std::sync::Arc;
use std::time::Duration;

use kernel::ErrorCode;
use moka::future::Cache;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope, TokenResponse,
};
use platform::web::Problem;
use url::Url;

use super::providers::{BadProvider, ProviderSettings};
use super::transport::Transport;
use crate::identity::problems::expired_sign_in;
use crate::identity::secrets::Secrets;

/// For how long a provider's metadata is cached.
const METADATA_LIFE: Duration = Duration::from_secs(10 * 60);
/// How tokens may be signed: by keys of the provider's own, never by a secret we share.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 5] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The client of all providers of this installation.
pub(in crate::identity) struct OidcClient {
    providers: Vec<ProviderSettings>,
    secrets: Secrets,
    /// The site's public address.
    origin: String,
    /// `None` without providers: a client costs time to create.
    transport: Option<Transport>,
    metadata: Cache<String, Arc<CoreProviderMetadata>>,
}

/// A user of a provider.
pub(in crate::identity) struct ProviderUser {
    pub(in crate::identity) issuer: String,
    pub(in crate::identity) subject: String,
    /// Their address, where the provider vouches for it.
    pub(in crate::identity) email: Option<String>,
}

/// `openidconnect`'s client of a provider whose metadata is known.
type ProviderClient = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl OidcClient {
    pub(in crate::identity) fn new(
        providers: Vec<ProviderSettings>,
        secrets: Secrets,
        origin: String,
    ) -> Result<Self, BadProvider> {
        providers.iter().try_for_each(ProviderSettings::check)?;
        let transport = if providers.is_empty() {
            None
        } else {
            Some(Transport::new()?)
        };
        let metadata = Cache::builder()
            .max_capacity(64)
            .time_to_live(METADATA_LIFE)
            .build();
        Ok(Self {
            providers,
            secrets,
            origin,
            transport,
            metadata,
        })
    }

    /// All providers.
    pub(in crate::identity) fn providers(&self) -> &[ProviderSettings] {
        &self.providers
    }

    /// The provider with this id.
    pub(in crate::identity) fn find(&self, id: &str) -> Option<&ProviderSettings> {
        self.providers.iter().find(|provider| provider.id == id)
    }

    /// Where the browser goes to sign in at a provider.
    pub(in crate::identity) async fn authorization_url(
        &self,
        provider: &ProviderSettings,
        state: &str,
    ) -> Result<Url, Problem> {
        let metadata = self.metadata(provider).await?;
        let client = self.client(provider, &metadata)?;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&self.verifier(state));
        let (nonce, state) = (self.nonce(state), state.to_owned());
        let request = client.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            || CsrfToken::new(state),
            || nonce,
        );
        let (url, _, _) = request
            .add_scope(Scope::new("email".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        Ok(url)
    }

    /// The user for whom this code stands.
    ///
    /// # Errors
    /// 400 where the provider refuses the code, 502 where it does not answer as it should.
    pub(in crate::identity) async fn redeem(
        &self,
        provider: &ProviderSettings,
        state: &str,
        code: &str,
    ) -> Result<ProviderUser, Problem> {
        let metadata = self.metadata(provider).await?;
        let client = self.client(provider, &metadata)?;
        let tokens = self.exchange(provider, &client, state, code).await?;
        let claims = self.claims(provider, &metadata, &tokens, state).await?;
        let email = self.confirmed_email(provider, &client, &tokens, &claims).await?;
        Ok(ProviderUser {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            email,
        })
    }

    fn transport(&self) -> Result<&Transport, Problem> {
        self.transport
            .as_ref()
            .ok_or_else(|| Problem::not_found("provider"))
    }

    async fn metadata(&self, provider: &ProviderSettings) -> Result<Arc<CoreProviderMetadata>, Problem> {
        let transport = self.transport()?;
        let discover = async {
            let issuer = IssuerUrl::new(provider.issuer.clone()).map_err(|error| error.to_string())?;
            // Checks that the provider calls itself by exactly this name.
            CoreProviderMetadata::discover_async(issuer, transport)
                .await
                .map(Arc::new)
                .map_err(|error| with_causes(&error))
        };
        self.metadata
            .try_get_with(provider.id.clone(), discover)
            .await
            .map_err(|error: Arc<String>| upstream(provider, &error))
    }

    fn client(
        &self,
        provider: &ProviderSettings,
        metadata: &CoreProviderMetadata,
    ) -> Result<ProviderClient, Problem> {
        // The provider sends the browser back to the client's page, always the same.
        let landing = RedirectUrl::new(format!("{}/__/auth/handler", self.origin));
        Ok(bare_client(provider, metadata).set_redirect_uri(landing.map_err(Problem::internal)?))
    }

    fn verifier(&self, state: &str) -> PkceCodeVerifier {
        PkceCodeVerifier::new(self.secrets.of_state("verifier", state))
    }

    fn nonce(&self, state: &str) -> Nonce {
        Nonce::new(self.secrets.of_state("nonce", state))
    }

    async fn exchange(
        &self,
        provider: &ProviderSettings,
        client: &ProviderClient,
        state: &str,
        code: &str,
    ) -> Result<CoreTokenResponse, Problem> {
        let request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| upstream(provider, &error))?;
        let answer = request
            .set_pkce_verifier(self.verifier(state))
            .request_async(self.transport()?)
            .await;
        answer.map_err(|error| match error {
            RequestTokenError::ServerResponse(refusal) => {
                tracing::info!(provider = provider.id, ?refusal, "a provider refused a code");
                expired_sign_in()
            }
            other => upstream(provider, &with_causes(&other)),
        })
    }

    /// The verified claims of the ID token.
    async fn claims(
        &self,
        provider: &ProviderSettings,
        metadata: &CoreProviderMetadata,
        tokens: &CoreTokenResponse,
        state: &str,
    ) -> Result<CoreIdTokenClaims, Problem> {
        let token = tokens
            .id_token()
            .ok_or_else(|| upstream(provider, &"no ID token"))?;
        let nonce = self.nonce(state);
        if let Ok(claims) = verify(provider, metadata, token, &nonce) {
            return Ok(claims);
        }
        // Perhaps the provider has new keys since its metadata was fetched.
        self.metadata.invalidate(&provider.id).await;
        verify(provider, &*self.metadata(provider).await?, token, &nonce)
            .map_err(|error| upstream(provider, &error))
    }

    /// The address that the provider vouches for, if it does for one.
    async fn confirmed_email(
        &self,
        provider: &ProviderSettings,
        client: &ProviderClient,
        tokens: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Result<Option<String>, Problem> {
        if let Some(email) = claims.email() {
            let is_confirmed = claims.email_verified() == Some(true);
            return Ok(is_confirmed.then(|| email.to_string()));
        }
        // Some providers give the address only there.
        let Ok(request) = client.user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
        else {
            return Ok(None);
        };
        let more: CoreUserInfoClaims = request
            .request_async(self.transport()?)
            .await
            .map_err(|error| upstream(provider, &with_causes(&error)))?;
        let is_confirmed = more.email_verified() == Some(true);
        Ok(more
            .email()
            .filter(|_| is_confirmed)
            .map(|email| email.to_string()))
    }
}

fn bare_client(provider: &ProviderSettings, metadata: &CoreProviderMetadata) -> ProviderClient {
    CoreClient::from_provider_metadata(
        metadata.clone(),
        ClientId::new(provider.client_id.clone()),
        provider.client_secret.clone().map(ClientSecret::new),
    )
}

/// The claims of an ID token, if it is this provider's, for us, of now, and of this sign-in.
fn verify(
    provider: &ProviderSettings,
    metadata: &CoreProviderMetadata,
    token: &CoreIdToken,
    nonce: &Nonce,
) -> Result<CoreIdTokenClaims, String> {
    let client = bare_client(provider, metadata);
    let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
    token
        .claims(&verifier, nonce)
        .cloned()
        .map_err(|error| with_causes(&error))
}

/// An error with its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
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
