//! The secret of this installation, which is not in its database, and the keys derived from it: for passwords,
//! refresh tokens, sealed values, counts of attempts, and signing in through other providers.

use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Random;
use sha2::{Digest, Sha256};

/// The derived keys. Clones share them.
#[derive(Clone)]
pub(super) struct Secrets(Arc<Derived>);

struct Derived {
    pepper: [u8; 32],
    refresh: hmac::Key,
    oidc: hmac::Key,
    buckets: hmac::Key,
    seal: LessSafeKey,
}

/// A sealed value that this installation did not seal, or not for this purpose.
#[derive(Debug, thiserror::Error)]
#[error("a sealed value cannot be opened: is identity.key the one that sealed it?")]
pub(super) struct Unopened;

impl Secrets {
    /// The keys of the installation's secret.
    ///
    /// # Panics
    /// Never: the derived key has the length that the cipher asks for.
    pub(super) fn new(secret: &[u8; 32]) -> Self {
        let root = hmac::Key::new(hmac::HMAC_SHA256, secret);
        let derive = |label: &str| -> [u8; 32] {
            let mut key = [0; 32];
            key.copy_from_slice(hmac::sign(&root, label.as_bytes()).as_ref());
            key
        };
        let mac = |label: &str| hmac::Key::new(hmac::HMAC_SHA256, &derive(label));
        let seal = UnboundKey::new(&AES_256_GCM, &derive("seal")).expect("a key of 32 bytes");
        Self(Arc::new(Derived {
            pepper: derive("pepper"),
            refresh: mac("refresh"),
            oidc: mac("sign-on"),
            buckets: mac("buckets"),
            seal: LessSafeKey::new(seal),
        }))
    }

    /// What is mixed into every password before it is hashed.
    pub(super) fn pepper(&self) -> &[u8; 32] {
        &self.0.pepper
    }

    /// The one successor of a refresh token: all refreshes with the same token get the same successor.
    pub(super) fn successor(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0.refresh, token.as_bytes()))
    }

    /// A secret derived from the state of a sign-in at a provider and a purpose, so that it need not be stored.
    pub(super) fn of_state(&self, purpose: &str, state: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0.oidc, format!("{purpose}:{state}").as_bytes()))
    }

    /// The name of a count of attempts, which does not reveal whose it is.
    pub(super) fn bucket(&self, kind: &str, whose: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0.buckets, format!("{kind}:{whose}").as_bytes()))
    }

    /// The value, readable only by this installation and only for the same `purpose`.
    pub(super) fn seal(&self, random: &Random, purpose: &str, value: &[u8]) -> String {
        let mut nonce = [0; NONCE_LEN];
        random.fill(&mut nonce);
        let mut sealed = value.to_vec();
        // Sealing fails only for values of many gigabytes.
        if self
            .0
            .seal
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(purpose.as_bytes()),
                &mut sealed,
            )
            .is_err()
        {
            sealed.clear();
        }
        URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat())
    }

    /// What was sealed.
    pub(super) fn open(&self, purpose: &str, sealed: &str) -> Result<Vec<u8>, Unopened> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| Unopened)?;
        let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>().ok_or(Unopened)?;
        let mut rest = rest.to_vec();
        let opened = self.0.seal.open_in_place(
            Nonce::assume_unique_for_key(*nonce),
            Aad::from(purpose.as_bytes()),
            &mut rest,
        );
        opened.map(|value| value.to_vec()).map_err(|_| Unopened)
    }
}

/// What is stored of a secret: SHA-256 in hexadecimal.
pub(super) fn secret_hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_here_and_for_its_purpose_only() {
        let (secrets, random) = (Secrets::new(&[1; 32]), Random::seeded(1));
        let sealed = secrets.seal(&random, "totp:a", b"seed");
        assert_eq!(secrets.open("totp:a", &sealed).expect("it opens"), b"seed");
        assert!(secrets.open("totp:b", &sealed).is_err());
        assert!(Secrets::new(&[2; 32]).open("totp:a", &sealed).is_err());
        assert!(secrets.open("totp:a", "").is_err());
        assert_ne!(sealed, secrets.seal(&random, "totp:a", b"seed"));
    }

    #[test]
    fn a_token_has_one_successor() {
        let secrets = Secrets::new(&[1; 32]);
        assert_eq!(secrets.successor("a"), secrets.successor("a"));
        assert_ne!(secrets.successor("a"), secrets.successor("b"));
        assert_ne!(secrets.successor("a"), Secrets::new(&[2; 32]).successor("a"));
    }
}
