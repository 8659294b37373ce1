//! The client's files. Those under `/assets/` carry a hash in their name and never change; the few others at
//! the root of the site (icons, web manifest) are listed once at start, so that no address can reach any
//! other file.

use std::path::Path;

use axum::Router;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get_service;
use http::StatusCode;
use http::header::{CACHE_CONTROL, HeaderValue};
use tower_http::services::{ServeDir, ServeFile};

/// `Cache-Control` of files that never change.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// `Cache-Control` of files that may change under the same name.
const ONE_HOUR: &str = "public, max-age=3600";

/// The routes of all files in `client_dir`.
///
/// # Errors
/// When the directory cannot be listed.
pub fn router(client_dir: &Path) -> std::io::Result<Router> {
    let assets = ServeDir::new(client_dir.join("assets"))
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_zstd();
    let assets = Router::new()
        .nest_service("/assets", get_service(assets))
        .layer(map_response(|response: Response| kept(response, IMMUTABLE)));
    let mut files = Router::new();
    for entry in std::fs::read_dir(client_dir)? {
        let entry = entry?;
        let name = entry.file_name();
        // Pages come from the renderer, and a name that needs encoding is not an asset.
        if let Some(name) = name
            .to_str()
            .filter(|name| is_public(name) && entry.path().is_file())
        {
            let file = ServeFile::new(entry.path())
                .precompressed_br()
                .precompressed_zstd();
            files = files.route_service(&format!("/{name}"), get_service(file));
        }
    }
    Ok(assets.merge(files.layer(map_response(|response: Response| kept(response, ONE_HOUR)))))
}

fn is_public(name: &str) -> bool {
    let plain = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
    let derived = [".html", ".map", ".br", ".zst", ".gz"]
        .iter()
        .any(|end| name.ends_with(end));
    plain && !derived && !name.starts_with('.') && !matches!(name, "robots.txt" | "sitemap.xml")
}

async fn kept(mut response: Response, how: &'static str) -> Response {
    let served = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    response.headers_mut().insert(
        CACHE_CONTROL,
        HeaderValue::from_static(if served { how } else { "no-store" }),
    );
    response
}
