//! Images that people upload.

use std::io::Cursor;

use axum::body::Body;
use axum::http::Request;
use image::ImageFormat;

use super::{Actor, Answer, TestApp};

/// Uploads a portrait of the caller.
pub async fn upload_portrait(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Answer {
    upload(app, actor, "/users/me/avatar", "file", file).await
}

/// Uploads a file in this field of a form.
///
/// # Panics
/// When that is not a request.
pub async fn upload(app: &TestApp, actor: &Actor<'_>, path: &str, field: &str, file: &[u8]) -> Answer {
    send_form(app, actor, path, None, &[(field, file)]).await
}

/// Sends a form with these fields, under an idempotency key if there is one.
///
/// # Panics
/// When that is not a request.
pub async fn send_form(
    app: &TestApp,
    actor: &Actor<'_>,
    path: &str,
    key: Option<&str>,
    fields: &[(&str, &[u8])],
) -> Answer {
    let mut body = Vec::new();
    for (name, content) in fields {
        add_part(&mut body, name, "../../evil.svg", content);
    }
    send(app, actor, path, key, body).await
}

/// Uploads a file of this name in the field `file` of a form.
///
/// # Panics
/// When that is not a request.
pub async fn upload_named(app: &TestApp, actor: &Actor<'_>, path: &str, name: &str, file: &[u8]) -> Answer {
    let mut body = Vec::new();
    add_part(&mut body, "file", name, file);
    send(app, actor, path, None, body).await
}

fn add_part(body: &mut Vec<u8>, field: &str, file_name: &str, content: &[u8]) {
    let head = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{file_name}\"\r\ncontent-type: image/png\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(content);
    body.extend_from_slice(b"\r\n");
}

/// Sends the parts of a form.
async fn send(app: &TestApp, actor: &Actor<'_>, path: &str, key: Option<&str>, mut body: Vec<u8>) -> Answer {
    body.extend_from_slice(b"--edge--\r\n");
    let mut request = Request::post(format!("/api/v1{path}"))
        .header("authorization", format!("Bearer {}", actor.token))
        .header("content-type", "multipart/form-data; boundary=edge");
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    app.send(request.body(Body::from(body)).expect("a request")).await
}

/// An image of this size.
///
/// # Panics
/// When it cannot be encoded in this format.
#[must_use]
pub fn test_image(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::DynamicImage::ImageRgb8(image::RgbImage::from_fn(width, height, |x, _| {
        image::Rgb([(x % 256) as u8, 20, 40])
    }))
    .write_to(&mut bytes, format)
    .expect("a picture");
    bytes.into_inner()
}
