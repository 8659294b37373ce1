//! The three routes of images. None of them believes a file name, and none answers with anything that can run.

use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::TryStreamExt;

use super::derivatives::{CacheOutcome, StoredImage};
use super::error::MediaError;
use super::freshness::Freshness;
use super::gate::Audience;
use super::og::Drawing;
use super::optimiser::{LocatedImage, read_query};
use super::pipeline::ImageKind;
use super::service::Media;
use super::urls::{DRAFT_OG_PATH, MEDIA_PATH, OG_PATH, OPTIMISER_PATH};
use crate::blobs::{BlobKey, OpenBlob};
use crate::web::Problem;

/// The slice's routes, at the root of the site (not below the API).
pub fn router<S: Clone + Send + Sync + 'static>(media: Media) -> Router<S> {
    Router::new()
        .route(&format!("{MEDIA_PATH}{{*key}}"), get(original))
        .route(OPTIMISER_PATH, get(optimised))
        .route(&format!("{OG_PATH}{{file}}"), get(og_image))
        .route(&format!("{DRAFT_OG_PATH}{{file}}"), get(draft_og_image))
        .with_state(media)
}

/// `GET /media/{key}`: an original as it is; of an explicit one, its blurred derivative for callers who have not
/// confirmed.
async fn original(State(media): State<Media>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    // Taken from the address as it is: an escaped character has no place in a key (U-13).
    let key = uri.path().strip_prefix(MEDIA_PATH).unwrap_or_default();
    let key = BlobKey::parse(key).map_err(|_| MediaError::Missing)?;

    let blob = media.blobs().stream(&key).await.map_err(MediaError::from)?;
    let blob = blob.ok_or(MediaError::Missing)?;
    let audience = media.judgements().audience(&key, &headers).await;
    if audience == Audience::Unconfirmed {
        drop(blob);
        let blurred = media.optimiser().locate_blurred(key).await?;
        return derivative(&media, &blurred).await;
    }
    let freshness = Freshness::of(&key, audience);
    let tag = format!("\"{}\"", blob.info.version);
    if is_known(&headers, &tag) {
        return Ok(not_modified(&tag, freshness));
    }
    Ok(stream(blob, &key, &tag, freshness))
}

/// `GET /_image?url&w&q&h&fit&fm&blur`: an image in another size.
async fn optimised(
    State(media): State<Media>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let request = read_query(query.as_deref().unwrap_or_default(), accept)?;
    let located = media.optimiser().locate(&request, &headers).await?;
    let tag = format!("\"{}\"", located.key.tag());

    let mut response = if is_known(&headers, &tag) {
        not_modified(&tag, located.freshness)
    } else {
        derivative(&media, &located).await?
    };
    if !request.format_given {
        response
            .headers_mut()
            .append(header::VARY, HeaderValue::from_static("Accept"));
    }
    Ok(response)
}

/// `GET /og/scenario/{id}.png`: the 1200x630 image that link previews show.
async fn og_image(State(media): State<Media>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let id = id_of_png(&uri, OG_PATH)?;
    let drawing = media.og_images().drawing(id).await?.ok_or(MediaError::Missing)?;
    let mut response = drawn(&media, drawing, &headers, Freshness::Day).await?;
    // Chat and feed clients show it on their own pages.
    response.headers_mut().insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    Ok(response)
}

/// `GET /og/draft/{id}.png`: the same of a draft, for its author.
async fn draft_og_image(
    State(media): State<Media>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = id_of_png(&uri, DRAFT_OG_PATH)?;
    let drawing = media.og_images().draft_drawing(id, &headers).await?;
    drawn(
        &media,
        drawing.ok_or(MediaError::Missing)?,
        &headers,
        Freshness::Personal,
    )
    .await
}

/// The id in an address below this path that ends in `{id}.png`.
fn id_of_png<'a>(uri: &'a Uri, path: &str) -> Result<&'a str, MediaError> {
    uri.path()
        .strip_prefix(path)
        .and_then(|file| file.strip_suffix(".png"))
        .filter(|id| kernel::ids::is_well_formed(id))
        .ok_or(MediaError::Missing)
}

async fn drawn(
    media: &Media,
    drawing: Drawing,
    headers: &HeaderMap,
    freshness: Freshness,
) -> Result<Response, Problem> {
    let tag = format!("\"{}\"", drawing.key.tag());
    if is_known(headers, &tag) {
        return Ok(not_modified(&tag, freshness));
    }
    let (stored, outcome) = media.og_images().image(drawing).await?;
    Ok(image(stored, outcome, &tag, freshness))
}

async fn derivative(media: &Media, located: &LocatedImage) -> Result<Response, Problem> {
    let (stored, outcome) = media.optimiser().image(located).await?;
    let tag = format!("\"{}\"", located.key.tag());
    Ok(image(stored, outcome, &tag, located.freshness))
}

/// A blob as it is read. Only what its name says is an image is shown; the rest is downloaded.
fn stream(blob: OpenBlob, key: &BlobKey, tag: &str, freshness: Freshness) -> Response {
    let size = blob.info.size;
    let content = blob
        .content
        .inspect_err(|error| tracing::error!(%error, "a blob broke off while it was sent"));
    let mut response = Body::from_stream(content).into_response();
    let headers = response.headers_mut();
    describe(headers, tag, freshness);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    let content_type = match ImageKind::of_name(key.name()) {
        Some(kind) => kind.content_type(),
        None => {
            headers.insert(
                header::CONTENT_DISPOSITION,
                HeaderValue::from_static("attachment"),
            );
            "application/octet-stream"
        }
    };
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

fn image(stored: StoredImage, outcome: CacheOutcome, tag: &str, freshness: Freshness) -> Response {
    let mut response = Body::from(stored.bytes).into_response();
    let headers = response.headers_mut();
    describe(headers, tag, freshness);
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(stored.kind.content_type()),
    );
    let status = match outcome {
        CacheOutcome::Hit => "dramatis-images; hit",
        CacheOutcome::Miss => "dramatis-images; fwd=miss; stored",
    };
    headers.insert("cache-status", HeaderValue::from_static(status));
    response
}

fn not_modified(tag: &str, freshness: Freshness) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    describe(response.headers_mut(), tag, freshness);
    response
}

/// The headers of every answer. A user's file is shown as an image or not at all: it is never sniffed, never part of
/// another site's page, and if it is opened by itself it may do nothing (U-6).
fn describe(headers: &mut HeaderMap, tag: &str, freshness: Freshness) {
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    if matches!(freshness, Freshness::Personal | Freshness::Blurred) {
        headers.append(header::VARY, HeaderValue::from_static("Cookie"));
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(freshness.cache_control()),
    );
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

/// Whether the caller has the image already (RFC 9110, 13.1.2: compared weakly).
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}
