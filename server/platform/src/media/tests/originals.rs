//! What `/media/` serves, and that no path leaves the store.

use axum::http::{Method, StatusCode};
use image::ImageFormat;

use super::samples::{encoded, meadow};
use super::site::Site;

#[tokio::test]
async fn originals_are_served_as_pictures_and_nothing_else() {
    let site = Site::new();
    let bytes = encoded(meadow(30, 20), ImageFormat::Png);
    let own = site
        .media
        .blobs()
        .put_content("up", bytes.clone().into(), "png")
        .await
        .expect("stored");
    site.store("starter/a/cover.png", bytes.clone()).await;
    site.store("odd.html", "<script>").await;

    let answer = site.get(&format!("/media/{own}")).await;
    assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, &bytes[..]));
    assert_eq!(answer.header("content-type"), "image/png");
    assert_eq!(answer.header("content-length"), bytes.len().to_string());
    assert_eq!(answer.header("content-disposition"), "inline");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert!(answer.header("content-security-policy").contains("sandbox"));
    let tag = answer.header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.len() > 2, "{tag}");

    let again = site
        .get_with(
            &format!("/media/{own}"),
            &[("if-none-match", &format!("\"x\", W/{tag}"))],
        )
        .await;
    assert_eq!(
        (again.status, again.body.len(), again.header("etag")),
        (StatusCode::NOT_MODIFIED, 0, tag.as_str())
    );
    let head = site.call(Method::HEAD, &format!("/media/{own}"), &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.header("content-length"), bytes.len().to_string());

    let named = site.get("/media/starter/a/cover.png").await;
    assert!(!named.header("cache-control").contains("immutable"));
    let odd = site.get("/media/odd.html").await;
    assert_eq!(odd.header("content-type"), "application/octet-stream");
    assert_eq!(odd.header("content-disposition"), "attachment");
}

#[tokio::test]
async fn no_spelling_of_a_path_leaves_the_store() {
    let site = Site::new();
    std::fs::write(site.directory.path().join("secret.png"), "secret").expect("written");
    let long = format!("/media/{}", "a".repeat(4_096));
    let paths = [
        "/media/..",
        "/media/../secret.png",
        "/media/..%2fsecret.png",
        "/media/%2e%2e/secret.png",
        "/media/..%5csecret.png",
        "/media/%5c..%5csecret.png",
        "/media/%00",
        "/media/a%00.png",
        "/media/CON",
        "/media/NUL.png",
        "/media/a//b",
        "/media//etc/passwd",
        "/media/.hidden",
        "/media/a/",
        "/media/%c0%ae%c0%ae/",
        "/media/%E2%80%A4%E2%80%A4/secret.png",
        "/media/%EF%BC%8E%EF%BC%8E/secret.png",
        "/media/a/b/c/d/e/f/g.png",
        long.as_str(),
        "/og/scenario/..%2f..%2fsecret.png",
        "/og/scenario/.png",
        "/og/scenario/a%00.png",
        "/og/scenario/a.jpg",
        "/og/scenario/a",
        "/og/scenario/absent.png",
    ];
    for path in paths {
        let answer = site.get(path).await;
        answer.refused(404);
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("secret"),
            "{path}"
        );
        if let Some(key) = path.strip_prefix("/media/") {
            let query: String =
                url::form_urlencoded::byte_serialize(format!("/media/{key}").as_bytes()).collect();
            let answer = site.get(&format!("/_image?w=64&url={query}")).await;
            assert!(
                matches!(answer.status.as_u16(), 400 | 404),
                "{path}: {}",
                answer.status
            );
        }
    }
}
