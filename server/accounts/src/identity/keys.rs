//! Access tokens: short-lived JWTs that name a session, signed with Ed25519 (RFC 8037) and typed `at+jwt`
//! (RFC 9068).

use std::sync::Arc;

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use kernel::Timestamp;
use kernel::ids::IdentityId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::SessionId;

/// How long an access token is valid, in seconds. The client refreshes when less than five minutes remain
/// (spec section 9), so anything under fifteen minutes would keep it refreshing.
pub const ACCESS_TOKEN_SECS: i64 = 60 * 60;
/// How far clocks may differ, in seconds.
const LEEWAY_SECS: i64 = 60;
/// The `typ` of our tokens, which distinguishes them from other kinds.
const TOKEN_TYPE: &str = "at+jwt";
const AUDIENCE: &str = "dramatis-api";

/// The claims of an access token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Who issued it: this site's public address.
    pub iss: String,
    /// The audience.
    pub aud: String,
    /// The identity.
    pub sub: String,
    /// The session.
    pub sid: String,
    /// When it was issued, in Unix seconds.
    pub iat: i64,
    /// When it ends, in Unix seconds.
    pub exp: i64,
    /// When it begins to be valid, in Unix seconds, if it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
}

/// Why a token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenError {
    /// It has expired.
    Expired,
    /// It was not issued here, or is malformed.
    Invalid,
}

/// The keys by which access tokens are signed and checked. Clones share them.
#[derive(Clone)]
pub struct TokenKeys(Arc<Keys>);

struct Keys {
    signing: EncodingKey,
    checking: DecodingKey,
    key_id: String,
    issuer: String,
}

/// The fixed beginning of an Ed25519 private key in PKCS#8 (RFC 8410 section 7); the 32 bytes of the seed
/// follow.
const PKCS8_PREFIX: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/// A seed from which no key can be made.
#[derive(Debug, thiserror::Error)]
#[error("the token seed is not a valid Ed25519 seed")]
pub struct BadSeed;

impl TokenKeys {
    /// The keys of this installation's secret seed, for tokens issued in the name of `issuer`.
    ///
    /// # Errors
    /// [`BadSeed`], which no random seed is.
    pub fn new(seed: &[u8; 32], issuer: impl Into<String>) -> Result<Self, BadSeed> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| BadSeed)?;
        let public = pair.public_key().as_ref();
        let mut private = PKCS8_PREFIX.to_vec();
        private.extend_from_slice(seed);
        let key_id = Sha256::digest(public)[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Ok(Self(Arc::new(Keys {
            signing: EncodingKey::from_ed_der(&private),
            checking: DecodingKey::from_ed_der(public),
            key_id,
            issuer: issuer.into(),
        })))
    }

    /// A fresh access token for this session.
    ///
    /// # Errors
    /// When the library cannot sign, which a valid key never causes.
    pub fn issue(
        &self,
        identity: &IdentityId,
        session: &SessionId,
        now: Timestamp,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let issued = now.0.div_euclid(1000);
        self.sign(&Claims {
            iss: self.0.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: identity.to_string(),
            sid: session.to_string(),
            iat: issued,
            exp: issued + ACCESS_TOKEN_SECS,
            nbf: None,
        })
    }

    /// Signs any claims; tests use it for tokens that must be refused.
    ///
    /// # Errors
    /// See [`TokenKeys::issue`].
    pub fn sign(&self, claims: &Claims) -> Result<String, jsonwebtoken::errors::Error> {
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(TOKEN_TYPE.to_owned());
        header.kid = Some(self.0.key_id.clone());
        jsonwebtoken::encode(&header, claims, &self.0.signing)
    }

    /// The claims of a token that was issued here and is valid now.
    ///
    /// # Errors
    /// [`TokenError`].
    pub fn check(&self, token: &str, now: Timestamp) -> Result<Claims, TokenError> {
        // Times are compared with our own clock below; the library would read the machine's.
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.validate_exp = false;
        rules.validate_nbf = false;
        rules.set_audience(&[AUDIENCE]);
        rules.set_issuer(&[&self.0.issuer]);
        rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        let token = jsonwebtoken::decode::<Claims>(token, &self.0.checking, &rules)
            .map_err(|_| TokenError::Invalid)?;
        let header = &token.header;
        let foreign_key = header.jku.is_some() || header.jwk.is_some() || header.x5u.is_some();
        if header.typ.as_deref() != Some(TOKEN_TYPE)
            || header.kid.as_deref() != Some(&self.0.key_id)
            || foreign_key
        {
            return Err(TokenError::Invalid);
        }
        let now = now.0.div_euclid(1000);
        let claims = token.claims;
        if claims.nbf.unwrap_or(claims.iat) > now.saturating_add(LEEWAY_SECS) {
            return Err(TokenError::Invalid);
        }
        if claims.exp.saturating_add(LEEWAY_SECS) < now {
            Err(TokenError::Expired)
        } else {
            Ok(claims)
        }
    }
}
