//! Three routes of pictures. None of them believes a file name, and none answers anything that can run.

use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::TryStreamExt;

use super::cache::Stored;
use super::error::MediaError;
use super::gate::Audience;
use super::og;
use super::optimiser::{Found, Lifetime, Media, store_failed};
use super::rules::read_query;
use super::sniff::Kind;
use super::source::{MEDIA_PATH, OPTIMISER_PATH};
use crate::blobs::BlobKey;
use crate::web::Problem;

/// Where sharing pictures are: `/og/scenario/{id}.png`.
pub const OG_PATH: &str = "/og/scenario/";

/// The slice's routes, at the root of the site (not below the API).
pub fn router<S: Clone + Send + Sync + 'static>(media: Media) -> Router<S> {
    Router::new()
        .route(&format!("{MEDIA_PATH}{{*key}}"), get(original))
        .route(OPTIMISER_PATH, get(optimised))
        .route(&format!("{OG_PATH}{{file}}"), get(sharing_picture))
        .with_state(media)
}

/// `GET /media/{key}`: a stored picture as it is; of an explicit one, its blurred derivative for who has not
/// confirmed.
async fn original(State(media): State<Media>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    // Taken from the address as it is: an escaped character has no business in a key (U-13).
    let key = uri.path().strip_prefix(MEDIA_PATH).unwrap_or_default();
    let key = BlobKey::parse(key).map_err(|_| MediaError::Missing)?;

    let blob = media
        .blobs()
        .stream(&key)
        .await
        .map_err(store_failed)?
        .ok_or(MediaError::Missing)?;
    let audience = media.audience(&key, &headers).await;
    if audience == Audience::Unconfirmed {
        drop(blob);
        let blurred = media.locate_blurred(key).await?;
        let (stored, found) = media.picture(&blurred).await?;
        return Ok(picture(
            stored,
            found,
            &format!("\"{}\"", blurred.key.tag()),
            blurred.lifetime,
        ));
    }
    let lifetime = Lifetime::of(&key, audience);
    let tag = format!("\"{}\"", blob.info.version);
    if is_known(&headers, &tag) {
        return Ok(not_modified(&tag, lifetime));
    }
    let size = blob.info.size;
    let content = blob
        .content
        .inspect_err(|error| tracing::error!(%error, "a blob broke off while it was sent"));
    let mut response = Body::from_stream(content).into_response();
    let kind = Kind::of_name(key.name());
    describe(response.headers_mut(), &tag, lifetime);
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    match kind {
        Some(kind) => answer.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(kind.content_type()),
        ),
        None => {
            answer.insert(
                header::CONTENT_DISPOSITION,
                HeaderValue::from_static("attachment"),
            );
            answer.insert(
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/octet-stream"),
            )
        }
    };
    Ok(response)
}

/// `GET /_image?url&w&q&h&fit&fm&blur`: a picture in another size.
async fn optimised(
    State(media): State<Media>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let wanted = read_query(query.as_deref().unwrap_or_default(), accept)?;
    let located = media.locate(&wanted, &headers).await?;
    let tag = format!("\"{}\"", located.key.tag());

    let mut response = if is_known(&headers, &tag) {
        not_modified(&tag, located.lifetime)
    } else {
        let (stored, found) = media.picture(&located).await?;
        picture(stored, found, &tag, located.lifetime)
    };
    if !wanted.format_given {
        response
            .headers_mut()
            .append(header::VARY, HeaderValue::from_static("Accept"));
    }
    Ok(response)
}

/// `GET /og/scenario/{id}.png`: the 1200x630 picture that link previews show.
async fn sharing_picture(
    State(media): State<Media>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = uri.path().strip_prefix(OG_PATH).unwrap_or_default();
    let id = file
        .strip_suffix(".png")
        .filter(|id| is_id(id))
        .ok_or(MediaError::Missing)?;
    let card = media.cards().card(id).await?.ok_or(MediaError::Missing)?;

    let drawing = og::Drawing::of(&media, id, card).await;
    let tag = format!("\"{}\"", drawing.key().tag());
    let mut response = if is_known(&headers, &tag) {
        not_modified(&tag, Lifetime::Day)
    } else {
        let (stored, found) = drawing.picture(&media).await?;
        picture(stored, found, &tag, Lifetime::Day)
    };
    // Chat and feed clients show it on their own pages.
    response.headers_mut().insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    Ok(response)
}

/// Ids are `[A-Za-z0-9_-]{1,64}` everywhere (U-13).
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

fn picture(stored: Stored, found: Found, tag: &str, lifetime: Lifetime) -> Response {
    let mut response = Body::from(stored.bytes).into_response();
    let headers = response.headers_mut();
    describe(headers, tag, lifetime);
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(stored.kind.content_type()),
    );
    let status = match found {
        Found::Kept => "dramatis-images; hit",
        Found::Derivative => "dramatis-images; fwd=miss; stored",
    };
    headers.insert("cache-status", HeaderValue::from_static(status));
    response
}

fn not_modified(tag: &str, lifetime: Lifetime) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    describe(response.headers_mut(), tag, lifetime);
    response
}

/// What every answer says about itself. A user's file is shown as a picture or not at all: it is never
/// sniffed, never part of another site's page, and opened by itself it may do nothing (U-6).
fn describe(headers: &mut HeaderMap, tag: &str, lifetime: Lifetime) {
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    if matches!(lifetime, Lifetime::Confirmed | Lifetime::Blurred) {
        headers.append(header::VARY, HeaderValue::from_static("Cookie"));
    }
    let caching = match lifetime {
        Lifetime::Content => "public, max-age=31536000, immutable",
        Lifetime::Named => "public, max-age=2592000, stale-while-revalidate=86400",
        Lifetime::Day => "public, max-age=86400, stale-while-revalidate=604800",
        Lifetime::Confirmed => "private, no-cache",
        Lifetime::Blurred => "private, no-store",
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    );
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("same-origin"),
    );
}

/// Whether the caller has the picture already (RFC 9110, 13.1.2: compared weakly).
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}
