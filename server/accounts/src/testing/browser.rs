//! A browser: it keeps cookies, sends an access token where it has one, and comes from an address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::identity::compose;
use axum::body::Body;
use axum::http::{Method, Request, header};
use platform::mail::{EmailMessage, Mailer, deliver_due};
use platform::web::{ClientAddress, full_address};
use serde_json::{Value, json};

use super::{Answer, TestApp};

/// Somebody's browser.
pub struct Browser<'a> {
    app: &'a TestApp,
    /// Where it calls from.
    pub address: IpAddr,
    /// The access token it sends, if any.
    pub token: Option<String>,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

impl TestApp {
    /// A new browser, at an address of its own.
    ///
    /// # Panics
    /// Never: it is an address.
    #[must_use]
    pub fn browser(&self) -> Browser<'_> {
        let [a, b] = u16::try_from(self.state.random.below(65_536))
            .unwrap_or(1)
            .to_be_bytes();
        Browser {
            app: self,
            address: IpAddr::from([198, 18, a, b]),
            token: None,
            cookies: Arc::default(),
        }
    }

    /// Sends what waits to be sent, and returns it.
    ///
    /// # Panics
    /// When the database is away.
    pub async fn emails(&self) -> Vec<EmailMessage> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let mailer = Mailer::Kept(kept.clone());
        while deliver_due(&self.state, &mailer, compose)
            .await
            .expect("the queue can be read")
            > 0
        {}
        std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The token of the link in the only email that waits.
    ///
    /// # Panics
    /// If there is no such email, or more than one.
    pub async fn mailed_token(&self) -> String {
        let emails = self.emails().await;
        let [email] = emails.as_slice() else {
            panic!("expected one email: {emails:?}")
        };
        token_of(email)
    }

    /// Signs somebody up, confirms the address in the same browser, and returns it signed in.
    ///
    /// # Panics
    /// When any of it fails.
    pub async fn signed_up(&self, email: &str, password: &str) -> Browser<'_> {
        let mut browser = self.browser();
        let answer = browser
            .post("/auth/sign-up", &json!({"email": email, "password": password}))
            .await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        let ticket = answer.json["ticket"].clone();
        let token = self.mailed_token().await;
        let answer = browser
            .post("/auth/verify-email", &json!({"token": token, "ticket": ticket}))
            .await
            .ok();
        browser.token = Some(
            answer["session"]["accessToken"]
                .as_str()
                .expect("a token")
                .to_owned(),
        );
        browser
    }
}

/// The token of the link in an email.
///
/// # Panics
/// When it has none.
#[must_use]
pub fn token_of(email: &EmailMessage) -> String {
    let (_, rest) = email
        .text
        .split_once("oobCode=")
        .unwrap_or_else(|| panic!("no link in {}", email.text));
    rest.split_whitespace().next().expect("a token").to_owned()
}

impl Browser<'_> {
    /// Sends a GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    /// Sends a POST.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    /// Sends a DELETE.
    pub async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// Sends any call, and keeps the cookies of the answer.
    ///
    /// # Panics
    /// When the path is not a path.
    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(full_address(path))
            .extension(ClientAddress(self.address));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let cookies = self
            .cookies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if !cookies.is_empty() {
            let line: Vec<String> = cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            request = request.header(header::COOKIE, line.join("; "));
        }
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let answer = self.app.send(request.expect("a valid request")).await;
        for line in answer.headers.get_all(header::SET_COOKIE) {
            let line = line.to_str().expect("a readable cookie");
            let (name, rest) = line.split_once('=').expect("a cookie");
            let value = rest.split(';').next().unwrap_or_default();
            self.set_cookie(name, (!line.contains("Max-Age=0")).then_some(value));
        }
        answer
    }

    /// The value of a cookie.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
            .cloned()
    }

    /// Sets a cookie; `None` deletes it.
    pub fn set_cookie(&self, name: &str, value: Option<&str>) {
        let mut cookies = self.cookies.lock().unwrap_or_else(PoisonError::into_inner);
        match value {
            Some(value) => cookies.insert(name.to_owned(), value.to_owned()),
            None => cookies.remove(name),
        };
    }
}
