//! Tokens that are refused (reliability A-9).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::identity::keys::{ACCESS_TOKEN_SECS, Claims, TokenError, TokenKeys};
use crate::testing::{TEST_NOW, TEST_ORIGIN};

fn keys() -> TokenKeys {
    TokenKeys::new(&[2; 32], TEST_ORIGIN).expect("a key")
}

fn claims() -> Claims {
    let issued = TEST_NOW.0 / 1000;
    Claims {
        iss: TEST_ORIGIN.to_owned(),
        aud: "dramatis-api".to_owned(),
        sub: "i".to_owned(),
        sid: "s".to_owned(),
        iat: issued,
        exp: issued + ACCESS_TOKEN_SECS,
        nbf: None,
    }
}

fn forged(header: &serde_json::Value, payload: &Claims) -> String {
    let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let payload = serde_json::to_vec(payload).expect("JSON");
    format!(
        "{}.{}.{}",
        encode(header.to_string().as_bytes()),
        encode(&payload),
        encode(&[7; 64])
    )
}

#[test]
fn only_our_own_tokens_are_good() {
    let keys = keys();
    let good = keys.sign(&claims()).expect("a token");
    assert_eq!(keys.check(&good, TEST_NOW), Ok(claims()));
    let later = |secs: i64| TEST_NOW.plus_millis(secs * 1000);
    assert!(
        keys.check(&good, later(ACCESS_TOKEN_SECS + 59)).is_ok(),
        "clocks may differ by a minute"
    );
    assert_eq!(
        keys.check(&good, later(ACCESS_TOKEN_SECS + 61)),
        Err(TokenError::Expired)
    );
    type Alter = fn(&mut Claims);
    let altered: [(&str, Alter); 4] = [
        ("another audience", |claims| {
            claims.aud = "someone-else".to_owned()
        }),
        ("another issuer", |claims| {
            claims.iss = "https://evil.example".to_owned()
        }),
        ("not good yet", |claims| claims.nbf = Some(claims.iat + 120)),
        ("issued in the future", |claims| claims.iat += 3600),
    ];
    for (what, alter) in altered {
        let mut wrong = claims();
        alter(&mut wrong);
        assert_eq!(
            keys.check(&keys.sign(&wrong).expect("a token"), TEST_NOW),
            Err(TokenError::Invalid),
            "{what}"
        );
    }
    for header in [
        json!({"alg": "none", "typ": "at+jwt"}),
        json!({"alg": "HS256", "typ": "at+jwt"}),
        json!({"alg": "EdDSA", "typ": "at+jwt", "kid": "../../etc/passwd"}),
        json!({"alg": "EdDSA", "typ": "at+jwt", "jku": "https://evil.example/keys"}),
        json!({"alg": "EdDSA", "typ": "JWT"}),
    ] {
        assert_eq!(
            keys.check(&forged(&header, &claims()), TEST_NOW),
            Err(TokenError::Invalid),
            "{header}"
        );
    }
    let strangers = TokenKeys::new(&[3; 32], TEST_ORIGIN).expect("a key");
    assert_eq!(
        keys.check(&strangers.sign(&claims()).expect("a token"), TEST_NOW),
        Err(TokenError::Invalid)
    );
    for text in ["", ".", "..", "a.b.c", "\u{fffd}"] {
        assert_eq!(keys.check(text, TEST_NOW), Err(TokenError::Invalid), "{text}");
    }
}

/// The public key must not work as a shared secret.
#[test]
fn the_public_key_signs_nothing() {
    use jsonwebtoken::{Algorithm, EncodingKey, Header};
    let pair = aws_lc_rs::signature::Ed25519KeyPair::from_seed_unchecked(&[2; 32]).expect("a key");
    let public = aws_lc_rs::signature::KeyPair::public_key(&pair).as_ref();
    let mut header = Header::new(Algorithm::HS256);
    header.typ = Some("at+jwt".to_owned());
    let token = jsonwebtoken::encode(&header, &claims(), &EncodingKey::from_secret(public)).expect("a token");
    assert_eq!(keys().check(&token, TEST_NOW), Err(TokenError::Invalid));
}
