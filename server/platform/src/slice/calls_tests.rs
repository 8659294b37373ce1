//! What holds for a call is applied to it.

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use tower::ServiceExt;
use utoipa_axum::routes;

use super::calls::{Caching, Calls, Class, JSON_BODY_BYTES, Who, rule};

#[utoipa::path(post, path = "/json", request_body = String, responses((status = 204)))]
async fn take_json(_body: Bytes) -> StatusCode {
    StatusCode::NO_CONTENT
}

#[utoipa::path(post, path = "/file", request_body = String, responses((status = 204)))]
async fn take_file(_body: Bytes) -> StatusCode {
    StatusCode::NO_CONTENT
}

#[tokio::test]
async fn a_call_reads_as_much_as_its_rule_says() {
    const FILE_BYTES: usize = 3 * JSON_BODY_BYTES;
    let json = rule(Who::Anybody, Class::Writes, Caching::Never);
    let calls = Calls::<()>::new()
        .call(routes!(take_json), json)
        .call(routes!(take_file), json.with_body(FILE_BYTES));
    let router = axum::Router::from(calls.split().0);
    for (path, most) in [("/json", JSON_BODY_BYTES), ("/file", FILE_BYTES)] {
        for (length, status) in [
            (most, StatusCode::NO_CONTENT),
            (most + 1, StatusCode::PAYLOAD_TOO_LARGE),
        ] {
            let request = Request::post(path)
                .body(Body::from(vec![b' '; length]))
                .expect("a request");
            let Ok(answer) = router.clone().oneshot(request).await;
            assert_eq!(answer.status(), status, "{path} {length}");
        }
    }
}
