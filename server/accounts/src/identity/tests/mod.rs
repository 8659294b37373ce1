//! The promises of the identity provider (reliability 2.2), through HTTP.

mod account;
mod attempts;
mod races;
mod sign_in;
mod tokens;
mod totp;

use platform::db::query_on;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApp};

const PASSWORD: &str = "correct horse battery";

fn credentials(email: &str, password: &str) -> Value {
    json!({"email": email, "password": password})
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(sql).fetch_one(x).await).expect("a count")
}

fn access_token(answer: &Answer) -> String {
    answer.json["accessToken"]
        .as_str()
        .unwrap_or_else(|| panic!("{}", answer.json))
        .to_owned()
}
