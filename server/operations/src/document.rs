//! Completes the API document with what concerns the whole API, and with the descriptions of answers that
//! OpenAPI requires (3.1, "Response Object", "Tag Object", "Server Object").

use std::collections::BTreeMap;

use axum::http::StatusCode;
use kernel::ErrorCode;
use kernel::paging::MAX_CURSOR_CHARS;
use platform::slice::calls::{BEARER, GUEST};
use platform::slice::report_kinds;
use utoipa::openapi::path::{Operation, Parameter, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, OpenApi, RefOr, Schema, ServerBuilder};

use crate::SLICES;

/// Groups of calls that several slices have.
const SHARED_TAGS: [(&str, &str); 2] = [
    ("admin", "What only admins do."),
    ("chat", "The play page: its session, settings and texts."),
];

/// The tags of the document by their names: the slices that have calls, and the shared groups.
fn tags() -> BTreeMap<&'static str, &'static str> {
    let of_slices = SLICES.iter().filter_map(|slice| Some((slice.name, slice.about?)));
    of_slices.chain(SHARED_TAGS).collect()
}

/// Adds the longest length of a cursor (`kernel::paging`); limits need no bound, because every limit is
/// accepted and clamped.
fn bound_cursor(parameter: &mut RefOr<Parameter>) {
    if let RefOr::T(parameter) = parameter
        && parameter.name == "cursor"
        && let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema
    {
        schema.max_length = Some(MAX_CURSOR_CHARS);
    }
}

/// Every error, the common ones first.
pub(crate) fn error_codes() -> impl Iterator<Item = ErrorCode> {
    let of_slices = SLICES.iter().flat_map(|slice| slice.errors);
    ErrorCode::ERRORS.iter().chain(of_slices).copied()
}

/// Lists all error codes.
fn name_errors(components: &mut Components) {
    if let Some(RefOr::T(Schema::Object(schema))) = components.schemas.get_mut("ErrorCode") {
        schema.enum_values = Some(error_codes().map(|code| code.as_str().into()).collect());
    }
}

/// Lists the kinds of things that can be reported.
fn name_report_kinds(components: &mut Components) {
    if let Some(RefOr::T(Schema::Object(schema))) = components.schemas.get_mut("ReportKind") {
        let names = report_kinds(&SLICES).reportable();
        schema.enum_values = Some(names.into_iter().map(Into::into).collect());
    }
}

/// Completes the document that was generated from the calls.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let root = ServerBuilder::new()
        .url("/")
        .description(Some("This site. Addresses are complete in themselves."))
        .build();
    document.servers = Some(vec![root]);
    let tag = |(name, about)| TagBuilder::new().name(name).description(Some(about)).build();
    document.tags = Some(tags().into_iter().map(tag).collect());
    let components = document.components.get_or_insert_with(Components::new);
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The access token of somebody who is signed in."));
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer.build()));
    let guest = ApiKeyValue::with_description(
        "guest-token",
        "A guest’s token, with the header device-hash beside it.",
    );
    components.add_security_scheme(GUEST, SecurityScheme::ApiKey(ApiKey::Header(guest)));
    name_errors(components);
    name_report_kinds(components);
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            describe_answers(operation);
            operation.parameters.iter_mut().flatten().for_each(bound_cursor);
        }
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem {
        get,
        put,
        post,
        delete,
        options,
        head,
        patch,
        trace,
        ..
    } = item;
    [get, put, post, delete, options, head, patch, trace]
        .into_iter()
        .flatten()
}

/// Adds a description to every answer without one: the text of its status.
fn describe_answers(operation: &mut Operation) {
    for (status, answer) in &mut operation.responses.responses {
        let RefOr::T(answer) = answer else { continue };
        if answer.description.is_empty() {
            let reason = StatusCode::from_bytes(status.as_bytes())
                .ok()
                .and_then(|status| status.canonical_reason());
            answer.description = reason.unwrap_or("Any other answer").to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::tags;
    use crate::api_document;

    #[test]
    fn every_answer_is_described_and_every_tag_is_known() {
        let document = serde_json::to_value(api_document()).expect("JSON");
        let mut used = BTreeSet::new();
        let paths = document["paths"].as_object().expect("paths");
        for (path, item) in paths {
            for (method, operation) in item.as_object().expect("an item") {
                let answers = operation["responses"].as_object().expect("answers");
                for (status, answer) in answers {
                    let is_described = answer["$ref"].is_string() || answer["description"].is_string();
                    assert!(is_described, "{method} {path} {status}");
                }
                let tags = operation["tags"].as_array().into_iter().flatten();
                used.extend(tags.filter_map(|tag| tag.as_str()));
            }
        }
        let known: BTreeSet<&str> = tags().into_keys().collect();
        let undescribed: Vec<_> = used.difference(&known).collect();
        assert!(
            undescribed.is_empty(),
            "say in `about` of the facts what these calls are about: {undescribed:?}"
        );
        let unused: Vec<_> = known.difference(&used).collect();
        assert!(
            unused.is_empty(),
            "no call of {unused:?} is in the API: are `calls()` in the floor's `lib.rs`?"
        );
    }
}
