//! What can happen once happens once, however many requests for it come at the same time; those that come too
//! late get an answer. What the matrix of calls cannot prepare is tried here (`matrix.rs` sends every other call eight
//! times at once).

use futures::future::join_all;
use platform::both_engines;
use serde_json::{Value, json};

use super::{PASSWORD, count, credentials};
use crate::testing::Answer;

const AT_ONCE: usize = 8;

/// How many got each of these statuses, which are all there are.
fn counted(answers: &[Answer], statuses: [u16; 2]) -> [usize; 2] {
    assert!(
        answers
            .iter()
            .all(|answer| statuses.contains(&answer.status.as_u16())),
        "{answers:?}"
    );
    statuses.map(|status| {
        answers
            .iter()
            .filter(|answer| answer.status.as_u16() == status)
            .count()
    })
}

both_engines!(a_link_confirms_once, async |app| {
    let ann = app.browser();
    let ticket = ann
        .post("/auth/sign-up", &credentials("ann@example.org", PASSWORD))
        .await
        .json["ticket"]
        .clone();
    let link = json!({"token": app.mailed_token().await, "ticket": ticket});
    let answers = join_all((0..AT_ONCE).map(|_| ann.post("/auth/verify-email", &link))).await;
    assert_eq!(counted(&answers, [200, 400]), [1, 7]);
    assert_eq!(count(app, "select count(*) from identities").await, 1);
});

both_engines!(two_links_of_one_sign_up_make_one_account, async |app| {
    let ann = app.browser();
    let ticket = ann
        .post("/auth/sign-up", &credentials("ann@example.org", PASSWORD))
        .await
        .json["ticket"]
        .clone();
    let first = app.mailed_token().await;
    ann.post("/auth/verify-email/resend", &json!({"email": "ann@example.org"}))
        .await;
    let links = [first, app.mailed_token().await].map(|token| json!({"token": token, "ticket": ticket}));
    let answers = join_all(links.iter().map(|link| ann.post("/auth/verify-email", link))).await;
    assert_eq!(counted(&answers, [200, 400]), [1, 1]);
    assert_eq!(count(app, "select count(*) from identities").await, 1);
});

both_engines!(an_address_goes_to_one_of_those_who_move_to_it, async |app| {
    let mut links: Vec<Value> = Vec::new();
    for name in ["ann", "bob", "cleo", "dan"] {
        let browser = app.signed_up(&format!("{name}@example.org"), PASSWORD).await;
        browser
            .post(
                "/auth/email",
                &json!({"password": PASSWORD, "newEmail": "new@example.org"}),
            )
            .await;
        links.push(json!({"token": app.mailed_token().await}));
    }
    let browser = app.browser();
    let answers = join_all(links.iter().map(|link| browser.post("/auth/verify-email", link))).await;
    assert_eq!(counted(&answers, [200, 400]), [1, 3]);
    assert_eq!(
        count(
            app,
            "select count(*) from identities where email_key = 'new@example.org'"
        )
        .await,
        1
    );
});

both_engines!(a_new_password_is_set_once_by_a_link, async |app| {
    app.signed_up("ann@example.org", PASSWORD).await;
    app.browser()
        .post(
            "/auth/reset-password/request",
            &json!({"email": "ann@example.org"}),
        )
        .await;
    let reset = json!({"token": app.mailed_token().await, "password": "another horse entirely"});
    let browser = app.browser();
    let answers = join_all((0..AT_ONCE).map(|_| browser.post("/auth/reset-password", &reset))).await;
    assert_eq!(counted(&answers, [204, 400]), [1, 7]);
});
