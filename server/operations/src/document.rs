//! Completes the API document with what concerns the whole API, and with the descriptions of answers that
//! OpenAPI requires (3.1, "Response Object", "Tag Object", "Server Object").

use axum::http::StatusCode;
use kernel::ErrorCode;
use kernel::paging::MAX_CURSOR_CHARS;
use platform::slice::calls::{BEARER, GUEST};
use utoipa::openapi::path::{Operation, Parameter, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, OpenApi, RefOr, Schema, ServerBuilder};

use crate::SLICES;

/// The slices that have calls, with their descriptions.
const TAGS: [(&str, &str); 24] = [
    ("admin", "What only admins do."),
    (
        "campaigns",
        "Pages for those who come by a campaign’s link, and experiments.",
    ),
    ("cards", "Single characters."),
    ("chat", "The play page: its session, settings and texts."),
    ("dashboard", "What one did and received."),
    (
        "discovery",
        "Feeds that need no question: newest, most loved, trending; and posters, by which pages list.",
    ),
    ("guests", "Playing without an account."),
    (
        "identity",
        "Signing up and in, sessions, passwords, the second step, providers.",
    ),
    ("import_export", "Stories as files."),
    ("ledger", "Shekels: the balance and its history."),
    ("library", "Folders of one’s own stories."),
    (
        "lorebooks",
        "What is known of a world, and when a prompt tells it.",
    ),
    ("me", "One’s own record."),
    ("memory", "What a story remembers: facts and a summary."),
    (
        "person_data",
        "Everything that is kept of one, as a file or deleted.",
    ),
    ("profiles", "What everybody may see of a person."),
    ("reports", "Telling those who run the site what is wrong."),
    ("safety", "Whom to call in need, and how often that was shown."),
    (
        "scenarios",
        "Scenarios: reading, finding, loving and rating them.",
    ),
    ("social", "Following people."),
    ("status", "How the server and what it needs are doing."),
    ("stories", "One’s own stories and their messages."),
    ("tags", "Tags."),
    ("turns", "Sending a message and watching the replies."),
];

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

/// Completes the document that was generated from the calls.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let root = ServerBuilder::new()
        .url("/")
        .description(Some("This site. Addresses are complete in themselves."))
        .build();
    document.servers = Some(vec![root]);
    let tags = TAGS.map(|(name, about)| TagBuilder::new().name(name).description(Some(about)).build());
    document.tags = Some(tags.into());
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

    use super::TAGS;
    use crate::api_document;

    #[test]
    fn every_answer_is_described_and_every_tag_is_known() {
        let document = serde_json::to_value(api_document()).expect("JSON");
        let known: BTreeSet<&str> = TAGS.iter().map(|(name, _)| *name).collect();
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
        assert_eq!(used, known);
    }
}
