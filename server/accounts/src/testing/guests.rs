//! Guests who call.

use axum::body::Body;
use axum::http::{Request, header};
use platform::web::full_address;
use serde_json::Value;

use super::{Answer, TestApp};

/// The hash of the browser from which all of them call.
const DEVICE: &str = "0123456789abcdef0123456789abcdef";

/// A guest who calls.
pub struct GuestCaller<'a> {
    app: &'a TestApp,
    token: String,
}

impl TestApp {
    /// Somebody with a new guest session.
    ///
    /// # Panics
    /// When there is none to be had.
    pub async fn guest(&self) -> GuestCaller<'_> {
        let request = Request::post(full_address("/guest/sessions"))
            .header("device-hash", DEVICE)
            .body(Body::empty())
            .expect("a request");
        let answer = self.send(request).await;
        let token = answer.json["guestSessionId"].as_str().expect("a token");
        self.guest_with(token)
    }

    /// Somebody who sends this as their guest's token.
    #[must_use]
    pub fn guest_with(&self, token: &str) -> GuestCaller<'_> {
        GuestCaller {
            app: self,
            token: token.to_owned(),
        }
    }
}

impl GuestCaller<'_> {
    /// Sends a POST.
    ///
    /// # Panics
    /// When the path is not a path.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(full_address(path))
            .header("guest-token", &self.token)
            .header("device-hash", DEVICE)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        self.app.send(request.expect("a request")).await
    }
}
