//! Images that people upload.

use std::io::Cursor;

use axum::body::Body;
use axum::http::Request;
use image::ImageFormat;

use super::{Actor, Answer, TestApp};

fn form(field: &str, file: &[u8]) -> (String, Vec<u8>) {
    let mut body =
        format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"../../evil.svg\"\r\ncontent-type: image/png\r\n\r\n").into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    ("multipart/form-data; boundary=edge".to_owned(), body)
}

/// Uploads a portrait of the caller.
pub async fn upload_portrait(app: &TestApp, actor: &Actor<'_>, file: &[u8]) -> Answer {
    upload(app, actor, "/users/me/avatar", "file", file).await
}

/// Uploads a file in this field of a form.
///
/// # Panics
/// When that is not a request.
pub async fn upload(app: &TestApp, actor: &Actor<'_>, path: &str, field: &str, file: &[u8]) -> Answer {
    let (kind, body) = form(field, file);
    let request = Request::post(format!("/api/v1{path}"))
        .header("authorization", format!("Bearer {}", actor.token))
        .header("content-type", kind);
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
