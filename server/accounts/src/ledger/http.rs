//! The calls about one's own wallet. They only read: shekels are moved by the slices whose actions they pay for.

use axum::extract::State;
use kernel::Shekels;
use kernel::paging::{MAX_LIMIT, clamp_limit};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Problem, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::model::Movement;
use super::wallet;
use crate::AppState;
use crate::identity::SignedIn;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(fetch_shekels),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/user/fetch-shekels", Sent::Nothing, people(200))
        .call(
            routes!(list_movements),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("The wallet page shows the history; the specification only asks for the balance.")
        .trial("/users/me/shekels", Sent::Nothing, people(200))
}

/// The balance of the wallet.
#[derive(Debug, Serialize, ToSchema)]
struct Balance {
    /// Shekels; below zero only if a payment was reversed after it was spent.
    shekels: Shekels,
}

/// The balance of my wallet.
#[utoipa::path(
    get,
    path = "/user/fetch-shekels",
    tag = "ledger",
    responses((status = 200, body = Balance), AuthErrors, CommonErrors),
)]
async fn fetch_shekels(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<Balance>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(Balance {
        shekels: wallet::balance(&mut conn, &person.user_id).await?,
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MovementsQuery {
    /// Rows of the page, 1 to 100.
    limit: Option<i64>,
    /// Where the page begins: the `nextCursor` of the page before.
    cursor: Option<String>,
}

/// A wallet and a page of its history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Wallet {
    /// Its balance, at the moment of this answer.
    balance: Shekels,
    /// Its movements, newest first.
    results: Vec<Movement>,
    /// Pass as `cursor` to get the next page; null at the end.
    #[schema(required = true)]
    next_cursor: Option<String>,
}

/// Every movement of my wallet, newest first, with the balance after each.
#[utoipa::path(
    get,
    path = "/users/me/shekels",
    tag = "ledger",
    params(MovementsQuery),
    responses((status = 200, body = Wallet), AuthErrors, CommonErrors),
)]
async fn list_movements(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(query): Query<MovementsQuery>,
) -> Result<Json<Wallet>, Problem> {
    let list = format!("shekels:{}", person.user_id);
    let before = query
        .cursor
        .map(|cursor| app.cursor_key.open::<i64>(&list, &cursor))
        .transpose();
    let before = before.map_err(|_| {
        Problem::bad_request("This page of the list is no longer available. Start again from the first page.")
            .with_field("cursor", "not one of this list's")
    })?;
    let mut conn = app.db.read().await?;
    let (balance, results, next) = wallet::history(
        &mut conn,
        &person.user_id,
        before,
        clamp_limit(query.limit, MAX_LIMIT),
    )
    .await?;
    Ok(Json(Wallet {
        balance,
        results,
        next_cursor: next.map(|next| app.cursor_key.seal(&list, &next)),
    }))
}
